"""Sheets over the tracker on a phone: cards of warriors and the rules of what is on them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from battles.tabletop.tests.test_browser_tracker_phone import MAKE, fits
from tests_support.browser import PHONE, NewContext, assert_accessible, sign_up
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
TESTS = (
    "test_a_name_opens_the_card_and_a_term_on_it_its_rule",
    "test_the_guide_shows_what_to_do_in_the_phase",
    "test_an_opened_card_is_there_without_a_network",
    "test_dice_are_rolled_on_the_phone_and_read_from_the_table",
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


def looked_at(page: Page, name: str) -> None:
    """Check the sheet at 390 and 320 px, light and dark: no sideways scroll, no finding of axe, nothing too small to
    tap. With SHOTS (a folder), pictures are saved too."""
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 844})
            fits(page)
            if folder := os.environ.get("SHOTS"):
                page.screenshot(path=Path(folder) / f"{name}-{width}-{scheme}.png")
        assert_accessible(page)
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


def test_the_guide_shows_what_to_do_in_the_phase(tracker: Page) -> None:
    page, sheet = tracker, tracker.locator("#track-sheet")
    row = page.locator("section[aria-labelledby=track-a] .track-row").first
    name = row.locator(".track-name b").first.inner_text()
    row.locator("summary").first.tap(position={"x": 8, "y": 20})
    row.get_by_role("button", name="Stunned").tap()
    expect(row.locator("summary")).to_contain_text("Stunned")
    undo = page.get_by_role("button", name="Undo last entry")
    expect(page.locator(".phase-bar [aria-current=step]")).to_be_in_viewport(ratio=0.99)
    page.get_by_role("link", name="This phase").tap()
    expect(sheet.get_by_role("heading", name="Recovery", exact=True)).to_be_visible()
    expect(sheet.locator(".track-now")).to_contain_text(f"{name} is stunned: becomes knocked down.")
    looked_at(page, "guide")
    sheet.get_by_role("link", name="Movement", exact=True).tap()
    expect(sheet.get_by_role("heading", name="Movement", exact=True)).to_be_visible()
    expect(sheet.get_by_role("button", name="Back")).to_be_hidden()
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()
    page.get_by_role("link", name="Scenario").tap()
    expect(sheet.get_by_role("heading", name="Set-up")).to_be_visible()
    looked_at(page, "scenario")
    sheet.get_by_role("button", name="Close").tap()
    looked_at(page, "tracker")
    undo.tap()
    expect(row.locator("summary")).not_to_contain_text("Stunned")
