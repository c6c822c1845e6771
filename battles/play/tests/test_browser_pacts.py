"""In three browsers: one player offers an alliance, another accepts it, and all three see the agreement."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from battles.board.tests.browser.test_playing import ready, seq, settled
from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible, sign_up
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
PICTURES = os.environ.get("PACT_PICTURES", "")
PLAYERS = ("pact-one", "pact-two", "pact-three")
MAKE = f"""
from accounts.models import User
from battles.play.tests.test_pacts_before_the_battle import deployed
from battles.setup.tests.test_pacts_on_the_board import match_of
from campaigns.core.tests.factories import entry_of, league
players = [User.objects.get(username=name) for name in {PLAYERS!r}]
campaign = league(User.objects.create_user(username="pact-arbitrator"), players, name="Pacts")
match = match_of([entry_of(campaign, player) for player in players], players[0])
print(deployed(match, players[0]).public_id)
"""


def look(page: Page, name: str) -> None:
    """Check accessibility and overflow; take screenshots by day and by night when requested."""
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
    for scheme in ("light", "dark") if PICTURES else ():
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.screenshot(path=str(Path(PICTURES) / f"pact-{name}-{scheme}.png"))


def test_an_alliance_is_offered_and_accepted_at_the_board(new_context: NewContext, live_site: LiveSite) -> None:
    sizes: tuple[dict[str, Any], ...] = (PHONE, DESKTOP, DESKTOP)
    pages = [new_context(size).new_page() for size in sizes]
    for page, name in zip(pages, PLAYERS, strict=True):
        sign_up(page, name)
    battle = live_site.shell(MAKE).split()[-1]
    for page in pages:
        page.goto(f"/battles/{battle}/")
        ready(page)
    first, two, three = pages

    question = first.locator(".prompt-question")
    expect(question).to_contain_text("a formal alliance for this battle?")
    ally = (question.inner_text().removeprefix("Offer ").split(" a formal alliance"))[0]
    look(first, "offer-390")
    before = seq(first)
    first.locator(".prompt-options button", has_text="divide the wyrdstone evenly").click()
    for page in pages:
        settled(page, before)

    answering = two if two.get_attribute("#board", "data-side") else three
    watching = three if answering is two else two
    expect(answering.locator(".prompt-question")).to_contain_text(
        "offers an alliance that divides the wyrdstone evenly"
    )
    look(answering, "answer-1280")
    expect(watching.locator(".prompt-options button")).to_have_count(0)
    before = seq(answering)
    answering.locator(".prompt-options button", has_text="Accept the alliance").click()
    for page in pages:
        settled(page, before)
        expect(page.locator("#log")).to_contain_text("are allies in this battle.")
        expect(page.locator("#log")).to_contain_text(ally)
    look(watching, "agreed-1280")
    look(first, "agreed-390")
