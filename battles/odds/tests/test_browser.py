"""The odds page in Chromium: by mouse and by keys, at two sizes, in both themes."""

import os
import re

import pytest
from playwright.sync_api import Page, expect

from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
PICTURES = os.environ.get("ODDS_PICTURES", "")


def picture(page: Page, name: str) -> None:
    """Save a screenshot when requested."""
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_two_warriors_are_compared(new_context: NewContext, size: dict[str, object], theme: str) -> None:
    page = new_context(size, color_scheme=theme).new_page()
    page.goto("/odds/")
    expect(page.locator("#duel .odds-bar")).to_be_visible()
    page.select_option("#id_a", "reiklanders_champion")
    expect(page.locator("#h-strikes")).to_contain_text("Champion attacks")
    before = page.inner_text("#odds-answer")
    page.locator("#gear-a summary").click()
    page.locator("#ak-double_handed_weapon").check()
    expect(page.locator("#gear-a")).to_have_attribute("open", "")
    expect(page).to_have_url(re.compile("ak=double_handed_weapon"))
    expect(page.locator("#odds-answer")).not_to_have_text(before, use_inner_text=True)
    page.select_option("#id_how", "shot")
    expect(page.locator("#id_cover")).to_be_visible()
    page.select_option("#id_how", "charge")
    expect(page.locator("#duel .odds-bar")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(page)
    picture(page, f"odds-{theme}")


def test_the_odds_page_works_with_the_keyboard_alone(page: Page) -> None:
    page.goto("/odds/?a=reiklanders_champion&ak=sword")
    expect(page.locator("#duel .odds-bar")).to_be_visible()
    page.focus("#id_rules")
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile("rules=(?!core)"))
    expect(page.locator("#id_rules")).to_be_focused()
    page.locator(".odds-arms a").first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("ak=(?!sword&)"))
    expect(page.locator("#h-arms")).to_be_visible()


def test_without_script_the_form_asks(new_context: NewContext) -> None:
    page = new_context(DESKTOP, java_script_enabled=False).new_page()
    page.goto("/odds/")
    page.select_option("#id_b", "undead_zombie")
    page.get_by_role("button", name="Calculate").click()
    expect(page.locator("#h-strikes")).to_contain_text("attacks Zombie")
    page.get_by_role("link", name="Calculate the full duel").click()
    expect(page.locator("#duel .odds-bar")).to_be_visible()
