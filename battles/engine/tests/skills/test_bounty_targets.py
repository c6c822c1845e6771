"""A bounty hunter's target: named after deployment, easier to hit, and a fact for the aftermath."""

from __future__ import annotations

import pytest

from battles.board.prompts import prompt_for
from battles.engine.aftermath.facts import facts_of
from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.commands import Answer, Ready
from battles.engine.dice import PlainDice
from battles.engine.events import Removed
from battles.engine.skills.contracts import MARK, quarry_of
from battles.engine.steps.combat.striking import blow
from battles.engine.tests.builder import BOW, RULESETS, SWORD, Arena
from battles.engine.tests.setups import setup

HUNTER = [["bounty", {"experience": "D3"}]]
BAND = [
    {"name": "Hunter", "role": "hired_sword", "weapons": [SWORD], "skills": HUNTER},
    {"name": "Captain", "role": "hero", "weapons": [SWORD], "is_leader": True},
    {"name": "Champion", "role": "hero", "weapons": [SWORD]},
    {"name": "Recruit", "weapons": [SWORD]},
]


def set_up(ruleset: str, fighters: list[dict[str, object]]) -> Battle:
    """A battle with all models placed by a bot, when the hunter's side makes its first decision."""
    battle = Battle.begin(setup(ruleset, fighters=fighters, max_turns=3), PlainDice(3))
    bot = bot_called("soldier")
    while battle.awaiting() and battle.state.flow[-1].stage != MARK and not battle.state.turn_number:
        side = battle.awaiting()[0]
        battle.play(side, bot.choose(battle, side).command)
    return battle


@pytest.mark.parametrize("ruleset", RULESETS)
def test_their_side_names_an_enemy_hero(ruleset: str) -> None:
    battle = set_up(ruleset, BAND)
    decision = battle.awaiting()[0]
    hunter = battle.state.flow[-1].data["who"]
    assert hunter[0] == decision
    enemy = "b" if decision == "a" else "a"
    assert battle.legal(decision) == [Answer(f"{enemy}2"), Answer(f"{enemy}3")]
    prompt = prompt_for(battle, (decision,), bots=frozenset())
    assert "hunt" in prompt.question
    assert "Champion" in str(prompt.options[1]["label"])
    battle.play(decision, Answer(f"{enemy}3"))
    assert quarry_of(battle.state, hunter) == f"{enemy}3"


def test_silence_hunts_the_leader_and_the_only_hero_needs_no_word() -> None:
    battle = set_up("core", BAND)
    assert battle.state.flow[-1].data["silence"][1] == "2"
    alone = set_up("core", [BAND[0], BAND[1]])
    assert quarry_of(alone.state, "a1") == "b2"
    assert quarry_of(alone.state, "b1") == "a2"
    nobody = set_up("core", [BAND[0], BAND[3]])
    assert quarry_of(nobody.state, "a1") == ""
    assert Ready() not in nobody.legal(nobody.awaiting()[0])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_mark_is_easier_to_hit(ruleset: str) -> None:
    needs: dict[str, int] = {}
    for mark in ("", "b1"):
        arena = Arena(ruleset)
        arena.add("a", skills=HUNTER, weapons=[SWORD, BOW])
        arena.add("b")
        arena.engage("a1", "b1")
        if mark:
            arena.marks["quarry:a1"] = mark
        game, state = arena.game(), arena.position()
        needs[mark] = blow(game, state, "a1", "b1", game.fighters["a1"].weapons[0]).need_hit
    assert needs["b1"] == needs[""] - 1


def test_the_fall_of_the_mark_is_told_apart() -> None:
    battle = set_up("core", [BAND[0], BAND[1], BAND[3]])
    falls = [Removed("b2", "out", "a1", ()), Removed("b3", "out", "a1", ()), Removed("a2", "out", "b3", ())]
    facts = facts_of(battle.game, battle.state, falls)
    assert [(casualty.model, casualty.facts) for casualty in facts["b"].fallen] == [("b2", (MARK,)), ("b3", ())]
    assert facts["a"].fallen[0].facts == ()
