"""A custom scenario in Chromium: entered in the form, checked while it is filled in, released, and played on the
board."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from campaigns.packs.tests.test_browser import looks_right, looks_right_at_night
from tests_support.browser import NewContext, sign_up, text_on_page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]


def test_a_scenario_from_the_form_to_the_board(new_context: NewContext) -> None:
    page = new_context().new_page()
    sign_up(page, "Storyteller")
    page.goto("/packs/own/new/")
    page.get_by_role("button", name="Start with the sample").click()
    page.get_by_role("link", name="Write a scenario").click()

    checks = page.locator("#scenario-checks")
    page.get_by_label("Name", exact=True).fill("Lost Lanterns")
    page.locator("select[name=aim]").select_option(label="Hold the objective in the middle")
    expect(checks).to_contain_text("The board cannot play this")
    expect(checks).to_contain_text("let one side attack")
    page.locator("select[name=aim]").select_option(label="Pick up wyrdstone counters")
    expect(checks).to_contain_text("The board plays this")
    expect(checks).to_contain_text("SCN-COUNT-01")
    page.get_by_label("Maximum models per side").fill("15")
    expect(checks).not_to_contain_text("SCN-COUNT-01")
    page.get_by_label("Description").fill("Somebody dropped the lamps of the watch.")
    page.get_by_label("Last turn").fill("6")
    page.get_by_label("Riders").check()
    looks_right(page, "scenario")
    looks_right_at_night(page, "scenario")

    page.get_by_role("button", name="Add to draft").click()
    expect(text_on_page(page, "Lost Lanterns is added to the draft.")).to_be_visible()
    expect(page.locator("#pack-checks")).to_contain_text("No mistakes")
    expect(page.locator("#pack-checks")).to_contain_text("SCN-MAGIC-01")
    page.get_by_role("button", name="Release", exact=True).click()
    expect(text_on_page(page, "Version 1 is released")).to_be_visible()
    looks_right(page, "scenario_pack")

    page.get_by_role("link", name="Play Lost Lanterns").click()
    chosen = page.get_by_label("Scenario", exact=True)
    expect(chosen.locator("option:checked")).to_contain_text("Lost Lanterns")
    page.get_by_label("Strength of the bot").select_option("random")
    page.get_by_role("button", name="Start battle").click()
    page.wait_for_url("**/battles/*/")
    expect(text_on_page(page, "Lost Lanterns").first).to_be_visible()
