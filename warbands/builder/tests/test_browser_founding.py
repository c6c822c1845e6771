"""Two tasks in Chromium, counted in clicks: 3 for a suggested warband, 8 by hand, 3 for two items.

The counts are in docs/figures.md, and the tests compare them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request

from tests_support.browser import assert_accessible
from tests_support.processes import ROOT

pytestmark = pytest.mark.browser
FIGURES = Path(ROOT, "docs", "figures.md")


def assert_written_down(what: str, presses: int, loads: int) -> None:
    """Check that the row in docs/figures.md has the same numbers."""
    assert f"| {what} | {presses} | {loads} |" in FIGURES.read_text(encoding="utf-8"), (what, presses, loads)


class Loads:
    """Counts page loads: requested documents, not responses that update a part of the page."""

    def __init__(self, page: Page) -> None:
        self.count = 0
        page.on("request", self._see)

    def _see(self, request: Request) -> None:
        if request.is_navigation_request() and request.redirected_from is None:
            self.count += 1


class Presses:
    """Counts clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, name: str, role: str = "button") -> None:
        self.page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]
        self.count += 1


def settled(page: Page) -> None:
    """Wait until the focus is restored after a response, which takes the page 20 ms."""
    page.wait_for_load_state("load")
    page.locator(".htmx-request, .htmx-swapping, .htmx-settling").first.wait_for(state="detached")


def wait_for(page: Page, text: str) -> None:
    page.locator(".legality", has_text=text).wait_for()
    settled(page)


def test_a_suggested_band_is_founded_in_three_presses(page: Page) -> None:
    page.goto("/warbands/new/")
    press = Presses(page)
    loads = Loads(page)
    press("Start Reiklanders")
    press("Suggested warband")
    page.locator(".legality.is-ok").wait_for()
    assert_accessible(page)
    press("Found the warband")
    page.wait_for_url(lambda url: "/draft" not in url)
    page.locator("h1").wait_for()
    assert press.count <= 3
    assert_written_down("a suggested warband of ten, armed and founded", press.count, loads.count)
    assert_accessible(page)


def test_a_warband_by_hand_takes_eight_clicks_on_a_phone(phone_page: Page) -> None:
    page = phone_page
    page.goto("/warbands/new/")
    press, loads = Presses(page), Loads(page)
    press("Start Reiklanders")
    for number, entry in enumerate(("Champion", "Champion", "Youngblood", "Youngblood"), start=2):
        press(f"Add {entry}")
        wait_for(page, f"{number} of 15 models")
    press("+5 Warriors")
    wait_for(page, "10 of 15 models")
    press("Add the usual kit to all")
    page.locator(".undo", has_text="Standard equipment bought").wait_for()
    press("Found the warband")
    page.wait_for_url(lambda url: "/draft" not in url)
    assert press.count <= 8
    assert_written_down("by hand: leader, four heroes, five henchmen, a weapon for each row", press.count, loads.count)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_two_items_for_one_hero_take_three_presses(page: Page) -> None:
    page.goto("/warbands/new/")
    press = Presses(page)
    press("Start Reiklanders")
    press("Add Champion")
    wait_for(page, "2 of 15 models")
    press.count = 0
    loads = Loads(page)
    page.locator("[data-kit-of]").nth(1).click()
    press.count += 1
    page.wait_for_url("**kit=**")
    for item in ("Sword", "Helmet"):
        page.locator("#kit-list").get_by_role("button", name=item).first.click()
        press.count += 1
        page.locator(".undo", has_text=item).wait_for()
    assert press.count <= 3
    assert loads.count == 0
    assert_written_down("two items for one hero", press.count, loads.count)
    assert page.locator(".member", has_text="Sword").count() == 1


def test_by_keyboard_k_three_letters_enter_buys(page: Page) -> None:
    page.goto("/warbands/new/")
    Presses(page)("Start Reiklanders")
    page.locator(".legality").wait_for()
    settled(page)
    page.keyboard.press("k")
    page.keyboard.type("swo")
    page.keyboard.press("Enter")
    page.locator(".undo", has_text="Sword").wait_for()
    assert page.locator("#status.is-shown").count() == 0


class Keys:
    """A player without a mouse: counts every key, and checks that the focus is always visible."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.count += 1

    def write(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.count += len(text)

    def go_to(self, name: str, most: int = 60, key: str = "Tab") -> None:
        """Press Tab until the element with this name has the focus."""
        for _turn in range(most):
            text = self.page.evaluate("(document.activeElement?.textContent ?? '').replace(/\\s+/g, ' ').trim()")
            if name in text and self.page.evaluate("document.activeElement.matches('a, button, input, summary')"):
                ring = self.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert ring != "none", f"the focus on {name} cannot be seen"
                return
            self.press(key)
        raise AssertionError(f"{name} was not reached by {most} times {key}")


def left_gc(page: Page) -> int:
    """The remaining gold shown by the page."""
    found = re.search(r"(\d+) gc left", page.locator(".legality").inner_text())
    assert found is not None
    return int(found[1])


def test_a_whole_warband_is_founded_without_the_mouse(page: Page) -> None:
    page.goto("/warbands/new/")
    keys, loads = Keys(page), Loads(page)
    page.locator("#types-q").focus()
    keys.write("reik")
    page.locator(".type-card", has_text="Start Orc Mob").wait_for(state="detached")
    keys.go_to("Start Reiklanders", key="ArrowDown")
    keys.press("Enter")
    page.wait_for_url("**/draft/")
    page.locator("[data-rows] [tabindex='0']").wait_for()
    for entry, models in (("Add Champion", (2, 3)), ("Add Youngblood", (4, 5))):
        keys.go_to(entry, key="ArrowDown")
        for number in models:
            keys.press("Enter")
            wait_for(page, f"{number} of 15 models")
    keys.go_to("+5 Warriors", key="ArrowDown")
    keys.press("Enter")
    wait_for(page, "10 of 15 models")
    before = left_gc(page)
    keys.press("k")
    keys.write("swo")
    keys.press("Enter")
    page.locator(".undo", has_text="Sword").wait_for()
    settled(page)
    assert left_gc(page) == before - 5 * 10, "a sword for each of the Warriors, who were hired last"
    keys.press("Escape")
    keys.go_to("Add the usual kit to all", key="Shift+Tab")
    keys.press("Enter")
    page.locator(".undo", has_text="Standard equipment bought").wait_for()
    settled(page)
    keys.go_to("Found the warband", key="Tab")
    keys.press("Enter")
    page.wait_for_url(lambda url: "/draft" not in url)
    page.locator("h1").wait_for()
    assert_written_down("by keyboard only: the same warband, and a sword bought by name", keys.count, loads.count)


def test_the_rows_are_one_stop_of_tab_and_arrows_go_between_them(page: Page) -> None:
    page.goto("/warbands/new/")
    Presses(page)("Start Reiklanders")
    page.locator("[data-rows] [tabindex='0']").wait_for()
    keys = Keys(page)
    keys.go_to("+5 Warriors", key="ArrowDown", most=8)
    assert page.locator("[data-row] [tabindex='0']").count() == 1
    keys.press("5")
    wait_for(page, "6 of 15 models")
    keys.press("ArrowDown")
    keys.press("-")
    wait_for(page, "5 of 15 models")
    keys.press("ArrowRight")
    keys.press("+")
    wait_for(page, "6 of 15 models")
    keys.press("Home")
    assert "Mercenary Captain" in page.evaluate("document.activeElement.closest('[data-row]').textContent")
    keys.press("Tab")
    assert not page.evaluate("document.activeElement.matches('[data-row] *')")
    keys.press("Shift+Tab")
    assert "Mercenary Captain" in page.evaluate("document.activeElement.closest('[data-row]').textContent")
    assert_accessible(page)


def test_the_totals_change_with_the_press_and_no_page_is_loaded(page: Page) -> None:
    page.goto("/warbands/new/")
    Presses(page)("Start Reiklanders")
    page.locator(".legality").wait_for()
    loads = Loads(page)
    before = left_gc(page)
    page.locator("#kit-list").get_by_role("button", name="Sword").first.click()
    page.locator(".undo", has_text="Sword").wait_for()
    tally = page.locator(".tally").inner_text()
    assert left_gc(page) == before - 10
    assert str(before - 10) in tally
    page.locator(".undo").get_by_role("button", name="Undo").click()
    wait_for(page, f"{before} gc left")
    assert loads.count == 0
