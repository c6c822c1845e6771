"""The words of a warrior's kit on a roster: each can be reached and opened with the keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

MOST_KEYS = 60


@pytest.mark.browser
def test_every_word_of_the_kit_is_reached_and_opened_by_keys(page: Page) -> None:
    page.goto("/warbands/new/reiklanders/")
    page.get_by_role("button", name="Start a draft").click()
    page.get_by_role("button", name="Suggested warband").click()
    page.get_by_role("button", name="Found the warband").click()
    page.wait_for_url(re.compile(r"/warbands/\w+/$"))
    row = page.locator("[data-rows=rove] [data-row]").first
    row.locator("[tabindex='0']").wait_for()
    row.locator("[tabindex='0']").focus()
    words = row.locator("[data-term]")
    assert words.count() > 1
    opened: set[str] = set()
    for _key in range(MOST_KEYS):
        focused = page.locator(":focus")
        if focused.get_attribute("data-term") is not None:
            panel = page.locator(f"[id='{focused.get_attribute('popovertarget')}']")
            page.keyboard.press("Enter")
            expect(panel).to_be_visible()
            page.keyboard.press("Escape")
            expect(panel).to_be_hidden()
            opened.add(focused.get_attribute("popovertarget") or "")
        page.keyboard.press("ArrowRight")
    assert opened == {word.get_attribute("popovertarget") for word in words.all()}
