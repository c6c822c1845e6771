"""Interception: enemies who step into the way of a charge, or bar it. Rules: MV-INT-01 to MV-INT-07"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import hypot
from typing import NamedTuple

from battles.engine.events import Moved
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import HIDDEN, BattleState
from battles.engine.steps import fear, hiding
from battles.engine.steps.bodies import LEVEL, body_of, enemies_of, is_watchful, other_bodies
from battles.engine.steps.carrying import conclude
from battles.engine.steps.movers import mover_of, rules_of
from battles.engine.steps.track_cuts import cut_at, point_at
from battles.engine.steps.tracks import Track, start_of
from battles.engine.table.moverules import Refused
from battles.engine.table.vectors import SLACK, Body, Spot, distance, gap_at_most, nearest_on_segment, round_half_up
from battles.engine.table.walking import walk
from battles.engine.terrain.garrisons import garrison_of

ZONE = 200
"""Rule: MV-INT-03"""
SLIDE = 10


class Crossing(NamedTuple):
    """Where a route passes nearest to a model: plan point, foot height there, and how far along the route it lies."""

    x: float
    y: float
    z: int
    arc: float


class Interceptor(NamedTuple):
    """An enemy who may step in, and the point he would step to."""

    who: str
    crossing: Crossing
    hidden: bool


def nearest_crossing(track: Track, x: int, y: int) -> Crossing:
    """The route point nearest to a plan point, the earliest on ties. Rule: MV-INT-04"""
    best = Crossing(track.start.x, track.start.y, track.start.z, 0.0)
    far = float((track.start.x - x) ** 2 + (track.start.y - y) ** 2)
    arc = 0.0
    ax, ay, az = track.start
    for leg in track.legs:
        length = hypot(leg.x - ax, leg.y - ay)
        px, py, share = nearest_on_segment(x, y, (ax, ay), (leg.x, leg.y))
        square = (px - x) ** 2 + (py - y) ** 2
        if square < far - 1e-6:
            far = square
            best = Crossing(px, py, az if share < 1 else leg.z, arc + share * length)
        arc += length
        ax, ay, az = leg.x, leg.y, leg.z
    return best


def may_intercept(game: Game, state: BattleState, who: str, charger: str, targets: Collection[str]) -> bool:
    """Free, on its feet, and not charged itself. Rule: MV-INT-02"""
    model = state.models[who]
    if garrison_of(state, who):
        return False
    return who not in targets and is_watchful(model) and not model.engaged and game.are_enemies(who, charger)


def in_zone(game: Game, state: BattleState, who: str, track: Track) -> Crossing | None:
    """Where the route passes within 2 inches of the model, with nothing between; None when it does not.

    Rule: MV-INT-03
    """
    body = body_of(game, state, who)
    crossing = nearest_crossing(track, body.x, body.y)
    reach = ZONE + body.radius
    if (crossing.x - body.x) ** 2 + (crossing.y - body.y) ** 2 > reach * reach:
        return None
    if abs(crossing.z - body.z) > LEVEL:
        return None
    x, y = round_half_up(crossing.x), round_half_up(crossing.y)
    if (x, y) != (body.x, body.y):
        mover = mover_of(game, state, who, "walk", budget=10**6)
        thin = mover._replace(body=mover.body._replace(radius=1))
        if isinstance(walk(game.table, thin, start_of(state, who), (x, y), (), rules_of(game, who)), Refused):
            return None
    return crossing


def interceptors(
    game: Game, state: BattleState, charger: str, targets: Collection[str], track: Track
) -> list[Interceptor]:
    """Enemies who may step into the way, the first along the route first. Rule: MV-INT-05"""
    found = []
    for who in enemies_of(game, state, charger):
        if not may_intercept(game, state, who, charger, targets):
            continue
        crossing = in_zone(game, state, who, track)
        if crossing is not None and place_for(game, state, who, charger, track, crossing) is not None:
            found.append(Interceptor(who, crossing, bool(state.models[who].flags & HIDDEN)))
    return sorted(found, key=lambda entry: entry.crossing.arc)


def place_for(
    game: Game, state: BattleState, who: str, charger: str, track: Track, crossing: Crossing
) -> tuple[Spot, float] | None:
    """Where the interceptor is set down and how far along the route that is; None when there is no room.

    Rule: MV-INT-04
    """
    body, foe = body_of(game, state, who), body_of(game, state, charger)
    arc = max(crossing.arc, float(body.radius + foe.radius))
    third = [solid for _, solid in other_bodies(game, state, who) if solid != foe]
    while arc >= body.radius + foe.radius:
        px, py, pz = point_at(track, arc)
        spot = Spot(round_half_up(px), round_half_up(py), pz)
        there = body._replace(x=spot.x, y=spot.y, z=spot.z)
        if not any(_overlap(there, solid) for solid in third):
            reach = ZONE + body.radius
            if (px - body.x) ** 2 + (py - body.y) ** 2 > reach * reach + 1:
                return None
            return spot, arc
        arc -= SLIDE
    return None


def _overlap(a: Body, b: Body) -> bool:
    return abs(a.z - b.z) < max(a.height, b.height) and gap_at_most(a, b, -SLACK - 1)


def step_in(ctx: Context, who: str, charger: str, track: Track) -> Track | None:
    """Move the interceptor into the way; gives the shortened route of the charger, None when nothing came of it.

    Rules: MV-INT-04, MV-INT-06
    """
    if not fear.dares_to_intercept(ctx, who, charger):
        ctx.note("dares_not_intercept", who, charger, rule="MV-INT-06")
        return None
    crossing = in_zone(ctx.game, ctx.state, who, track)
    placed = crossing and place_for(ctx.game, ctx.state, who, charger, track, crossing)
    if not placed:
        return None
    spot, arc = placed
    start = start_of(ctx.state, who)
    ctx.note("intercepts", who, charger, rule="MV-INT-04")
    hiding.reveal(ctx, who, "intercepts")
    if spot != start:
        began = len(ctx.events)
        ctx.emit(Moved(who, "intercept", (("walk", *spot),), 0))
        conclude(ctx, who, start, began)
    both = ctx.fighters[who].radius + ctx.fighters[charger].radius
    return cut_before(track, spot, arc, both)


def cut_before(track: Track, spot: Spot, arc: float, both: int) -> Track:
    """The route up to the point before `arc` whose centre lies `both` from a spot. Rule: MV-INT-04"""
    low, high = 0.0, arc

    def apart(at: float) -> float:
        x, y, _ = point_at(track, at)
        return hypot(x - spot.x, y - spot.y)

    if apart(0.0) <= both:
        return Track(track.start, (), 0)
    at = arc
    while at > 0 and apart(at) < both:
        at -= 5
    low, high = max(0.0, at), min(arc, max(0.0, at) + 5)
    for _ in range(40):
        middle = (low + high) / 2
        if apart(middle) >= both:
            low = middle
        else:
            high = middle
    return cut_at(track, low)


def who_blocks(game: Game, state: BattleState, charger: str, targets: Sequence[str], track: Track) -> str:
    """An enemy nearer than the target within 2 inches of the straightest route, or "". Rule: MV-INT-07"""
    mine = body_of(game, state, charger)
    for who in enemies_of(game, state, charger):
        if not may_intercept(game, state, who, charger, targets) or state.models[who].flags & HIDDEN:
            continue
        if in_zone(game, state, who, track) is None:
            continue
        theirs = body_of(game, state, who)
        if any(_nearer(mine, theirs, body_of(game, state, target)) for target in targets):
            return who
    return ""


def _nearer(mine: Body, theirs: Body, target: Body) -> bool:
    return distance(mine, theirs) < distance(mine, target)
