"""Equipment lists, skills and dice on which most sources agree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battles.core.bridge.fighters import fighters_of
from battles.engine.steps.movement.forced.compulsory import RANDOM_DICE
from catalogue.packs.book import EffectData
from catalogue.packs.installed import book
from warbands.core.state import WarbandState
from warbands.core.tests.factories import empty_draft
from warbands.rules import roster_changes
from warbands.rules.check import check_roster
from warbands.rules.counts import models_of
from warbands.rules.dependencies import missing_items
from warbands.rules.development import skills_open
from warbands.rules.kit import why_not_carry
from warbands.rules.member_facts import effects_of
from warbands.rules.prices import price_for
from warbands.rules.random_band import random_warband
from warbands.rules.suggestions import suggest_band

LICHE = {
    "dagger": 2, "hammer": 3, "axe": 5, "sword": 10, "spear": 10, "halberd": 10,
    "double_handed_weapon": 15, "short_bow": 5, "bow": 10,
}  # fmt: skip
LINES = [
    *(("restless_dead_liche", item, gc) for item, gc in LICHE.items()),
    ("bretonnian_knights_questing_knight", "bretonnian_barding", 30),
    ("bretonnian_knights_knight_errant", "bretonnian_barding", 30),
    ("dark_elves_high_born", "dark_venom", 15),
    ("dark_elves_beastmaster", "dark_venom", 15),
    ("dark_elves_sorceress", "dark_venom", 15),
    ("merchant_caravans_marksman", "halberd", 10),
    ("merchant_caravans_marksman", "pike", 10),
    ("merchant_caravans_merchant", "warhorse", 40),
    ("merchant_caravans_apprentice", "warhorse", 40),
    ("merchant_caravans_merchant", "trade_wagon", 180),
    ("ostlanders_ogre", "double_handed_weapon", 15),
    ("chapel_guard_damsel", "bow", 10),
    ("chapel_guard_damsel", "long_bow", 15),
    ("cursed_cavalcade_companion", "boar_spear", 30),
    ("cursed_cavalcade_companion", "nightmare", 95),
    ("cursed_cavalcade_cursed_piper", "superior_blackpowder", 30),
    ("cursed_cavalcade_cursed_piper", "cathayan_quilted_silk_armour", 15),
]


def hired(warrior_type: str, gold: int = 2000) -> tuple[WarbandState, str]:
    """A draft of the warrior type's list with one such warrior, and the warrior's key."""
    state = empty_draft(str(book().warrior_types[warrior_type].warband_type), gold)
    return state, roster_changes.hire(state, book(), warrior_type).key


@pytest.mark.parametrize(("warrior_type", "item", "gc"), LINES)
def test_the_list_sells_it_at_its_printed_price(warrior_type: str, item: str, gc: int) -> None:
    state, key = hired(warrior_type)
    member = state.members[key]
    price = price_for(state, member, item, book())
    assert price is not None
    assert (price.gc, price.dice, price.is_on_list) == (gc, "", True)
    mounts = {"bretonnian_barding": "warhorse"}
    if item in mounts:
        roster_changes.buy(state, book(), key, mounts[item])
    assert why_not_carry(state, member, item, book()) is None


def test_corsairs_buy_no_dark_venom() -> None:
    state, key = hired("dark_elves_corsair")
    assert price_for(state, state.members[key], "dark_venom", book()).gc == 30  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("warrior_type", "times"), [("dwarf_rangers_runesmith", 3), ("pit_fighters_dwarf_troll_slayer", 4)]
)
def test_gromril_weapons_of_dwarfs(warrior_type: str, times: int) -> None:
    state, key = hired(warrior_type)
    price = price_for(state, state.members[key], "axe", book(), "gromril_weapon")
    assert price is not None
    assert (price.gc, price.rarity) == (5 * times, None)
    roster_changes.buy(state, book(), key, "axe", material="gromril_weapon")
    assert not [violation for violation in check_roster(state, book()) if violation.warrior == key]


def test_the_slayer_among_pit_fighters_learns_slayer_skills() -> None:
    state, key = hired("pit_fighters_dwarf_troll_slayer")
    lists = {skill.skill_list for skill in skills_open(state, state.members[key], book())}
    assert {"dwarf_slayer_special", "pit_fighter_special"} <= lists


def test_the_piper_keeps_a_hand_for_their_instrument() -> None:
    state, key = hired("cursed_cavalcade_cursed_piper")
    assert why_not_carry(state, state.members[key], "sword", book()) is None
    for item in ("double_handed_weapon", "long_bow", "blunderbuss"):
        violation = why_not_carry(state, state.members[key], item, book())
        assert violation is not None
        assert violation.rule_id == "RO-HANDS-01"


def test_a_caravan_buys_its_wagon_and_the_wagon_is_no_model() -> None:
    state, key = hired("merchant_caravans_merchant")
    assert missing_items(state, book()) == [["trade_wagon"]]
    assert "RO-SET-03" in {violation.rule_id for violation in check_roster(state, book())}
    roster_changes.buy(state, book(), key, "trade_wagon")
    assert models_of(state, book()) == 1
    assert "RO-SET-03" not in {violation.rule_id for violation in check_roster(state, book())}
    assert why_not_carry(state, state.members[key], "trade_wagon", book()) is not None
    state.status = "active"
    assert len(fighters_of(state, book())) == 1


def test_a_wagon_of_an_older_roster_counts_for_nothing_and_is_not_hired_again() -> None:
    state, _key = hired("merchant_caravans_merchant")
    roster_changes.hire(state, book(), "merchant_caravans_trade_wagon")
    assert models_of(state, book()) == 1


@pytest.mark.parametrize("seed", [f"road {number}" for number in range(60)])
def test_suggested_and_random_caravans_own_a_wagon(seed: str) -> None:
    state = empty_draft("merchant_caravans")
    state.seed = seed
    suggest_band(state, book())
    assert check_roster(state, book()) == []
    random_warband(state, book(), seed)
    assert check_roster(state, book()) == []
    assert [line.item_code for line in state.kit.values()].count("trade_wagon") == 1


def test_a_brave_can_learn_to_lose_animosity() -> None:
    state, key = hired("forest_goblins_brave")
    member = state.members[key]
    assert "remove_animosity" in {skill.code for skill in skills_open(state, member, book())}
    quarrel = (EffectData(code="never_leads", params={}), book().rules["animosity"].name)
    quarrelsome = replace(book(), _own_effects={member.warrior_type_code: (quarrel,)})
    assert quarrel in effects_of(member, quarrelsome)
    member.skills = ["remove_animosity"]
    assert quarrel not in effects_of(member, quarrelsome)


def test_the_great_squig_rolls_three_dice_on_the_board() -> None:
    state, _key = hired("night_goblins_great_squig")
    roster_changes.hire(state, book(), "night_goblins_cave_squig")
    great, cave = fighters_of(state, book())
    assert book().warrior_types["night_goblins_great_squig"].characteristics.movement_dice == "3D6"
    assert "random_movement" in great["keywords"]
    assert [RANDOM_DICE.code, {"count": 3}] in great["skills"]
    assert RANDOM_DICE.code not in [code for code, _about in cave["skills"]]
