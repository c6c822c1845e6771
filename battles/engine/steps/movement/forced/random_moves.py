"""Moves that no player controls: random movers and the stagger of stupid models.

Rules: MV-RAND-01, MV-STUP-01, GM-PLACE-01
"""

from __future__ import annotations

from battles.engine.events import Moved
from battles.engine.flow import Context
from battles.engine.state import CHARGED, MOVED
from battles.engine.steps.models import contact
from battles.engine.steps.models.bodies import body_of, enemies_of
from battles.engine.steps.movement.execution import conclude
from battles.engine.steps.movement.forced.placement import Room
from battles.engine.steps.movement.forced.straight_moves import direction_of, furthest
from battles.engine.steps.movement.heights import falling
from battles.engine.steps.movement.movers import mover_of, others_of, rules_of
from battles.engine.steps.movement.tracks import Leg, Track, start_of
from battles.engine.steps.nerve import fear
from battles.engine.table.ground import can_stand
from battles.engine.table.vectors import SLACK, Spot, round_half_up, within

STUPID_GAP = 100
"""Distance from an enemy at which stupid models stop. Rule: MV-STUP-01"""


def lurch(ctx: Context, model_id: str, heading: float, length: int) -> None:
    """Move straight ahead. Slow ground counts, and a model in the path is charged. Rule: MV-RAND-01"""
    game, state = ctx.game, ctx.state
    start = start_of(state, model_id)
    enemies = tuple(enemies_of(game, state, model_id))
    mover = mover_of(game, state, model_id, "random", budget=length)
    body = mover.body._replace(radius=mover.body.radius + SLACK)
    others = others_of(game, state, model_id, targets=enemies)
    reached = furthest(
        game, mover, start, direction_of(heading), length, others, rules_of(game, model_id),
        allowed=lambda spot: can_stand(game.table, body.at(spot.x, spot.y, spot.z)),
    )  # fmt: skip
    _go(ctx, model_id, "random", start, reached.spot, reached.cost, contact=True)
    if ctx.state.models[model_id].gone:
        return
    for other in contact.engage_all(ctx, model_id):
        ctx.flag(model_id, on=CHARGED, why="random")
        fear.faces_charge(ctx, other, model_id)


def stumble(ctx: Context, model_id: str, heading: float, length: int) -> None:
    """Stagger straight ahead: stop an inch from enemies, fall off open edges without a test. Rule: MV-STUP-01"""
    game, state = ctx.game, ctx.state
    start = start_of(state, model_id)
    body = body_of(game, state, model_id)
    enemies = [body_of(game, state, other) for other in enemies_of(game, state, model_id)]
    near_already = [enemy for enemy in enemies if within(body, enemy, STUPID_GAP - 1)]

    def far_enough(spot: Spot) -> bool:
        there = body.at(spot.x, spot.y, spot.z)
        return all(not within(there, enemy, STUPID_GAP - 1) for enemy in enemies if enemy not in near_already)

    mover = mover_of(game, state, model_id, "walk", budget=length)
    way = direction_of(heading)
    reached = furthest(
        game, mover, start, way, length, others_of(game, state, model_id), rules_of(game, model_id), allowed=far_enough
    )
    falls = reached.stopped_by == "drop"
    _go(ctx, model_id, "stagger", start, reached.spot, reached.cost, falls=falls)
    if not falls or ctx.state.models[model_id].gone:
        return
    ctx.note("stumbles_over_the_edge", model_id, rule="MV-STUP-01")
    spot = reached.spot
    radius = body.radius
    x, y = round_half_up(spot.x + way[0] * radius), round_half_up(spot.y + way[1] * radius)
    falling.fall_to(ctx, model_id, x, y, spot.z, "stagger")


def _go(
    ctx: Context,
    model_id: str,
    manner: str,
    start: Spot,
    end: Spot,
    cost: int,
    *,
    contact: bool = False,
    falls: bool = False,
) -> None:
    """Move straight to a spot, or to the last place before it where the model may stay, unless it `falls` there.

    `contact`: whether it may end touching enemies. Rule: GM-PLACE-01
    """
    track = Track(start, (Leg("walk", *end, cost, end.z - start.z),), cost)
    if not falls:
        track = Room(ctx.game, ctx.state, model_id, contact=contact).stop_on(track)
    if track.end == start:
        return
    began = len(ctx.events)
    ctx.emit(Moved(model_id, manner, track.segments, track.cost))
    ctx.flag(model_id, on=MOVED, why=manner)
    conclude(ctx, model_id, start, began)
