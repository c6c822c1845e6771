"""Issue 12, section 5: the page of the board weighs at most 80 kB gzipped before the first action."""

from __future__ import annotations

import gzip

import pytest

from battles.board.tests.test_browser import ready
from tests_support.browser import NewContext
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(280)]
MOST = 80_000
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
    """Everything that the browser gets, each answer gzipped as the site sends it."""
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
    addresses = {page.url, *(address for address in loaded if address.startswith("http"))}
    assert any(address.endswith("board/main.js") for address in addresses)
    sizes = {address: len(gzip.compress(page.request.get(address).body(), 9)) for address in addresses}
    heaviest = sorted(sizes.items(), key=lambda item: -item[1])[:8]
    assert sum(sizes.values()) <= MOST, heaviest
