"""A live battle is played to its end, and every button of the screen that ends it works."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from battles.board.tests.browser.staged import open_staged, staged_battle
from battles.board.tests.browser.test_playing import my_turn, one_step, ready
from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

PASSWORD = "a-long-password-for-tests"
MAKE = f"""
from django.utils import timezone
from accounts.models import User
from battles.models import Opponent
from battles.setup import new_battle
one = User.objects.create_user(username="to-the-end", password={PASSWORD!r})
terms = {{"opponent": Opponent.HOT_SEAT, "seed": "end", "turns": 1}}
print(new_battle.create_battle(actor_id=one.pk, now=timezone.now(), **terms).public_id)
"""


def play_to_the_end(page: Page) -> None:
    """Play using only the buttons of the board, without reloading the page."""
    for _step in range(120):
        if not my_turn(page):
            return
        one_step(page, {"walk"})
    raise AssertionError("the battle has no end")


def test_every_button_of_the_end_screen_works(new_context: NewContext, live_site: LiveSite) -> None:
    battle = f"/battles/{live_site.shell(MAKE).strip().splitlines()[-1]}/"
    page = new_context(PHONE).new_page()
    failed: list[str] = []

    def note(answer: Response) -> None:
        if answer.status >= 400 and answer.status != 409:
            failed.append(f"{answer.status} {answer.request.method} {answer.url}")

    page.on("response", note)
    page.goto(f"/accounts/login/?next={battle}")
    page.fill("input[name=login]", "to-the-end")
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    ready(page)
    play_to_the_end(page)
    card = page.locator(".outcome-card")
    expect(card).to_contain_text("The battle is over")
    assert_accessible(page)
    # Use the form of the fragment first: a reloaded page would have its token.
    forms = card.locator("form button")
    names = [form.inner_text() for form in forms.all()]
    assert names[:2] == ["Rematch", "Play another"]
    assert [name[:5] for name in names[2:]] == ["Save ", "Save "]
    expect(card.locator(".end-table tbody tr")).to_have_count(2)
    chart = card.locator(".luck-chart")
    expect(chart.locator("polyline")).to_have_count(2)
    expect(chart).to_have_attribute("aria-label", re.compile(r"^Luck by turn, .* ends at .*; .* ends at "))
    card.locator(".luck summary").click()
    expect(card.locator(".luck table tbody tr")).to_have_count(card.locator(".luck-line.side-a title").count())
    expect(card.locator(".luck p")).to_have_count(2)
    forms.nth(1).click()
    page.wait_for_url(lambda url: "/battles/" in url and battle not in url)
    ready(page)
    page.goto(battle)
    links = card.locator("a.button")
    assert links.count() >= 3
    for number in range(links.count()):
        links.nth(number).click()
        page.wait_for_url(lambda url: not url.endswith(battle))
        expect(page.locator("main h1").first).to_be_attached()
        page.goto(battle)
    for number in range(page.locator(".outcome-card button").count()):
        page.locator(".outcome-card button").nth(number).click()
        page.wait_for_url(lambda url: not url.endswith(battle))
        page.goto(battle)
    assert failed == []


def test_result_figures_moments_and_next_steps_fit_one_screen(new_context: NewContext, live_site: LiveSite) -> None:
    """At 1280 pixels the whole end screen is visible without scrolling; on a phone the result and the kills are."""
    battle = staged_battle(live_site, "False", seed="whole", ruleset="core")
    page = open_staged(new_context(DESKTOP), battle)
    page.goto(battle)
    ready(page)
    card = page.locator(".outcome-card")
    for part in ("h2", ".end-table", ".luck", ".moments", ".end-next form:first-child button"):
        expect(card.locator(part)).to_be_in_viewport(ratio=1)
    moments = card.locator(".moments a")
    assert moments.count() >= 1
    assert "/replay/?e=" in (moments.first.get_attribute("href") or "")
    assert_accessible(page)
    page = open_staged(new_context(PHONE), battle)
    page.goto(battle)
    ready(page)
    for part in ("h2", ".end-table"):
        expect(page.locator(".outcome-card").locator(part)).to_be_in_viewport(ratio=1)
    expect(page.locator(".thumb-row [data-act=next]")).to_be_hidden()
    assert_accessible(page)


# Two turns: the bot may play its first one before the page is open.
WATCHED = (
    MAKE.replace("to-the-end", "to-the-end-{number}")
    .replace("Opponent.HOT_SEAT", "Opponent.BOT")
    .replace('"turns": 1', '"turns": 2')
)


@pytest.mark.parametrize(("number", "size"), [(1280, DESKTOP), (390, PHONE)])
def test_a_battle_against_the_bot_is_watched_to_its_end(
    new_context: NewContext, live_site: LiveSite, number: int, size: dict[str, Any]
) -> None:
    """With playback on, the bot's steps are shown one by one, and after the last one the result stands alone."""
    code = WATCHED.replace("{number}", str(number))
    battle = f"/battles/{live_site.shell(code).strip().splitlines()[-1]}/"
    page = new_context({**size, "reduced_motion": "no-preference"}).new_page()
    page.add_init_script("localStorage.setItem('board-speed', 'fast')")
    page.goto(f"/accounts/login/?next={battle}")
    page.fill("input[name=login]", f"to-the-end-{number}")
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    ready(page)
    page.evaluate(
        "() => { window.told = []; const line = document.getElementById('playback-step');"
        " new MutationObserver(() => window.told.push(line.textContent))"
        ".observe(line, { childList: true, characterData: true, subtree: true }); }"
    )
    for _step in range(120):
        if not my_turn(page):
            break
        # A click during the playback would skip the rest of it.
        expect(page.locator("#playback")).to_be_hidden()
        one_step(page, {"walk"})
    expect(page.locator(".outcome-card")).to_contain_text("The battle is over")
    expect(page.locator("#playback")).to_be_hidden()
    labels = [line for line in page.evaluate("window.told") if line]
    assert len(labels) >= 3
    assert all(re.match(r"\d+ of \d+: ", line) for line in labels)
    expect(page.locator(".layer.playback")).to_have_count(0)
    expect(page.locator("#log .is-ahead")).to_have_count(0)
    for part in ("h2", ".end-table"):
        expect(page.locator(".outcome-card").locator(part)).to_be_in_viewport(ratio=1)
