"""A tabletop battle on two phones and on a spectator's: each shows what the others record."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from battles.tabletop.tests.browser.test_tracker_queue import MAKE, opened, write_note
from tests_support.browser import PHONE, NewContext, text_on_page
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture(scope="session")
def track(live_site: LiveSite) -> str:
    """The address of a table tracked by the players live-one and live-other."""
    return f"/battles/track/{live_site.shell(MAKE.replace('queue-', 'live-')).strip().splitlines()[-1]}/"


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
    spectator = new_context(PHONE).new_page()
    spectator.route_web_socket(re.compile(r"/ws/battles/track/"), lambda socket: socket.close())
    spectator.goto(track)
    spectator.wait_for_load_state("load")
    write_note(page, "seen without a socket")
    expect(text_on_page(spectator, "seen without a socket")).to_be_visible(timeout=15_000)
