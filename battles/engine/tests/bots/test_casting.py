"""Bots weigh spells: whom they aim at, what they leave alone, and the chance they name."""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.bots.base import Chosen
from battles.engine.bots.casting import weigh
from battles.engine.bots.registry import bot_called
from battles.engine.commands import Cast, EndStep
from battles.engine.tests.builder import RULESETS, Arena

THINKING = ("soldier", "tactician")


def casting(arena: Arena) -> Battle:
    """The arena in the phase in which side a may cast."""
    return arena.battle(arena.rules.casting_phase)


def chosen(arena: Arena, name: str) -> Chosen:
    return bot_called(name).choose(casting(arena), "a")


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_bolt_is_cast_at_the_enemy_in_range_in_every_ruleset(ruleset: str, name: str) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10), spells=["fires_of_uzhul"])
    arena.add("b", at=(20, 10))
    assert chosen(arena, name).command == Cast("a1", "fires_of_uzhul", ("b1",))


def test_the_reason_names_the_exact_chance_to_cast() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), spells=["fires_of_uzhul"])
    arena.add("b", at=(20, 10))
    assert chosen(arena, "tactician").reason["chance"] == "58"  # 7 or more on two dice: 21 of 36


@pytest.mark.parametrize("name", THINKING)
def test_a_storm_that_hits_more_friends_than_enemies_is_not_cast(name: str) -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), spells=["word_of_pain"])
    arena.add("a", at=(11.5, 10))
    arena.add("a", at=(10, 11.5))
    arena.add("b", at=(10, 8))
    battle = casting(arena)
    spells = [command for command in battle.legal("a") if isinstance(command, Cast)]
    assert [weigh(battle.game, battle.state, spell, spells).value < 0 for spell in spells] == [True]
    assert isinstance(bot_called(name).choose(battle, "a").command, EndStep)


@pytest.mark.parametrize("name", THINKING)
def test_the_same_storm_is_cast_among_enemies_alone(name: str) -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), spells=["word_of_pain"])
    arena.add("b", at=(10, 8))
    arena.add("b", at=(12, 10))
    assert chosen(arena, name).command == Cast("a1", "word_of_pain")


@pytest.mark.parametrize("name", THINKING)
def test_a_spell_that_may_be_aimed_at_anyone_is_aimed_at_an_enemy(name: str) -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), spells=["gnawdoom"])
    arena.add("a", at=(12, 10))
    arena.add("b", at=(10, 16))
    assert chosen(arena, name).command == Cast("a1", "gnawdoom", ("b1",))


@pytest.mark.parametrize("name", THINKING)
def test_a_prayer_heals_the_wounded_friend(name: str) -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), spells=["healing_hand"])
    arena.add("a", at=(11.5, 10), profile={"wounds": 3})
    arena.models["a2"] = arena.models["a2"]._replace(wounds=1)
    arena.add("b", at=(40, 10))
    assert chosen(arena, name).command == Cast("a1", "healing_hand", ("a2",))
