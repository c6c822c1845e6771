"""The equipment of hired swords, and which warbands can hire them."""

from __future__ import annotations

import pytest

from accounts.models import User
from catalogue.packs.book import WarriorType
from catalogue.packs.installed import book
from warbands.builder import recruiting
from warbands.builder.hired_swords import hire_panel
from warbands.builder.offers import kit_offers
from warbands.core.state import Member, WarbandState
from warbands.core.tests.factories import by, empty_draft, founded, look
from warbands.rules import roster_changes
from warbands.rules.check import check_roster
from warbands.rules.counts import models_of
from warbands.rules.dependencies import would_serve
from warbands.rules.kit import why_not_carry
from warbands.rules.limits import why_not_hire
from warbands.rules.rating import rating_of
from warbands.trading import treasury
from warbands.trading.upkeep import upkeep_gc

UNDEAD_LISTS = ("undead", "tomb_guardians", "restless_dead")
GREENSKIN_LISTS = ("orc_mob", "black_orcs", "forest_goblins", "night_goblins")
SWORDS = [entry for entry in book().warrior_types.values() if entry.kind == "hired_sword"]

KIT = {
    "dwarf_treasure_hunter": ["dagger double_handed_weapon gromril_armour hammer helmet lantern"],
    "witch_hunter_hired": [
        "blessed_water dagger duelling_pistol garlic sword",
        "blessed_water crossbow_pistol dagger garlic sword",
    ],
    "duellist": ["buckler dagger duelling_pistol sword"],
    "old_prospector": ["blunderbuss double_handed_weapon"],
    "tomb_robber": ["crossbow_pistol rope_and_hook sword"],
    "elf_mage": ["elven_cloak hammer"],
    "dark_elf_assassin": ["dagger dark_venom elven_cloak light_armour repeater_crossbow sword/dark_elf_blade"],
    "chameleon_skink": ["blowpipe buckler dagger"],
    "pathfinder_hired": ["dagger healing_herbs long_bow rope_and_hook sword"],
    "warrior_priest_of_sigmar": ["light_armour shield sigmarite_warhammer"],
    "runesmith_journeyman": ["hammer/gromril_weapon heavy_armour"],
    "black_orc_overseer": ["2 axe heavy_armour helmet", "double_handed_weapon heavy_armour helmet"],
    "gaoler": ["flail", "2 hammer"],
    "halfling_thief": ["dagger rope_and_hook sword throwing_knives"],
    "mule_skinner": ["dagger steel_whip"],
    "norse_shaman": ["hammer sword", "axe hammer"],
    "thief": ["2 dagger"],
    "snake_charmer": ["3 charmed_snake dagger sword"],
    "witch": ["hammer"],
}


def brings(state: WarbandState, member: Member) -> str:
    """The equipment of a member on one line: "2 axe helmet hammer/gromril_weapon"."""
    lines = sorted(state.held_by(member.key), key=lambda line: line.item_code)
    return " ".join(
        (f"{line.count} " if line.count > 1 else "")
        + line.item_code
        + (f"/{line.material_code}" if line.material_code else "")
        for line in lines
    )


def employer_of(entry: WarriorType) -> str:
    """A list that can hire this hired sword."""
    return next(code for code in book().warband_types if book().may_hire(entry.code, code))


@pytest.mark.parametrize("code", KIT)
def test_a_hired_sword_brings_what_most_sources_give(code: str) -> None:
    facts = book()
    entry = facts.warrior_types[code]
    found = []
    for choice in range(max(1, len(entry.choices))):
        state = empty_draft(employer_of(entry), 9000)
        member = roster_changes.hire(state, facts, code)
        if choice:
            roster_changes.choose_arms(state, facts, member, choice)
        found.append(brings(state, member))
        assert not [violation for violation in check_roster(state, facts) if violation.warrior == member.key]
    assert found == KIT[code]
    assert entry.source.disputed, "the value of the other source is recorded"


def test_one_who_hires_a_witch_hunter_chooses_the_pistol(owner: User) -> None:
    warband = founded(owner)
    treasury.gain(warband_id=warband.pk, gold_gc=100, by=by(owner))
    hunter = recruiting.hire_hired_sword(warband_id=warband.pk, warrior_type="witch_hunter_hired", by=by(owner)).subject
    recruiting.choose_arms(warband_id=warband.pk, warrior=hunter, choice=1, by=by(owner))
    state = look(warband)
    assert brings(state, state.members[hunter]) == KIT["witch_hunter_hired"][1]


def test_every_hired_sword_has_arms_or_fights_without() -> None:
    unarmed = {"bone_goliath", "clan_skryre_rat_ogre", "chaos_fury"}
    assert {warrior_type.code for warrior_type in SWORDS if not (warrior_type.kit or warrior_type.choices)} == unarmed


def test_three_snakes_fight_beside_the_charmer_and_raise_pay_and_rating() -> None:
    facts = book()
    state = empty_draft("reiklanders", 500)
    models = models_of(state, facts)
    charmer = roster_changes.hire(state, facts, "snake_charmer")
    assert models_of(state, facts) == models
    assert rating_of(state, facts).total == 20
    assert upkeep_gc(state, charmer, facts) == 25


@pytest.mark.parametrize("sword", SWORDS, ids=lambda violation: violation.code)
def test_pit_fighters_hire_every_sword_but_the_elf_ranger(sword: WarriorType) -> None:
    state = empty_draft("pit_fighters", 9000)
    state.shards = 9
    roster_changes.hire(state, book(), "pit_fighters_pit_king")
    assert (why_not_hire(state, sword, book()) is None) == (sword.code != "elf_ranger")
    roster_changes.hire(state, book(), sword.code)
    assert ("will_not_serve" in {violation.code for violation in check_roster(state, book())}) == (
        sword.code == "elf_ranger"
    )


def test_people_of_renown_keep_their_terms_with_pit_fighters() -> None:
    bertha = book().warrior_types["bertha_bestraufrung"]
    assert bertha.kind == "dramatis_persona"
    assert not book().may_hire(bertha.code, "pit_fighters")


@pytest.mark.parametrize("warband", GREENSKIN_LISTS)
def test_greenskins_hire_five_kinds_of_sword(warband: str) -> None:
    found = {warrior_type.code for warrior_type in book().hirelings_for(warband)}
    assert found == {"pit_fighter", "ogre_bodyguard", "warlock", "black_orc_overseer", "goblin_lantern_bearer"}
    state = empty_draft(warband, 900)
    panel = hire_panel(state, book(), query="black orc overseer")
    assert [row.code for group in panel.groups for row in group.rows] == ["black_orc_overseer"]


@pytest.mark.parametrize("sword", SWORDS, ids=lambda entry: entry.code)
def test_hired_swords_who_refuse_undead_join_no_undead_list(sword: WarriorType) -> None:
    assert sword.hire is not None
    if "undead" in sword.hire.may_hire.never or "undead_warband" in sword.hire.may_hire.never:
        assert [code for code in UNDEAD_LISTS if book().may_hire(sword.code, code)] == []


def test_every_list_of_the_dead_is_tagged_and_nothing_names_one_of_them_alone() -> None:
    facts = book()
    assert {
        warband_type.code for warband_type in facts.warband_types.values() if "undead_warband" in warband_type.groups
    } == set(UNDEAD_LISTS)
    barred = [fact.code for fact in (*facts.items.values(), *facts.skills.values()) if "undead" in fact.who.never]
    barred += [
        entry.code for entry in facts.warrior_types.values() if entry.hire and "undead" in entry.hire.may_hire.never
    ]
    assert barred == []


@pytest.mark.parametrize("item", ["blessed_water", "garlic", "tears_of_shallaya"])
@pytest.mark.parametrize("warband", UNDEAD_LISTS)
def test_the_dead_carry_neither_blessed_water_nor_garlic_nor_tears(warband: str, item: str) -> None:
    facts = book()
    state = empty_draft(warband, 900)
    leader = roster_changes.hire(state, facts, facts.leader_of(warband).code)
    state.status = "active"
    violation = why_not_carry(state, leader, item, facts)
    assert violation is not None
    assert violation.rule_id == "RO-WHO-01"
    offers = kit_offers(state, leader, facts, facts.items[item].name)
    assert item not in {offer.item_code for group in offers.values() for offer in group}


def test_middenheimers_do_not_hire_the_priest_of_sigmar() -> None:
    priest = book().warrior_types["warrior_priest_of_sigmar"]
    served = {code: would_serve(empty_draft(code), priest, book()) for code in ("middenheimers", "reiklanders")}
    assert served == {"middenheimers": False, "reiklanders": True}
