"""About a hundred scenarios are listed in groups under a search field when a battle is created."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests_support.browser import PHONE, NewContext

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]


def test_scenarios_are_found_by_a_word(new_context: NewContext) -> None:
    page = new_context(PHONE).new_page()
    page.goto("/play/")
    scenario, search = page.get_by_label("Scenario", exact=True), page.get_by_label("Find a scenario")
    shown = "select => [...select.options].filter(option => !option.hidden).map(option => option.text)"
    assert len(scenario.evaluate(shown)) > 50
    assert scenario.locator("optgroup").count() > 1
    search.fill("street")
    found = scenario.evaluate(shown)
    assert found
    assert all("street" in name.casefold() for name in found)
    assert scenario.evaluate("select => select.selectedOptions[0].text") in found
    search.fill("no such scenario")
    expect(page.get_by_text("Nothing on the list matches.")).to_be_visible()
