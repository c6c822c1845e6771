"""Interception: enemies who intercept or block a charge. Rules: MV-INT-01 to MV-INT-07"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import hypot
from typing import NamedTuple

from battles.engine.events import Moved
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import HIDDEN, BattleState
from battles.engine.steps.models import contact
from battles.engine.steps.models.bodies import LEVEL, body_of, enemies_of, is_watchful
from battles.engine.steps.movement.execution import conclude
from battles.engine.steps.movement.forced.placement import Room
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.movement.movers import mover_of, rules_of
from battles.engine.steps.movement.track_cuts import cut_at, plan_length, point_at
from battles.engine.steps.movement.tracks import Track, start_of
from battles.engine.steps.nerve import fear
from battles.engine.table.contact import in_contact
from battles.engine.table.movement.rules import Refused
from battles.engine.table.movement.walking import walk
from battles.engine.table.vectors import Body, Spot, distance, nearest_on_segment, round_half_up
from battles.engine.terrain.buildings.garrisons import garrison_of

ZONE = 200
"""Distance from the route within which an enemy may intercept, in hundredths of an inch. Rule: MV-INT-03"""
SLIDE = 10
"""Distance by which an interceptor is moved back along the route at a time. Rule: MV-INT-04"""
STRIDE = 5.0


class Crossing(NamedTuple):
    """The point at which a route passes nearest to a model, and its distance along the route."""

    x: float
    y: float
    arc: float


class Meeting(NamedTuple):
    """The position of an interceptor, and the charger's path up to contact with it."""

    spot: Spot
    way: Track


class Interceptor(NamedTuple):
    """An enemy that may intercept, and where the route passes it."""

    who: str
    crossing: Crossing
    hidden: bool


def nearest_crossing(track: Track, x: int, y: int) -> Crossing:
    """The point of a route nearest to a point, seen from above; the earliest of equals. Rule: MV-INT-04"""
    best = Crossing(track.start.x, track.start.y, 0.0)
    far = float((track.start.x - x) ** 2 + (track.start.y - y) ** 2)
    arc = 0.0
    ax, ay, _ = track.start
    for leg in track.legs:
        length = hypot(leg.x - ax, leg.y - ay)
        px, py, share = nearest_on_segment(x, y, (ax, ay), (leg.x, leg.y))
        square = (px - x) ** 2 + (py - y) ** 2
        if square < far - 1e-6:
            far = square
            best = Crossing(px, py, arc + share * length)
        arc += length
        ax, ay = leg.x, leg.y
    return best


def may_intercept(game: Game, state: BattleState, model_id: str, charger: str, targets: Collection[str]) -> bool:
    """Whether a model may intercept: not engaged, standing, and not charged itself. Rule: MV-INT-02"""
    model = state.models[model_id]
    if garrison_of(state, model_id):
        return False
    return model_id not in targets and is_watchful(model) and not model.engaged and game.are_enemies(model_id, charger)


def in_zone(game: Game, state: BattleState, model_id: str, track: Track) -> Crossing | None:
    """The point at which the route passes within 2 inches of the model with nothing in between, or None.

    Rule: MV-INT-03
    """
    body = body_of(game, state, model_id)
    crossing = nearest_crossing(track, body.x, body.y)
    reach = ZONE + body.radius
    if (crossing.x - body.x) ** 2 + (crossing.y - body.y) ** 2 > reach * reach:
        return None
    there = Room(game, state, model_id).spot_on(track, crossing.arc)
    if there is None:
        there = Spot(round_half_up(crossing.x), round_half_up(crossing.y), point_at(track, crossing.arc)[2])
    if abs(there.z - body.z) > LEVEL or not _is_step_away(game, state, model_id, there):
        return None
    return crossing


def interceptors(
    game: Game, state: BattleState, charger: str, targets: Collection[str], track: Track
) -> list[Interceptor]:
    """Enemies who may intercept, in the order in which the route passes them. Rule: MV-INT-05"""
    found = []
    for model_id in enemies_of(game, state, charger):
        if not may_intercept(game, state, model_id, charger, targets):
            continue
        crossing = in_zone(game, state, model_id, track)
        if crossing is not None and place_for(game, state, model_id, charger, track, crossing) is not None:
            found.append(Interceptor(model_id, crossing, bool(state.models[model_id].flags & HIDDEN)))
    return sorted(found, key=lambda entry: entry.crossing.arc)


def place_for(
    game: Game, state: BattleState, model_id: str, charger: str, track: Track, crossing: Crossing
) -> Meeting | None:
    """The interceptor's position and how far the charger moves; None if they cannot meet anywhere.

    Both end their moves where models may stop. Rules: MV-INT-04, GM-PLACE-01
    """
    body, enemy = body_of(game, state, model_id), body_of(game, state, charger)
    both = body.radius + enemy.radius
    room = Room(game, state, model_id, contact=True, without=(charger,))
    stops = Room(game, state, charger, contact=True, without=(model_id,))
    arc = crossing.arc
    starts_close = _apart(track, arc, track.start) < both
    if starts_close:
        later = _first_clear(track, arc, both)
        if later is None:
            return None
        arc = later
    reach = ZONE + body.radius
    while arc > 0:
        px, py, _ = point_at(track, arc)
        if (px - body.x) ** 2 + (py - body.y) ** 2 > reach * reach + 1 or _apart(track, arc, track.start) < both - 1e-6:
            return None
        spot = room.spot_on(track, arc)
        if spot is not None and room.holds(spot) and _is_step_away(game, state, model_id, spot):
            way = _way_to_contact(stops, track, spot, arc, both)
            if way is not None:
                return Meeting(spot, way)
        if starts_close:
            return None
        arc -= SLIDE
    return None


def _apart(track: Track, arc: float, spot: Spot) -> float:
    """Distance, seen from above, between a point of a track and a spot."""
    x, y, _ = point_at(track, arc)
    return hypot(x - spot.x, y - spot.y)


def _first_clear(track: Track, arc: float, both: int) -> float | None:
    """The first point of the track from `arc` on that is at least `both` away from its start, as a length along the
    track.
    """
    whole, at = plan_length(track), arc
    while at < whole and _apart(track, at, track.start) < both:
        at = min(whole, at + STRIDE)
    if _apart(track, at, track.start) < both:
        return None
    return _bisect(max(arc, at - STRIDE), at, lambda far: _apart(track, far, track.start) >= both)


def _bisect(low: float, high: float, holds: Callable[[float], bool]) -> float:
    """The smallest number between `low` and `high` for which a condition holds; it must hold for `high`."""
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _is_step_away(game: Game, state: BattleState, model_id: str, spot: Spot) -> bool:
    """Whether a plain step can go from a model to a spot. Rule: MV-INT-03"""
    start = start_of(state, model_id)
    if spot[:2] == start[:2]:
        return spot.z == start.z
    mover = mover_of(game, state, model_id, "walk", budget=10**6)
    thin = mover._replace(body=mover.body._replace(radius=1))
    return not isinstance(walk(game.table, thin, start, spot[:2], (), rules_of(game, model_id)), Refused)


def _way_to_contact(stops: Room, track: Track, spot: Spot, arc: float, both: int) -> Track | None:
    """The charger's path up to its first contact with the interceptor; None if it cannot stop there.

    Rule: MV-INT-04
    """
    at = 0.0
    while at < arc and _apart(track, at, spot) > both:
        at = min(arc, at + STRIDE)
    if at:
        before = max(0.0, at - STRIDE)
        low, high = before, at
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if _apart(track, middle, spot) >= both else (low, middle)
        at = low
    place = stops.spot_on(track, at)
    if place is None or (at and not stops.holds(place)):
        return None
    interceptor = stops.mover.body._replace(x=spot.x, y=spot.y, z=spot.z, radius=both - stops.mover.body.radius)
    if not in_contact(stops.table, stops.body_at(place), interceptor):
        return None
    return cut_at(track, at, place.z) if at else Track(track.start, (), 0)


def step_in(ctx: Context, model_id: str, charger: str, track: Track) -> Track | None:
    """Move the interceptor. Returns the shortened route of the charger, or None if the interception fails.

    Other enemies in contact with the interceptor's position are engaged with it. Rules: MV-INT-04, MV-INT-06,
    MV-CHG-10, GM-PLACE-01
    """
    if not fear.dares_to_intercept(ctx, model_id, charger):
        ctx.note("dares_not_intercept", model_id, charger, rule="MV-INT-06")
        return None
    crossing = in_zone(ctx.game, ctx.state, model_id, track)
    meeting = crossing and place_for(ctx.game, ctx.state, model_id, charger, track, crossing)
    if not meeting:
        return None
    start = start_of(ctx.state, model_id)
    ctx.note("intercepts", model_id, charger, rule="MV-INT-04")
    hiding_rules.reveal(ctx, model_id, "intercepts")
    if meeting.spot != start:
        began = len(ctx.events)
        ctx.emit(Moved(model_id, "intercept", (("walk", *meeting.spot),), 0))
        conclude(ctx, model_id, start, began)
        contact.engage_all(ctx, model_id, without=charger)
    return meeting.way


def who_blocks(game: Game, state: BattleState, charger: str, targets: Sequence[str], track: Track) -> str:
    """Id of an enemy who blocks the charge: nearer than the target and within 2 inches of the straightest route; "" for
    none.

    Rule: MV-INT-07
    """
    mine = body_of(game, state, charger)
    for model_id in enemies_of(game, state, charger):
        if not may_intercept(game, state, model_id, charger, targets) or state.models[model_id].flags & HIDDEN:
            continue
        if in_zone(game, state, model_id, track) is None:
            continue
        theirs = body_of(game, state, model_id)
        if any(_nearer(mine, theirs, body_of(game, state, target)) for target in targets):
            return model_id
    return ""


def _nearer(mine: Body, theirs: Body, target: Body) -> bool:
    return distance(mine, theirs) < distance(mine, target)
