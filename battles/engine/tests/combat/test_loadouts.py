"""What a fighter holds in close combat, and its effects."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.steps.combat.loadouts import BUCKLER, FISTS, SHIELD, options
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.nerve.fear import fear_of
from battles.engine.tests.builder import AXE, GREATSWORD, HALBERD, MACE, PISTOL, RULESETS, SWORD, Arena, weapon

DAGGER = weapon("dagger", save_modifier=1)
SPEAR = weapon("spear", chart="thrusting", traits=["unwieldy"])
STAR = weapon("morning_star", chart="bludgeoning", strength_bonus=1, traits=["heavy", "difficult_to_use"])
CLAWS = weapon("fighting_claws", hands=2, traits=["pair", "parry", "parry_twice"])
LANCE = weapon("lance", chart="thrusting", traits=["mounted_only", ["cavalry_bonus", {"amount": 2}]])

# weapons, other fields, options expected
HANDS: list[tuple[str, list[dict[str, Any]], dict[str, Any], set[tuple[int, ...]]]] = [
    ("sword and dagger", [SWORD, DAGGER], {}, {(0, 1)}),
    ("dagger and sword", [DAGGER, SWORD], {}, {(1, 0)}),
    ("two-handed and dagger", [HALBERD, DAGGER], {}, {(0,)}),
    ("two-handed and sword", [HALBERD, SWORD], {}, {(0,), (1,)}),
    ("sword, dagger and shield", [SWORD, DAGGER], {"shield": True}, {(0, 1), (0, SHIELD)}),
    ("spear and dagger", [SPEAR, DAGGER], {}, {(0,)}),
    ("spear and shield", [SPEAR], {"shield": True}, {(0, SHIELD)}),
    ("a star beside a buckler", [STAR], {"buckler": True}, {(0,)}),
    ("sword and buckler", [SWORD], {"buckler": True}, {(0, BUCKLER)}),
    ("three blades", [SWORD, AXE, DAGGER], {}, {(1, 0)}),
    ("nothing", [], {}, {(FISTS,)}),
    ("a lance on foot", [LANCE, SWORD], {}, {(1,)}),
    ("claws", [CLAWS], {}, {(0,)}),
    ("one arm lost", [SWORD, GREATSWORD], {"skills": [["loses_hand", {"amount": 1}]]}, {(0,)}),
    ("a third arm", [SWORD, AXE], {"shield": True, "skills": ["extra_hand"]},
     {(1, 0, SHIELD), (0, SHIELD), (1, SHIELD)}),
]  # fmt: skip


@pytest.mark.parametrize("row", HANDS, ids=[row[0] for row in HANDS])
def test_loadouts_worth_choosing(row: Any) -> None:
    _, weapons, fields, expected = row
    arena = Arena("mordheim")
    arena.add("a", weapons=weapons, **fields)
    assert {tuple(option) for option in options(arena.game(), arena.position(), "a1")} == expected


# weapons, Attacks, fields, first round, weapons of the attacks
PLANS: list[tuple[str, list[dict[str, Any]], int, dict[str, Any], bool, list[str]]] = [
    ("two weapons", [SWORD, DAGGER], 2, {}, True, ["sword", "sword", "dagger"]),
    ("claws", [CLAWS], 1, {}, True, ["fighting_claws", "fighting_claws"]),
    ("sword and pistol", [SWORD, PISTOL], 2, {}, True, ["sword", "sword", "pistol"]),
    ("sword and spent pistol", [SWORD, PISTOL], 2, {}, False, ["sword", "sword"]),
    ("a brace of pistols", [PISTOL, PISTOL], 3, {}, True, ["pistol", "pistol"]),
    ("bare hands", [], 3, {}, True, ["fist"]),
    ("a beast", [], 3, {"kind": "war_beast"}, True, ["natural"] * 3),
    ("combat master alone", [SWORD], 1, {"skills": [["extra_attacks",
     {"amount": 1, "enemies_at_least": 2}]]}, True, ["sword"]),
    ("a great claw", [SWORD], 1, {"skills": [["natural_attack",
     {"amount": 1, "strength_bonus": 1}]]}, True, ["sword", "limb"]),
]  # fmt: skip


@pytest.mark.parametrize("row", PLANS, ids=[row[0] for row in PLANS])
def test_attacks_by_what_is_held(row: Any) -> None:
    _, weapons, attacks, fields, first, expected = row
    arena = Arena("mordheim")
    arena.add("a", weapons=weapons, a=attacks, **fields)
    arena.add("b")
    arena.engage("a1", "b1", first_round=first)
    assert [held.code for held in attack_plan(arena.game(), arena.position(), "a1")] == expected


@pytest.mark.parametrize("ruleset", RULESETS)
def test_heavy_weapons_tire(ruleset: str) -> None:
    from battles.engine.steps.combat.striking import blow

    for first, strength in ((True, 4), (False, 3)):
        arena = Arena(ruleset)
        arena.add("a", weapons=[STAR])
        arena.add("b")
        arena.engage("a1", "b1", first_round=first)
        game, state = arena.game(), arena.position()
        assert blow(game, state, "a1", "b1", game.fighters["a1"].weapons[0]).strength == strength


def test_a_tentacle_holds_one_attack_back() -> None:
    arena = Arena("mordheim")
    arena.add("a", a=2)
    arena.add("b", skills=[["enemy_attacks_penalty", {"amount": 1, "minimum": 1}]])
    arena.engage("a1", "b1")
    game, state = arena.game(), arena.position()
    assert [len(attack_plan(game, state, model_id)) for model_id in ("a1", "b1")] == [1, 1]


def test_beasts_fear_fire() -> None:
    """SPEC-FLAMING-01.a"""
    torch = weapon("torch", traits=["flaming"])
    arena = Arena("core")
    arena.add("a", kind="war_beast", weapons=[], ld=5)
    arena.add("a", weapons=[MACE])
    arena.add("b", weapons=[torch])
    game, state = arena.game(), arena.position()
    assert (fear_of(game, state, "a1", "b1"), fear_of(game, state, "a2", "b1")) == ("fear", "")
