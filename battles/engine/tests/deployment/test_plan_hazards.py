"""Fog, plants, fire, bolts, spirits, champions and objects to carry, each with its own numbers."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.battle import Battle
from battles.engine.dice import PlainDice
from battles.engine.flow import Context
from battles.engine.scenarios import tokens
from battles.engine.scenarios.creatures.champions import RoutShare
from battles.engine.scenarios.creatures.figures import cast
from battles.engine.scenarios.hazards.dangers import TREE, Plants
from battles.engine.scenarios.hazards.fire import Fire
from battles.engine.scenarios.hazards.weather import HAZE
from battles.engine.scenarios.objectives.carried_objects import CarriedObjects
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import BattleState, Outcome
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.hiding.visibility import VISIBILITY, sees
from battles.engine.steps.shooting.rate_of_fire import plans_of
from battles.engine.steps.turn import rout
from battles.engine.tests.setups import setup

BEAST: dict[str, Any] = {
    "code": "beast", "name": "Beast", "count": 1, "fighter": {"profile": {"movement": 4, "wounds": 1}, "weapons": []},
}  # fmt: skip


def effect(code: str, **params: Any) -> dict[str, Any]:
    return {"code": code, "params": params}


def begun(*effects: dict[str, Any], figures: tuple[dict[str, Any], ...] = (), **about: Any) -> Battle:
    """A battle set up to its first turn."""
    data = setup("mordheim", max_turns=6)
    home = {"name": "Trouble", "effects": list(effects), "figures": list(figures), **about}
    data["scenario"] |= {"code": "own_abcdefgh_1_trouble", "home": home}
    battle = Battle.begin(cast(data), PlainDice(2))
    while not battle.state.turn_number:
        side = battle.awaiting()[0]
        battle.play(side, battle.legal(side)[0])
    return battle


def context(battle: Battle) -> Context:
    return Context(battle.game, battle.state, battle.dice)


def test_no_one_sees_farther_than_the_fog_allows() -> None:
    battle = begun(effect("dense_fog", dice="2D6", lost_on=1))
    limit = int(battle.state.marks[VISIBILITY])
    assert 200 <= limit <= 1200
    state: BattleState = battle.state
    state.models["a1"] = state.models["a1"]._replace(x=1000, y=1000)
    for far, seen in ((limit - 100, True), (limit + 200, False)):
        state.models["b1"] = state.models["b1"]._replace(x=1000 + far + 100, y=1000, gone="")
        others = [model_id for model_id in state.models if model_id not in ("a1", "b1")]
        for model_id in others:
            state.models[model_id] = state.models[model_id]._replace(x=4000, y=4000)
        assert sees(battle.game, state, "a1", "b1") is seen


def test_a_haze_slows_and_shortens() -> None:
    battle = begun(effect("haze", movement=1, range=4, voices=50))
    assert any(found.code == HAZE for found in battle.state.models["a5"].effects)
    allowance = allowance_of(battle.game, battle.state, "a5")
    assert (allowance.walk, allowance.run) == (300, 600)
    bow = next(plan for plan in plans_of(battle.game, battle.state, "a5") if plan.weapon.reach > 1000)
    assert bow.reach == bow.weapon.reach - 400


def test_a_tree_strikes_whoever_ends_the_phase_beside_it() -> None:
    battle = begun(effect("plants"))
    scenario = next(aim for aim in scenario_of(battle.game).aims if isinstance(aim, Plants))
    tree = next(token for token in tokens.tokens(battle.state).values() if token["kind"] == TREE)
    for model_id in list(battle.state.models):
        battle.state.models[model_id] = battle.state.models[model_id]._replace(x=4700, y=4700)
    battle.state.models["a1"] = battle.state.models["a1"]._replace(x=tree["x"] + 150, y=tree["y"])
    assert scenario.plant_near(battle.game, battle.state, "a1") == TREE
    assert scenario.plant_near(battle.game, battle.state, "a2") == ""
    before = len(battle.log)
    ctx = context(battle)
    scenario.phase_over(ctx, "movement", "a")
    assert ctx.events
    assert before == len(battle.log)


def test_the_roof_falls_on_all_who_are_not_near_an_edge() -> None:
    battle = begun(effect("fire"), roles=True)
    fire = next(aim for aim in scenario_of(battle.game).aims if isinstance(aim, Fire))
    ctx = context(battle)
    for model_id in list(ctx.state.models):
        ctx.state.models[model_id] = ctx.state.models[model_id]._replace(x=2400, y=2400, engaged=())
    ctx.state.models["a1"] = ctx.state.models["a1"]._replace(x=300, y=2400)
    fire._collapse(ctx)
    assert [model_id for model_id, model in ctx.state.models.items() if not model.gone] == ["a1"]
    assert fire.verdict(battle.game, ctx.state) == Outcome((fire.facts(ctx.state)["attacker"],), "house_fallen")


def test_a_side_that_holds_out_longer_tests_later() -> None:
    battle = begun(effect("rout_share", side="defender", percent=50), roles=True)
    facts = scenario_of(battle.game).facts(battle.state)
    for side, due in ((facts["defender"], False), (facts["attacker"], True)):
        for model_id in (f"{side}2", f"{side}3"):
            battle.state.models[model_id] = battle.state.models[model_id]._replace(gone="out")
        assert rout.test_due(battle.game, battle.state, side) is due
    assert isinstance(scenario_of(battle.game).aims[0], RoutShare)


def test_a_side_routs_after_its_champion_has_fallen() -> None:
    champions = ({**BEAST, "code": "ours", "joins": "first"}, {**BEAST, "code": "theirs", "joins": "second"})
    battle = begun(
        effect("champion", figure="ours", falls="rout"), effect("champion", figure="theirs", falls="lose"),
        figures=champions,
    )  # fmt: skip
    scenario = scenario_of(battle.game)
    order = scenario.facts(battle.state)["order"]
    assert scenario.verdict(battle.game, battle.state) is None
    beasts = (model_id for model_id, fighter in battle.game.fighters.items() if fighter.name == "Beast")
    theirs = next(beast for beast in beasts if beast[0] == order[1] and not battle.state.models[beast].gone)
    battle.state.models[theirs] = battle.state.models[theirs]._replace(gone="out")
    assert scenario.verdict(battle.game, battle.state) == Outcome((order[0],), "leader_down")


@pytest.mark.parametrize(("wins", "off", "winners"), [("first", 1, ("a",)), ("half", 1, None), ("half", 2, ("a",))])
def test_things_that_are_away_decide_the_battle(wins: str, off: int, winners: tuple[str, ...] | None) -> None:
    battle = begun(effect("carried_things", kind="chest", plus=4, where="spread", exit="any_edge", wins=wins))
    items = next(aim for aim in scenario_of(battle.game).aims if isinstance(aim, CarriedObjects))
    assert items.total(battle.state) == 4
    battle.state.marks["scenario"] = {**battle.state.marks["scenario"], "off": {"a": off}}
    outcome = items.verdict(battle.game, battle.state)
    assert (outcome.winners if outcome else None) == winners


def test_a_carrier_at_the_edge_leaves_with_what_it_carries() -> None:
    battle = begun(effect("carried_things", kind="wyrdstone", plus=2, where="spread", exit="any_edge", keeps=True))
    ctx = context(battle)
    key, token = next(iter(tokens.tokens(ctx.state, "wyrdstone").items()))
    ctx.state.marks[key] = {**token, "by": "a1"}
    ctx.state.models["a1"] = ctx.state.models["a1"]._replace(x=50, y=2400, engaged=())
    scenario_of(battle.game).watch(ctx)
    assert ctx.state.models["a1"].gone == "left"
    assert len(tokens.tokens(ctx.state, "wyrdstone")) == 1
    assert scenario_of(battle.game).loot(battle.game, ctx.state)["a"]["shards"] == 1
    assert "carries_off" in [award.code for award in scenario_of(battle.game).awards(battle.game, ctx.state)]
