"""What a phone loads for the tracker and a roster on its first visit: requests, and bytes as sent."""

from __future__ import annotations

import pytest

from battles.tabletop.tests.browser.test_tracker_phone import MAKE
from tests_support.browser import PHONE, NewContext, sign_up
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
MOST_REQUESTS = 7
MOST_BYTES = 60_000
ENTRIES = """
() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map(({ name, transferSize }) => [new URL(name).pathname, transferSize])
"""


@pytest.mark.parametrize("page_name", ["tracker", "roster"])
def test_a_phone_loads_little(new_context: NewContext, live_site: LiveSite, page_name: str) -> None:
    prefix = f"weight-{page_name}-"
    sign_up(new_context(PHONE).new_page(), f"{prefix}rival")
    owner = new_context(PHONE)
    sign_up(owner.new_page(), f"{prefix}owner")
    track = live_site.shell(MAKE.replace("thumb-", prefix)).split()[-1]
    code = f"from battles.models import Track; print(Track.objects.get(public_id={track!r}).first.public_id)"
    warband = live_site.shell(code).split()[-1]
    fresh = new_context(PHONE)
    fresh.add_cookies(owner.cookies())
    page = fresh.new_page()
    page.goto(f"/battles/track/{track}/" if page_name == "tracker" else f"/warbands/{warband}/")
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate(ENTRIES)
    assert sum(size for _name, size in loaded) <= MOST_BYTES, loaded
    assert len(loaded) <= MOST_REQUESTS, loaded
