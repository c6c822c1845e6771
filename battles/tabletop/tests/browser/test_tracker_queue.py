"""Taps that are queued on a phone leave the queue only when the site has responded to exactly that tap."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests_support.browser import PHONE, NewContext, assert_accessible
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PASSWORD = "a-long-password-for-tests"
MAKE = f"""
from django.utils import timezone
from accounts.models import User
from battles.tabletop.tracker import services as tracker
from campaigns.members import services as joining
from campaigns.rounds import scheduling
from campaigns.administration import services as running
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded
now = timezone.now()
runner, one, other = [
    User.objects.create_user(username=f"queue-{{name}}", password={PASSWORD!r}) for name in ("runner", "one", "other")
]
campaign = running.create(actor_id=runner.pk, name="Queue", now=now)
rows = [founded(one, "reiklanders", seed="a"), founded(other, "skaven", seed="b")]
for player, row in zip((one, other), rows):
    joining.join(join_code=campaign.join_code, actor_id=player.pk, warband_id=row.pk, now=now)
scheduling.plan_round_robin(campaign_id=campaign.pk, actor_id=runner.pk, now=now, rounds=1)
match = campaign.matches.get()
said = {{"scenario": "skirmish", "first": "a"}}
for side, letter in zip(match.sides.select_related("entry__warband").order_by("place"), "ab"):
    said |= {{f"fights-{{letter}}-{{one.key}}": "on" for one in load_state(side.entry.warband).active()}}
print(tracker.start_for_match(match_id=match.pk, actor_id=one.pk, data=said, now=now).public_id)
"""
QUEUED = """() => new Promise((done) => {
  const opening = indexedDB.open("tabletop");
  opening.onsuccess = () => {
    const rows = opening.result.transaction("entries").objectStore("entries").count();
    rows.onsuccess = () => { opening.result.close(); done(rows.result); };
  };
})"""


# A test process may return to this file after another one; it uses one site for the whole run.
@pytest.fixture(scope="session")
def track(live_site: LiveSite) -> str:
    """The address of a table tracked by the players queue-one and queue-other."""
    return f"/battles/track/{live_site.shell(MAKE).strip().splitlines()[-1]}/"


def sign_in(page: Page, name: str) -> None:
    """Sign in on the sign-in page."""
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_url(lambda url: "/login" not in url)
    # Without its script the page has no queue.
    page.wait_for_load_state("load")


def opened(context: BrowserContext, track: str, name: str) -> Page:
    page = context.new_page()
    page.goto(f"/accounts/login/?next={track}")
    sign_in(page, name)
    expect(page.locator("#track")).to_be_visible()
    return page


def notes(site: LiveSite, text: str) -> int:
    """How often a note is in the log."""
    rows = f"TrackStep.objects.filter(kind='note', data__text={text!r})"
    return int(site.shell(f"from battles.models import TrackStep; print({rows}.count())"))


def write_note(page: Page, text: str) -> None:
    page.get_by_label("Note for the sheet").fill(text)
    page.get_by_role("button", name="Add note").click()


def in_log(page: Page, text: str) -> Locator:
    """The element that shows a recorded entry with this text."""
    return page.locator(".track-log").get_by_text(text)


def queued(page: Page) -> int:
    return int(page.evaluate(QUEUED))


def offline_note(context: BrowserContext, page: Page, text: str) -> None:
    """Write a note without a network, so that it waits on the phone."""
    context.set_offline(True)
    write_note(page, text)
    expect(page.locator("#track-queue")).to_contain_text("waiting to be sent")


def test_taps_wait_for_the_same_player_to_sign_in_again(
    new_context: NewContext, live_site: LiveSite, track: str
) -> None:
    context = new_context(PHONE)
    page = opened(context, track, "queue-one")
    offline_note(context, page, "first")
    write_note(page, "second")
    context.clear_cookies()
    context.set_offline(False)
    box = page.locator("#track-queue")
    expect(box).to_contain_text("You are signed out: 2 waiting on this device")
    expect(box).to_contain_text("to send them")
    assert_accessible(page)
    assert queued(page) == 2
    assert notes(live_site, "first") == 0

    # Another player of this battle signs in on the same device: nothing is sent in their name.
    page.goto(f"/accounts/login/?next={track}")
    sign_in(page, "queue-other")
    expect(page.locator("#track")).to_be_visible()
    expect(box).to_be_hidden()
    write_note(page, "of the other")
    expect(in_log(page, "of the other")).to_be_visible()
    assert queued(page) == 2
    assert notes(live_site, "first") == 0

    context.clear_cookies()
    page.goto(track)
    expect(box).to_contain_text("2 waiting on this device")
    box.get_by_role("link", name="Sign in").click()
    sign_in(page, "queue-one")
    expect(in_log(page, "second")).to_be_visible(timeout=20_000)
    expect(box).to_be_hidden()
    assert queued(page) == 0
    assert (notes(live_site, "first"), notes(live_site, "second")) == (1, 1)


def test_a_page_of_one_player_sends_nothing_as_another(
    new_context: NewContext, live_site: LiveSite, track: str
) -> None:
    context = new_context(PHONE)
    page = opened(context, track, "queue-one")
    offline_note(context, page, "mine alone")
    context.route(f"**{track}act/", lambda route: route.abort())
    context.set_offline(False)
    context.clear_cookies()
    opened(context, track, "queue-other").close()
    context.unroute(f"**{track}act/")
    expect(page.locator("#track-queue")).to_contain_text("Another user is signed in")
    assert queued(page) == 1
    assert notes(live_site, "mine alone") == 0


@pytest.mark.parametrize(
    ("status", "kind", "body", "words"),
    [
        (500, "text/html", "<h1>fault</h1>", "Server error"),
        (502, "text/html", "bad gateway", "Server error"),
        (200, "text/html", "<h1>Welcome to our free network</h1>", "The answer did not come from this site"),
        (200, "application/json", '{"accepted": "another"}', "The answer did not come from this site"),
        (403, "text/html", "expired", "this page has expired"),
        (404, "text/html", "nothing", "The answer did not come from this site"),
        (429, "application/json", '{"code": "too_many"}', "Too many taps"),
    ],
)
def test_an_answer_that_acknowledges_nothing_keeps_the_tap(
    new_context: NewContext, live_site: LiveSite, track: str, status: int, kind: str, body: str, words: str
) -> None:
    context = new_context(PHONE)
    page = opened(context, track, "queue-one")
    text = f"kept {status} {len(body)}"
    offline_note(context, page, text)
    bodies: list[str] = []

    def answer(route: Route) -> None:
        bodies.append(route.request.post_data or "")
        route.fulfill(status=status, content_type=kind, body=body)

    context.route(f"**{track}act/", answer)
    context.set_offline(False)
    expect(page.locator("#track-queue")).to_contain_text(words)
    assert queued(page) == 1
    context.unroute(f"**{track}act/")
    expect(in_log(page, text)).to_be_visible(timeout=20_000)
    expect(page.locator("#track-queue")).to_be_hidden()
    assert notes(live_site, text) == 1
    keys = [re.findall(r"idempotency_key=([^&]+)", body)[0] for body in bodies]
    assert len(set(keys)) == 1, "sent again under the same id"


def test_a_fall_that_another_phone_recorded_differently_holds_what_follows_until_the_player_decides(
    new_context: NewContext, live_site: LiveSite, track: str
) -> None:
    context = new_context(PHONE)
    page, other = opened(context, track, "queue-one"), opened(new_context(), track, "queue-other")
    name = page.locator("section[aria-labelledby=track-b] summary b").first.inner_text()

    def strike(of: Page, place: int) -> None:
        line = of.locator("details", has=of.locator("summary b", has_text=re.compile(f"^{re.escape(name)}$")))
        line.locator("summary").first.click()
        line.locator("button[name=by]").nth(place).click()

    context.set_offline(True)
    strike(page, 0)
    expect(page.locator("#track-queue")).to_contain_text("1 waiting")
    write_note(page, "after the refused one")
    strike(other, 1)
    expect(other.locator(".track-row.is-out", has_text=name)).to_be_visible()
    context.set_offline(False)
    box = page.locator("#track-queue")
    expect(box).to_contain_text("Another phone recorded this too")
    expect(box.locator("[data-theirs]")).to_contain_text(f"{name} out of action, by ")
    assert queued(page) == 2
    # Every other page says so, too, and links back.
    page.goto("/rules/")
    held = page.locator("#held-entries")
    expect(held).to_contain_text("Entries on this device cannot be sent without a decision of yours: 2.")
    assert_accessible(page)
    held.get_by_role("link").click()
    box.get_by_role("button", name="Use the other phone’s").click()
    expect(in_log(page, "after the refused one")).to_be_visible(timeout=20_000)
    expect(box).to_be_hidden()
    assert queued(page) == 0


def test_taps_kept_by_the_script_before_this_queue_are_sent_once(
    new_context: NewContext, live_site: LiveSite, track: str
) -> None:
    """The former script stored {path, fields} in order under `track:<address>`, without a player's name; taps of one
    form shared an id."""
    context = new_context(PHONE)
    page = context.new_page()
    page.goto(track)
    taps = [
        {"path": f"{track}act/", "fields": {"idempotency_key": key, "kind": "note", "text": text}}
        for key, text in (("of-the-form", "old first"), ("of-the-form", "old second"), ("", "old third"))
    ]
    old_key = json.dumps(f"track:{track}")
    page.evaluate(f"localStorage.setItem({old_key}, {json.dumps(json.dumps(taps))})")
    page.reload()
    box = page.locator("#track-queue")
    expect(box).to_contain_text("You are signed out: 3 waiting on this device")
    box.get_by_role("link", name="Sign in").click()
    sign_in(page, "queue-one")
    for text in ("old first", "old second", "old third"):
        expect(in_log(page, text)).to_be_visible()
    expect(box).to_be_hidden()
    assert (queued(page), page.evaluate(f"localStorage.getItem({old_key})")) == (0, None)
    page.reload()
    expect(page.locator("#track")).to_be_visible()
    assert [notes(live_site, text) for text in ("old first", "old second", "old third")] == [1, 1, 1]


def test_waiting_entries_survive_a_reload_a_closed_tab_and_are_sent_from_any_page(
    new_context: NewContext, live_site: LiveSite, track: str
) -> None:
    context = new_context(PHONE, service_workers="allow")
    page = opened(context, track, "queue-one")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_timeout(500)
    page.reload()
    page.wait_for_load_state("load")
    context.set_offline(True)
    row = page.locator("#track-a ~ ul .track-row").first
    row.locator("summary").click()
    row.get_by_role("button", name="Knocked down").click()
    expect(row.locator(".track-pending")).to_have_text(re.compile(r"Knocked down.*\(waiting\)"))
    page.get_by_role("button", name="Next phase").click()
    expect(page.locator("[data-reached]")).to_contain_text("Entered here: Turn 1")
    write_note(page, "from the cellar")
    assert queued(page) == 3
    page.reload()
    # The saved page shows it again, with the entries that are waiting.
    expect(page.locator("[data-reached]")).to_contain_text("Entered here: Turn 1")
    expect(page.locator("#track-queue")).to_contain_text("3 waiting")
    page.close()
    context.set_offline(False)
    other = context.new_page()
    other.goto("/rules/")
    expect(other.locator("#status")).to_contain_text("Entries sent from this device: 3.")
    assert queued(other) == 0
    assert notes(live_site, "from the cellar") == 1


def test_two_phones_that_recorded_differently_show_both_versions_and_the_player_chooses(
    new_context: NewContext, live_site: LiveSite, track: str
) -> None:
    phones = [new_context(PHONE), new_context(PHONE)]
    page, other = opened(phones[0], track, "queue-one"), opened(phones[1], track, "queue-other")
    names = page.locator("section[aria-labelledby=track-b] summary b").all_inner_texts()[-2:]

    def set_state(of: Page, name: str, word: str) -> None:
        line = of.locator("details[name=track-open]", has=of.locator("summary b", has_text=exactly(name)))
        line.locator("summary").first.click()
        line.get_by_role("button", name=word).first.click()

    phones[0].set_offline(True)
    for name in names:
        set_state(page, name, "Stunned")
        set_state(other, name, "Fleeing")
        expect(in_log(other, f"{name}: fleeing")).to_be_visible()
    phones[0].set_offline(False)
    box = page.locator("#track-queue")
    expect(box).to_contain_text("Another phone recorded this too")
    expect(box.locator("[data-mine]")).to_contain_text(f"Stunned: {names[0]}")
    expect(box.locator("[data-theirs]")).to_contain_text(f"{names[0]}: fleeing (queue-other)")
    assert queued(page) == 2
    # A window as tall as the page, because axe measures only the part of a button that no bar covers.
    page.set_viewport_size({"width": 390, "height": 6000})
    assert_accessible(page)
    page.set_viewport_size(PHONE["viewport"])

    box.get_by_role("button", name="Use this phone’s").click()
    expect(box.locator("[data-mine]")).to_contain_text(f"Stunned: {names[1]}")
    box.get_by_role("button", name="Use the other phone’s").click()
    expect(box).to_be_hidden()
    for each in (page, other):
        expect(each.locator(".track-row", has_text=exactly(names[0])).locator(".state:visible")).to_have_text("Stunned")
        expect(each.locator(".track-row", has_text=exactly(names[1])).locator(".state:visible")).to_have_text("Fleeing")


def exactly(name: str) -> re.Pattern[str]:
    return re.compile(f"^\\s*{re.escape(name)}\\s*$", re.MULTILINE)
