"""Flow 1 and 2 in Chromium, by press counts: 3 for a suggested band, 8 by hand, 3 for two items."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests_support.browser import assert_accessible

pytestmark = pytest.mark.browser


class Presses:
    """Counts what a player presses."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, name: str, role: str = "button") -> None:
        self.page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]
        self.count += 1


def wait_for(page: Page, text: str) -> None:
    page.locator(".legality", has_text=text).wait_for()


def test_a_suggested_band_is_founded_in_three_presses(page: Page) -> None:
    page.goto("/warbands/new/")
    press = Presses(page)
    press("Start Reiklanders")
    press("Suggested band")
    page.locator(".legality.is-ok").wait_for()
    assert_accessible(page)
    press("Found The")
    page.wait_for_url(lambda url: "/draft" not in url)
    page.locator("h1").wait_for()
    assert press.count <= 3
    assert_accessible(page)


def test_a_band_by_hand_takes_eight_presses_on_a_phone(phone_page: Page) -> None:
    page = phone_page
    page.goto("/warbands/new/")
    press = Presses(page)
    press("Start Reiklanders")
    for number, entry in enumerate(("Champion", "Champion", "Youngblood", "Youngblood"), start=2):
        press(f"Add {entry}")
        wait_for(page, f"{number} of 15 models")
    press("+5 Warriors")
    wait_for(page, "10 of 15 models")
    press("Arm all the usual way")
    page.locator(".undo", has_text="armed the usual way").wait_for()
    press("Found The")
    page.wait_for_url(lambda url: "/draft" not in url)
    assert press.count <= 8
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_two_items_for_one_hero_take_three_presses(page: Page) -> None:
    page.goto("/warbands/new/")
    press = Presses(page)
    press("Start Reiklanders")
    press("Add Champion")
    wait_for(page, "2 of 15 models")
    press.count = 0
    page.locator("[data-kit-of]").nth(1).click()
    press.count += 1
    page.wait_for_url("**kit=**")
    for item in ("Sword", "Helmet"):
        page.locator("#kit-list").get_by_role("button", name=item).first.click()
        press.count += 1
        page.locator(".undo", has_text=item).wait_for()
    assert press.count <= 3
    assert page.locator(".member", has_text="Sword").count() == 1


def test_by_keyboard_k_three_letters_enter_buys(page: Page) -> None:
    page.goto("/warbands/new/")
    Presses(page)("Start Reiklanders")
    page.locator(".legality").wait_for()
    page.keyboard.press("k")
    page.keyboard.type("swo")
    page.keyboard.press("Enter")
    page.locator(".undo", has_text="Sword").wait_for()
    assert page.locator("#status.is-shown").count() == 0
