"""A league in Chromium: created by one user, joined by link by two others on phone and desktop, with a result reported,
confirmed and ruled on."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests_support.browser import PHONE, NewContext, assert_accessible, click_and_send, sign_up, text_on_page

pytestmark = pytest.mark.browser

SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def looks_right(page: Page) -> None:
    """Check that the page is accessible and nothing is wider than the screen."""
    assert_accessible(page)
    assert page.evaluate(SIDEWAYS) == 0, f"{page.url} scrolls sideways"


def make_league(page: Page, name: str, preset: str = "") -> str:
    """Create a league with three clicks and one text, and one click more for another preset. Returns the link."""
    page.goto("/campaigns/")
    looks_right(page)
    page.get_by_role("link", name="Start a league").first.click()
    looks_right(page)
    page.get_by_label("Name").fill(name)
    if preset:
        page.locator(".preset", has_text=preset).click()
    page.get_by_role("button", name="Create league").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#status")).to_contain_text("Copied")
    looks_right(page)
    return page.get_by_role("textbox", name="The link").input_value()


def join(page: Page, link: str, kind: str) -> None:
    """Join with three clicks: the link, the list, the button."""
    page.goto(link)
    looks_right(page)
    page.locator(".preset", has_text=kind).first.click()
    page.get_by_role("button", name="Join with the suggested warband").click()
    expect(text_on_page(page, "joined").first).to_be_visible()
    looks_right(page)


def test_a_league_from_nothing_to_a_changed_table(new_context: NewContext) -> None:
    runner = new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    sign_up(runner, "Magda")
    link = make_league(runner, "Ashes of the Damned")
    phone, desk = new_context(PHONE).new_page(), new_context().new_page()
    join(phone, link, "Reikland")
    join(desk, link, "Skaven")

    runner.goto("/campaigns/ashes-of-the-damned/manage/")
    looks_right(runner)
    runner.get_by_role("button", name="Plan rounds").click()
    expect(text_on_page(runner, "Planned: 1 rounds.")).to_be_visible()

    phone.goto("/campaigns/ashes-of-the-damned/")
    phone.get_by_role("link", name="Report").first.click()
    looks_right(phone)
    winner = phone.locator(".match-big .match-sides a").first.inner_text()
    phone.locator("#report .chip", has_text=winner).click()
    phone.locator("#report").get_by_role("button", name="Send").click()
    expect(text_on_page(phone, "once the other side confirms").first).to_be_visible()
    looks_right(phone)

    desk.goto("/")
    expect(desk.locator("#waiting")).to_contain_text("reported the result")
    expect(desk.locator("#my-campaigns")).to_contain_text("Ashes of the Damned")
    expect(desk.get_by_role("link", name=re.compile("1 waiting"))).to_be_visible()
    looks_right(desk)
    desk.get_by_role("link", name="Answer").click()
    desk.get_by_role("button", name="Confirm").click()
    expect(text_on_page(desk, "the standings are updated")).to_be_visible()

    for page in (desk, phone):
        page.goto("/campaigns/ashes-of-the-damned/")
        first = page.locator(".standings tbody tr").first
        expect(first).to_contain_text(winner)
        expect(first.locator("td").nth(1)).to_have_text("3")
        for part in ("", "standings/", "matches/", "people/", "chronicle/", "rules/"):
            page.goto(f"/campaigns/ashes-of-the-damned/{part}")
            looks_right(page)


def test_a_disputed_result_is_decided_by_the_arbitrator(new_context: NewContext) -> None:
    runner = new_context(PHONE, permissions=["clipboard-read", "clipboard-write"]).new_page()
    sign_up(runner, "Otto")
    link = make_league(runner, "Bitter Streets")
    page, other = new_context().new_page(), new_context(color_scheme="dark").new_page()
    join(page, link, "Undead")
    join(other, link, "Witch Hunters")
    other.goto("/campaigns/bitter-streets/matches/challenge/")
    looks_right(other)
    other.locator("input[name=other]").first.locator("xpath=..").click()
    other.get_by_role("button", name="Send challenge").click()
    other.wait_for_url(lambda url: "/challenge/" not in url)
    address = other.url
    page.goto(address)
    page.locator("#report .chip").first.click()
    click_and_send(page, page.locator("#report").get_by_role("button", name="Send"))
    other.goto(address)
    other.get_by_role("button", name="Reject").click()
    expect(text_on_page(other, "The arbitrator will decide")).to_be_visible()
    looks_right(other)

    runner.goto("/")
    runner.get_by_role("link", name="Decide").click()
    looks_right(runner)
    runner.locator("#rule .chip").nth(1).click()
    runner.get_by_role("button", name="Decide", exact=True).click()
    expect(runner.locator("#rule_reason:invalid")).to_have_count(1)
    runner.get_by_label("Reason, visible to both sides").fill("Both had left the table.")
    runner.get_by_role("button", name="Decide", exact=True).click()
    expect(text_on_page(runner, "Both sides can read your reason")).to_be_visible()
    page.goto(address)
    expect(text_on_page(page, "Both had left the table.")).to_be_visible()
    looks_right(page)


def test_the_league_is_read_and_joined_without_script(new_context: NewContext) -> None:
    runner = new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    sign_up(runner, "Greta")
    link = make_league(runner, "Plain Paper")
    page = new_context(java_script_enabled=False).new_page()
    page.goto(link)
    page.locator(".preset", has_text="Reikland").first.click()
    page.get_by_role("button", name="Build it yourself first").click()
    page.wait_for_url("**/warbands/**")
    page.goto(link)
    page.locator(".preset", has_text="Reikland").first.click()
    page.get_by_role("button", name="Join with the suggested warband").click()
    expect(text_on_page(page, "joined").first).to_be_visible()
    page.get_by_role("link", name="Chronicle", exact=True).click()
    expect(page.locator(".chronicle-entry")).to_have_count(2)


def test_a_guest_builds_by_hand_and_finds_the_way_back(new_context: NewContext) -> None:
    runner = new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    sign_up(runner, "Hanna")
    link = make_league(runner, "Long Way Round")
    page = new_context(PHONE).new_page()
    page.goto(link)
    page.locator(".preset", has_text="Reikland").first.click()
    page.get_by_role("button", name="Build it yourself first").click()
    page.get_by_role("button", name=re.compile("Suggested")).first.click()
    page.get_by_role("button", name=re.compile("^Found")).first.click()
    page.get_by_role("button", name=re.compile("^Join with")).click()
    expect(text_on_page(page, "joined Long Way Round")).to_be_visible()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    assert page.url.endswith("/campaigns/long-way-round/")
    looks_right(page)
