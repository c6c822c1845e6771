"""A tabletop battle on two phones and on a spectator's: each shows what the others record."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from battles.tabletop.tests.browser.test_tracker_queue import MAKE, opened, sign_in, write_note
from tests_support.browser import PHONE, NewContext, assert_accessible, text_on_page
from tests_support.site import LiveSite

COUNT_MESSAGES = """
window.versions = [];
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", ({ data }) => window.versions.push(JSON.parse(data).version));
  }
};
"""
OWN_SIDES = """
() => [...document.querySelectorAll(".track-side:not(.is-other) [data-losses]")].map((line) => line.dataset.losses)
"""

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture(scope="session")
def track(live_site: LiveSite) -> str:
    """The address of a table tracked by the players live-one and live-other."""
    return f"/battles/track/{live_site.shell(MAKE.replace('queue-', 'live-')).strip().splitlines()[-1]}/"


def by_socket(context: BrowserContext, track: str, name: str = "") -> Page:
    """An open tracker that counts the versions that its WebSocket announces, and that would show whether it was
    loaded again."""
    page = context.new_page()
    page.add_init_script(COUNT_MESSAGES)
    if name:
        page.goto(f"/accounts/login/?next={track}")
        sign_in(page, name)
    else:
        page.goto(track)
    page.wait_for_function("() => window.versions?.length > 0")
    page.evaluate("window.isSame = true")
    return page


def test_a_tap_arrives_at_both_players_and_a_spectator_through_the_socket(new_context: NewContext, track: str) -> None:
    pages = [by_socket(new_context(PHONE), track, name) for name in ("live-one", "live-other", "")]
    phone, *watching = pages
    before = [page.evaluate("window.versions.length") for page in pages]
    row = phone.locator("li[data-side=a]").first
    row.locator("summary").click()
    row.get_by_role("button", name="Stunned").click()
    for page, count in zip(watching, before[1:], strict=True):
        expect(page.locator(".track-log")).to_contain_text(": stunned")
        assert page.evaluate("window.versions.length") > count
        shown = page.locator("#track").get_attribute("data-version")
        assert shown in page.evaluate("window.versions"), "the version that the socket announced"
    assert all(page.evaluate("window.isSame") for page in pages), "shown without loading the page again"


def test_each_phone_records_only_its_own_side_if_its_player_wants(new_context: NewContext, track: str) -> None:
    phone, other = opened(new_context(PHONE), track, "live-one"), opened(new_context(PHONE), track, "live-other")
    sides = [page.evaluate(OWN_SIDES) for page in (phone, other)]
    assert sorted([*sides[0], *sides[1]]) == ["a", "b"]
    own, enemy = (phone.locator(f"li[data-side={letter}]").first for letter in (sides[0][0], sides[1][0]))
    expect(own.locator("summary")).to_be_visible()
    expect(enemy.locator("summary")).to_be_visible()
    phone.get_by_label("Record only my own side").check()
    expect(own.locator("summary")).to_be_visible()
    expect(enemy.locator("summary")).to_be_hidden()
    expect(phone.get_by_text("They concede")).to_have_count(2)
    expect(phone.get_by_text("They concede").locator("visible=true")).to_have_count(1)
    theirs = other.locator(f"li[data-side={sides[1][0]}]").first
    theirs.locator("summary").click()
    theirs.get_by_role("button", name="Knocked down").click()
    expect(enemy.locator(".track-watched")).to_contain_text("Knocked down")
    assert_accessible(phone)
    phone.reload()
    expect(phone.get_by_label("Record only my own side")).to_be_checked()
    expect(enemy.locator("summary")).to_be_hidden()
    phone.get_by_label("Record only my own side").uncheck()
    expect(enemy.locator("summary")).to_be_visible()
    spectator = new_context(PHONE).new_page()
    spectator.goto(track)
    expect(spectator.locator("#track summary").filter(has_text="Record")).to_have_count(0)
    expect(spectator.get_by_label("Record only my own side")).to_have_count(0)


def test_each_phone_and_a_spectator_see_a_tap_and_keep_what_they_type(new_context: NewContext, track: str) -> None:
    phone, other = opened(new_context(PHONE), track, "live-one"), opened(new_context(PHONE), track, "live-other")
    spectator = new_context(PHONE).new_page()
    spectator.goto(track)
    spectator.wait_for_load_state("load")
    other.get_by_label("Note for the sheet").fill("half a")
    write_note(phone, "seen by all")
    for page in (phone, other, spectator):
        expect(text_on_page(page, "seen by all")).to_be_visible()
    expect(other.get_by_label("Note for the sheet")).to_have_value("half a")
    expect(other.get_by_label("Note for the sheet")).to_be_focused()


def test_without_a_socket_the_page_asks_by_itself(new_context: NewContext, track: str) -> None:
    page = opened(new_context(PHONE), track, "live-one")
    blocked = [new_context(PHONE) for _person in range(2)]
    for context in blocked:
        context.route_web_socket(re.compile(r"/ws/battles/track/"), lambda socket: socket.close())
    other, spectator = opened(blocked[0], track, "live-other"), blocked[1].new_page()
    spectator.goto(track)
    spectator.wait_for_load_state("load")
    write_note(page, "seen without a socket")
    for watching in (other, spectator):
        expect(text_on_page(watching, "seen without a socket")).to_be_visible()


def test_a_page_of_a_user_who_signed_out_elsewhere_is_loaded_again(new_context: NewContext, track: str) -> None:
    context = new_context(PHONE)
    page = by_socket(context, track, "live-one")
    other_tab = context.new_page()
    other_tab.goto("/accounts/logout/")
    other_tab.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.wait_for_function("() => window.isSame === undefined", timeout=40_000)
    expect(page.get_by_role("link", name="Sign in").first).to_be_attached()
