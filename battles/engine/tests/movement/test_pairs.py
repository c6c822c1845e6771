"""Warriors who stay near each other. Rules: MV-WALK-02, MV-CHG-01, SCN-DEPLOY-01"""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import Charge, Deploy, EndStep, Move
from battles.engine.errors import IllegalAction
from battles.engine.scenarios.registry import scenario_of
from battles.engine.steps.turn.deployment import place_fault
from battles.engine.tests.builder import RULESETS, Arena
from battles.engine.tests.setups import COMPANY, begin, play_out, setup

NEAR: list[list[Any]] = [["stays_near", {"distance": 4}]]


def pair(ruleset: str = "mordheim", apart: float = 3, **second: Any) -> Arena:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10), skills=NEAR)
    arena.add("a", at=(10 + apart, 10), skills=NEAR, **second)
    arena.add("a", at=(40, 40))
    return arena


def moving(arena: Arena) -> Battle:
    """The battle in the step in which models move that do not charge."""
    battle = arena.battle("movement")
    if battle.state.flow[-1].stage == "charges":
        battle.play("a", EndStep())
    return battle


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("x", "allowed"), [(8.1, True), (7.9, False)])
def test_neither_walks_farther_off_than_four_inches(ruleset: str, x: float, allowed: bool) -> None:
    arena = pair(ruleset)
    arena.add("b", at=(45, 5))
    battle = moving(arena)
    step = Move("a1", "walk", (("walk", round(100 * x), 1000, 0),))
    if allowed:
        battle.play("a", step)
        return
    with pytest.raises(IllegalAction) as refusal:
        battle.play("a", step)
    assert refusal.value.code == "apart"
    for offered in battle.legal("a"):
        battle.validate("a", offered)


def test_who_was_parted_may_come_nearer_but_not_go_farther() -> None:
    arena = pair(apart=9)
    arena.add("b", at=(45, 5))
    battle = moving(arena)
    with pytest.raises(IllegalAction):
        battle.play("a", Move("a1", "walk", (("walk", 900, 1000, 0),)))
    battle.play("a", Move("a1", "walk", (("walk", 1100, 1000, 0),)))


@pytest.mark.parametrize(("x", "second", "allowed"), [
    (17.5, {}, True), (17.5, {"posture": "knocked_down"}, True), (4.5, {}, True),
    (4.5, {"posture": "knocked_down"}, False),
])  # fmt: skip
def test_a_charge_must_not_leave_the_other_behind(x: float, second: dict[str, Any], allowed: bool) -> None:
    arena = pair(**second)
    arena.add("b", at=(x, 10.9))
    battle = arena.battle("movement")
    offered = Charge("a1", ("b1",)) in battle.legal("a")
    assert offered is allowed


def test_alone_the_warrior_goes_anywhere() -> None:
    arena = pair()
    arena.models["a2"] = arena.models["a2"]._replace(gone="out")
    arena.add("b", at=(45, 5))
    battle = moving(arena)
    battle.play("a", Move("a1", "walk", (("walk", 650, 1000, 0),)))


def test_they_are_set_up_together() -> None:
    fighters = [{**fighter, "skills": NEAR} if number < 2 else dict(fighter) for number, fighter in enumerate(COMPANY)]
    battle = begin(setup("mordheim", fighters=fighters), 1)
    while battle.state.flow[-1].kind == "decision":
        battle.play(battle.awaiting()[0], battle.legal(battle.awaiting()[0])[0])
    side = battle.awaiting()[0]
    y = 400 if scenario_of(battle.game).home_edge(battle.game, battle.state, side) == "south" else 4400
    battle.play(side, Deploy(f"{side}1", 1000, y))
    fault = place_fault(battle.game, battle.state, f"{side}2", 2000, y, 0)
    assert fault is not None
    assert fault.code == "apart"
    assert place_fault(battle.game, battle.state, f"{side}2", 1400, y, 0) is None


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("bot", ["random", "soldier", "tactician"])
def test_bots_play_with_a_pair(ruleset: str, bot: str) -> None:
    fighters = [{**fighter, "skills": NEAR} if number < 2 else dict(fighter) for number, fighter in enumerate(COMPANY)]
    battle = begin(setup(ruleset, fighters=fighters, max_turns=5), 2)
    play_out(battle, bot)
    assert battle.outcome is not None
