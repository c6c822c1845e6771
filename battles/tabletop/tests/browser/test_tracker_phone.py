"""The tracker on a phone: it stays at the warrior, announces results, and shows the odds of the right warriors."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests_support.browser import PHONE, NewContext, sign_up
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
MAKE = """
from accounts.models import User
from battles.tabletop.tracker import services as tracker
from django.utils import timezone
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded
from warbands.models import Visibility, Warband
owner, rival = (User.objects.get(username=name) for name in ("thumb-owner", "thumb-rival"))
mine, theirs = founded(owner, "reiklanders"), founded(rival, "undead")
said = {"first": "a", "scenario": "skirmish"}
for letter, row in (("a", mine), ("b", theirs)):
    said |= {f"fights-{letter}-{one.key}": "on" for one in load_state(row).active()}
track = tracker.start(mine=mine.public_id, theirs=theirs.public_id, actor_id=owner.pk, data=said,
                               now=timezone.now())
Warband.objects.filter(pk=theirs.pk).update(visibility=Visibility.PRIVATE)
print(track.public_id)
"""


def fits(page: Page) -> None:
    """Check that the page does not scroll sideways, after the style sheets are loaded: until then every page is too
    wide."""
    page.wait_for_load_state()
    wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], (page.url, wide)


def test_a_tap_in_the_tracker_stays_at_its_warrior(new_context: NewContext, live_site: LiveSite) -> None:
    sign_up(new_context(PHONE).new_page(), "thumb-rival")
    page = new_context(PHONE).new_page()
    complaints: list[str] = []
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    sign_up(page, "thumb-owner")
    track = live_site.shell(MAKE).split()[-1]
    page.goto(f"/battles/track/{track}/")
    fits(page)
    expect(page.locator(".phase-bar [aria-current=step]")).to_be_in_viewport(ratio=0.99)
    row = page.locator("section[aria-labelledby=track-b] .track-row").nth(1)
    row.locator("summary").first.tap()
    expect(row.locator(".track-out")).to_contain_text("Who took ")
    row.get_by_role("button", name="Stunned").tap()
    expect(row.locator("summary")).to_contain_text("Stunned")
    expect(page.locator("#status")).to_contain_text(": stunned")
    expect(row.locator("details")).to_have_attribute("open", "")
    expect(row.locator("summary")).to_be_in_viewport()
    assert row.evaluate("row => row.contains(document.activeElement)"), "the focus stays at the warrior"
    row.locator("button[name=by]").first.tap()
    expect(row).to_contain_text("Out of action")
    expect(row).to_be_in_viewport()
    expect(page.locator("#status")).to_contain_text("out of action")

    enemy = page.locator("section[aria-labelledby=track-b] .track-row").nth(0)
    enemy.locator("summary").first.tap()
    name = enemy.locator("summary b").inner_text()
    enemy.get_by_role("link", name="Odds").tap()
    sheet = page.locator("#track-sheet")
    expect(sheet.get_by_label("Warrior").locator("option:checked")).to_have_text(name)
    against = sheet.get_by_label("Enemy").locator("option").nth(1).inner_text()
    sheet.get_by_label("Enemy").select_option(index=1)
    sheet.get_by_role("button", name="Show odds").tap()
    expect(sheet.get_by_role("table", name=f"{name} charges")).to_contain_text(against)
    fits(page)
    sheet.get_by_role("link", name="Other weapons, and the whole duel").tap()
    expect(page.get_by_role("heading", name=f"{name} attacks {against}")).to_be_visible()
    fits(page)
    back = page.get_by_role("link", name="Back to the tracker")
    expect(back).to_be_visible()
    page.locator("#id_a").select_option("undead_zombie")
    expect(page.get_by_role("heading", name=f"attacks {against}")).not_to_contain_text(name)
    page.get_by_role("link", name="Back to the tracker").tap()
    expect(page).to_have_url(f"{live_site.url}/battles/track/{track}/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    fits(page)
    assert not [line for line in complaints if "style" in line.lower()], complaints
