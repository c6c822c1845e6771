"""Whom a shooter may choose: worked cases of SHOOT-CLOSE, SHOOT-ENG, SHOOT-ELEV, SHOOT-SNIPER."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.commands import Detect, EndStep, Shoot
from battles.engine.errors import IllegalAction
from battles.engine.steps.shooting.permission import may_shoot
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.steps.shooting.targets import legal_targets
from battles.engine.tests.builder import BOW, PISTOL, Arena

SNIPER = [["sniper", {}]]
LARGE = {"kind": "monstrous_infantry"}
SMOOTH = {"hr_no_single_target_penalty": True}


def archer(arena: Arena, **fields: Any) -> str:
    return arena.add("a", at=fields.pop("at", (10, 10)), weapons=[BOW], **fields)


def enemy(arena: Arena, far: float, lane: float = 0.0, **fields: Any) -> str:
    """An enemy at this distance in inches, edge to edge, in a separate lane."""
    radius = 0.75 if fields.get("kind") else 0.5
    gap = far + 0.5 + radius
    return arena.add("b", at=(10 + (gap**2 - lane**2) ** 0.5, 10 + lane), **fields)


def legal(arena: Arena, shooter: str = "a1") -> set[str]:
    game, state = arena.game(), arena.position("shooting")
    return {entry.who for entry in legal_targets(game, state, shooter, plan_of(game, state, shooter, 0))}


# id, rulesets, enemies as (distance, lane, fields), indices that are legal
CASES: list[tuple[str, list[str], list[tuple[float, float, dict[str, Any]]], set[int]]] = [
    ("SHOOT-CLOSE-01.a", ["core"], [(5, 0, {}), (9, 3, {})], {1}),
    ("SHOOT-CLOSE-02.b", ["skirmish", "gazette", "mordheim"], [(8, 0, {}), (10, 3, {})], {1}),
    ("SHOOT-CLOSE-03.a", ["skirmish", "gazette", "mordheim"], [(4, 0, {"posture": "stunned"}), (7, 3, {})], {1, 2}),
    ("SHOOT-CLOSE-03.b", ["core"], [(4, 0, {"posture": "stunned"}), (7, 3, {})], {2}),
    ("SHOOT-CLOSE-03.c", ["core"], [(4, 0, {"flags": ["fleeing"]})], set()),
    ("SHOOT-CLOSE-04.a", ["core"], [(4, 0, {}), (10, 3, LARGE)], {1, 2}),
    ("SHOOT-CLOSE-04.b", ["core"], [(4, 0, {}), (10, 3, {"kind": "cavalry"})], {1}),
    ("a downed enemy beyond the nearest", ["mordheim"], [(4, 0, {}), (7, 3, {"posture": "stunned"})], {1}),
    ("equally near", ["core"], [(6, 1, {}), (6, -1, {})], {1, 2}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("ruleset", "enemies", "expected"),
    [(ruleset, row[2], row[3]) for row in CASES for ruleset in row[1]],
    ids=[f"{row[0]}-{ruleset}" for row in CASES for ruleset in row[1]],
)
def test_worked_case(ruleset: str, enemies: list[tuple[float, float, dict[str, Any]]], expected: set[int]) -> None:
    arena = Arena(ruleset)
    archer(arena)
    for far, lane, fields in enemies:
        enemy(arena, far, lane, **fields)
    assert legal(arena) == {f"b{number}" for number in expected}


@pytest.mark.parametrize(("ruleset", "expected"), [("mordheim", {"b1", "b3"}), ("core", {"b1"})])
def test_an_easier_target_farther_away(ruleset: str, expected: set[str]) -> None:
    """SHOOT-CLOSE-02.a and c: the nearest is behind a model, the next is in the open."""
    arena = Arena(ruleset)
    archer(arena)
    enemy(arena, 6)
    arena.add("a", at=(15.8, 10.7))
    enemy(arena, 10, 4)
    arena.models["b3"] = arena.models.pop("b2")
    arena.fighters["b3"] = arena.fighters.pop("b2")
    assert legal(arena) == expected


def test_a_combat_hides_its_fighters_from_archers() -> None:
    """SHOOT-CLOSE-01.b"""
    arena = Arena("core")
    archer(arena)
    enemy(arena, 5)
    enemy(arena, 9, 3)
    arena.add("a", at=(17, 10))
    arena.engage("a2", "b1")
    assert legal(arena) == {"b2"}


@pytest.mark.parametrize(
    ("skills", "own", "expected"), [((), False, set()), (SNIPER, False, {"b1", "c1"}), (SNIPER, True, {"c1"})]
)
def test_shooting_into_the_combat_of_others(skills: Any, own: bool, expected: set[str]) -> None:
    """SHOOT-ENG-01.a, b, c"""
    arena = Arena("core")
    archer(arena, skills=list(skills), bs=4)
    enemy(arena, 6)
    arena.add("c", at=(16.5, 11))
    arena.engage("b1", "c1")
    if own:
        arena.add("a", at=(17.4, 9.6))
        arena.engage("a2", "b1")
        expected = set()
    assert legal(arena) == expected


def test_a_sniper_ignores_the_nearest() -> None:
    """SHOOT-SNIPER-01.a"""
    arena = Arena("core")
    archer(arena, skills=SNIPER)
    enemy(arena, 4)
    enemy(arena, 12, 4, posture="stunned")
    assert legal(arena) == {"b1", "b2"}


@pytest.mark.parametrize(("ruleset", "height", "posture", "expected"), [
    ("core", 3, "stunned", {"b1", "b2"}), ("skirmish", 2, "standing", {"b1"}),
    ("skirmish", 2.01, "standing", {"b1", "b2"}),
])  # fmt: skip
def test_from_above_the_choice_is_free(ruleset: str, height: float, posture: str, expected: set[str]) -> None:
    """SHOOT-ELEV-01.a, b; GM-FLOOR-01.d"""
    arena = Arena(ruleset)
    archer(arena, at=(10, 10, height))
    enemy(arena, 5)
    enemy(arena, 9, 4, posture=posture)
    assert legal(arena) == expected


def test_out_of_range_in_each_ruleset() -> None:
    """SHOOT-RANGE-01.a, b"""
    arena = Arena("core")
    archer(arena)
    enemy(arena, 25)
    assert legal(arena) == set()
    arena = Arena("gazette")
    archer(arena)
    enemy(arena, 25)
    battle = arena.battle("shooting")
    battle.play("a", Shoot("a1", "b1", 0))
    assert battle.state.models["a1"].flags & (1 << 10)
    assert battle.state.models["b1"].wounds == 1


@pytest.mark.parametrize(("ruleset", "flags", "able"), [
    ("skirmish", ["stood_up"], True), ("core", ["ran"], False), ("mordheim", ["fleeing"], False),
    ("core", ["search_failed"], False), ("skirmish", ["search_failed"], True), ("core", ["fell"], False),
    ("mordheim", ["fell"], True), ("core", ["rallied"], False), ("gazette", ["failed_charge"], False),
])  # fmt: skip
def test_who_may_shoot(ruleset: str, flags: list[str], able: bool) -> None:
    """SHOOT-WHO-01"""
    arena = Arena(ruleset)
    archer(arena, flags=flags)
    assert may_shoot(arena.game(), arena.position("shooting"), "a1") is able


def test_mounted_archers_of_skirmish_look_forward() -> None:
    """SHOOT-ARC-01.a, b"""
    for ruleset, expected in (("skirmish", set()), ("core", {"b1"})):
        arena = Arena(ruleset)
        archer(arena, kind="cavalry")
        enemy(arena, 6)
        assert legal(arena) == expected


def test_engaged_models_do_not_shoot_pistols() -> None:
    """SHOOT-PISTOL-01.a"""
    arena = Arena("core")
    arena.add("a", weapons=[PISTOL], at=(10, 10))
    arena.add("b", at=(11, 10))
    arena.engage("a1", "b1")
    assert not may_shoot(arena.game(), arena.position("shooting"), "a1")


def test_a_hidden_enemy_must_be_found_first() -> None:
    """SHOOT-LOS-01.a, b"""
    arena = Arena("core")
    archer(arena)
    enemy(arena, 6, flags=["hidden"])
    battle = arena.battle("shooting", dice="char 3")
    assert set(battle.legal("a")) == {EndStep(), Detect("a1", "b1")}
    battle.play("a", Detect("a1", "b1"))
    assert Shoot("a1", "b1", 0) in battle.legal("a")
    arena = Arena("core")
    archer(arena)
    enemy(arena, 7, flags=["hidden"])
    archer(arena, at=(5, 20))
    enemy(arena, 20, 15)
    with pytest.raises(IllegalAction):
        arena.battle("shooting").play("a", Detect("a1", "b1"))


def test_shooting_reveals_the_hidden() -> None:
    """SHOOT-LOS-01.c"""
    arena = Arena("mordheim")
    archer(arena, flags=["hidden"])
    enemy(arena, 6)
    battle = arena.battle("shooting", dice="hit 1")
    battle.play("a", Shoot("a1", "b1", 0))
    assert not battle.state.models["a1"].flags & (1 << 22)
