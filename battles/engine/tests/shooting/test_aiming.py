"""What a shot needs where several things come together."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.commands import Shoot
from battles.engine.dice import ScriptedDice
from battles.engine.steps.shooting.to_hit import need_to_hit
from battles.engine.tests.builder import BOW, Arena, state_of, weapon

LARGE = {"kind": "monstrous_infantry"}


def scene(ruleset: str, options: dict[str, Any], shooter: dict[str, Any], target: dict[str, Any], far: float) -> Arena:
    arena = Arena(ruleset, options=options)
    arena.add("a", at=(10, 10), weapons=[BOW], **shooter)
    radius = {"cavalry": 0.75, "monstrous_infantry": 0.75, "monstrous_cavalry": 1.0}.get(target.get("kind", ""), 0.5)
    arena.add("b", at=(10.5 + far + radius, 10), **target)
    return arena


def behind_a_friend(arena: Arena) -> None:
    """A model in front of the target so that part of it is visible."""
    arena.add("a", at=(15.2, 10.6))


@pytest.mark.parametrize(("ruleset", "bs", "flags", "far", "target", "expected"), [
    ("core", 3, [], 6, {}, 5), ("core", 4, ["moved"], 13, LARGE, 5), ("core", 7, [], 13, {}, 2),
    ("core", 8, ["moved"], 13, {}, 2), ("core", 6, [], 13, {}, 3), ("mordheim", 1, [], 6, {}, 7),
])  # fmt: skip
def test_cover_and_the_rest_add_up(
    ruleset: str, bs: int, flags: list[str], far: float, target: dict[str, Any], expected: int
) -> None:
    """SHOOT-MOD-01.a, SHOOT-BS-02.a, c, d, SHOOT-NEED7-01.a"""
    arena = scene(ruleset, {}, {"bs": bs, "flags": flags}, target, far)
    behind_a_friend(arena)
    game, state = arena.game(), arena.position("shooting")
    assert need_to_hit(game, state, "a1", "b1", game.fighters["a1"].weapons[0])[0] == expected


@pytest.mark.parametrize(("modifier", "dice", "hits"), [
    (1, "hit 6, hit2 4, wound 1", 1), (2, "hit 6, hit2 4", 0), (4, "", 0),
])  # fmt: skip
def test_more_than_six(modifier: int, dice: str, hits: int) -> None:
    """SHOOT-NEED7-01.b, c, d"""
    bow = weapon("bow", kind="missile", hands=2, chart="missile", strength=3, reach=2400,
                 traits=[["to_hit_bonus", {"amount": -modifier - 2}]])  # fmt: skip
    arena = Arena("gazette")
    arena.add("a", at=(10, 10), weapons=[bow], bs=3 - 0)
    arena.add("b", at=(17, 10))
    battle = arena.battle("shooting", dice=dice)
    events = battle.play("a", Shoot("a1", "b1", 0))
    assert isinstance(battle.dice, ScriptedDice)
    battle.dice.assert_all_used()
    assert sum(1 for event in events if type(event).__name__ == "Rolled" and event.purpose == "wound") == hits


def test_several_shots() -> None:
    """SHOOT-MOD-MULTI-01.a"""
    arena = Arena("core")
    arena.add("a", at=(10, 10), weapons=[BOW], bs=4, skills=[["shots", {"amount": 2, "weapons": ["bow"]}]])
    arena.add("b", at=(17, 10))
    battle = arena.battle("shooting", dice="hit 3, hit 4, wound 2")
    events = battle.play("a", Shoot("a1", "b1", 0))
    assert [event.need for event in events if type(event).__name__ == "Rolled" and event.purpose == "hit"] == [4, 4]


def test_a_ricochet_finds_another_enemy() -> None:
    """CRIT-MISSILE-RICO-01.a, b and CRIT-MISSILE-01"""
    for dice, second, expected in (
        ("hit 4, wound 6, crit 3, injury 2, wound2 4, injury2 5", True, ("knocked_down", "out_of_action")),
        ("hit 4, wound 6, crit 4, injury 2", False, ("knocked_down", "")),
        ("hit 4, wound 6, crit 1, injury 3", False, ("stunned", "")),
        ("hit 4, wound 6, crit 6, injury 2, injury 4", False, ("stunned", "")),
    ):
        arena = Arena("core")
        arena.add("a", at=(10, 10), weapons=[BOW])
        arena.add("b", at=(17, 10), armour=7)
        if second:
            arena.add("b", at=(22, 10))
        battle = arena.battle("shooting", dice=dice)
        events = battle.play("a", Shoot("a1", "b1", 0))
        assert state_of(events, "b1") == expected[0]
        if second:
            assert state_of(events, "b2") == expected[1]
