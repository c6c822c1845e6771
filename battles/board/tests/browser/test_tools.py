"""At 1280 px the tools above the map take one row, during the battle and next to the end screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from battles.board.tests.browser.staged import open_staged, staged_battle
from tests_support.browser import NewContext
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
WIDE = {"viewport": {"width": 1280, "height": 800}}
PLACES = """() => [...document.querySelectorAll('.board-tools .tool')]
  .map(tool => tool.getBoundingClientRect()).filter(({ width }) => width)
  .map(({ top, width, height }) => ({ top: Math.round(top), width, height }))"""


def assert_one_row(page: Page) -> None:
    places = page.evaluate(PLACES)
    assert len(places) >= 12
    assert len({place["top"] for place in places}) == 1, places
    assert all(place["width"] >= 24 and place["height"] >= 24 for place in places), "large enough to press"


def test_the_tools_take_one_row(new_context: NewContext, live_site: LiveSite) -> None:
    page = open_staged(new_context(WIDE), staged_battle(live_site, "engine.state.turn_number > 1", seed="tools"))
    assert_one_row(page)
    expect(page.get_by_role("button", name="Ruler", exact=True)).to_have_attribute("title", "Ruler")
    page.goto(staged_battle(live_site, "False", seed="tools"))
    expect(page.locator(".outcome-card")).to_be_visible()
    assert_one_row(page)
    widths = page.evaluate("['.end-table', '.outcome-card'].map(part => document.querySelector(part).clientWidth)")
    assert widths[0] > 0.85 * widths[1], "the table of the result uses the width of its card"
