"""Creatures, villagers and princes in the supplements' scenarios: what they do on their own, and their rewards."""

from __future__ import annotations

import pytest

from battles.engine.aftermath.facts import facts_of
from battles.engine.battle import Battle
from battles.engine.events import Removed, WoundsLost
from battles.engine.scenarios import tokens
from battles.engine.scenarios.base import Award
from battles.engine.scenarios.creatures.figures import named, on_the_table, part_of
from battles.engine.scenarios.creatures.lurkers import woods
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import ACTED, KNOCKED_DOWN, Outcome
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.turn import ending
from battles.engine.table.ground import piece_distance
from battles.setup.tests.supplements.played_battles import fought
from battles.setup.tests.supplements.test_mechanisms import HOUSE, OPEN, WOOD, facts, moment, move, on_the_field, rolled

# -- boars and wolves --------------------------------------------------------------------------------------------------


def test_boars_run_wild_and_their_stomachs_hold_shards() -> None:
    battle = on_the_field("round_up_at_the_mordheim_corral")
    loose = on_the_table(battle.game, battle.state, "boar")
    assert 4 <= len(loose) <= 8
    boar, first = loose[0], battle.game.players[0]
    ctx = moment(battle, active=first)
    move(ctx, f"{first}1", 24, 24)
    move(ctx, boar, 24.8, 24)
    ctx.emit(Removed(boar, "out", f"{first}1"))
    scenario_of(ctx.game).watch(ctx)
    carcass = next(token for token in tokens.tokens(ctx.state, "carcass").values())
    assert (carcass["x"], carcass["by"]) == (2480, "")
    searching = moment(battle, 3, active=first)
    searching.state = ctx.state.fork()
    scenario_of(ctx.game).turn_end(searching, first)
    rolled(searching)
    found = moment(battle, 4, 3, active=first)
    found.state = ctx.state.fork()
    scenario_of(ctx.game).turn_end(found, first)
    rolled(found)
    assert tokens.held_by(found.state, first, "wyrdstone") == 2
    assert scenario_of(ctx.game).loot(ctx.game, found.state)[first]["shards"] == 2
    move(found, f"{first}1", 24, 24, posture=KNOCKED_DOWN)
    scenario_of(ctx.game).watch(found)
    assert tokens.held_by(found.state, first, "wyrdstone") == 0


def test_a_boar_with_no_one_near_runs_in_a_random_direction() -> None:
    battle = on_the_field("round_up_at_the_mordheim_corral")
    loose = on_the_table(battle.game, battle.state, "boar")
    ctx = moment(battle, 6, 2, 3)
    for model_id in loose[1:]:
        ctx.state.models[model_id] = ctx.state.models[model_id]._replace(gone="out")
    move(ctx, loose[0], 24, 24)
    scenario_of(ctx.game).turn_start(ctx, ctx.game.neutral)
    rolled(ctx)
    assert ctx.state.models[loose[0]].flags & ACTED
    assert (ctx.state.models[loose[0]].x, ctx.state.models[loose[0]].y) != (2400, 2400)


def test_wolves_prowl_more_of_them_come_and_each_dead_one_is_paid_for() -> None:
    battle = on_the_field("wolf_hunt")
    pack = on_the_table(battle.game, battle.state, "wolf")
    assert 3 <= len(pack) <= 8
    assert len(on_the_table(battle.game, battle.state, "ranger")) == 2
    scenario, neutral = scenario_of(battle.game), battle.game.neutral
    more = moment(battle, 1, 3, 2)
    scenario.turn_end(more, neutral)
    rolled(more)
    assert len(on_the_table(more.game, more.state, "wolf")) == len(pack) + 3
    bear = moment(battle, 1, 1, 4)
    scenario.turn_end(bear, neutral)
    assert len(on_the_table(bear.game, bear.state, "bear")) == 1
    first = battle.game.players[0]
    ctx = moment(battle)
    ctx.emit(Removed(pack[0], "out", f"{first}1"))
    scenario.watch(ctx)
    assert scenario.loot(ctx.game, ctx.state)[first]["occasions"]["felled_wolf"] == 1
    slain = facts_of(bear.game, bear.state, [Removed(named(bear.game, "bear")[0], "out", f"{first}1")])
    assert slain[first].deeds[battle.game.fighters[f"{first}1"].roster_id]["fells_bear"] == 1


# -- a village, a prince, a mummy, things in the woods -----------------------------------------------------------------


def test_villagers_come_out_when_somebody_is_near_and_a_hero_loots_the_house() -> None:
    battle = on_the_field("the_frenzied_mob", table={**OPEN, "pieces": [HOUSE]})
    assert facts(battle)["buildings"] == ["house"]
    assert not on_the_table(battle.game, battle.state, "villager")
    first = battle.state.active
    ctx = moment(battle, 5, active=first)
    move(ctx, f"{first}1", 24, 24)
    scenario_of(ctx.game).watch(ctx)
    rolled(ctx)
    people = on_the_table(ctx.game, ctx.state, "villager")
    assert len(people) == 4
    assert all(
        piece_distance(ctx.game.table, body_of(ctx.game, ctx.state, model_id), "house") < 600 for model_id in people
    )
    scenario_of(ctx.game).turn_end(ctx, first)
    assert facts(ctx)["looted"] == {"house": f"{first}1"}
    assert scenario_of(ctx.game).awards(ctx.game, ctx.state) == [Award(f"{first}1", 1, "loots_building")]
    again = len(ctx.events)
    scenario_of(ctx.game).turn_end(ctx, first)
    assert len(ctx.events) == again, "each house once"


@pytest.mark.parametrize(("why", "reason"), [("left", "ward_safe"), ("out", "ward_dead"), ("fled", "ward_fled")])
def test_the_battle_is_decided_by_the_prince(why: str, reason: str) -> None:
    battle = on_the_field("protect_the_prince")
    prince, *_ = on_the_table(battle.game, battle.state, "prince")
    defender, attacker = facts(battle)["defender"], facts(battle)["attacker"]
    assert prince[0] == defender
    ctx = moment(battle)
    ctx.state.models[prince] = ctx.state.models[prince]._replace(gone=why)
    ending.settle(ctx)
    winners = {"left": (defender,), "out": (attacker,), "fled": ()}[why]
    assert ctx.state.outcome == Outcome(winners, reason)


def test_the_prince_runs_in_a_panic_without_a_hero_beside_them() -> None:
    battle = on_the_field("protect_the_prince")
    prince, *_ = on_the_table(battle.game, battle.state, "prince")
    side = prince[0]
    ctx = moment(battle, 6, active=side)
    move(ctx, prince, 24, 24)
    scenario_of(ctx.game).turn_start(ctx, side)
    rolled(ctx)
    assert ctx.state.models[prince].flags & ACTED
    calm = moment(battle, active=side)
    move(calm, prince, 24, 24)
    move(calm, f"{side}1", 25.2, 24)
    scenario_of(calm.game).turn_start(calm, side)
    assert not calm.state.models[prince].flags & ACTED


def test_the_mummy_rises_with_its_hoard_and_takes_its_guardians_with_it() -> None:
    battle = on_the_field("the_mummy", table={**OPEN, "pieces": [HOUSE]})
    first, second = battle.state.active, next(side for side in battle.game.players if side != battle.state.active)
    ctx = moment(battle, 1, 1, active=first)
    move(ctx, f"{first}1", 24, 24)
    scenario_of(ctx.game).watch(ctx)
    rolled(ctx)
    mummy, *_ = on_the_table(ctx.game, ctx.state, "mummy")
    assert len(on_the_table(ctx.game, ctx.state, "guardian")) == 4
    ctx.emit(WoundsLost(mummy, 1, 2, f"{first}2"))
    ctx.emit(Removed(mummy, "out", f"{first}1"))
    move(ctx, f"{second}1", 24, 29)
    scenario_of(ctx.game).watch(ctx)
    assert not on_the_table(ctx.game, ctx.state, "guardian")
    assert scenario_of(ctx.game).verdict(ctx.game, ctx.state) is None, "both are near the hoard"
    move(ctx, f"{second}1", 40, 40)
    ctx.state.outcome = scenario_of(ctx.game).verdict(ctx.game, ctx.state)
    assert ctx.state.outcome == Outcome((first,), "hoard_won")
    assert Award(f"{first}1", 1, "finds_hoard") in scenario_of(ctx.game).awards(ctx.game, ctx.state)
    assert Award(f"{first}2", 1, "wounds_mummy") in scenario_of(ctx.game).awards(ctx.game, ctx.state)
    assert scenario_of(ctx.game).loot(ctx.game, ctx.state)[first]["occasions"]["hoard"] == 1


def test_a_balewolf_heals_and_roams_and_its_wood_frightens() -> None:
    battle = on_the_field("the_thing_in_the_woods", table={**OPEN, "pieces": [WOOD]})
    wolves = on_the_table(battle.game, battle.state, "balewolf")
    assert len(wolves) == 2
    assert woods(battle.game) == ["wood"]
    neutral, side = battle.game.neutral, battle.state.active
    ctx = moment(battle, 5, 1, 1, 1, active=neutral)
    ctx.state.models[wolves[1]] = ctx.state.models[wolves[1]]._replace(gone="out")
    move(ctx, wolves[0], 24, 24, wounds=2)
    scenario_of(ctx.game).turn_start(ctx, neutral)
    rolled(ctx)
    assert ctx.state.models[wolves[0]].wounds == 3
    assert ctx.state.models[wolves[0]].flags & ACTED
    dark = moment(battle, 6, 6, 1, 1, active=side)
    for wolf in wolves:
        dark.state.models[wolf] = dark.state.models[wolf]._replace(gone="out")
    move(dark, f"{side}3", 24, 24)
    scenario_of(dark.game).turn_start(dark, side)
    rolled(dark)
    assert dark.state.models[f"{side}3"].y != 2400 or dark.state.models[f"{side}3"].x != 2400


@pytest.mark.parametrize("code", ["wolf_hunt", "round_up_at_the_mordheim_corral", "the_thing_in_the_woods"])
def test_creatures_act_by_themselves_and_no_one_commands_them(code: str) -> None:
    battle = fought(code, seed=7)
    assert battle.game.neutral
    assert battle.game.neutral not in battle.game.players
    moved = [
        model_id
        for model_id in battle.state.models
        if model_id[0] == battle.game.neutral and not _in_reserve(battle, model_id)
    ]
    assert moved
    assert all(part_of(battle.game.fighters[model_id]) for model_id in moved)


def _in_reserve(battle: Battle, model_id: str) -> bool:
    return battle.state.models[model_id].gone == "reserve"
