"""What possesses its bearer: runes that lead through walls, a hood that knows no friends."""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.dice import PlainDice
from battles.engine.hooks import listeners
from battles.engine.table.generator import generate_data
from battles.engine.tests.builder import RULESETS, SWORD, Arena
from battles.engine.tests.setups import setup

HOOD = ["falls_upon_fallen"]


def end_of_turn(arena: Arena, dice: str) -> None:
    ctx = arena.context(dice)
    for function, parameters in listeners(ctx.fighters["a1"].hooks, ctx.model("a1").effects, "turn_end"):
        function(ctx, "a1", **parameters)
    arena.finish(ctx)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_hood_falls_upon_a_friend_who_lies_near(ruleset: str) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10), skills=HOOD, weapons=[SWORD])
    arena.add("a", at=(11.2, 10), posture="stunned")
    end_of_turn(arena, "wound 6" if ruleset == "core" else "")
    assert arena.posture("a2") == "out_of_action"


def test_it_leaves_alone_who_stands_or_lies_too_far_and_fights_its_enemy_first() -> None:
    for place, posture, enemy in (
        ((11.2, 10), "standing", False),
        ((13, 10), "stunned", False),
        ((11.2, 10), "stunned", True),
    ):
        arena = Arena("mordheim")
        arena.add("a", at=(10, 10), skills=HOOD, weapons=[SWORD])
        arena.add("a", at=place, posture=posture)
        if enemy:
            arena.add("b")
            arena.engage("a1", "b1")
        end_of_turn(arena, "")
        assert arena.posture("a2") == posture


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_listed_for_who_walks_through_walls_is_accepted(ruleset: str) -> None:
    ghosts = [{"name": "Ghost", "weapons": [SWORD], "skills": ["moves_through_walls"]}]
    town = generate_data(5, width_in=24, length_in=24, density="club")
    battle = Battle.begin(setup(ruleset, fighters=ghosts * 3, max_turns=4, table=town), PlainDice(3))
    bot = bot_called("random")
    assert battle.game.table.walls
    while battle.awaiting():
        side = battle.awaiting()[0]
        for command in battle.legal(side):
            battle.validate(side, command)
        battle.play(side, bot.choose(battle, side).command)
