"""Forced moves end where a chosen move could end. Rules: GM-PLACE-01, MV-INT-04, MV-CHG-08, MV-PUSH-01"""

from __future__ import annotations

import pytest

from battles.engine.commands import Answer, Charge, EndStep, Move
from battles.engine.flow import STEPS
from battles.engine.rulesets.compile import rules_for
from battles.engine.state import Frame
from battles.engine.steps.charge.failed_charges import distances
from battles.engine.steps.movement.forced import pushes, random_moves
from battles.engine.steps.movement.forced.placement import Room
from battles.engine.steps.movement.movers import others_of
from battles.engine.steps.movement.tracks import Leg, Track
from battles.engine.table.placement import end_fault, last_place
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body, Spot
from battles.engine.terrain.classes import classed
from battles.engine.tests.builder import Arena
from battles.engine.tests.table.build import box, floor, h, piece, table, wall


def track(start: Spot, *ends: tuple[float, float]) -> Track:
    """A walk over plan points, in inches."""
    legs, here = [], start
    for x, y in ends:
        cost = round(((h(x) - here.x) ** 2 + (h(y) - here.y) ** 2) ** 0.5)
        legs.append(Leg("walk", h(x), h(y), start.z, cost))
        here = Spot(h(x), h(y), start.z)
    return Track(start, tuple(legs), sum(leg.cost for leg in legs))


def test_the_last_place_is_found_to_the_hundredth() -> None:
    free = range(138)
    place = last_place(400, lambda at: Spot(at, 0, 0), lambda spot: spot.x in free, lambda spot: spot.x in free)
    assert place is not None
    assert place.at == 137
    assert last_place(400, lambda at: Spot(at, 0, 0), lambda _: False, lambda _: False) is None
    whole = last_place(400, lambda at: Spot(at, 0, 0), lambda _: True, lambda _: False)
    assert whole is not None
    assert whole.at == 400


def test_a_way_is_cut_before_a_fallen_model_and_not_inside_it() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10))
    arena.add("a", at=(14, 10), posture="knocked_down")
    room = Room(arena.game(), arena.position("movement"), "a1")
    way = track(Spot(1000, 1000, 0), (14.3, 10))
    assert room.stop_on(way).end == Spot(1300, 1000, 0)
    assert room.stop_on(track(Spot(1000, 1000, 0), (16, 10))).end == Spot(1600, 1000, 0), "one may step over the fallen"
    assert room.stop_on(way, 40.0).end == Spot(1040, 1000, 0)


def test_no_one_stops_in_a_narrow_doorway_or_half_over_a_rim() -> None:
    door = {"kind": "door", "from": 460, "to": 540, "sill": 0, "lintel": 190}
    on = table(wall("house", (14, 5), (14, 15), 0.2, 3, openings=[door]), floor("roof", box(30, 5, 34, 15), 3))
    arena = Arena("core", table=on)
    arena.add("a", at=(10, 10))
    arena.add("a", at=(31, 10, 3))
    game, state = arena.game(), arena.position("movement")
    assert Room(game, state, "a1").stop_on(track(Spot(1000, 1000, 0), (14, 10))).end == Spot(1360, 1000, 0)
    assert Room(game, state, "a2").stop_on(track(Spot(3100, 1000, 300), (33.8, 10))).end == Spot(3350, 1000, 300)


def test_lengths_of_an_advance_leave_out_those_that_end_on_somebody() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10))
    arena.add("a", at=(12, 10), posture="stunned")
    arena.add("b", at=(20, 10))
    game, state = arena.game(), arena.position("movement")
    assert distances(game, state, "a1", ["b1"], track(Spot(1000, 1000, 0), (19, 10))) == [0, 100, 300, 400]


def test_an_interceptor_without_a_place_in_contact_is_not_asked() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10))
    arena.add("b", at=(18, 10))
    arena.add("b", at=(11.2, 12.4))
    arena.add("a", at=(11.2, 10.6), posture="stunned")
    arena.add("a", at=(1, 40))
    arena.add("b", at=(47, 40), posture="stunned")
    battle = arena.battle("movement")
    battle.play("a", Charge("a1", ("b1",)))
    battle.play("a", EndStep())
    assert battle.awaiting() == ("a",), "on the way to the route lies a fallen model where it would have to stand"
    assert (battle.state.models["a1"].x, battle.state.models["a1"].y) == (1700, 1000)


def test_a_throw_into_a_third_enemy_engages_it_and_a_stagger_stops_before_the_fallen() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10))
    arena.add("a", at=(12, 10), posture="stunned")
    arena.add("b", at=(30, 10))
    arena.add("a", at=(33, 10.8))
    ctx = arena.context(phase="movement")
    random_moves.stumble(ctx, "a1", 90.0, 200)
    assert ctx.state.models["a1"].x == 1100
    pushed = pushes.push(ctx, "b1", 1.0, 0.0, 400)
    assert pushed.bumped == "a3"
    assert ctx.state.models["b1"].engaged == ("a3",)


def test_a_failed_climb_does_not_leave_the_climber_on_a_fallen_friend() -> None:
    on = table(floor("roof", box(14, 5, 20, 15), 3), wall("face", (14, 5), (14, 15), 0.2, 3))
    arena = Arena("core", table=on)
    arena.add("a", at=(10, 10), m=8)
    arena.add("a", at=(13.4, 10.6), posture="stunned")
    arena.add("b", at=(47, 40), posture="stunned")
    battle = arena.battle("movement", dice="char 5")
    path = (("walk", 1340, 1000, 0), ("climb", 1450, 1000, 300))
    battle.play("a", Move("a1", "walk", path))
    model = battle.state.models["a1"]
    others = others_of(battle.game, battle.state, "a1")
    assert end_fault(battle.game.table, Body(model.x, model.y, model.z, 50, 120), others) is None
    assert 1000 < model.x < 1340


@pytest.mark.parametrize("ruleset", ["mordheim", "core"])
def test_a_walk_may_not_end_across_a_low_wall_from_an_enemy(ruleset: str) -> None:
    arena = Arena(ruleset, table=table(wall("garden", (14, 5), (14, 15), 0.4, 0.9)))
    arena.add("a", at=(10, 10))
    arena.add("b", at=(14.7, 10))
    game, state = arena.game(), arena.position("movement")
    fault = end_fault(game.table, Body(1330, 1000, 0, 50, 120), others_of(game, state, "a1"))
    assert fault is not None
    assert fault.rule_id == "MV-WALK-02"


def test_a_charge_of_the_skirmish_rules_is_stopped_where_both_can_stand() -> None:
    """The interceptor moves back along the route when another model is at its place. Rule: MV-INT-04"""
    arena = Arena("skirmish")
    arena.add("a", at=(10, 10))
    arena.add("b", at=(18, 10))
    arena.add("b", at=(14, 12))
    arena.add("a", at=(14.6, 9.4), posture="stunned")
    battle = arena.battle("movement")
    battle.play("a", Charge("a1", ("b1",)))
    battle.play("a", EndStep())
    while battle.awaiting() and isinstance(battle.legal(battle.awaiting()[0])[0], Answer):
        side = battle.awaiting()[0]
        battle.play(side, battle.legal(side)[0])
    met, charger = battle.state.models["b2"], battle.state.models["a1"]
    assert (met.x - 1460) ** 2 + (met.y - 940) ** 2 >= 98**2
    assert charger.engaged == ("b2",)
    assert met.x - charger.x == 100


def test_everything_offered_for_an_extra_move_is_accepted() -> None:
    """Going into a building was offered, which an extra move does not allow; the 1,000 battles met it."""
    pack = {"terrain_pack": True}
    house = {**piece("inn", box(12, 8, 16, 12), z1=300, building_mode="garrison"), "kind": "haunted_mansion"}
    data = {"width": 4800, "length": 4800, "pieces": [house]}
    arena = Arena("core", table=Table.from_data(classed(data, rules_for("core", pack))), options=pack)
    arena.add("a", at=(10, 10))
    arena.add("b", at=(40, 40))
    game, state = arena.game(), arena.position("movement")
    frame, step = Frame("extra_move", "waiting", {"who": "a1"}, "a"), STEPS["extra_move"]
    offered = step.legal(game, state, frame, "a")
    assert len(offered) > 1
    for command in offered:
        step.validate(game, state, frame, "a", command)
