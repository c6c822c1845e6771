"""What the scenarios of the supplements are about: getting away, one prize for all, shards in a pool."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.dice import ScriptedDice
from battles.engine.flow import Context
from battles.engine.scenarios.base import Award
from battles.engine.scenarios.custom.plan import read_plan
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import FLEEING, MOVED, STUNNED, Outcome
from battles.engine.steps.turn import ending
from battles.engine.tests.builder import Arena
from battles.engine.tests.deployment.test_custom_plans import effect, home

EDGES = {"a": "south", "b": "north"}


def field(*effects: dict[str, Any], facts: dict[str, Any] | None = None, **about: Any) -> Arena:
    arena = Arena("mordheim")
    arena.scenario = {"code": "under_test", "home": home(*effects, **about)}
    arena.marks = {"scenario": {"order": ["a", "b"], "edges": EDGES, **(facts or {})}}
    return arena


def settle(arena: Arena, dice: str = "") -> Context:
    ctx = arena.context(dice, phase="movement")
    ending.settle(ctx)
    assert isinstance(ctx.dice, ScriptedDice)
    ctx.dice.assert_all_used()
    return ctx


def token(kind: str, x: float, y: float, by: str = "") -> dict[str, Any]:
    return {"kind": kind, "x": round(100 * x), "y": round(100 * y), "z": 0, "by": by}


def award_list(ctx: Context) -> list[Award]:
    return scenario_of(ctx.game).awards(ctx.game, ctx.state)


# -- getting away -----------------------------------------------------------------------------------------------------

ROLES = {"attacker": "b", "defender": "a", "order": ["a", "b"]}
AWAY = effect("win_by_escaping", side="defender", way="any", percent=50, more=True, lost=50)


def fugitives(*places: tuple[float, float]) -> Arena:
    arena = field(AWAY, facts=ROLES, roles=True, routs=False)
    for place in places:
        arena.add("a", at=place)
    arena.add("b", at=(40, 40))
    arena.add("b", at=(40, 30))
    return arena


def test_who_touches_an_edge_leaves_and_learns_from_it() -> None:
    ctx = settle(fugitives((10, 0.5), (20, 20), (24, 20)))
    assert ctx.state.models["a1"].gone == "left"
    assert ctx.state.outcome is None
    assert award_list(ctx) == [Award("a1", 1, "escapes")]


def test_more_than_the_share_must_be_away_and_the_side_wins() -> None:
    half = settle(fugitives((10, 0.5), (20, 20)))
    assert half.state.outcome is None
    more = settle(fugitives((10, 0.5), (47.5, 20), (24, 20)))
    assert more.state.outcome == Outcome(("a",), "got_away")


def test_the_share_itself_is_enough_where_the_scenario_says_so() -> None:
    arena = fugitives((10, 0.5), (20, 20))
    arena.scenario["home"] = home(
        effect("win_by_escaping", side="defender", way="far", percent=50), roles=True, routs=False
    )
    assert settle(arena).state.outcome is None, "the own edge is not the way"
    arena = fugitives((10, 47.5), (20, 20))
    arena.scenario["home"] = home(
        effect("win_by_escaping", side="defender", way="far", percent=50), roles=True, routs=False
    )
    assert settle(arena).state.outcome == Outcome(("a",), "got_away")


def test_with_more_than_half_out_of_action_the_hunters_win() -> None:
    arena = fugitives((20, 20), (24, 20), (28, 20))
    arena.models["a1"] = arena.models["a1"]._replace(gone="out")
    assert settle(arena).state.outcome is None
    arena.models["a2"] = arena.models["a2"]._replace(gone="fled")
    assert settle(arena).state.outcome == Outcome(("b",), "cut_down")


@pytest.mark.parametrize("change", [{"flags": FLEEING}, {"posture": STUNNED}, {"engaged": ("b1",)}])
def test_no_one_leaves_who_flees_lies_or_fights(change: dict[str, Any]) -> None:
    arena = fugitives((10, 0.5), (20, 20), (24, 20))
    arena.models["a1"] = arena.models["a1"]._replace(**change)
    assert not settle(arena).state.models["a1"].gone


def test_the_hunters_do_not_leave() -> None:
    arena = fugitives((20, 20), (24, 20))
    arena.add("b", at=(10, 0.5))
    arena.active = "b"
    assert not settle(arena).state.models["b3"].gone


# -- one prize --------------------------------------------------------------------------------------------------------


def prize(kind: str = "wand", leaves: str = "any", **about: Any) -> Arena:
    arena = field(effect("carried_prize", kind=kind, leaves=leaves, **about))
    arena.marks["token:1"] = token(kind, 24, 24)
    return arena


def test_the_prize_is_taken_by_contact_and_wins_at_an_edge() -> None:
    arena = prize()
    arena.add("a", at=(24.5, 24))
    arena.add("b", at=(40, 40))
    assert settle(arena).state.marks["token:1"]["by"] == "a1"
    arena = prize()
    arena.marks["token:1"]["by"] = "a1"
    arena.add("a", at=(47.5, 24))
    arena.add("b", at=(40, 40))
    ctx = settle(arena)
    assert ctx.state.outcome == Outcome(("a",), "prize_taken")
    assert award_list(ctx) == [Award("a1", 1, "takes_prize")]
    loot = scenario_of(ctx.game).loot(ctx.game, ctx.state)
    assert loot["a"]["occasions"] == {"prize": 1, "winner": 1}
    assert loot["b"]["occasions"] == {"loser": 1}


def test_the_prize_leaves_by_the_own_edge_alone_where_the_scenario_says_so() -> None:
    for y, outcome in ((47.5, None), (0.5, Outcome(("a",), "prize_taken"))):
        arena = prize("chest", "own", slows=True)
        arena.marks["token:1"]["by"] = "a1"
        arena.add("a", at=(20, y))
        arena.add("b", at=(40, 40))
        ctx = settle(arena)
        assert ctx.state.outcome == outcome
        assert any(held.code == "carries_chest" for held in ctx.state.models["a1"].effects)


def test_the_young_man_leaves_who_flees_and_a_wand_does_not() -> None:
    for kind, by in (("prince", ""), ("wand", "a1")):
        arena = prize(kind)
        arena.marks["token:1"]["by"] = "a1"
        arena.add("a", at=(20, 20))
        arena.models["a1"] = arena.models["a1"]._replace(flags=FLEEING)
        arena.add("b", at=(40, 40))
        assert settle(arena).state.marks["token:1"]["by"] == by


def test_the_young_man_walks_about_while_no_one_looks_after_them() -> None:
    arena = prize("prince", wanders=True)
    arena.add("a", at=(5, 5))
    arena.add("b", at=(40, 40))
    ctx = arena.context("die 1, die 1, die 4")
    scenario_of(ctx.game).turn_start(ctx, "a")
    spot = ctx.state.marks["token:1"]
    assert (spot["x"], spot["y"]) == (2400, 2800)
    scenario_of(ctx.game).turn_start(ctx, "b")
    assert ctx.state.marks["token:1"] == spot, "once a round"


def test_a_heavy_chest_is_taken_after_a_turn_beside_it() -> None:
    arena = prize("chest", "own", slows=True, waits=True)
    arena.add("a", at=(24.5, 24))
    arena.add("b", at=(40, 40))
    ctx = settle(arena)
    assert ctx.state.marks["token:1"]["by"] == ""
    scenario = scenario_of(ctx.game)
    scenario.turn_start(ctx, "a")
    assert ctx.state.marks["token:1"]["by"] == ""
    scenario.turn_start(ctx, "a")
    assert ctx.state.marks["token:1"]["by"] == "a1"


# -- the pool ---------------------------------------------------------------------------------------------------------

POOL = effect("search_pool", dice="D3", plus=3, up_to=2)


def bank(*heroes: tuple[float, float]) -> Arena:
    arena = field(POOL, facts={"pool": 4})
    for place in heroes:
        arena.add("a", at=place, role="hero")
    arena.add("b", at=(40, 40))
    return arena


def ended(arena: Arena, dice: str) -> Context:
    ctx = arena.context(dice)
    scenario_of(ctx.game).turn_end(ctx, "a")
    assert isinstance(ctx.dice, ScriptedDice)
    ctx.dice.assert_all_used()
    return ctx


def test_a_hero_who_did_nothing_else_finds_a_shard_on_one_or_two() -> None:
    ctx = ended(bank((24, 27.5), (24, 20.5)), "die 2, die 3")
    assert ctx.state.marks["token:1"]["by"] == "a1"
    assert "token:2" not in ctx.state.marks
    assert ctx.state.sides["a"].score == 1
    assert award_list(ctx) == [Award("a1", 1, "carries_counter")]
    assert scenario_of(ctx.game).loot(ctx.game, ctx.state)["a"]["shards"] == 1


def test_no_one_searches_who_moved_or_is_disturbed_or_too_far_or_no_hero() -> None:
    moved = bank((24, 27.5))
    moved.models["a1"] = moved.models["a1"]._replace(flags=MOVED)
    ended(moved, "")
    ended(bank((24, 27.5), (25, 27.5)), "")
    ended(bank((24, 30)), "")
    henchman = bank()
    henchman.add("a", at=(24, 27.5))
    ended(henchman, "")


def test_no_more_shards_are_found_than_lie_in_the_pool() -> None:
    arena = bank((24, 27.5))
    arena.marks["scenario"]["pool"] = 1
    arena.marks["token:1"] = token("wyrdstone", 30, 30)
    ended(arena, "")


# -- holding the middle, and what cannot be played --------------------------------------------------------------------


def test_most_standing_models_in_the_circle_win_when_the_turns_are_over() -> None:
    arena = field(effect("win_by_holding_middle", distance=6), turns=8)
    arena.add("a", at=(24, 24))
    arena.add("a", at=(24, 28))
    arena.add("b", at=(28, 24))
    arena.add("b", at=(40, 40))
    game, state = arena.game(), arena.position()
    assert scenario_of(game).at_limit(game, state, ("a", "b")) == Outcome(("a",), "middle_held")
    state.models["a2"] = state.models["a2"]._replace(posture=STUNNED)
    assert scenario_of(game).at_limit(game, state, ("a", "b")) == Outcome((), "middle_held")


@pytest.mark.parametrize(
    ("one", "about", "said"),
    [
        (effect("win_by_escaping", side="attacker", percent=50), {}, "one of the scenario's sides"),
        (effect("win_by_escaping", side="both", percent=50, way="up"), {}, "by any edge"),
        (effect("win_by_escaping", side="both", percent=5), {}, "“percent” of “win_by_escaping” must be 10 to 100"),
        (effect("carried_prize", kind="crown", leaves="any"), {}, "A prize must be"),
        (effect("search_pool", dice="2D6", plus=1, up_to=2), {}, "a roll of a D3 or a D6"),
        (effect("win_by_holding_middle", distance=6), {}, "set a turn limit"),
    ],
)
def test_unsound_aims_are_refused_with_a_sentence(one: dict[str, Any], about: dict[str, Any], said: str) -> None:
    _plan, faults = read_plan(home(one, **about))
    assert any(said in str(fault.sentence) for fault in faults), faults


def test_an_aim_is_named_once() -> None:
    _plan, faults = read_plan(home(POOL, POOL))
    assert any("listed twice" in str(fault.sentence) for fault in faults)
