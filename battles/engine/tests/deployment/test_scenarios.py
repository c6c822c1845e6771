"""What the scenarios ask for in play: counters, breaking through, the far end of the street, buildings, turns."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.dice import ScriptedDice
from battles.engine.flow import Context
from battles.engine.scenarios.base import Award
from battles.engine.scenarios.registry import SCENARIOS, scenario_of
from battles.engine.state import Outcome
from battles.engine.steps.turn import ending
from battles.engine.table.table import Table
from battles.engine.tests.builder import Arena

HOUSE = {
    "id": "house", "kind": "house", "name": "House",
    "outline": [[2100, 2100], [2700, 2100], [2700, 2700], [2100, 2700]],
    "z0": 0, "z1": 0, "ground": "open", "flags": ["building"],
}  # fmt: skip


def field(code: str, facts: dict[str, Any] | None = None, *, house: bool = False) -> Arena:
    table = Table.from_data({"width": 4800, "length": 4800, "pieces": [HOUSE]}) if house else None
    arena = Arena("mordheim", table=table)
    arena.scenario = {"code": code}
    arena.marks = {"scenario": facts or {}}
    return arena


def settle(arena: Arena, dice: str = "") -> Context:
    """Let the scenario look at the position."""
    ctx = arena.context(dice, phase="movement")
    ending.settle(ctx)
    assert isinstance(ctx.dice, ScriptedDice)
    ctx.dice.assert_all_used()
    return ctx


def token(kind: str, x: int, y: int, by: str = "") -> dict[str, Any]:
    return {"kind": kind, "x": x, "y": y, "z": 0, "by": by}


def test_all_nine_scenarios_are_known() -> None:
    assert sorted(SCENARIOS) == [
        "breakthrough", "chance_encounter", "defend_the_find", "hidden_treasure", "occupy", "skirmish", "street_fight",
        "surprise_attack", "wyrdstone_hunt",
    ]  # fmt: skip


def test_a_counter_is_picked_up_by_contact_and_scores() -> None:
    arena = field("wyrdstone_hunt", {"counters": 2})
    arena.marks |= {"token:1": token("wyrdstone", 1090, 1000), "token:2": token("wyrdstone", 3000, 3000)}
    arena.add("a", at=(10, 10))
    arena.add("b", at=(40, 40))
    ctx = settle(arena)
    assert ctx.state.marks["token:1"]["by"] == "a1"
    assert ctx.state.marks["token:2"]["by"] == ""
    assert ctx.state.sides["a"].score == 1
    before = len(ctx.events)
    ending.settle(ctx)
    assert len(ctx.events) == before, "a second look changes nothing"


@pytest.mark.parametrize("about", [{"posture": "knocked_down"}, {"flags": ["fleeing"]}, {"role": "animal"}])
def test_the_fallen_the_fleeing_and_animals_pick_up_nothing(about: dict[str, Any]) -> None:
    arena = field("wyrdstone_hunt", {"counters": 1})
    arena.marks["token:1"] = token("wyrdstone", 1000, 1000)
    arena.add("a", at=(10, 10), **about)
    arena.add("b", at=(40, 40))
    assert settle(arena).state.marks["token:1"]["by"] == ""


def test_a_counter_falls_where_its_carrier_fell() -> None:
    arena = field("wyrdstone_hunt", {"counters": 1})
    arena.marks["token:1"] = token("wyrdstone", 0, 0, "a1")
    arena.add("a", at=(12, 20))
    arena.add("a", at=(30, 30))
    arena.add("b", at=(40, 40))
    arena.models["a1"] = arena.models["a1"]._replace(gone="out")
    kept = settle(arena).state.marks["token:1"]
    assert (kept["x"], kept["y"], kept["by"]) == (1200, 2000, "")


def test_two_attackers_at_the_far_edge_have_broken_through() -> None:
    arena = field("breakthrough", {"attacker": "a", "defender": "b", "edges": {"a": "south", "b": "north"}})
    arena.add("a", at=(10, 45.5))
    arena.add("a", at=(20, 45.4))
    arena.add("b", at=(30, 20))
    assert settle(arena).state.outcome is None
    arena.models["a2"] = arena.models["a2"]._replace(y=4550)
    ctx = settle(arena)
    assert ctx.state.outcome == Outcome(("a",), "broken_through")
    awards = scenario_of(ctx.game).awards(ctx.game, ctx.state)
    assert awards == [Award("a1", 1, "broke_through"), Award("a2", 1, "broke_through")]


def test_the_street_is_won_by_the_side_that_gets_everyone_out() -> None:
    arena = field("street_fight", {"edges": {"a": "south", "b": "north"}})
    arena.add("a", at=(10, 47.5), role="hero")
    arena.add("a", at=(20, 30))
    arena.add("b", at=(30, 20))
    ctx = settle(arena)
    assert ctx.state.models["a1"].gone == "left"
    assert ctx.state.outcome is None
    assert scenario_of(ctx.game).awards(ctx.game, ctx.state) == [Award("a1", 1, "escaped_first")]
    arena.models["a2"] = arena.models["a2"]._replace(y=4750)
    assert settle(arena).state.outcome == Outcome(("a",), "escaped")


def test_who_leaves_by_the_far_edge_is_not_lost() -> None:
    from battles.engine.steps.turn import rout

    arena = field("street_fight", {"edges": {"a": "south", "b": "north"}})
    arena.add("a", at=(10, 47.5))
    arena.add("a", at=(20, 30))
    arena.add("b", at=(30, 20))
    ctx = settle(arena)
    assert rout.losses(ctx.game, ctx.state, "a") == (0, 2)


def test_a_building_is_held_by_a_standing_model_without_enemies_inside() -> None:
    arena = field("occupy", {"buildings": ["house"]}, house=True)
    arena.add("a", at=(24, 24))
    arena.add("b", at=(40, 40))
    assert settle(arena).state.sides["a"].score == 1
    arena.add("b", at=(26, 26), posture="knocked_down")
    assert settle(arena).state.sides["a"].score == 0


def test_occupy_lasts_eight_turns_and_knows_no_rout() -> None:
    from battles.engine.steps.turn import rout

    arena = field("occupy", {"buildings": []})
    arena.add("a", at=(24, 24))
    arena.add("a")
    arena.add("b", at=(40, 40))
    arena.models["a2"] = arena.models["a2"]._replace(gone="out")
    ctx = arena.context()
    assert not rout.test_due(ctx.game, ctx.state, "a")
    assert rout.may_give_up(ctx.game, ctx.state, "a")
    assert not ending.out_of_turns(ctx, 8)
    assert ending.out_of_turns(ctx, 9)


def test_the_objective_falls_when_more_attackers_stand_near_it_at_the_end_of_a_defender_s_turn() -> None:
    arena = field("defend_the_find", {"attacker": "a", "defender": "b", "building": "house"}, house=True)
    arena.add("a", at=(24, 16))
    arena.add("a", at=(26, 16))
    arena.add("b", at=(24, 24))
    ctx = arena.context()
    assert not ending.turn_over(ctx, "a")
    assert ending.turn_over(ctx, "b")
    assert ctx.state.outcome == Outcome(("a",), "objective_taken")


def test_the_last_building_always_hides_the_chest() -> None:
    arena = field("hidden_treasure", {"searched": [], "edges": {"a": "south", "b": "north"}}, house=True)
    arena.add("a", at=(24, 24), role="hero")
    arena.add("b", at=(40, 40))
    ctx = settle(arena, "die 1, die 1")
    assert ctx.state.marks["token:1"]["by"] == "a1"
    assert any(effect.code == "carries_chest" for effect in ctx.state.models["a1"].effects)
    assert scenario_of(ctx.game).awards(ctx.game, ctx.state) == [Award("a1", 2, "found_chest")]


def test_the_chest_slows_one_carrier_but_not_two() -> None:
    from battles.engine.steps.movement.allowances import allowance_of

    arena = field("hidden_treasure")
    arena.add("a", at=(10, 10))
    arena.effect("a1", "carries_chest")
    assert allowance_of(arena.game(), arena.position(), "a1").walk == 200
    arena.add("a", at=(11, 10))
    assert allowance_of(arena.game(), arena.position(), "a1").walk == 400


def test_the_treasure_at_home_ends_the_battle() -> None:
    arena = field("hidden_treasure", {"searched": ["house"], "edges": {"a": "south", "b": "north"}}, house=True)
    arena.marks["token:1"] = token("chest", 0, 0, "a1")
    arena.add("a", at=(10, 0.5))
    arena.add("b", at=(40, 40))
    ctx = settle(arena)
    assert ctx.state.outcome == Outcome(("a",), "treasure_home")
    assert scenario_of(ctx.game).loot(ctx.game, ctx.state) == {"a": {"chest": True}, "b": {"chest": False}}


@pytest.mark.parametrize(("code", "kind"), [("wyrdstone_hunt", "wyrdstone"), ("hidden_treasure", "chest")])
@pytest.mark.parametrize("keeps", [True, False])
def test_an_old_prospector_keeps_what_the_warrior_carries(code: str, kind: str, keeps: bool) -> None:
    """What the prospector holds at the end does not reach the warband."""
    arena = field(code, {"counters": 1, "searched": [], "edges": {"a": "south", "b": "north"}})
    arena.marks["token:1"] = token(kind, 0, 0, "a1")
    arena.add("a", at=(10, 0.5), skills=[["keeps_finds", {}]] if keeps else [])
    arena.add("b", at=(40, 40))
    ctx = settle(arena)
    loot = scenario_of(ctx.game).loot(ctx.game, ctx.state)["a"]
    assert loot == ({"shards": 1 - keeps} if kind == "wyrdstone" else {"chest": not keeps})


def test_a_chance_encounter_pays_for_fallen_heroes() -> None:
    arena = field("chance_encounter", {"stakes": {"a": 2, "b": 1}, "order": ["a", "b"]})
    for side in ("a", "b"):
        for _ in range(2):
            arena.add(side, role="hero")
    for model_id in ("b1", "b2", "a1"):
        arena.models[model_id] = arena.models[model_id]._replace(gone="out")
    loot = scenario_of(arena.game()).loot(arena.game(), arena.position())
    assert loot == {"a": {"shards": 2}, "b": {"shards": 1}}
