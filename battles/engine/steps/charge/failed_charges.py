"""The advance of a charge that cannot be completed. Rules: MV-CHG-08, MV-CHG-09, GM-PLACE-01"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import FAILED_CHARGE, BattleState
from battles.engine.steps.models.bodies import ENGINE_GAP, LEVEL, body_of, enemies_of
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.execution import carry
from battles.engine.steps.movement.forced.placement import Room
from battles.engine.steps.movement.forced.straight_moves import furthest
from battles.engine.steps.movement.movers import mover_of, rules_of
from battles.engine.steps.movement.track_cuts import of_legs, plan_length, point_at
from battles.engine.steps.movement.tracks import Leg, Track
from battles.engine.table.vectors import Body, Spot, within
from battles.engine.terrain.pieces import rivers

KEEP_OFF = 100
"""Distance that a failed charger keeps from its target, if the player chooses the advance. Rule: MV-WALK-02"""
LEAST_STEP = 10
"""Minimum length of an advance that is offered, in hundredths of an inch."""
STOPS = ("climb", "gap", "down", "ladder", "rope")
"""Kinds of legs at which the advance stops."""


def _stretch(track: Track) -> Track:
    """The part of a track before the first jump, gap, climb or ladder upwards."""
    legs = []
    for leg in track.legs:
        if leg.kind in STOPS and not (leg.kind in ("ladder", "rope") and leg.rise < 0):
            break
        legs.append(leg)
    return of_legs(track, legs)


def _cut_by_cost(game: Game, state: BattleState, model_id: str, track: Track, budget: int) -> Track:
    """The part of a track that the budget pays for. On slow ground the cost is checked inch by inch."""
    left = budget
    here = track.start
    kept: list[Leg] = []
    for leg in track.legs:
        if leg.cost > left:
            length = hypot(leg.x - here.x, leg.y - here.y)
            if leg.kind not in ("walk", "leap", "swim") or not length:
                break
            mover = mover_of(game, state, model_id, "failed_charge", budget=left)
            way = ((leg.x - here.x) / length, (leg.y - here.y) / length)
            reached = furthest(game, mover, here, way, int(length), (), rules_of(game, model_id))
            if reached.length:
                kept.append(leg._replace(x=reached.spot.x, y=reached.spot.y, z=reached.spot.z, cost=reached.cost))
            break
        kept.append(leg)
        left -= leg.cost
        here = Spot(leg.x, leg.y, leg.z)
    return of_legs(track, kept)


def _short_of_enemies(game: Game, state: BattleState, model_id: str, track: Track, targets: Sequence[str]) -> Track:
    """The part of a track on which the model keeps its distance from every enemy, up to the last valid position."""
    room = Room(game, state, model_id)
    mine = body_of(game, state, model_id)
    enemy_bodies = [(other, body_of(game, state, other)) for other in enemies_of(game, state, model_id)]
    keep = KEEP_OFF if game.rules.failed_charge_advance else ENGINE_GAP

    def too_near(at: float) -> bool:
        x, y, _ = point_at(track, at)
        if not any(hypot(x - enemy.x, y - enemy.y) < mine.radius + enemy.radius + keep for _, enemy in enemy_bodies):
            return False
        spot = room.spot_on(track, at)
        if spot is None:
            return False
        there = room.body_at(spot)
        return any(_bars(there, enemy, keep if other in targets else ENGINE_GAP, mine) for other, enemy in enemy_bodies)

    whole = plan_length(track)
    at, step = 0.0, 25.0
    while at < whole:
        ahead = min(whole, at + step)
        if too_near(ahead):
            low, high = at, ahead
            for _ in range(16):
                middle = (low + high) / 2
                low, high = (low, middle) if too_near(middle) else (middle, high)
            return room.stop_on(track, low)
        at = ahead
    return room.stop_on(track)


def _bars(there: Body, enemy: Body, keep: int, start: Body) -> bool:
    if abs(there.z - enemy.z) > LEVEL or not within(there, enemy, keep - 1):
        return False
    near_before = (start.x - enemy.x) ** 2 + (start.y - enemy.y) ** 2
    return (there.x - enemy.x) ** 2 + (there.y - enemy.y) ** 2 < near_before


def full_advance(
    game: Game, state: BattleState, model_id: str, route: Track | None, targets: Sequence[str] = ()
) -> Track | None:
    """The advance that the ruleset demands: the Movement along the route, ending short of enemies; None without a
    path.
    """
    if route is None:
        return None
    walk = allowance_of(game, state, model_id).walk
    track = _cut_by_cost(game, state, model_id, _stretch(route), walk)
    slower = rivers.slowed_by(game, state, model_id, track)
    if slower:
        track = _cut_by_cost(game, state, model_id, _stretch(route), walk - slower)
    return _short_of_enemies(game, state, model_id, track, targets)


def chosen_advance(
    game: Game, state: BattleState, model_id: str, targets: Sequence[str], route: Track | None
) -> Track | None:
    """The longest advance that a player may choose: in a straight line, ending an inch from the target."""
    if route is None:
        return None
    track = _cut_by_cost(game, state, model_id, _stretch(route), game.rules.failed_charge_advance)
    return _short_of_enemies(game, state, model_id, track, targets)


def distances(game: Game, state: BattleState, model_id: str, targets: Sequence[str], route: Track | None) -> list[int]:
    """Lengths offered for the advance, in hundredths of an inch: every whole inch where the model may stop, and the
    longest one.
    """
    track = chosen_advance(game, state, model_id, targets, route)
    if track is None:
        return [0]
    room, most = Room(game, state, model_id), int(plan_length(track))
    whole = [far for far in range(100, most, 100) if (spot := room.spot_on(track, far)) and room.holds(spot)]
    return sorted({0, *whole, most if most >= LEAST_STEP else 0})


def advance(ctx: Context, model_id: str, targets: Sequence[str], route: Track | None, length: int) -> None:
    """Carry out the advance that the player chose."""
    track = chosen_advance(ctx.game, ctx.state, model_id, targets, route)
    if track is not None and length < int(plan_length(track)):
        track = Room(ctx.game, ctx.state, model_id).stop_on(track, float(length))
    carry_out(ctx, model_id, track)


def carry_out(ctx: Context, model_id: str, track: Track | None) -> None:
    """Advance the model. It has no other action this phase, and may neither shoot nor hide. Rule: MV-CHG-09"""
    if track is not None:
        carry(ctx, model_id, "failed_charge", track)
    if not ctx.state.models[model_id].gone:
        ctx.flag(model_id, on=FAILED_CHARGE, why="failed_charge")
