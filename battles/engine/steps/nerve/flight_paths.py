"""Paths of fleeing models: straight, around what they cannot cross, shortened to the rolled length.

Rules: MV-FLEE-03, TR-IMPASS-01
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot

from battles.engine.game import Game
from battles.engine.state import STANDING, BattleState
from battles.engine.steps.models.bodies import ENGINE_GAP, body_of, enemies_of
from battles.engine.steps.movement.forced.placement import Room
from battles.engine.steps.movement.forced.straight_moves import furthest
from battles.engine.steps.movement.movers import mover_of, rules_of
from battles.engine.steps.movement.track_cuts import cut_at, plan_length, point_at
from battles.engine.steps.movement.tracks import Leg, Track, start_of
from battles.engine.table.ground import can_stand
from battles.engine.table.movement.routes import Route, routes_to_points
from battles.engine.table.movement.rules import Mover, MoveRules, Other, Refused
from battles.engine.table.movement.walking import Walk, walk
from battles.engine.table.vectors import SLACK, Body, Point, Spot, ceil_real, gap_at_most, polygon_distance

Path = tuple[tuple[str, int, int, int], ...]
CANDIDATES = 12


class _Flight:
    """One fleeing model with everything in its way."""

    def __init__(self, game: Game, state: BattleState, model_id: str) -> None:
        self.game, self.state, self.who = game, state, model_id
        self.start = start_of(state, model_id)
        self.mover: Mover = mover_of(game, state, model_id, "flee", budget=1_000_000)
        self.rules: MoveRules = rules_of(game, model_id)
        self.enemies: list[Other] = []
        for enemy in enemies_of(game, state, model_id):
            if state.models[enemy].posture == STANDING:
                body = body_of(game, state, enemy)
                near = gap_at_most(self.mover.body, body, ENGINE_GAP)
                wide = body if near else body._replace(radius=body.radius + ENGINE_GAP)
                self.enemies.append(Other(wide))

    def straight(self, goal: Point) -> Track | None:
        """The straight path, or None if something blocks it."""
        walked = walk(self.game.table, self.mover, self.start, goal, self.enemies, self.rules)
        if not isinstance(walked, Walk):
            return None
        real = ceil_real(hypot(goal[0] - self.start.x, goal[1] - self.start.y))
        return Track(self.start, (Leg("leap" if walked.leaps else "walk", *goal, walked.z, real),), real)

    def bent(self, goals: Iterable[Point]) -> Track | None:
        """The shortest detour to one of these points."""
        points = [(float(x), float(y)) for x, y in goals]
        found: list[Route] = []
        for z in {self.start.z, 0}:
            arrived = next(routes_to_points(self.game.table, self.mover, points, z, self.enemies, self.rules), None)
            if arrived is not None:
                found.append(arrived[1])
        return _track_of_spots(min(found, key=lambda route: route.length).spots) if found else None

    def as_far_as_can_be(self, goal: Point) -> Track:
        """The straight path up to what stops the model."""
        far = hypot(goal[0] - self.start.x, goal[1] - self.start.y)
        if not far:
            return Track(self.start, (), 0)
        body = self.mover.body._replace(radius=self.mover.body.radius + SLACK)
        way = ((goal[0] - self.start.x) / far, (goal[1] - self.start.y) / far)
        reached = furthest(
            self.game, self.mover, self.start, way, int(far), self.enemies, self.rules,
            allowed=lambda spot: can_stand(self.game.table, body.at(spot.x, spot.y, spot.z)),
        )  # fmt: skip
        if not reached.length:
            return Track(self.start, (), 0)
        return Track(self.start, (Leg("walk", *reached.spot, reached.length),), reached.length)


def _track_of_spots(spots: tuple[Spot, ...]) -> Track:
    legs = []
    for a, b in pairwise(spots):
        legs.append(Leg("walk", b.x, b.y, b.z, ceil_real(hypot(b.x - a.x, b.y - a.y)), b.z - a.z))
    return Track(spots[0], tuple(legs), sum(leg.cost for leg in legs))


def clamp(game: Game, radius: int, goal: Point) -> Point:
    """The point nearest to a goal at which the whole base is still on the table."""
    return (
        min(max(goal[0], radius), game.table.width - radius),
        min(max(goal[1], radius), game.table.length - radius),
    )


def flight_track(game: Game, state: BattleState, model_id: str, goal: Point, *, to_edge: bool) -> Track:
    """The path to the goal, or as far as there is one. With `to_edge`, any point of the edge will do."""
    flight = _Flight(game, state, model_id)
    radius = flight.mover.body.radius
    near = clamp(game, radius, goal)
    if near == (flight.start.x, flight.start.y):
        return Track(flight.start, (), 0)
    return (
        flight.straight(near)
        or _over_impassable(game, flight, near)
        or flight.bent(_goals(game, flight, goal, near, to_edge))
        or flight.as_far_as_can_be(near)
    )


def _over_impassable(game: Game, flight: _Flight, goal: Point) -> Track | None:
    """The path of a model that flees across lava, lakes or chasms, which the terrain pack allows. Solid pieces still
    stop it. Rule: TR-IMPASS-01
    """
    if not game.rules.terrain_pack:
        return None
    refused = walk(game.table, flight.mover, flight.start, goal, flight.enemies, flight.rules)
    if not isinstance(refused, Refused) or refused.code not in ("impassable", "deep_water"):
        return None
    far = ceil_real(hypot(goal[0] - flight.start.x, goal[1] - flight.start.y))
    return Track(flight.start, (Leg("walk", *goal, flight.start.z, far),), far)


def _goals(game: Game, flight: _Flight, goal: Point, near: Point, to_edge: bool) -> list[Point]:
    """Possible ends of a detour: the goal, and for a table edge also places next to models that block the straight
    path.
    """
    if not to_edge:
        return [near]
    radius = flight.mover.body.radius
    upright = goal[0] == flight.start.x
    offsets = {0}
    for enemy in flight.enemies:
        out = enemy.body.radius + radius
        for sign in (-1, 1):
            offsets.add((enemy.body.x - near[0] if upright else enemy.body.y - near[1]) + sign * out)
    ranked = sorted(offsets, key=abs)[:CANDIDATES]
    return [clamp(game, radius, (near[0] + by, near[1]) if upright else (near[0], near[1] + by)) for by in ranked]


def cut_flight(game: Game, state: BattleState, model_id: str, track: Track, length: int) -> Track:
    """The part of the path within the rolled length, up to the last place where the model can stay. Rules: MV-FLEE-03,
    GM-PLACE-01
    """
    total, arc = 0, 0.0
    x, y, _ = track.start
    for leg in track.legs:
        real = hypot(leg.x - x, leg.y - y)
        if total + leg.cost > length:
            arc += min(real, float(length - total))
            break
        total += leg.cost
        arc += real
        x, y = leg.x, leg.y
    return _to_last_place(game, state, model_id, track, _past_impassable(game, state, model_id, track, arc))


def _past_impassable(game: Game, state: BattleState, model_id: str, track: Track, arc: float) -> float:
    """The length of a flight that would end over lava, a lake or a chasm, extended until the base is clear. Rule:
    TR-IMPASS-01
    """
    if not game.rules.terrain_pack:
        return arc
    mover = mover_of(game, state, model_id, "flee", budget=1_000_000)
    rules = rules_of(game, model_id)
    closed = [area.outline for area in game.table.areas if not mover.factor(area.ground, rules)]
    whole = plan_length(track)
    at = arc
    while at < whole:
        x, y, _ = point_at(track, at)
        if all(polygon_distance(x, y, outline) >= mover.body.radius for outline in closed):
            return at
        at += 1
    return whole if whole > arc else arc


def _to_last_place(game: Game, state: BattleState, model_id: str, track: Track, arc: float) -> Track:
    """The part of a flight up to a length, or to the last place before it where the model may stay.

    A model that reaches the table edge leaves the table and needs no place. Rules: MV-FLEE-03, MV-FLEE-04, GM-PLACE-01
    """
    room = Room(game, state, model_id)
    end = room.spot_on(track, arc)
    if end is not None and is_on_rim(game, room.body_at(end)):
        return cut_at(track, arc, end.z)
    return room.stop_on(track, arc)


def is_on_rim(game: Game, body: Body) -> bool:
    """Whether a base reaches the table edge. Rule: MV-FLEE-04"""
    r = body.radius
    return body.x <= r or body.y <= r or body.x >= game.table.width - r or body.y >= game.table.length - r
