"""Shapes, runes and traps, of the supplements: dice in, outcome out."""

from __future__ import annotations

import pytest

from battles.engine.steps.combat.strike_order import entries_of
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.saves import saves_against
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement import traps
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.steps.turn import optional_choices
from battles.engine.table.vectors import Spot
from battles.engine.tests.builder import BOW, SWORD, Arena, weapon
from battles.engine.tests.skills.scenes import CROSSBOW, chosen, effects, keep, offers
from battles.engine.tests.skills.test_supplement_skills import traits

# -- shapes ------------------------------------------------------------------------------------------------------------

VAMPIRE = {"m": 6, "ws": 4, "bs": 4, "s": 4, "t": 4, "w": 2, "i": 5, "a": 2, "ld": 8}


@pytest.mark.parametrize(
    ("code", "now"),
    [
        ("bat_form", (8, 3, 0, 3, 2, 5, 1, 8)),
        ("giant_wolf_form", (9, 4, 0, 4, 3, 5, 2, 8)),
        ("ratswarm_form", (6, 3, 0, 3, 3, 5, 4, 8)),
    ],
)
def test_a_vampire_takes_a_shape(code: str, now: tuple[int, ...]) -> None:
    """CHAR-PROFILE-01: the shape's figures; Initiative and Leadership stay; no armour, no arms, no shots."""
    arena = Arena("mordheim")
    arena.add("a", skills=traits("skills", code), armour=4, weapons=[SWORD, BOW], **VAMPIRE)
    arena.add("b")
    assert offers(arena, "a1", optional_choices.TURN_START) == [code]
    chosen(arena, "a1", code, "take")
    game, state = arena.game(), arena.position()
    names = ("movement", "weapon_skill", "ballistic_skill", "strength", "toughness", "initiative", "attacks")
    assert tuple(characteristic(game, state, "a1", name) for name in (*names, "leadership")) == now
    assert {one.code for one in attack_plan(game, state, "a1")} == {"natural"}
    assert plan_of(game, state, "a1", 1).refused
    assert saves_against(game, state, Attack("b1", "a1", "blow")).armour_need == 7
    assert allowance_of(game, state, "a1").anywhere == (code == "bat_form")
    assert offers(arena, "a1", optional_choices.TURN_START) == ["back_to_own_shape"]
    chosen(arena, "a1", "back_to_own_shape", "back")
    assert effects(arena, "a1") == []


def test_mist_drifts_and_is_hit_and_wounded_on_sixes() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("skills", "mist_form"), **VAMPIRE)
    arena.add("b", ws=6, s=6, weapons=[weapon("axe")])
    chosen(arena, "a1", "mist_form", "take", "move 3+4")
    assert allowance_of(arena.game(), arena.position(), "a1").walk == 700
    arena.engage("b1", "a1")
    arena.blows("b1", "a1", dice="hit 5")
    struck = blow(arena.game(), arena.position(), "b1", "a1", arena.fighters["b1"].weapons[0])
    assert struck.need_hit == 6
    arena.blows("b1", "a1", dice="hit 6, wound 5")
    assert arena.wounds("a1") == 2
    assert attack_plan(arena.game(), arena.position(), "a1") == []


def test_the_wolf_of_ulric_needs_a_test_to_be_a_priest_again() -> None:
    from battles.engine.tests.supplement_scenes import cast, scene

    arena = scene("call_of_ulric")
    arena.models = dict(cast(arena, "call_of_ulric", dice="cast 6+6").state.models)
    assert characteristic(arena.game(), arena.position(), "a1", "toughness") == 4
    chosen(arena, "a1", "back_to_own_shape", "back", "ld 4+3")
    assert "as:call_of_ulric" in effects(arena, "a1")
    chosen(arena, "a1", "back_to_own_shape", "back", "ld 3+3")
    assert effects(arena, "a1") == []


# -- runes -------------------------------------------------------------------------------------------------------------


def smithy(code: str) -> Arena:
    arena = Arena("mordheim")
    arena.add("a", skills=traits("rules", "inscribe_runes"), spells=[code], weapons=[SWORD])
    arena.add("a", weapons=[weapon("axe"), CROSSBOW], armour=5, i=3, at=(12, 10))
    arena.add("b", at=(13, 10), armour=4, spells=["bolt_of_dark_light"])
    arena.engage("a2", "b1")
    return arena


def test_runes_are_cut_on_their_roll_and_do_what_they_say() -> None:
    for code, roll, place in (
        ("rune_of_accuracy", "cast 4+5", 1), ("rune_of_sharpness", "cast 3+3", 1), ("rune_of_speed", "cast 3+4", 1),
        ("rune_of_stone", "cast 4+4", 0), ("rune_of_striding", "cast 4+4", 0),
    ):  # fmt: skip
        arena = smithy(code)
        assert offers(arena, "a1", optional_choices.BEFORE_BATTLE) == ["inscribe_runes"]
        before = arena.game(), arena.position()
        plain = blow(*before, "a2", "b1", arena.fighters["a2"].weapons[0])
        chosen(arena, "a1", "inscribe_runes", f"{code}:a2:{place}", roll)
        game, state = arena.game(), arena.position()
        cut = blow(game, state, "a2", "b1", game.fighters["a2"].weapons[0])
        changed = {
            "rune_of_accuracy": plain.need_hit - cut.need_hit,
            "rune_of_sharpness": saves_against(game, state, cut).armour_need
            - saves_against(*before, plain).armour_need,
            "rune_of_speed": entries_of(game, state, "a2")[0].initiative // 3 - 1,
            "rune_of_stone": saves_against(*before, Attack("b1", "a2", "blow")).armour_need
            - saves_against(game, state, Attack("b1", "a2", "blow")).armour_need,
            "rune_of_striding": characteristic(game, state, "a2", "movement") - 4,
        }
        assert changed[code] == 1, code
        assert [name for name, by in changed.items() if by and name != code] == []


def test_a_rune_fails_and_may_ruin_the_weapon() -> None:
    arena = smithy("rune_of_accuracy")
    chosen(arena, "a1", "inscribe_runes", "rune_of_accuracy:a2:1", "cast 4+4")
    assert effects(arena, "a2") == []
    chosen(arena, "a1", "inscribe_runes", "rune_of_accuracy:a2:1", "cast 1+1")
    assert effects(arena, "a2") == ["broken"]


def test_an_apprentice_means_a_second_rune() -> None:
    arena = smithy("rune_of_striding")
    arena.add("a", at=(8, 10), skills=traits("rules", "extra_hands"))
    chosen(arena, "a3", "extra_hands", "rune_of_striding:a3:0", "cast 4+4")
    assert characteristic(arena.game(), arena.position(), "a3", "movement") == 5


def test_a_ward_turns_spells() -> None:
    from battles.engine.commands import Cast

    arena = Arena("core")
    arena.add("a", at=(10, 10), spells=["bolt_of_dark_light"])
    arena.add("b", at=(15, 10))
    arena.effect("b1", "rune_of_warding")
    battle = arena.battle("shooting", dice="cast 6+6, die 4")
    battle.play("a", Cast("a1", "bolt_of_dark_light", ("b1",)))
    assert battle.state.models["b1"].posture == 0


# -- traps -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "code", "dice", "posture"),
    [
        ("rules", "set_traps", "die 3, wound 3, injury 1", "knocked_down"),
        ("rules", "set_traps", "die 2", "standing"),
        ("items", "trip_wire", "die 3, wound 3, injury 1", "knocked_down"),
        ("rules", "trap_counters", "die 5, wound 2, injury 1", "knocked_down"),
        ("rules", "trap_counters", "die 3", "standing"),
    ],
)
def test_a_trap_snaps_at_who_comes_near(kind: str, code: str, dice: str, posture: str) -> None:
    """Strength 4 wounds Toughness 3 on 3; a counter's 5 is Strength 5, which wounds on 2."""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=traits(kind, code))
    arena.add("b", at=(20, 10))
    chosen(arena, "a1", "sets_traps", "lay")
    assert traps.laid(arena.position())[0][:2] == [1075, 1000]
    assert allowance_of(arena.game(), arena.position(), "a1").walk == 0
    ctx = arena.context("none", "movement", "b")
    traps.spring(ctx, "b1", Spot(2000, 1000, 0), (("walk", 1600, 1000, 0),))
    assert traps.laid(ctx.state)
    ctx = arena.context(dice, "movement", "b")
    traps.spring(ctx, "b1", Spot(2000, 1000, 0), (("walk", 1300, 1000, 0), ("walk", 1300, 600, 0)))
    keep(arena, ctx)
    assert arena.posture("b1") == posture
    assert traps.laid(arena.position()) == []


def test_master_trappers_and_those_who_know_traps() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), skills=[*traits("items", "trip_wire"), *traits("skills", "master_trapper")])
    arena.add("b", at=(20, 10), skills=traits("skills", "trap_expert"))
    arena.add("b", at=(20, 20))
    chosen(arena, "a1", "sets_traps", "lay")
    assert traps.laid(arena.position())[0][5:] == [2, 400]
    ctx = arena.context("none", "movement", "b")
    traps.spring(ctx, "b1", Spot(2000, 1000, 0), (("walk", 1300, 1000, 0),))
    assert traps.laid(ctx.state)
    assert offers(arena, "a1", optional_choices.TURN_START) == []
