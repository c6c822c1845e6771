"""The shortest legal way from a model into contact with another (GM-ROUTE-01). Hundredths of an inch.

A graph of corners pushed out by the mover's radius, doorways, 16-gons round standing models and contact points round
the target, searched by true length; legs are only looked at when they come up. Real numbers inside, stored legs out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import cos, hypot, pi, sin
from typing import NamedTuple

from .contact import against_obstacle
from .moverules import Mover, MoveRules, Other, Refused
from .paths import Step, judge_path
from .table import Table
from .vectors import TOUCH, Body, Spot, ceil_real, leg_length, round_half_up
from .walking import Walk, walk

_Place = tuple[float, float]


class Route(NamedTuple):
    """A way into contact: its spots from start to contact, stored length and cost of the whole, steps for `paths`.

    `cost` prices slow ground (GM-PATH-01); `length` does not. `named` counts the legs the player named (`via`).
    """

    spots: tuple[Spot, ...]
    steps: tuple[Step, ...]
    length: int
    cost: int
    named: int = 0

    @property
    def end(self) -> Spot:
        return self.spots[-1]


def route_to_contact(
    table: Table,
    mover: Mover,
    target: Body,
    others: Sequence[Other] = (),
    rules: MoveRules | None = None,
    *,
    via: Sequence[Step] = (),
    farthest: int | None = None,
    cheapest: bool = False,
) -> Route | Refused:
    """Shortest legal polyline from the mover to first contact with `target`, on foot.

    `others` are all other models, the target left out. `via` are named legs (ladders, climbs, jumps) taken first, from
    whose end the rest is searched. `farthest` bounds the length (default: the straight way doubled and 12 inches).
    `cheapest` orders ways by cost instead of length, corners of slow ground included (core charges). The allowance is
    not looked at: a charge may fail by distance (MV-CHG-08). Refused: `no_route`, or what stops the named legs.
    """
    rules = rules or MoveRules()
    crowd = [other._replace(enemy=False) for other in others]
    crowd.append(Other(target, True, False, True))
    free = mover._replace(mode="charge", allowance=1_000_000)
    start = Spot(mover.body.x, mover.body.y, mover.body.z)
    spots: list[Spot] = [start]
    length = cost = 0
    if via:
        named = judge_path(table, free, via, crowd, rules, ends_anywhere=True)
        if named.refused:
            return named.refused
        spots = list(named.polyline)
        start, length, cost = named.end, named.length, named.cost
    search = _Search(table, free, start, target, crowd, rules, cheapest)
    straight = hypot(target.x - start.x, target.y - start.y)
    found = search.run(farthest if farthest is not None else 2 * straight + 1200)
    if found is None:
        return Refused("no_route", "There is no way to reach that model.", "GM-ROUTE-01")
    legs, tail_length, tail_cost = found
    if legs:
        before = legs[-2] if len(legs) > 1 else start
        short = against_obstacle(table, mover.body, before, legs[-1], target)
        if short is not None:
            saved = leg_length(*before[:2], *legs[-1][:2]) - leg_length(*before[:2], *short[:2])
            legs[-1], tail_length, tail_cost = short, tail_length - saved, tail_cost - saved
    steps = [*via, *(Step("walk", spot.x, spot.y, spot.z) for spot in legs)]
    return Route((*spots, *legs), tuple(steps), length + tail_length, cost + tail_cost, len(via))


class _Known(NamedTuple):
    """A place the search has reached: where it came from, its stored spot, stored length and cost so far."""

    before: _Place | None
    spot: Spot
    length: int
    cost: int


class _Search:
    """Uniform search over places; a leg waits in the queue with its least price and is judged when it comes up."""

    def __init__(
        self,
        table: Table,
        mover: Mover,
        start: Spot,
        target: Body,
        crowd: Sequence[Other],
        rules: MoveRules,
        cheapest: bool,
    ) -> None:
        self.table, self.mover, self.start, self.target = table, mover, start, target
        self.crowd, self.rules, self.cheapest = crowd, rules, cheapest
        self.both = mover.body.radius + target.radius
        self.known: dict[_Place, _Known] = {}
        self.heap: list[tuple[float, int, float, float, _Place, _Place, bool]] = []
        self.farthest = 0.0

    def run(self, farthest: float) -> tuple[list[Spot], int, int] | None:
        """Legs after the start, stored length, cost; None when there is no way within `farthest`."""
        self.farthest = farthest
        home = (float(self.start.x), float(self.start.y))
        near = hypot(self.target.x - home[0], self.target.y - home[1]) <= self.both + TOUCH
        if near and abs(self.start.z - self.target.z) <= 100:
            return [], 0, 0
        self.known[home] = _Known(None, self.start, 0, 0)
        corners: list[_Place] | None = None
        opened: set[_Place] = set()
        self.offer(home, 0.0, self.meeting(home), True)
        while self.heap:
            _, _, spent, judged, place, origin, last = heappop(self.heap)
            if place in self.known:
                continue
            before = self.known[origin]
            leg = hypot(place[0] - origin[0], place[1] - origin[1])
            if not judged:
                told = self.leg(before.spot, place, leg)
                if told is None or (last and not self.level(told[0])):
                    if last and origin not in opened:
                        opened.add(origin)
                        if corners is None:
                            corners = list(self.corners())
                        for corner in (c for c in corners if c not in self.known):
                            self.offer(origin, spent, corner, False)
                        for point in self.contact_points():
                            self.offer(origin, spent, point, True)
                    continue
                price = told[2] if self.cheapest else leg
                if self.cheapest and price > leg + 1:
                    self.push(origin, spent, place, last, spent + price, 1.0)
                    if last and origin not in opened:
                        opened.add(origin)
                        corners = list(self.corners()) if corners is None else corners
                        for corner in (c for c in corners if c not in self.known):
                            self.offer(origin, spent, corner, False)
                    continue
            else:
                told = self.leg(before.spot, place, leg)
                assert told is not None
                price = told[2]
            self.known[place] = _Known(origin, told[0], before.length + told[1], before.cost + told[2])
            if last:
                return self.trace(place), self.known[place].length, self.known[place].cost
            self.offer(place, spent + price, self.meeting(place), True)
        return None

    def offer(self, origin: _Place, spent: float, place: _Place, last: bool) -> None:
        """Queue a leg at its least price, what is left of the way at least included."""
        leg = hypot(place[0] - origin[0], place[1] - origin[1])
        self.push(origin, spent, place, last, spent + leg, 0.0)

    def push(self, origin: _Place, spent: float, place: _Place, last: bool, total: float, judged: float) -> None:
        if not last:
            total += max(0.0, hypot(self.target.x - place[0], self.target.y - place[1]) - self.both)
        if total <= self.farthest:
            heappush(self.heap, (total, len(self.heap), spent, judged, place, origin, last))

    def leg(self, start: Spot, place: _Place, real: float) -> tuple[Spot, int, int] | None:
        """Spot, stored length and cost of a straight leg, or None when it is not free."""
        x, y = round_half_up(place[0]), round_half_up(place[1])
        told = walk(self.table, self.mover, start, (x, y), self.crowd, self.rules)
        if not isinstance(told, Walk):
            return None
        stored = ceil_real(real)
        return Spot(x, y, told.z), stored, stored if told.cost == told.length else told.cost

    def level(self, spot: Spot) -> bool:
        """Feet near enough in height for contact: an inch, or any difference on a hillside (MV-CHG-07)."""
        if abs(spot.z - self.target.z) <= 100:
            return True
        return any(
            s.kind == "hill" and s.z in (spot.z, self.target.z)
            for s in self.table.surface_grid.within(
                min(spot.x, self.target.x),
                min(spot.y, self.target.y),
                max(spot.x, self.target.x),
                max(spot.y, self.target.y),
            )
        )

    def meeting(self, place: _Place) -> _Place:
        """Where the straight line to the target's centre meets the circle of contact."""
        away = hypot(self.target.x - place[0], self.target.y - place[1])
        if away < 1e-9:
            return place
        share = (away - self.both) / away
        return place[0] + (self.target.x - place[0]) * share, place[1] + (self.target.y - place[1]) * share

    def contact_points(self) -> Iterator[_Place]:
        for i in range(72):
            yield self.target.x + self.both * cos(i * pi / 36), self.target.y + self.both * sin(i * pi / 36)

    def corners(self) -> Iterator[_Place]:
        """Corners of what obstructs on the way, pushed out by the radius; doorways; 16-gons round models."""
        r, z, tall = self.mover.body.radius, self.start.z, self.mover.body.height
        reach = int(self.farthest)
        low_x, high_x = sorted((self.start.x, self.target.x))
        low_y, high_y = sorted((self.start.y, self.target.y))
        spare = max(0, reach - int(hypot(high_x - low_x, high_y - low_y))) // 2 + 100
        box = (low_x - spare, low_y - spare, high_x + spare, high_y + spare)
        limit = self.rules.leap_limit
        for wall in self.table.wall_grid.within(*box):
            if wall.z1 - z <= limit or wall.z0 >= z + tall:
                continue
            half = max(wall.thickness / 2, 0.5)
            outline = [
                (wall.ax - wall.uy * half, wall.ay + wall.ux * half),
                (wall.ax + wall.uy * half, wall.ay - wall.ux * half),
                (wall.bx + wall.uy * half, wall.by - wall.ux * half),
                (wall.bx - wall.uy * half, wall.by + wall.ux * half),
            ]
            yield from pushed_out(outline, r)
            for hole in wall.openings:
                if hole.sill - z <= limit and hole.lintel > z:
                    middle = (hole.start + hole.end) / 2
                    x, y = wall.ax + wall.ux * middle, wall.ay + wall.uy * middle
                    for way in (r + half, -r - half):
                        yield x - wall.uy * way, y + wall.ux * way
        for solid in self.table.solid_grid.within(*box):
            if not solid.hill and solid.z1 - z > limit and solid.z0 < z + tall:
                yield from pushed_out(list(solid.outline), r)
        for area in self.table.area_grid.within(*box):
            factor = self.mover.factor(area.ground, self.rules)
            if not factor or (self.cheapest and factor > 1):
                yield from pushed_out(list(area.outline), 2.0)
        for other in self.crowd:
            b = other.body
            if other.standing and not other.target and b.z < z + tall and z < b.z + b.height:
                out = (r + b.radius) / cos(pi / 16)
                for i in range(16):
                    angle = pi / 16 + i * pi / 8
                    yield b.x + out * cos(angle), b.y + out * sin(angle)

    def trace(self, place: _Place) -> list[Spot]:
        legs: list[Spot] = []
        at: _Place | None = place
        while at is not None:
            known = self.known[at]
            if known.before is not None:
                legs.append(known.spot)
            at = known.before
        return legs[::-1]


def pushed_out(outline: Sequence[_Place], radius: float) -> Iterator[_Place]:
    """Outer corners of an anticlockwise outline moved out by a radius; a sharp one gives two points (GM-ROUTE-01)."""
    count = len(outline)
    for i in range(count):
        (px, py), (x, y), (qx, qy) = outline[i - 1], outline[i], outline[(i + 1) % count]
        ax, ay, bx, by = x - px, y - py, qx - x, qy - y
        a, b = hypot(ax, ay), hypot(bx, by)
        ax, ay, bx, by = ax / a, ay / a, bx / b, by / b
        if ax * by - ay * bx <= 1e-9:
            continue
        turn = ax * bx + ay * by
        if turn < -1e-9:
            yield x + (ay + ax) * radius, y + (-ax + ay) * radius
            yield x + (by - bx) * radius, y + (-bx - by) * radius
        else:
            share = radius / (1 + turn)
            yield x + (ay + by) * share, y + (-ax - bx) * share
