"""The page of the board before the first action: at most 80 kB gzipped, in at most 10 requests."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import Response

from battles.board.tests.browser.test_playing import ready
from tests_support.browser import NewContext
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
MOST_BYTES, MOST_REQUESTS = 80_000, 10
PASSWORD = "a-long-password-for-tests"
MAKE = f"""
from django.utils import timezone
from accounts.models import User
from battles.models import Opponent
from battles.setup import new_battle
one = User.objects.create_user(username="light", password={PASSWORD!r})
terms = {{"opponent": Opponent.HOT_SEAT, "seed": "light"}}
print(new_battle.create_battle(actor_id=one.pk, now=timezone.now(), **terms).public_id)
"""


def test_the_board_is_light(new_context: NewContext, live_site: LiveSite) -> None:
    """Everything that the browser loads, each response gzipped as the site sends it."""
    battle = f"/battles/{live_site.shell(MAKE).strip().splitlines()[-1]}/"
    page = new_context().new_page()
    page.goto(f"/accounts/login/?next={battle}")
    page.fill("input[name=login]", "light")
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    ready(page)
    page.reload()
    ready(page)
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    addresses = [page.url, *(address for address in loaded if address.startswith("http"))]
    assert any("board/main." in address for address in addresses)
    assert len(addresses) <= MOST_REQUESTS, addresses
    sizes = {address: len(gzip.compress(page.request.get(address).body(), 9)) for address in addresses}
    heaviest = sorted(sizes.items(), key=lambda item: -item[1])[:8]
    assert sum(sizes.values()) <= MOST_BYTES, heaviest


def test_pages_and_files_are_sent_compressed(new_context: NewContext, live_site: LiveSite) -> None:
    page = new_context().new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    plain = [
        answer.url
        for answer in answers
        if answer.url.endswith(("/", ".css", ".js")) and answer.headers.get("content-encoding") != "gzip"
    ]
    assert plain == []
    files = [answer for answer in answers if "/static/" in answer.url]
    assert files
    assert {answer.headers["cache-control"] for answer in files} == {"max-age=315360000, public, immutable"}
