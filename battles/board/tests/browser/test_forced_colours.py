"""The board with the reader's own colours: what backgrounds show elsewhere is shown by a system colour or a border."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from battles.board.tests.browser.staged import open_staged, staged_battle
from tests_support.browser import DESKTOP, PHONE, NewContext
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def background(page: Page, selector: str, part: str | None = None) -> str:
    """The background of the first visible element, or of its pseudo-element."""
    found = page.locator(f"{selector}:visible").first.evaluate(
        "(node, part) => getComputedStyle(node, part).backgroundColor", part
    )
    return str(found)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
def test_grip_phase_and_pressed_tools_stay_visible(
    new_context: NewContext, live_site: LiveSite, size: dict[str, Any], scheme: str
) -> None:
    battle = staged_battle(live_site, "True", seed="forced", ruleset="core")
    page = open_staged(new_context(size, forced_colors="active", color_scheme=scheme), battle)
    page.keyboard.press("Shift")
    canvas = background(page, "body")
    assert background(page, ".phases [aria-current]") != canvas
    page.locator("[data-ruler]").click()
    assert background(page, "[data-ruler]") not in {canvas, background(page, "[data-spot]")}
    if size is PHONE:
        assert background(page, ".sheet-grip", "::before") != background(page, ".sheet-grip")
    else:
        assert background(page, ".tool[data-level][aria-current]") != background(page, '.tool[data-level="0"]')
    # The drawing keeps its own colours: the letters on a model stand out from their background.
    letters = page.locator("#table .model .letters").first.evaluate("node => getComputedStyle(node).fill")
    plate = page.locator("#table .model .plaque rect").first.evaluate("node => getComputedStyle(node).fill")
    assert letters != plate
