"""Stake-Out: a camp with the leader in its heart, attackers out of charge reach, surprise, and the end."""

from __future__ import annotations

import pytest

from battles.engine.aftermath.facts import facts_of
from battles.engine.dice import ScriptedDice
from battles.engine.events import Removed
from battles.engine.scenarios.areas import EDGES, edge_gap
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import MOVED, STUPID, Outcome
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.turn import ending
from battles.engine.table.vectors import within
from battles.engine.tests.builder import RULESETS, Arena
from battles.engine.tests.deployment.test_plan_aims import effect, home
from battles.setup.tests.supplements.played_battles import begun

FACTS = {"attacker": "b", "defender": "a", "order": ["a", "b"], "edges": {"a": "south", "b": "north"}}
PLAN = home(
    effect("deploy_camp", side="defender"),
    effect("deploy_out_of_charge", side="attacker"),
    effect("surprised", side="defender"),
    effect("hunt_leader", side="defender"),
    roles=True,
)


def camp() -> Arena:
    arena = Arena("mordheim")
    arena.scenario = {"code": "under_test", "home": PLAN}
    arena.marks = {"scenario": dict(FACTS)}
    arena.add("a", at=(24, 14), role="hero", is_leader=True)
    arena.add("a", at=(20, 8))
    arena.add("b", at=(24, 30), role="hero")
    arena.add("b", at=(30, 30))
    return arena


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_leader_stands_in_the_heart_of_the_camp_and_no_one_can_be_charged_at_once(ruleset: str) -> None:
    from battles.engine.bots.registry import bot_called
    from battles.engine.steps.models.bodies import body_of

    battle = begun("stake_out", ruleset, seed=5)
    bot = bot_called("tactician")
    while not battle.state.turn_number:
        side = battle.awaiting()[0]
        battle.play(side, bot.choose(battle, side).command)
    state, game = battle.state, battle.game
    facts = state.marks["scenario"]
    assert state.active == facts["attacker"]

    def inner(model_id: str) -> int:
        model = state.models[model_id]
        return min(edge_gap(game, model.x, model.y, game.fighters[model_id].radius, edge) for edge in EDGES)

    camp = [model_id for model_id in state.models if model_id[0] == facts["defender"]]
    leader = next(model_id for model_id in camp if game.fighters[model_id].is_leader)
    assert max(camp, key=inner) == leader
    assert inner(leader) >= 900
    for model_id in state.models:
        if model_id[0] == facts["attacker"]:
            reach = allowance_of(game, state, model_id).charge
            assert not any(
                within(body_of(game, state, model_id), body_of(game, state, enemy), reach - 1) for enemy in camp
            )


def test_in_its_first_turn_a_side_taken_by_surprise_tests_its_initiative() -> None:
    arena = camp()
    arena.active = "a"
    ctx = arena.context("char 6, char 3")
    ctx.state.sides["a"] = ctx.state.sides["a"]._replace(turns_taken=1)
    scenario_of(ctx.game).turn_start(ctx, "a")
    assert isinstance(ctx.dice, ScriptedDice)
    ctx.dice.assert_all_used()
    assert ctx.state.models["a1"].flags & STUPID
    assert not ctx.state.models["a2"].flags & STUPID
    ctx.state.sides["a"] = ctx.state.sides["a"]._replace(turns_taken=2)
    scenario_of(ctx.game).turn_start(ctx, "a")
    scenario_of(ctx.game).turn_start(ctx, "b")


def test_the_leader_who_leaves_by_their_edge_has_won() -> None:
    arena = camp()
    arena.models["a1"] = arena.models["a1"]._replace(y=50, flags=MOVED)
    ctx = arena.context(phase="movement")
    ending.settle(ctx)
    assert ctx.state.models["a1"].gone == "left"
    assert ctx.state.outcome == Outcome(("a",), "leader_away")


def test_others_who_leave_decide_nothing_and_no_one_leaves_who_was_set_up_there() -> None:
    arena = camp()
    arena.models["a2"] = arena.models["a2"]._replace(y=50)
    ctx = arena.context(phase="movement")
    ending.settle(ctx)
    assert not ctx.state.models["a2"].gone
    arena.models["a2"] = arena.models["a2"]._replace(flags=MOVED)
    ctx = arena.context(phase="movement")
    ending.settle(ctx)
    assert ctx.state.models["a2"].gone == "left"
    assert ctx.state.outcome is None


@pytest.mark.parametrize("why", ["out", "fled"])
def test_the_leader_out_of_action_is_the_attackers_victory(why: str) -> None:
    arena = camp()
    arena.models["a1"] = arena.models["a1"]._replace(gone=why)
    ctx = arena.context(phase="movement")
    ending.settle(ctx)
    assert ctx.state.outcome == Outcome(("b",), "leader_down")
    found = facts_of(ctx.game, ctx.state, [Removed("a1", why, "b1"), Removed("a2", "out", "b2")])
    mine = found["b"].deeds.get(ctx.game.fighters["b1"].roster_id, {})
    assert mine.get("fells_leader", 0) == (1 if why == "out" else 0)
