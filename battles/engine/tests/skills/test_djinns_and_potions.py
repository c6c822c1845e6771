"""Djinns, mad masters, potions, snakes, voices, compasses and rings, with worked numbers."""

from __future__ import annotations

from typing import Any

import pytest

from battles.core.bridge.fighters import fighters_of
from battles.engine.hooks import listeners
from battles.engine.scenarios.base import start_roll_off
from battles.engine.state import STUPID
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.saves import saves_against
from battles.engine.steps.magic.phase import known_spells
from battles.engine.steps.magic.spellbook import LISTS
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.nerve.fear import dares_to_charge, fear_of
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.steps.turn import optional_choices
from battles.engine.steps.turn.companions import answer_the_call
from battles.engine.tests.builder import RULESETS, SWORD, Arena
from battles.engine.tests.setups import begin, play_out
from battles.engine.tests.skills.scenes import chosen, effects, heard, keep, offers
from battles.engine.tests.skills.test_supplement_skills import traits
from catalogue.packs.installed import book
from warbands.core.state import HERO, HIRED, KitLine, Member, WarbandState
from warbands.core.tests.factories import empty_draft


def djinn() -> Arena:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), m=6, skills=traits("rules", "djinn_powers"))
    arena.add("b", at=(13, 10), armour=4)
    arena.add("b", at=(30, 10), armour=4)
    return arena


def test_a_djinn_is_a_whirlwind() -> None:
    arena = djinn()
    chosen(arena, "a1", "djinn_powers", "whirlwind")
    game, state = arena.game(), arena.position()
    allowed = allowance_of(game, state, "a1")
    assert (allowed.run, allowed.may_charge, attack_plan(game, state, "a1")) == (1800, False, [])
    ctx = arena.context("none", "movement", "b")
    assert not dares_to_charge(ctx, "b1", "a1")
    assert "whirlwind" not in [
        choice.key for choice in optional_choices.OFFERS["djinn_powers"].options(arena.game(), arena.position(), "a1")
    ]


def test_a_djinn_curses_who_is_near() -> None:
    arena = djinn()
    arena.engage("a1", "b1")
    plain = blow(arena.game(), arena.position(), "b1", "a1", arena.fighters["b1"].weapons[0]).need_hit
    chosen(arena, "a1", "djinn_powers", "djinns_curse")
    game, state = arena.game(), arena.position()
    assert blow(game, state, "b1", "a1", game.fighters["b1"].weapons[0]).need_hit == plain + 1
    saves = [saves_against(game, state, Attack("a1", model_id, "blow")).armour_need for model_id in ("b1", "b2")]
    assert saves == [5, 4]


@pytest.mark.parametrize(("armour", "need"), [(7, 6), (5, 4)])
def test_a_djinn_is_lucky(armour: int, need: int) -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("rules", "djinn_powers"), armour=armour)
    arena.add("b")
    chosen(arena, "a1", "djinn_powers", "djinns_luck")
    assert saves_against(arena.game(), arena.position(), Attack("b1", "a1", "blow")).special == need


@pytest.mark.parametrize(
    ("dice", "found"),
    [("die 3, die 1", (LISTS["arabian"][0],)), ("die 4, die 2", (LISTS["necromancy"][1],)), ("die 4, die 6", ())],
)
def test_a_mad_master_remembers_one_spell(dice: str, found: tuple[str, ...]) -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("rules", "mad_master"), spells=[*LISTS["arabian"], *LISTS["necromancy"]])
    assert offers(arena, "a1", optional_choices.SHOOTING) == ["mad_master"]
    chosen(arena, "a1", "mad_master", "remember", dice)
    assert known_spells(arena.game(), arena.position(), "a1") == found


@pytest.mark.parametrize(
    ("face", "strength", "toughness", "wounds", "over"),
    [(1, 3, 2, 1, 6), (2, 4, 3, 1, 1), (5, 3, 4, 1, 1), (6, 3, 3, 2, 0)],
)
def test_a_potion(face: int, strength: int, toughness: int, wounds: int, over: int) -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(5, 5), skills=traits("rules", "potions"), role="hired_sword")
    arena.add("a", role="hero")
    chosen(arena, "a1", "potions", "a2", f"die {face}")
    game, state = arena.game(), arena.position()
    found = tuple(characteristic(game, state, "a2", name) for name in ("strength", "toughness"))
    assert (*found, arena.models["a2"].wounds) == (strength, toughness, wounds)
    if over:
        heard(arena, "recovery", "die 3", "a2")
        assert effects(arena, "a2")
        heard(arena, "recovery", f"die {over}", "a2")
        assert effects(arena, "a2") == []


def test_snakes_lie_still_far_from_their_charmer_and_are_feared() -> None:
    """PSY-FEAR-02"""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits("rules", "snakes"))
    arena.add("a", at=(15, 10), tags=["animal_charmed_snake"])
    arena.add("a", at=(25, 10), tags=["animal_charmed_snake"])
    arena.add("b", at=(30, 10), skills=traits("rules", "not_snakes"))
    heard(arena, "deploy", "none")
    heard(arena, "turn_start", "none", "a2")
    heard(arena, "turn_start", "none", "a3")
    assert [bool(arena.models[model_id].flags & STUPID) for model_id in ("a2", "a3")] == [False, True]
    game, state = arena.game(), arena.position()
    assert [fear_of(game, state, "b1", model_id) for model_id in ("a1", "a2")] == ["", "fear"]


def test_a_flute_holds_serpents() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits("items", "snake_charmers_flute"))
    arena.add("b", at=(14, 10), tags=["animal_charmed_snake"])
    arena.add("b", at=(30, 10), tags=["animal_charmed_snake"])
    assert offers(arena, "a1", optional_choices.TURN_START) == ["charms_with_flute"]
    chosen(arena, "a1", "charms_with_flute", "play")
    game, state = arena.game(), arena.position()
    assert [allowance_of(game, state, model_id).walk for model_id in ("a1", "b1", "b2")] == [0, 0, 400]


def test_a_voice_helps_once_a_turn() -> None:
    """CHAR-LD-01, DICE-REROLL-01"""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits("skills", "booming_voice"), role="hero")
    arena.add("a", at=(15, 10), ld=7)
    arena.add("b", at=(40, 10))
    ctx = arena.context("ld 4+4, reroll 3+4, ld 4+4")
    assert take_test(ctx, "a2", "all_alone", "PSY-ALONE-01", own_only=True)
    assert not take_test(ctx, "a2", "all_alone", "PSY-ALONE-01", own_only=True)
    keep(arena, ctx)
    assert take_test(arena.context("ld 3+4"), "a2", "fear", "PSY-FEAR-01", own_only=True)


@pytest.mark.parametrize(
    ("mine", "theirs", "what", "dice", "first"),
    [
        ("compass", "", "deployment", "rolloff 2+5, rolloff 6+1", "a"),
        ("compass", "", "deployment", "rolloff 5+2", "a"),
        ("compass", "", "turn", "rolloff 2+5", "b"),
        ("conch_shell_horn", "", "turn", "rolloff 2+5, rolloff 6+1", "a"),
        ("compass", "compass", "deployment", "rolloff 2+5", "b"),
    ],
)
def test_a_lost_roll_off_is_rolled_again(mine: str, theirs: str, what: str, dice: str, first: str) -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("items", mine))
    arena.add("b", skills=traits("items", theirs) if theirs else [])
    ctx = arena.context(dice)
    assert start_roll_off(ctx, ("a", "b"), what)[0] == first
    keep(arena, ctx)


def band(*items: str) -> WarbandState:
    company = empty_draft("reiklanders")
    company.members["m1"] = Member("m1", HERO, "reiklanders_mercenary_captain", "Marta", is_leader=True)
    company.kit.update({f"k{number}": KitLine(f"k{number}", "m1", item) for number, item in enumerate(items)})
    return company


@pytest.mark.parametrize(("dice", "comes"), [("ld 4+4", True), ("ld 5+4", False)])
def test_a_ring_calls_a_scorpion(dice: str, comes: bool) -> None:
    rows = fighters_of(band("scorpion_ring"), book())
    arena = Arena("mordheim")
    for row in rows:
        arena.add("a", at=(10, 10), **row)
    arena.models["a2"] = arena.models["a2"]._replace(gone="reserve")
    ctx = arena.context(dice)
    given = next(given for code, given in ctx.fighter("a2").skills if code == "summoned")
    answer_the_call(ctx, "a2", **given)
    keep(arena, ctx)
    assert (arena.models["a2"].gone == "") == comes


def test_a_mule_comes_along_and_never_fights() -> None:
    rows = fighters_of(band("mule"), book())
    assert [row["profile"]["attacks"] for row in rows] == [1, 0]
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), **rows[1])
    assert not allowance_of(arena.game(), arena.position(), "a1").may_charge


def test_the_companys_listeners_know_their_parameters() -> None:
    """Every hook of these rules takes what the packs give."""
    for kind, code in (("rules", "snakes"), ("items", "snake_charmers_flute"), ("items", "compass")):
        arena = Arena("mordheim")
        arena.add("a", skills=traits(kind, code))
        fighter = arena.fighters["a1"]
        for function, given in listeners(fighter.hooks, (), "deploy"):
            assert callable(function)
            assert given


@pytest.mark.parametrize("rules", RULESETS)
def test_whole_battles(rules: str) -> None:
    company = band("mule", "scorpion_ring", "compass", "snake_charmers_flute", "sword")
    for number, entry in enumerate(("snake_charmer", "witch"), 2):
        company.members[f"m{number}"] = Member(f"m{number}", HIRED, entry, entry.title())
    company.kit.update({f"s{number}": KitLine(f"s{number}", "m2", "charmed_snake") for number in range(3)})
    sides: list[dict[str, Any]] = [{"name": name, "fighters": fighters_of(company, book())} for name in "XY"]
    for row in (sides[0]["fighters"][0], sides[1]["fighters"][0]):
        row["skills"] = [*row["skills"], *traits("rules", "djinn_powers"), *traits("rules", "mad_master")]
        row["spells"] = [*LISTS["arabian"], *LISTS["necromancy"]]
        row["weapons"] = [SWORD]
    assert sum(row["name"].startswith("Charmed") for row in sides[0]["fighters"]) == 3
    for seed in range(3):
        data = {"ruleset": rules, "sides": sides, "table": {"width": 2400, "length": 2400},
                "scenario": {"code": "skirmish", "max_turns": 5}}  # fmt: skip
        battle = begin(data, seed)
        play_out(battle, "tactician" if seed else "random")
        assert battle.outcome is not None


# -- chariots, hunches, the Rot ----------------------------------------------------------------------------------------


def chariot(*skills: Any) -> Arena:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), kind="chariot", skills=[*traits("items", "skeleton_chariot"), *skills])
    arena.add("b", at=(20, 10), i=3)
    return arena


def test_a_chariot_charges_only_with_a_driver() -> None:
    """TR-CHARIOT-01"""
    bare = allowance_of(chariot().game(), chariot().position(), "a1")
    assert (bare.walk, bare.may_run, bare.may_charge) == (800, False, False)
    arena = chariot(*traits("skills", "drive_chariot"))
    driven = allowance_of(arena.game(), arena.position(), "a1")
    assert (driven.charge, driven.may_charge) == (1600, True)


@pytest.mark.parametrize(("dice", "posture"), [("char 3", "standing"), ("char 4, wound 3, injury 1", "knocked_down")])
def test_a_chariot_crushes_who_does_not_jump_aside(dice: str, posture: str) -> None:
    """GM-TEST-01: Strength 4 wounds Toughness 3 on 3."""
    arena = chariot(*traits("skills", "drive_chariot"))
    heard(arena, "charge", dice, "a1", "b1")
    assert arena.posture("b1") == posture


def test_the_bridge_makes_a_chariot_of_the_rider() -> None:
    row = fighters_of(band("skeleton_chariot"), book())[0]
    assert row["kind"] == "chariot"


def test_a_hunch_puts_three_men_into_buildings_far_from_enemies() -> None:
    from battles.engine.table.table import Table
    from battles.engine.tests.movement.terrain import floor

    house = {**floor(20, 26, 20, 26, 3), "flags": ["building"]}
    arena = Arena("mordheim", table=Table.from_data({"width": 4800, "length": 4800, "pieces": [house]}))
    arena.add("a", at=(5, 5), skills=traits("skills", "hunch"), is_leader=True, role="hero")
    arena.add("a", at=(6, 6))
    arena.add("b", at=(40, 40))
    arena.add("b", at=(40, 42), skills=traits("skills", "hunch"), role="hero")
    assert offers(arena, "a1", optional_choices.BEFORE_BATTLE) == ["hunch"]
    assert offers(arena, "b2", optional_choices.BEFORE_BATTLE, "b") == []
    game, state = arena.game(), arena.position()
    key = next(
        choice.key
        for choice in optional_choices.OFFERS["hunch"].options(game, state, "a1")
        if choice.key.endswith("a2")
    )
    ctx = chosen(arena, "a1", "hunch", key)
    assert 2000 < arena.models["a2"].x < 2600
    assert ctx.state.flow[-1].kind == "choosing"
    arena.models["a1"] = arena.models["a1"]._replace(used=(("hunch", 3),))
    assert offers(arena, "a1", optional_choices.BEFORE_BATTLE) == []


@pytest.mark.parametrize(("dice", "caught"), [("char 4", True), ("char 3", False)])
def test_enemies_in_contact_may_catch_the_rot(dice: str, caught: bool) -> None:
    """CHAR-TEST-01"""
    from battles.engine.tests.supplement_scenes import cast, scene

    arena = scene("nurgles_rot", at=(11, 10))
    arena.engage("a1", "b1")
    battle = cast(arena, "nurgles_rot", dice=f"cast 6+6, {dice}")
    assert any(effect.code == "nurgles_rot" for effect in battle.state.models["b1"].effects) == caught
