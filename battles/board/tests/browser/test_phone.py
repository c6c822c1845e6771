"""The board on a phone: the visible level, one tool at a time, and a compact header in landscape."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from battles.board.tests.browser.staged import open_staged, staged_battle
from battles.board.tests.browser.test_playing import ready
from tests_support.browser import PHONE, NewContext, assert_accessible
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def fits(page: Page) -> None:
    """No sideways scroll."""
    wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], (page.url, wide)


def test_levels_and_tools_of_the_board_on_a_phone(new_context: NewContext) -> None:
    """Phone trial, findings 4, 5 and 9."""
    page = new_context(PHONE).new_page()
    page.goto("/play/")
    page.check('input[name=opponent][value="hot_seat"]')
    page.select_option("select[name=ruleset]", "core")
    page.click("text=Start battle")
    ready(page)
    level = page.locator(".thumb-row [data-act=level]")
    expect(level).to_contain_text("All levels")
    for name in ("Ground", "3 inches"):
        level.tap()
        expect(level).to_contain_text(name)
        expect(page.locator("#status")).to_have_text(f"Floors shown: {name}.")
    spot, ruler = page.locator("[data-spot]"), page.locator("[data-ruler]")
    spot.tap()
    expect(page.locator("#status")).to_contain_text("Tap Spot again")
    if ruler.count():
        ruler.tap()
        expect(ruler).to_have_attribute("aria-pressed", "true")
        expect(spot).to_have_attribute("aria-pressed", "false")
        spot.tap()
        expect(ruler).to_have_attribute("aria-pressed", "false")
    expect(spot).to_have_attribute("aria-pressed", "true")
    assert not page.locator(".battle kbd:visible").count(), "a phone has no keys"
    page.set_viewport_size({"width": 844, "height": 390})
    height = page.locator(".board-frame").evaluate("frame => frame.getBoundingClientRect().height")
    assert height > 195, height
    fits(page)


def test_ruleset_and_house_rules_do_not_touch_each_other(new_context: NewContext, live_site: LiveSite) -> None:
    battle = staged_battle(live_site, "True", seed="house", house_rules={"uphill_bonus": True}, ruleset="skirmish")
    page = open_staged(new_context(PHONE), battle)
    badge = page.locator(".battle-bar .ruleset-badge").bounding_box()
    rules = page.locator(".battle-bar .battle-house-rules > summary").bounding_box()
    assert badge is not None
    assert rules is not None
    assert badge["x"] + badge["width"] + 8 <= rules["x"]
    assert abs(badge["y"] - rules["y"]) < badge["height"], "one row"
    assert rules["x"] + rules["width"] <= 390
    assert min(badge["height"], rules["height"]) >= 24
    fits(page)


@pytest.mark.parametrize(
    ("width", "height"), [(640, 450), (568, 320)], ids=["1280 at 200 %", "small phone on its side"]
)
def test_a_low_screen_shows_the_board_beside_the_prompt(
    new_context: NewContext, live_site: LiveSite, width: int, height: int
) -> None:
    battle = staged_battle(live_site, "True", seed=f"low-{height}", ruleset="core")
    page = open_staged(new_context({"viewport": {"width": width, "height": height}}), battle)
    page.goto(battle)
    ready(page)
    board, sheet = page.locator("#board").bounding_box(), page.locator("#sheet").bounding_box()
    assert board is not None
    assert sheet is not None
    assert board["x"] + board["width"] <= sheet["x"]
    assert board["height"] >= 0.4 * height
    assert board["width"] >= 0.59 * width
    expect(page.locator(".prompt-question")).to_be_in_viewport(ratio=1)
    expect(page.locator(".thumb-row")).to_be_in_viewport(ratio=1)
    fits(page)
    assert_accessible(page)
