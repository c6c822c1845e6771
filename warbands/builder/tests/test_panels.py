"""The panels of the builder: hiring, and weapons of better material. The services accept everything that they offer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from catalogue.packs.installed import book
from warbands.builder import recruiting
from warbands.builder.hired_swords import hire_panel
from warbands.builder.offers import metal_groups
from warbands.core.tests.factories import assert_reconciled, by, draft, empty_draft, founded, look
from warbands.rules import roster_changes
from warbands.rules.check import check_roster

ClientOf = Callable[[User | None], Client]
NOBLE = "dwarf_treasure_hunters_dwarf_noble"


@pytest.mark.parametrize("warband_type", ["reiklanders", "skaven", "undead", "witch_hunters", "wood_elves"])
def test_offered_recruits_can_be_hired_and_locked_ones_cannot(warband_type: str) -> None:
    facts = book()
    state = empty_draft(warband_type)
    roster_changes.hire(state, facts, facts.leader_of(warband_type).code)
    before = {violation.identity for violation in check_roster(state, facts)}
    panel = hire_panel(state, facts)
    assert panel.groups
    for row in (row for group in panel.groups for row in group.rows):
        trial = state.copy()
        roster_changes.hire(trial, facts, row.code)
        assert state.treasury_gc - trial.treasury_gc == row.price_gc
        assert trial.treasury_gc >= 0
        assert {violation.identity for violation in check_roster(trial, facts) if not violation.is_lack} <= before
    for row in panel.refused:
        trial = state.copy()
        roster_changes.hire(trial, facts, row.code)
        worse = {violation.identity for violation in check_roster(trial, facts)} - before
        assert worse or trial.treasury_gc < 0 or trial.shards < 0, row.name


def test_those_who_may_be_hired_come_first_cheapest_first_and_the_rest_says_why_not() -> None:
    facts = book()
    state = empty_draft("reiklanders", 100)
    roster_changes.hire(state, facts, "reiklanders_mercenary_captain")
    panel = hire_panel(state, facts)
    assert all(row.why_not is None for group in panel.groups for row in group.rows)
    assert all(row.why_not for row in panel.refused)
    for group in panel.groups:
        assert [row.price_gc for row in group.rows] == sorted(row.price_gc for row in group.rows)
    shown = sum(len(group.rows) for group in panel.groups) + len(panel.refused)
    assert shown == len(facts.hirelings_for("reiklanders"))


def test_a_search_in_the_hire_panel_reads_names_and_crafts() -> None:
    state = empty_draft("reiklanders", 1000)
    roster_changes.hire(state, book(), "reiklanders_mercenary_captain")
    panel = hire_panel(state, book(), query="ogre body")
    assert [row.name for group in panel.groups for row in group.rows] == ["Ogre Bodyguard"]
    assert hire_panel(state, book(), query="no such craft").groups == ()


def test_a_founded_warband_finds_its_own_recruits_in_the_panel(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    url = reverse("warbands:roster", args=[warband.public_id])
    page = client_of(owner).get(url + "?kit=hire").content.decode()
    assert "Recruit or hire" in page
    assert "Marksman" in page
    assert "Johann the Knife" in page
    assert "Dramatis persona: a hero can search for them after a battle" in page
    assert "Aenur" not in client_of(owner).get(url + "?kit=hire&q=johann").content.decode()
    assert client_of(owner).get(url + "?kit=hire&q=nobody").status_code == 200


def test_the_panel_stays_open_after_somebody_was_hired(owner: User, client_of: ClientOf) -> None:
    warband = draft(owner)
    url = reverse("warbands:act", args=[warband.public_id, "hire"])
    data = {"press": "warrior_type=ogre_bodyguard", "page": "draft", "kit": "hire", "version": "1"}
    page = client_of(owner).post(url, data, headers={"HX-Request": "true"}).content.decode()
    assert look(warband).of_type("ogre_bodyguard")
    assert 'name="kit" value="hire"' in page
    assert_reconciled(warband)


@pytest.mark.parametrize("kit", ["", "leader"])
def test_the_kit_panel_shows_the_warrior_hired_last(owner: User, client_of: ClientOf, kit: str) -> None:
    """Equipment that is bought next is for the recruit and not for the leader."""
    warband = draft(owner)
    leader = look(warband).active("hero")[0]
    data = {
        "press": "warrior_type=reiklanders_warrior", "page": "draft", "kit": leader.key if kit else "",
    }  # fmt: skip
    url = reverse("warbands:act", args=[warband.public_id, "hire"])
    page = client_of(owner).post(url, data, headers={"HX-Request": "true"}).content.decode()
    recruit = look(warband).of_type("reiklanders_warrior")[0]
    assert f"Kit of {recruit.name}" in page
    assert f"warrior={recruit.key}&amp;item=" in page
    assert f"warrior={leader.key}&amp;item=" not in page
    assert ("is-open" in page.split('id="kit"')[0].rsplit("<aside", 1)[1]) == bool(kit), "on a phone it covers the list"
    later = client_of(owner).post(
        reverse("warbands:act", args=[warband.public_id, "buy"]),
        {"press": f"warrior={recruit.key}&item=axe", "page": "draft", "kit": "", "shown": recruit.key},
        headers={"HX-Request": "true"},
    )
    assert f"Kit of {recruit.name}" in later.content.decode()


def test_dwarfs_choose_gromril_in_the_kit_panel_at_the_price_of_their_list(owner: User, client_of: ClientOf) -> None:
    warband = draft(owner, "dwarf_treasure_hunters")
    noble = look(warband).of_type(NOBLE)[0]
    (gromril,) = metal_groups(look(warband), noble, book(), "")
    axe = next(offer for offer in gromril.offers if offer.item_code == "axe")
    assert axe.price_gc == 3 * book().prices_for(NOBLE)["axe"]
    url = reverse("warbands:act", args=[warband.public_id, "buy"])
    data = {"press": f"warrior={noble.key}&item=axe&material=gromril_weapon", "page": "draft", "kit": noble.key}
    page = client_of(owner).post(url, data, headers={"HX-Request": "true"}).content.decode()
    assert "Axe (Gromril" in page
    line = look(warband).line(noble.key, "axe", "gromril_weapon")
    assert line is not None
    assert line.paid_gc == axe.price_gc
    assert_reconciled(warband)


def test_a_group_pays_for_a_better_metal_once_for_each(owner: User) -> None:
    warband = draft(owner, "dwarf_treasure_hunters")
    recruiting.hire_henchmen(
        warband_id=warband.pk, warrior_type="dwarf_treasure_hunters_dwarf_clansman", headcount=2, by=by(owner)
    )
    group = look(warband).active("henchman_group")[0]
    (gromril,) = metal_groups(look(warband), group, book(), "dagger")
    assert [(offer.item_code, offer.price_gc) for offer in gromril.offers] == [("dagger", 2 * 3 * 2)]


def test_a_metal_that_must_be_found_is_not_offered_to_a_draft_and_later_says_so(owner: User) -> None:
    begun, warband = draft(owner), founded(owner)
    assert metal_groups(look(begun), look(begun).active("hero")[0], book(), "") == ()
    found = {group.code: group for group in metal_groups(look(warband), look(warband).active("hero")[0], book(), "")}
    assert found["gromril_weapon"].offers == ()
    assert "11" in str(found["gromril_weapon"].why_not)
