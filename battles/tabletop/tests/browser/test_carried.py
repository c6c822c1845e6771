"""Wyrdstone on two phones: picked up with a tap, seen by the other player, dropped without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from battles.tabletop.tests.browser.test_tracker_phone import MAKE, fits
from tests_support.browser import PHONE, NewContext, sign_up
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def test_wyrdstone_is_picked_up_and_dropped(new_context: NewContext, live_site: LiveSite) -> None:
    other = new_context(PHONE).new_page()
    sign_up(other, "stone-rival")
    page = new_context({**PHONE, "viewport": {"width": 320, "height": 640}}).new_page()
    sign_up(page, "stone-owner")
    made = MAKE.replace("thumb-", "stone-").replace('"scenario": "skirmish"', '"scenario": "wyrdstone_hunt"')
    track = live_site.shell(made.replace("Visibility.PRIVATE", "Visibility.PUBLIC")).split()[-1]
    for phone in (page, other):
        phone.goto(f"/battles/track/{track}/")
    row = page.locator("section[aria-labelledby=track-a] .track-row").first
    row.locator("summary").first.tap()
    row.get_by_role("button", name="Pick up").tap()
    expect(row.locator(".track-carried")).to_have_text("Wyrdstone")
    theirs = other.locator("section[aria-labelledby=track-a] .track-row").first
    expect(theirs.locator(".track-carried:visible")).to_have_text("Wyrdstone")
    row.get_by_text("Pass on: Wyrdstone").tap()
    fits(page)

    page.context.set_offline(True)
    row.get_by_role("button", name="Drop").tap()
    expect(row.locator("form[data-carried] b")).to_have_text("0")
    expect(row.get_by_role("button", name="Drop")).to_be_hidden()
    row.get_by_role("button", name="Pick up").tap()
    expect(row.locator("form[data-carried] b")).to_have_text("1")
    row.get_by_role("button", name="Drop").tap()
    page.context.set_offline(False)
    expect(other.locator(".track-log li")).to_have_count(4)
    expect(other.locator(".track-dropped")).to_have_text("Dropped, on the table: Wyrdstone")
    expect(page.locator("#track-queue")).to_be_hidden()

    theirs.locator("summary").first.tap()
    theirs.get_by_role("button", name="Pick up").tap()
    for phone in (other, page):
        expect(phone.locator(".track-dropped")).to_have_count(0)
    theirs.locator("button[name=by]").first.tap()
    expect(page.locator(".track-dropped")).to_contain_text("Wyrdstone")
    expect(other.locator("section[aria-labelledby=track-a] h2")).to_contain_text("1 of ")
    other.get_by_role("button", name="Undo").tap()
    expect(page.locator(".track-dropped")).to_have_count(0)
    expect(row.locator(".track-carried")).to_have_text("Wyrdstone")
    page.get_by_role("link", name="The battle is over: open the sheet").tap()
    expect(page.get_by_label("Shards carried off the table").first).to_have_value("1")
