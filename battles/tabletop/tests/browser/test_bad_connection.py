"""500 taps over a connection that loses, repeats, delays and breaks requests: each is recorded once, in order. Issue
"At the gaming table"."""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest
from playwright.sync_api import Route, expect

from battles.tabletop.tests.browser.test_tracker_phone import MAKE
from tests_support.browser import PHONE, NewContext, sign_up
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(3000)]
TAPS = 500
FAULTS = {"good": 60, "lost": 8, "answer lost": 8, "twice": 8, "late": 8, "error": 4, "error after it": 4}
# Taps buttons of different warriors and returns the text of each.
TAP = """
async ({ first, count }) => {
  const taps = [];
  for (let number = first; number < first + count; number += 1) {
    const rows = [...document.querySelectorAll("#track .track-row")];
    const form = rows[number % rows.length].querySelector("[name=kind][value=posture]").form;
    const buttons = [...form.querySelectorAll("button")];
    const button = buttons[(number * 7) % buttons.length];
    taps.push(`${form.elements.piece.value} ${button.value}`);
    button.click();
    await new Promise(done => setTimeout(done, 20));
  }
  return taps;
}
"""
WAITING = """() => new Promise((done, failed) => {
  const opening = indexedDB.open("tabletop", 1);
  opening.onerror = failed;
  opening.onsuccess = () => {
    const query = opening.result.transaction("entries").objectStore("entries").count();
    query.onsuccess = () => { opening.result.close(); done(query.result); };
  };
})"""


class BadConnection:
    """Handles each request of a tap in a random way; `happened` counts the ways."""

    def __init__(self) -> None:
        self.random = random.Random(14)
        self.happened: Counter[str] = Counter()

    def __call__(self, route: Route) -> None:
        way = self.random.choices([*FAULTS], [*FAULTS.values()])[0]
        self.happened[way] += 1
        if way == "lost":
            route.abort()
        elif way == "error":
            route.fulfill(status=500, body="error")
        elif way == "good":
            route.continue_()
        else:
            answer = route.fetch()
            if way == "answer lost":
                route.abort()
            elif way == "error after it":
                route.fulfill(status=500, body="error")
            elif way == "twice":
                route.fulfill(response=route.fetch())
            else:
                time.sleep(0.3)
                route.fulfill(response=answer)


def test_every_tap_is_recorded_once_and_in_order(new_context: NewContext, live_site: LiveSite) -> None:
    sign_up(new_context(PHONE).new_page(), "bad-rival")
    page = new_context(PHONE).new_page()
    sign_up(page, "bad-owner")
    track = live_site.shell(MAKE.replace("thumb-", "bad-")).split()[-1]
    connection = BadConnection()
    page.route("**/act/", connection)
    page.goto(f"/battles/track/{track}/")
    taps: list[str] = []
    while len(taps) < TAPS:
        taps += page.evaluate(TAP, {"first": len(taps), "count": 50})
        if len(taps) == TAPS // 2:
            page.reload()
    deadline = time.monotonic() + 2400
    while page.evaluate(WAITING) and time.monotonic() < deadline:
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_timeout(500)
    assert page.evaluate(WAITING) == 0, connection.happened
    code = f"""
from battles.models import TrackStep
for step in TrackStep.objects.filter(track__public_id={track!r}).order_by("number"):
    print("step", step.number, step.is_undone, step.data["piece"], step.data["posture"])
"""
    lines = [line.split() for line in live_site.shell(code).splitlines() if line.startswith("step ")]
    assert [f"{piece} {posture}" for _step, _number, _undone, piece, posture in lines] == taps
    assert [int(number) for _step, number, *_rest in lines] == list(range(1, TAPS + 1))
    assert {undone for _step, _number, undone, *_rest in lines} == {"False"}
    assert set(connection.happened) == set(FAULTS), connection.happened
    expect(page.locator("#track-queue")).to_be_hidden()
