"""The recovery phase. TURN-REC-01, TURN-RALLY-01 to 03, TURN-STUN-01, TURN-STAND-01"""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import Answer
from battles.engine.state import FLEEING, KNOCKED_DOWN, RALLIED, STANDING, STOOD_UP, STUNNED
from battles.engine.tests.builder import BOW, RULESETS, Arena


def recover(arena: Arena, dice: str = "") -> Battle:
    return arena.battle("recovery", dice=dice)


@pytest.mark.parametrize("ruleset", ["skirmish", "mordheim", "core"])
def test_the_stunned_come_round_one_step_at_a_time(ruleset: str) -> None:
    """TURN-REC-01.a, TURN-STUN-01.a"""
    arena = Arena(ruleset)
    arena.add("a", posture="stunned")
    arena.add("b", at=(40, 40))
    assert recover(arena).state.models["a1"].posture == KNOCKED_DOWN


@pytest.mark.parametrize(("answer", "posture"), [("turn", KNOCKED_DOWN), ("leave", STUNNED)])
def test_the_preview_edition_lets_the_owner_leave_them_lying(answer: str, posture: int) -> None:
    """TURN-STUN-01.b"""
    arena = Arena("gazette")
    arena.add("a", posture="stunned")
    arena.add("b", at=(40, 40))
    battle = recover(arena)
    battle.play("a", Answer(answer))
    assert battle.state.models["a1"].posture == posture


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_knocked_down_stand_up(ruleset: str) -> None:
    """TURN-REC-01.b, TURN-STAND-01.a"""
    arena = Arena(ruleset)
    arena.add("a", posture="knocked_down")
    arena.add("b", at=(40, 40))
    model = recover(arena).state.models["a1"]
    assert model.posture == STANDING
    assert model.flags & STOOD_UP


@pytest.mark.parametrize(("answer", "posture"), [("stand", STANDING), ("stay", KNOCKED_DOWN)])
def test_under_fire_the_warrior_may_stay_down(answer: str, posture: int) -> None:
    """TURN-STAND-01"""
    arena = Arena("core")
    arena.add("a", posture="knocked_down")
    arena.add("b", at=(30, 30), weapons=[BOW])
    battle = recover(arena)
    assert battle.awaiting() == ("a",)
    battle.play("a", Answer(answer))
    assert battle.state.models["a1"].posture == posture


def test_the_warrior_stands_even_while_engaged() -> None:
    """TURN-STAND-01"""
    arena = Arena("mordheim")
    arena.add("a", posture="knocked_down", at=(10, 10))
    arena.add("b", at=(11, 10))
    arena.engage("a1", "b1")
    assert recover(arena).state.models["a1"].posture == STANDING


@pytest.mark.parametrize(("ruleset", "ld", "leader", "dice"), [("skirmish", 7, 7, "ld 2+5"), ("core", 6, 8, "ld 4+4")])
def test_a_runner_rallies(ruleset: str, ld: int, leader: int, dice: str) -> None:
    """TURN-RALLY-01.a and b"""
    arena = Arena(ruleset)
    arena.add("a", ld=ld, flags=["fleeing"], at=(10, 10))
    arena.add("a", ld=leader, is_leader=True, at=(16, 10))
    arena.add("b", at=(40, 40))
    model = recover(arena, dice).state.models["a1"]
    assert model.flags & RALLIED
    assert not model.flags & FLEEING


@pytest.mark.parametrize(
    ("ruleset", "barred"), [("skirmish", True), ("gazette", True), ("mordheim", True), ("core", False)]
)
def test_no_rally_with_an_enemy_nearest(ruleset: str, barred: bool) -> None:
    """TURN-RALLY-02.a, CONV-FALLBACK-01.b"""
    arena = Arena(ruleset)
    arena.add("a", ld=7, flags=["fleeing"], at=(10, 10))
    arena.add("b", at=(14, 10))
    arena.add("a", at=(16, 10))
    battle = recover(arena, "none" if barred else "ld 3+3")
    assert battle.dice.position == (0 if barred else 2)
    assert bool(battle.state.models["a1"].flags & RALLIED) is not barred


def test_the_fallen_are_skipped_when_looking_for_the_nearest() -> None:
    """TURN-RALLY-02.b"""
    arena = Arena("skirmish")
    arena.add("a", ld=7, flags=["fleeing"], at=(10, 10))
    arena.add("b", at=(14, 10), posture="knocked_down")
    arena.add("a", at=(16, 10))
    arena.add("b", at=(18, 10))
    assert recover(arena, "ld 1+3").state.models["a1"].flags & RALLIED


def test_equally_near_friend_and_enemy_let_them_rally() -> None:
    """TURN-RALLY-02"""
    arena = Arena("mordheim")
    arena.add("a", flags=["fleeing"], at=(10, 10))
    arena.add("b", at=(14, 10))
    arena.add("a", at=(6, 10))
    assert recover(arena, "ld 1+1").state.models["a1"].flags & RALLIED
