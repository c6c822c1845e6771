"""Spells of the supplements that hurt: bolts, blasts, terror, theft; and that engine and books agree on all of them."""

from __future__ import annotations

import pytest

from battles.engine.commands import Cast
from battles.engine.steps.magic.phase import SPELLS
from battles.engine.steps.magic.spellbook import LISTS
from battles.engine.tests.supplement_scenes import cast, scene
from catalogue.packs.installed import book


@pytest.mark.parametrize("code", sorted(SPELLS))
def test_engine_and_catalogue_agree(code: str) -> None:
    fact, known = book().spells[code], SPELLS[code]
    assert (known.difficulty or None, known.name) == (fact.difficulty, fact.name)
    assert known.is_prayer == book().spell_lists[fact.spell_list].is_prayer


def test_lists_of_wizards_hold_each_spell_once_and_no_prayer() -> None:
    listed = [code for codes in LISTS.values() for code in codes]
    assert sorted(listed) == sorted(code for code, known in SPELLS.items() if not known.is_prayer)
    for codes in LISTS.values():
        assert len({book().spells[code].spell_list for code in codes}) == 1


@pytest.mark.parametrize(
    ("code", "dice"),
    [
        ("summon_squirrels", "cast 6+6, count 1+1, wound 1, wound 1"),
        ("zzap", "cast 6+6, count 3, wound 1, wound 1"),
        ("storm_of_magic", "cast 6+6, wound 1"),
        ("the_living_jungle", "cast 6+6, count 2, wound 1, wound 1"),
        ("gaze_of_mork_forest_goblin_magic", "cast 6+6, count 1, wound 1"),
        ("bolt_of_dark_light", "cast 6+6, wound 1"),
        ("wings_of_fate", "cast 6+6, count 5, wound 1, wound 1, wound 1"),
        ("elveks_cold_spear", "cast 6+6, wound 1"),
        ("eadbanger_forest_goblin_magic", "cast 6+6, wound 1, die 2"),
        ("hunters_fury", "cast 6+6, count 1, hit 1, hit 4, wound 1"),
        ("fire_of_gork", "cast 6+6, count 1, wound 1, count 1, wound 1"),
        ("doombolt", "cast 6+6, wound 1"),
    ],
)
def test_bolts_hit_by_themselves(code: str, dice: str) -> None:
    """CRIT-SCOPE-01"""
    arena = scene(code, at=(15, 10))
    cast(arena, code, "b1", dice=dice)
    assert arena.posture("b1") == "standing"


def test_pestilence_goes_past_armour_to_every_enemy() -> None:
    arena = scene("pestilence", armour=2)
    arena.add("b", at=(10, 20), armour=2)
    arena.add("b", at=(40, 40))
    cast(arena, "pestilence", dice="cast 6+6, wound 4, injury 1, wound 1")
    assert [arena.posture(model_id) for model_id in ("b1", "b2", "b3")] == ["knocked_down", "standing", "standing"]


@pytest.mark.parametrize(("armour", "dice"), [(7, "wound 2, injury 2"), (4, "wound 2, armour 1, injury 2")])
def test_lightning_seeks_metal(armour: int, dice: str) -> None:
    """Strength 5 against Toughness 3; in armour 6, and the injury of 2 counts as 3."""
    arena = scene("chotecs_wrath", armour=armour)
    cast(arena, "chotecs_wrath", "b1", dice=f"cast 4+4, {dice.replace('armour 1, ', '')}")
    assert arena.posture("b1") == ("knocked_down" if armour == 7 else "stunned")


def test_the_doombolt_leaps_on_weaker_and_strikes_no_one_twice() -> None:
    arena = scene("doombolt", w=2)
    arena.add("b", at=(18, 10))
    arena.add("b", at=(20, 10))
    cast(arena, "doombolt", "b1", dice="cast 6+6, wound 3, die 4, wound 3, injury 1, die 3")
    assert (arena.wounds("b1"), arena.posture("b2"), arena.posture("b3")) == (1, "knocked_down", "standing")


def test_two_flames_may_part() -> None:
    arena = scene("fire_of_gork")
    arena.add("b", at=(16, 13))
    cast(arena, "fire_of_gork", "b1", "b2", dice="cast 4+4, count 1, wound 1, count 3, wound 1, wound 1")


def test_eadbanger_may_be_too_much() -> None:
    arena = scene("eadbanger_forest_goblin_magic")
    cast(arena, "eadbanger_forest_goblin_magic", "b1", dice="cast 6+6, wound 1, die 1")
    assert arena.state is not None
    assert arena.state.models["a1"].gone == "out"


@pytest.mark.parametrize(
    ("code", "dice", "posture"),
    [
        ("buboes", "cast 6+6, char 4, injury 3", "stunned"),
        ("buboes", "cast 6+6, char 3", "standing"),
        ("wind_of_gork_forest_goblin_magic", "cast 6+6, char 4, wound 1", "knocked_down"),
        ("kiss_of_frost", "cast 6+6, char 4", "knocked_down"),
        ("kiss_of_frost", "cast 6+6, char 2", "standing"),
        ("tawosrets_scroll_of_tomb_dust", "cast 6+6", "knocked_down"),
        ("coils_of_the_serpent", "cast 6+6, char 3", "standing"),
        ("deathspasm", "cast 6+6, injury 4", "stunned"),
        ("hammerschlag", "cast 6+6, wound 4, injury 2", "stunned"),
        ("do_you_know_who_i_am", "cast 6+6", "stunned"),
    ],
)
def test_who_is_felled(code: str, dice: str, posture: str) -> None:
    """INJ-TABLE-01, CHAR-TEST-01"""
    arena = scene(code)
    cast(arena, code, "b1", dice=dice)
    assert arena.posture("b1") == posture
    assert arena.posture("a1") == ("knocked_down" if code == "deathspasm" else "standing")


def test_the_coils_crush_whatever_the_warrior_wears() -> None:
    arena = scene("coils_of_the_serpent", armour=2)
    cast(arena, "coils_of_the_serpent", "b1", dice="cast 6+6, char 4")
    assert arena.state is not None
    assert arena.state.models["b1"].gone == "out"


def test_the_nearest_dead_come_before_the_living() -> None:
    arena = scene("do_you_know_who_i_am", at=(12, 10))
    arena.add("b", at=(15, 10), tags=["undead_zombie"])
    battle = arena.battle("shooting")
    assert [command.targets for command in battle.legal("a") if isinstance(command, Cast) and command.who == "a1"] == [
        ("b2",)
    ]


def test_the_hand_of_morr_ends_the_undead_it_touches() -> None:
    arena = scene("hand_of_morr", at=(11, 10), tags=["undead_zombie"])
    arena.engage("a1", "b1")
    cast(arena, "hand_of_morr", "b1", dice="cast 6+6")
    assert arena.state is not None
    assert arena.state.models["b1"].gone == "out"


def test_a_shove_ends_at_a_friend_and_hurts_both() -> None:
    """MV-PUSH-01"""
    arena = scene("oi_gerroff", at=(13, 10))
    arena.add("b", at=(15, 10))
    cast(arena, "oi_gerroff", "b1", dice="cast 6+6, count 6, wound 1, wound2 1")
    assert arena.state is not None
    assert 1390 < arena.state.models["b1"].x < 1410


@pytest.mark.parametrize("code", ["nightmare", "neferres_scroll_of_quaking_horror"])
def test_who_loses_their_nerve_runs(code: str) -> None:
    arena = scene(code, at=(18, 10))
    cast(arena, code, "b1", dice="cast 6+6, ld 6+6, flee 3+3")
    fearless = scene(code, at=(18, 10), keywords=["immune_to_psychology"])
    cast(fearless, code, "b1", dice="cast 6+6")


def test_a_stolen_soul_makes_the_caster_tougher_once() -> None:
    arena = scene("soul_stealer", at=(11, 10), w=3, armour=2)
    arena.engage("a1", "b1")
    cast(arena, "soul_stealer", "b1", dice="cast 6+6, hit 4")
    assert (arena.wounds("b1"), arena.wounds("a1")) == (2, 2)
    arena.models["a1"] = arena.models["a1"]._replace(wounds=2)
    cast(arena, "soul_stealer", "b1", dice="cast 6+6, hit 4")
    assert arena.wounds("a1") == 2
