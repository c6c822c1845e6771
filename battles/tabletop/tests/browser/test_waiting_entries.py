"""What a player sees of entries that wait on the phone: phase and losses as they will be, and a warning before signing
out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from battles.tabletop.tests.browser.test_tracker_queue import MAKE, opened, queued, write_note
from tests_support.browser import PHONE, NewContext, assert_accessible
from tests_support.site import LiveSite

UNFIX_BOTTOM = """() => document.querySelectorAll(".track-tools, .site-nav").forEach((bar) => {
    bar.style.position = "static";
})"""

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture(scope="session")
def track(live_site: LiveSite) -> str:
    """The address of a table tracked by the players waiting-one and waiting-other."""
    return f"/battles/track/{live_site.shell(MAKE.replace('queue-', 'waiting-')).strip().splitlines()[-1]}/"


def test_the_strip_and_the_losses_count_entries_that_wait(new_context: NewContext, track: str) -> None:
    context = new_context(PHONE)
    page = opened(context, track, "waiting-one")
    strip, heading = page.locator(".phase-bar"), page.locator("#track-b")
    steps = strip.locator(".phases li")
    now = strip.locator("[aria-current=step]")
    first, second = (steps.nth(number).inner_text().strip() for number in (0, 1))
    expect(now).to_have_text(first)
    expect(heading).to_contain_text("0 of")
    context.set_offline(True)
    row = page.locator("li[data-side=b]").first
    row.locator("summary").click()
    row.get_by_role("button", name="Unknown").click()
    expect(heading).to_contain_text("1 of")
    page.locator("[data-ahead] button[value=phase]").click()
    expect(now).to_have_text(second)
    expect(steps.nth(0).locator("svg")).to_have_count(1)
    page.locator("[data-ahead] button[value=turn]").click()
    other = page.locator("#track-b").inner_text().splitlines()[0].strip()
    expect(strip.locator("p")).to_contain_text(other.split(" 1 of")[0].strip())
    expect(now).to_have_text(first)
    expect(steps.nth(0).locator("svg")).to_have_count(0)
    assert queued(page) == 3

    # Entries removed from the queue no longer count. The first one was sent, so it may have arrived.
    for left in (2, 1):
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#track-queue ol li")).to_have_count(left)
    expect(heading).to_contain_text("1 of")
    expect(now).to_have_text(first)
    expect(strip.locator("p")).not_to_contain_text(other.split(" 1 of")[0].strip())
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#status")).to_contain_text("may already have arrived")
    assert queued(page) == 1
    context.set_offline(False)


def test_the_strip_leaves_no_small_targets_wherever_the_page_is_scrolled(new_context: NewContext, track: str) -> None:
    context = new_context(PHONE)
    page = opened(context, track, "waiting-one")
    context.route("**/act/", lambda route: route.abort())
    write_note(page, "kept while the page scrolls")
    expect(page.locator("#track-queue [role=status]")).to_contain_text("waiting to be sent")
    row = page.locator("li[data-side=b]").nth(1).element_handle()
    for offset in range(20, 120, 14):
        page.evaluate("([row, y]) => scrollBy(0, row.getBoundingClientRect().top - y)", [row, offset])
        # The bars at the bottom cover other buttons at some of these positions; the strip is at the top.
        page.evaluate(UNFIX_BOTTOM)
        assert_accessible(page)
    expect(page.locator("#track-queue [role=status]")).to_be_in_viewport()


def test_signing_out_warns_that_entries_stay_on_this_phone(new_context: NewContext, track: str) -> None:
    context = new_context(PHONE)
    page = opened(context, track, "waiting-one")
    page.goto("/accounts/logout/")
    expect(page.locator("[data-kept]")).to_be_hidden()
    page.goto(track)
    context.route("**/act/", lambda route: route.abort())
    page.get_by_label("Note for the sheet").fill("kept while signed out")
    page.get_by_role("button", name="Add note").click()
    expect(page.locator("#track-queue")).to_be_visible()
    page.goto("/accounts/logout/")
    kept = page.locator("[data-kept]")
    expect(kept).to_contain_text("Entries on this device that are not sent yet: 1.")
    expect(kept).to_contain_text("sent when you sign in here again")
    assert_accessible(page)
    page.locator("main button[type=submit]").click()
    page.wait_for_url(lambda url: "logout" not in url)
    assert queued(page) == 1
