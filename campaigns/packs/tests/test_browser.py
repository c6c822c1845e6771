"""A pack in Chromium: written from the sample, with a mistake found while typing, released, shared, used in a league
and by a guest on a phone, and updated to a newer version after a preview of the changes."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page, expect

from tests_support.browser import PHONE, NewContext, assert_accessible, click_and_send, sign_up, text_on_page

pytestmark = pytest.mark.browser

SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
PICTURES = os.environ.get("PACK_PICTURES", "")


def looks_right(page: Page, name: str = "") -> None:
    """Check that the page is accessible and nothing is wider than the screen; saves pictures on request."""
    assert_accessible(page)
    assert page.evaluate(SIDEWAYS) == 0, f"{page.url} scrolls sideways"
    if PICTURES and name:
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(SIDEWAYS) == 0, f"{page.url} scrolls sideways at {width}"
            page.screenshot(path=f"{PICTURES}/{name}_{width}.png", full_page=True)
        page.set_viewport_size({"width": 1280, "height": 900})


def looks_right_at_night(page: Page, name: str) -> None:
    """The same checks in dark mode."""
    page.emulate_media(color_scheme="dark")
    page.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    looks_right(page, f"{name}_dark")
    page.emulate_media(color_scheme="light")


def test_a_pack_from_the_sample_to_a_newer_version_in_a_league(new_context: NewContext) -> None:
    page = new_context().new_page()
    sign_up(page, "Packwriter")
    page.goto("/packs/")
    page.get_by_role("link", name="Custom packs").click()
    looks_right(page, "list")
    page.get_by_role("link", name="Create pack").first.click()
    looks_right(page, "new")
    page.get_by_role("button", name="Start with the sample").click()

    text = page.get_by_role("textbox", name="The pack")
    checks = page.locator("#pack-checks")
    expect(checks).to_contain_text("No mistakes")
    looks_right(page, "edit")
    sample = text.input_value()
    text.fill(sample.replace("item: sword", "item: swrd"))
    expect(checks).to_contain_text("Did you mean “sword”?")
    looks_right(page, "mistake")
    looks_right_at_night(page, "mistake")
    checks.get_by_role("link", name="pack.yaml, line 20").click()
    assert "swrd" in text.evaluate("(field) => field.value.slice(field.selectionStart, field.selectionEnd)")

    text.fill(sample)
    expect(checks).to_contain_text("No mistakes")
    page.locator("summary", has_text="mutations").click()
    page.get_by_role("button", name="Insert mutations").click()
    expect(checks).to_contain_text("Nobody is “my_band”")
    text.fill(sample)
    page.get_by_role("button", name="Save draft").click()
    page.get_by_label("What is new").fill("The first")
    page.get_by_role("button", name="Release", exact=True).click()
    expect(text_on_page(page, "Version 1 is released")).to_be_visible()
    page.get_by_label("Anyone with the link").check()
    page.get_by_role("button", name="Save").click()
    looks_right(page, "pack")
    address = page.url

    page.get_by_role("link", name="Watch Sergeant").click()
    looks_right(page, "fact")

    page.goto("/campaigns/new/")
    page.get_by_label("Name").fill("Under the Drains")
    page.locator("summary", has_text="Packs").click()
    page.get_by_label("Sewer Watch, version 1").check()
    looks_right(page, "league_new")
    page.get_by_role("button", name="Create league").click()
    link = page.get_by_role("textbox", name="The link").input_value()

    phone = new_context(PHONE).new_page()
    phone.goto(address)
    looks_right(phone)
    phone.goto(link)
    phone.locator("summary", has_text="Custom packs").click()
    phone.locator(".preset", has_text="Sewer Watch").first.click()
    looks_right(phone)
    phone.get_by_role("button", name="Join with the suggested warband").click()
    expect(text_on_page(phone, "joined").first).to_be_visible()

    page.goto(f"{address}edit/")
    text.fill(sample.replace("price_gc: 25\n", "price_gc: 40\n").replace("weapon_skill: 4,", "weapon_skill: 5,"))
    page.get_by_role("button", name="Save draft").click()
    page.get_by_label("What is new").fill("A better sergeant")
    click_and_send(page, page.get_by_role("button", name="Release", exact=True))
    page.goto("/campaigns/under-the-drains/manage/packs/")
    looks_right(page, "league_packs")
    page.get_by_role("link", name="See what version 2 would change").click()
    expect(text_on_page(page, "WS 4 → 5")).to_be_visible()
    looks_right(page, "version")
    looks_right_at_night(page, "version")
    page.get_by_role("button", name="Update to version 2").click()
    expect(text_on_page(page, "The league now uses version 2 of Sewer Watch.")).to_be_visible()
    page.goto("/campaigns/under-the-drains/rules/")
    expect(text_on_page(page, "Sewer Watch, version 2")).to_be_visible()
    looks_right(page)
