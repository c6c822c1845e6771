"""A caster, a friend and an enemy for the spells of the supplements, and one spell cast."""

from __future__ import annotations

from typing import Any

from battles.engine.battle import Battle
from battles.engine.commands import Cast
from battles.engine.dice import ScriptedDice
from battles.engine.tests.builder import BOW, SWORD, Arena


def cast(arena: Arena, code: str, *targets: str, dice: str, **place: int) -> Battle:
    """Cast a spell of a1's; every die must be used. The state is kept in the arena."""
    battle = arena.battle(arena.rules.casting_phase, dice=dice)
    command = Cast("a1", code, targets, **place)
    if not place:
        assert command in battle.legal("a")
    battle.play("a", command)
    assert isinstance(battle.dice, ScriptedDice)
    battle.dice.assert_all_used()
    arena.state = battle.state
    return battle


def scene(code: str, *, at: tuple[float, float] = (16, 10), ruleset: str = "core", **enemy: Any) -> Arena:
    """A caster a1, a friend a2 behind it, an enemy b1 six inches away; a3 far away keeps the phase open."""
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10), spells=[code], weapons=[SWORD], tags=["orc", "skink"])
    arena.add("a", at=(8, 10), weapons=[SWORD, BOW], tags=["goblin", "saurus"])
    arena.add("a", at=(2, 45), spells=["luck_of_shemtek"])
    arena.add("b", at=at, weapons=[SWORD, BOW], **enemy)
    return arena
