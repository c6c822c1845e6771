"""A tabletop battle tracked on two phones: taps, a lost network, the Rout test, the sheet."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from campaigns.administration.tests.test_browser_league import join, looks_right, make_league
from tests_support.browser import PHONE, NewContext, click_and_send, sign_up, text_on_page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def strike_out(page: Page, name: str, enemy: str) -> None:
    """Take a warrior out of action with two taps: out of action, and by whom."""
    line = page.locator("details", has=page.locator("summary b", has_text=re.compile(f"^{re.escape(name)}$")))
    line.locator("summary").first.click()
    line.locator("button[name=by]", has_text=enemy).first.click()
    expect(page.locator(".track-row.is-out", has_text=name)).to_be_visible()


def names_of(page: Page, side: str) -> list[str]:
    """Names of the miniatures of a side."""
    return page.locator(f"section[aria-labelledby=track-{side}] summary b").all_inner_texts()


def tracker_looks_right(page: Page) -> None:
    """Check the tracker on a screen as tall as the page: axe measures only the part of a row that no bar covers."""
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": size["width"], "height": 6000})
    looks_right(page)
    page.set_viewport_size(size)


def offline(context: BrowserContext, gone: bool) -> None:
    context.set_offline(gone)


def test_a_league_battle_is_tracked_and_ends_in_its_sheet(new_context: NewContext) -> None:
    runner = new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    sign_up(runner, "Tracker")
    link = make_league(runner, "On the Kitchen Table")
    context = new_context(PHONE)
    page, other = context.new_page(), new_context(PHONE, color_scheme="dark").new_page()
    join(page, link, "Reikland")
    join(other, link, "Skaven")
    runner.goto("/campaigns/on-the-kitchen-table/manage/")
    click_and_send(runner, runner.get_by_role("button", name="Plan rounds"))
    page.goto("/campaigns/on-the-kitchen-table/")
    page.get_by_role("link", name="Report").first.click()
    page.get_by_role("link", name="Track it turn by turn").click()
    looks_right(page)
    page.get_by_role("button", name="Start first turn").click()
    expect(text_on_page(page, "Turn 1")).to_be_visible()
    tracker_looks_right(page)
    table = page.url
    other.goto(table)
    tracker_looks_right(other)

    enemies, mine = names_of(page, "b"), names_of(page, "a")
    strike_out(page, enemies[0], mine[0])
    offline(context, gone=True)
    line = page.locator("details", has=page.locator("summary b", has_text=re.compile(f"^{re.escape(enemies[1])}$")))
    line.locator("summary").first.click()
    line.locator("button[name=by]").first.click()
    expect(page.locator("#track-queue")).to_contain_text("1 waiting to be sent")
    offline(context, gone=False)
    expect(page.locator(".track-row.is-out", has_text=enemies[1])).to_be_visible(timeout=20_000)
    expect(page.locator("#track-queue")).to_be_hidden()
    for name in enemies[2:-1]:
        strike_out(page, name, mine[0])
    page.get_by_role("button", name="End the turn now").click()
    expect(text_on_page(page, "A rout test is due")).to_be_visible()
    tracker_looks_right(page)
    other.reload()
    other.get_by_role("button", name="Failed: they rout").click()
    expect(text_on_page(other, "One side has left the field")).to_be_visible()
    other.get_by_role("button", name="Undo last entry").click()
    expect(text_on_page(other, "A rout test is due")).to_be_visible()
    other.get_by_role("button", name="Failed: they rout").click()
    other.get_by_role("link", name="Open sheet").click()
    looks_right(other)
    expect(other.locator("select[name^=fell-b-] option:checked", has_text=mine[0])).not_to_have_count(0)
    other.get_by_role("button", name="Send sheet").click()
    expect(text_on_page(other, "won.")).to_be_visible()
    page.goto(table)
    page.get_by_role("link", name="Open sheet").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page).to_have_url(re.compile("/aftermath/"))
