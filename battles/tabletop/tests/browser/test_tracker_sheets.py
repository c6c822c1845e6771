"""Sheets over the tracker on a phone: cards of warriors and the rules of what is on them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from battles.tabletop.tests.browser.test_tracker_phone import MAKE, fits
from tests_support.browser import PHONE, NewContext, assert_accessible, sign_up
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
TESTS = (
    "test_a_name_opens_the_card_and_a_term_on_it_its_rule",
    "test_the_guide_shows_what_to_do_in_the_phase",
    "test_an_opened_card_is_there_without_a_network",
    "test_dice_are_rolled_on_the_phone_and_read_from_the_table",
    "test_odds_against_an_enemy_are_a_sheet",
    "test_undo_is_at_the_thumb_and_the_screen_is_as_the_player_wants_it",
    "test_dice_and_guide_work_without_a_network_even_if_they_were_never_opened",
)
SMALLEST_TARGET = 44
SMALL_TARGETS = """
[...document.querySelectorAll("#track-sheet :is(a, button, summary, select)")]
  .filter((control) => control.checkVisibility() && !control.closest("p"))
  .filter((control) => control.getBoundingClientRect().height < %d)
  .map((control) => control.outerHTML)
"""
SAVED = """
async (part) => {
  while (!(await caches.match(location.pathname + part, { ignoreVary: true })))
    await new Promise((done) => setTimeout(done, 100));
}
"""
"""Waits until the tracker, or a page of its sheets, is saved on the device."""

BROKEN = """
[...document.querySelectorAll("#track .track-line :is(th, td)")]
  .filter((cell) => cell.checkVisibility() && cell.getBoundingClientRect().height > 44)
  .map((cell) => cell.textContent)
"""
"""Cells of a statline whose text takes more than one line."""


def looked_at(page: Page, name: str) -> None:
    """Check the sheet at 390 and 320 px, light and dark: no sideways scroll, no finding of axe, nothing too small to
    tap. With SHOTS (a folder), pictures are saved too."""
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            fits(page)
            if folder := os.environ.get("SHOTS"):
                page.screenshot(path=Path(folder) / f"{name}-{width}-{scheme}.png")
        # A window as tall as the page, because axe measures only the uncovered part of a row.
        is_sheet = page.locator("#track-sheet").is_visible()
        page.set_viewport_size({"width": 390, "height": 844 if is_sheet else 6000})
        assert_accessible(page)
        page.set_viewport_size({"width": 390, "height": 844})
    small = page.evaluate(SMALL_TARGETS % SMALLEST_TARGET)
    assert small == []


@pytest.fixture
def tracker(new_context: NewContext, live_site: LiveSite, request: pytest.FixtureRequest) -> Page:
    """A tracked battle on the phone of its player. Each test has accounts of its own."""
    prefix = f"sheet{TESTS.index(request.node.name)}-"
    sign_up(new_context(PHONE).new_page(), f"{prefix}rival")
    page = new_context(PHONE, service_workers="allow").new_page()
    sign_up(page, f"{prefix}owner")
    page.goto(f"/battles/track/{live_site.shell(MAKE.replace('thumb-', prefix)).split()[-1]}/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return page


def test_a_name_opens_the_card_and_a_term_on_it_its_rule(tracker: Page) -> None:
    page, address = tracker, tracker.url
    sheet = page.locator("#track-sheet")
    row = page.locator("section[aria-labelledby=track-a] .track-row").first
    name = row.locator(".track-name b").first.inner_text()
    row.locator(".track-name").first.tap()
    expect(sheet.get_by_role("heading", name=name)).to_be_visible()
    expect(sheet.locator(".statline")).to_be_visible()
    expect(row.locator("details")).not_to_have_attribute("open", "")
    looked_at(page, "card")
    term = sheet.locator(".track-terms a").first
    word = term.inner_text().strip()
    term.tap()
    expect(sheet.locator("h3")).to_contain_text(word)
    looked_at(page, "term")
    sheet.get_by_role("button", name="Back").tap()
    expect(sheet.locator(".statline")).to_be_visible()
    sheet.locator(".track-terms a").first.tap()
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()
    assert page.url == address
    row.locator(".track-name").first.tap()
    expect(sheet.locator(".statline")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    row.locator(".track-name").first.tap()
    expect(sheet.locator(".statline")).to_be_visible()
    page.touchscreen.tap(100, 20)
    expect(sheet).to_be_hidden()
    row.locator(".track-name").first.tap()
    expect(sheet.locator(".statline")).to_be_visible()
    page.go_back()
    expect(sheet).to_be_hidden()
    assert page.url == address


def test_an_opened_card_is_there_without_a_network(tracker: Page) -> None:
    page = tracker
    page.reload()
    page.locator(".track-name").first.tap()
    expect(page.locator("#track-sheet .statline")).to_be_visible()
    for saved in ("", "cards/"):
        page.evaluate(SAVED, saved)
    page.keyboard.press("Escape")
    page.context.set_offline(True)
    page.reload()
    page.locator(".track-name").first.tap()
    expect(page.locator("#track-sheet .statline")).to_be_visible()


def test_dice_and_guide_work_without_a_network_even_if_they_were_never_opened(tracker: Page) -> None:
    page, sheet = tracker, tracker.locator("#track-sheet")
    page.reload()
    for saved in ("", "cards/", "guide/", "dice/"):
        page.evaluate(SAVED, saved)
    page.context.set_offline(True)
    page.get_by_role("link", name="Dice").tap()
    sheet.get_by_role("button", name="2D6").tap()
    expect(sheet.get_by_role("status")).to_have_text(re.compile(r"^2D6: ([2-9]|1[0-2])$"))


def test_dice_are_rolled_on_the_phone_and_read_from_the_table(tracker: Page) -> None:
    page, sheet = tracker, tracker.locator("#track-sheet")
    page.get_by_role("link", name="Dice").tap()
    sheet.get_by_role("button", name="2D6").tap()
    expect(sheet.get_by_role("status")).to_have_text(re.compile(r"^2D6: ([2-9]|1[0-2])$"))
    sheet.get_by_label("Several D6").select_option("6")
    sheet.get_by_role("button", name="Roll").tap()
    expect(sheet.get_by_role("status")).to_have_text(re.compile(r"^\d+ together\. 2\+: \d"))
    expect(sheet.locator(".dice-faces b")).to_have_count(6)
    looked_at(page, "dice")
    page.context.set_offline(True)
    sheet.get_by_role("link", name="Injuries", exact=True).tap()
    sheet.get_by_role("button", name="Roll D6").tap()
    read = sheet.get_by_role("status")
    expect(read).to_have_text(re.compile(r"^[1-6]: (Knocked down|Stunned|Out of action)$"))
    result = read.inner_text()
    expect(sheet.locator("tr[aria-current]")).to_contain_text(result.split(": ")[1])
    looked_at(page, "injury")
    sheet.get_by_role("button", name="Add to the notes").tap()
    expect(read).to_have_text("Noted.")
    page.context.set_offline(False)
    sheet.get_by_role("button", name="Close").tap()
    expect(page.locator(".track-log li").first).to_have_text(f"Injuries, {result}")
    page.get_by_role("link", name="Dice").tap()
    sheet.get_by_role("link", name="Critical hits: missiles").tap()
    sheet.get_by_role("button", name="Roll D6").tap()
    expect(sheet.locator("tr[aria-current]")).to_have_count(1)
    looked_at(page, "critical")


def test_odds_against_an_enemy_are_a_sheet(tracker: Page) -> None:
    page, address, sheet = tracker, tracker.url, tracker.locator("#track-sheet")
    page.locator(".track-tools").get_by_role("link", name="Odds").tap()
    sheet.get_by_label("Enemy").select_option(index=0)
    sheet.get_by_role("button", name="Show odds").tap()
    expect(sheet.get_by_role("table")).not_to_have_count(0)
    first = sheet.get_by_label("Warrior").locator("option:checked").inner_text()
    charge = sheet.get_by_role("table", name=f"{first} charges")
    expect(charge).to_contain_text("%")
    expect(sheet.get_by_role("table", name="No charge: a later round")).to_be_visible()
    expect(sheet.get_by_role("button", name="Back")).to_be_hidden()
    looked_at(page, "odds")
    page.go_back()
    expect(sheet).to_be_hidden()
    assert page.url == address


WAKE = """
navigator.wakeLock.request = () => {
  window.locks = (window.locks ?? 0) + 1;
  return Promise.resolve({ released: false, async release() { window.locks -= 1; } });
};
"""


def test_undo_is_at_the_thumb_and_the_screen_is_as_the_player_wants_it(tracker: Page) -> None:
    page = tracker
    page.add_init_script(WAKE)
    page.reload()
    page.wait_for_function("() => window.locks === 1")
    row = page.locator("section[aria-labelledby=track-a] .track-row").first
    row.locator("summary").first.tap(position={"x": 8, "y": 20})
    row.get_by_role("button", name="Knocked down").tap()
    expect(row.locator("summary")).to_contain_text("Knocked down")
    undo = page.get_by_role("button", name="Undo last entry")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        for scroll in ("0", "document.body.scrollHeight / 2"):
            page.evaluate(f"scrollTo(0, {scroll})")
            expect(undo).to_be_in_viewport(ratio=0.99)
        assert page.evaluate(BROKEN) == []
    page.set_viewport_size({"width": 390, "height": 844})
    box = undo.bounding_box()
    assert box is not None
    assert box["y"] > 844 / 2
    assert box["height"] >= SMALLEST_TARGET
    large = page.get_by_label("Large text")
    large.check()
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "22px"
    looked_at(page, "large")
    page.get_by_label("Keep the screen on").uncheck()
    page.wait_for_function("() => window.locks === 0")
    page.reload()
    expect(large).to_be_checked()
    expect(page.get_by_label("Keep the screen on")).not_to_be_checked()
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "22px"
    assert page.evaluate("window.locks ?? 0") == 0
    large.uncheck()
    page.set_viewport_size({"width": 390, "height": 844})
    row.locator("summary").first.tap(position={"x": 8, "y": 20})
    looked_at(page, "row")
    undo.tap()
    expect(row.locator("summary")).not_to_contain_text("Knocked down")


def test_the_guide_shows_what_to_do_in_the_phase(tracker: Page) -> None:
    page, sheet = tracker, tracker.locator("#track-sheet")
    row = page.locator("section[aria-labelledby=track-a] .track-row").first
    name = row.locator(".track-name b").first.inner_text()
    row.locator("summary").first.tap(position={"x": 8, "y": 20})
    row.get_by_role("button", name="Stunned").tap()
    expect(row.locator("summary")).to_contain_text("Stunned")
    undo = page.get_by_role("button", name="Undo last entry")
    expect(page.locator(".phase-bar [aria-current=step]")).to_be_in_viewport(ratio=0.99)
    page.locator(".track-tools").get_by_role("link", name="Phase").tap()
    expect(sheet.get_by_role("heading", name="Recovery", exact=True)).to_be_visible()
    expect(sheet.locator(".track-now")).to_contain_text(f"{name} is stunned: becomes knocked down.")
    looked_at(page, "guide")
    sheet.get_by_role("link", name="Movement", exact=True).tap()
    expect(sheet.get_by_role("heading", name="Movement", exact=True)).to_be_visible()
    expect(sheet.get_by_role("button", name="Back")).to_be_hidden()
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()
    page.locator(".track-tools").get_by_role("link", name="Scenario").tap()
    expect(sheet.get_by_role("heading", name="Set-up")).to_be_visible()
    looked_at(page, "scenario")
    sheet.get_by_role("button", name="Close").tap()
    looked_at(page, "tracker")
    undo.tap()
    expect(row.locator("summary")).not_to_contain_text("Stunned")
