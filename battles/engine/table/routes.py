"""The shortest legal way from a model into contact with another (GM-ROUTE-01). Hundredths of an inch.

A graph of corners pushed out by the mover's radius, doorways, 16-gons round standing models and contact points round
the target, searched by true length; legs are only looked at when they come up. Real numbers inside, stored legs out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import cos, hypot, pi, sin
from typing import NamedTuple, cast

from .contact import against_obstacle
from .legs import UNKNOWN, Legs, Place, StaticLeg
from .moverules import Mover, MoveRules, Other, Refused
from .paths import Step, judge_path
from .table import Table
from .vectors import SLACK, TOUCH, Body, Spot, ceil_real, leg_length, point_nearer_than, round_half_up

_ROUND = tuple((cos(i * pi / 36), sin(i * pi / 36)) for i in range(72))
_SIXTEEN = tuple((cos(pi / 16 + i * pi / 8), sin(pi / 16 + i * pi / 8)) for i in range(16))


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
    crowd = [Other(body, standing, False, goal) for body, standing, _, goal in others]
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


_Known = tuple[Place | None, Spot, int, int]
"""A place the search has reached: where it came from, its stored spot, stored length and cost so far."""
_Blocker = tuple[int, int, int, int, int]
"""A standing base: centre, foot, head, and how near a passing centre may not come."""


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
        self.legs = Legs.of(table, mover, rules)
        self.known: dict[Place, _Known] = {}
        self.heap: list[tuple[float, int, float, bool, Place, Place, bool]] = []
        self.pushed = 0
        self.farthest = 0.0
        self.blockers: list[_Blocker] = []
        self.turns: list[tuple[float, float, float, Place]] | None = None
        self.points: list[Place] = []

    def run(self, farthest: float) -> tuple[list[Spot], int, int] | None:
        """Legs after the start, stored length, cost; None when there is no way within `farthest`."""
        self.farthest = farthest
        start, target = self.start, self.target
        home = (float(start.x), float(start.y))
        away = hypot(target.x - home[0], target.y - home[1])
        if away <= self.both + TOUCH and abs(start.z - target.z) <= 100:
            return [], 0, 0
        if away - self.both > farthest or not self.is_thinkable():
            return None
        self.blockers = list(self._in_the_way())
        known, heap = self.known, self.heap
        known[home] = (None, start, 0, 0)
        opened: set[Place] = set()
        self.offer_last(home, 0.0, self.meeting(home))
        while heap:
            _, _, spent, judged, place, origin, last = heappop(heap)
            if place in known:
                continue
            before = known[origin]
            leg = hypot(place[0] - origin[0], place[1] - origin[1])
            told = self.leg(before[1], place, leg)
            if told is None or (last and not judged and not self.level(told[0])):
                if last and origin not in opened:
                    opened.add(origin)
                    self.offer_turns(origin, spent)
                    self.offer_points(origin, spent)
                continue
            price = told[2] if judged or self.cheapest else leg
            if self.cheapest and not judged and price > leg + 1:
                self.push(origin, spent, place, last, spent + price)
                if last and origin not in opened:
                    opened.add(origin)
                    self.offer_turns(origin, spent)
                continue
            known[place] = (origin, told[0], before[2] + told[1], before[3] + told[2])
            if last:
                return self.trace(place), known[place][2], known[place][3]
            self.offer_last(place, spent + price, self.meeting(place))
        return None

    # -- the queue ----------------------------------------------------------------------------------------------------

    def offer_last(self, origin: Place, spent: float, place: Place) -> None:
        """Queue a leg into contact at its least price."""
        total = spent + hypot(place[0] - origin[0], place[1] - origin[1])
        if total <= self.farthest:
            self.pushed += 1
            heappush(self.heap, (total, self.pushed, spent, False, place, origin, True))

    def offer_turns(self, origin: Place, spent: float) -> None:
        """Queue the legs to all corners, at their least price with the least that is then left."""
        turns = self.turns
        if turns is None:
            turns = self.turns = self._turns()
        heap, known, number = self.heap, self.known, self.pushed
        ox, oy = origin
        room = self.farthest - spent
        for x, y, left, place in turns:
            total = hypot(x - ox, y - oy) + left
            if total <= room and place not in known:
                number += 1
                heappush(heap, (spent + total, number, spent, False, place, origin, False))
        self.pushed = number

    def offer_points(self, origin: Place, spent: float) -> None:
        """Queue the legs to the points of contact, less those behind the target where all the ground is flat."""
        ox, oy = origin
        tx, ty = self.target.x, self.target.y
        known, heap, number = self.known, self.heap, self.pushed
        room = self.farthest - spent
        least = self._least_pass(ox, oy)
        for place in self.points:
            x, y = place
            dx, dy = ox - x, oy - y
            leg = hypot(dx, dy)
            if leg > room or place in known:
                continue
            if least:
                along = dx * (tx - x) + dy * (ty - y)
                if 0 < along < leg * leg and abs(dx * (ty - y) - dy * (tx - x)) < least * leg:
                    continue
            number += 1
            heappush(heap, (spent + leg, number, spent, False, place, origin, True))
        self.pushed = number

    def _least_pass(self, x: float, y: float) -> float:
        """How near to the target's centre no leg from here can pass, all of it on the table top; 0 when not known."""
        target, grow = self.target, abs(self.both) + 1
        if not self.legs_flat(x, y) or target.z >= self.mover.body.height or target.z + target.height <= 0:
            return 0.0
        return max(0.0, grow - 1 - SLACK - 1.5)

    def legs_flat(self, x: float, y: float) -> bool:
        """Whether the ground between a place and the whole circle of contact is the bare table."""
        target, grow = self.target, abs(self.both) + 1
        return self.legs.is_flat(
            int(min(x, target.x - grow)), int(min(y, target.y - grow)),
            int(max(x, target.x + grow)) + 1, int(max(y, target.y + grow)) + 1,
        )  # fmt: skip

    def push(self, origin: Place, spent: float, place: Place, last: bool, total: float) -> None:
        """Queue a leg again, its price known."""
        if not last:
            total += max(0.0, hypot(self.target.x - place[0], self.target.y - place[1]) - self.both)
        if total <= self.farthest:
            self.pushed += 1
            heappush(self.heap, (total, self.pushed, spent, True, place, origin, last))

    # -- legs ---------------------------------------------------------------------------------------------------------

    def leg(self, start: Spot, place: Place, real: float) -> tuple[Spot, int, int] | None:
        """Spot, stored length and cost of a straight leg, or None when it is not free."""
        x, y = round_half_up(place[0]), round_half_up(place[1])
        ax, ay, az = start
        legs = self.legs
        key = (ax, ay, az, x, y)
        static = cast("StaticLeg | None", known) if (known := legs.known.get(key, UNKNOWN)) is not UNKNOWN else None
        if known is UNKNOWN:
            flat = az == 0 and legs.stays_down(
                ax if ax < x else x, ay if ay < y else y, x if ax < x else ax, y if ay < y else ay
            )
            if flat and self.is_blocked(ax, ay, x, y, 0):
                return None
            static = legs.leg(ax, ay, az, x, y)
        if static is None:
            return None
        for (px, py), (qx, qy), z in static.stretches:
            if self.is_blocked(px, py, qx, qy, z):
                return None
        stored = ceil_real(real)
        return Spot(x, y, static.z), stored, stored if static.cost == static.length else static.cost

    def is_blocked(self, px: int, py: int, qx: int, qy: int, z: int) -> bool:
        """Whether a stretch at one height comes too near to a standing base (MV-WALK-03)."""
        x0, x1 = (px, qx) if px < qx else (qx, px)
        y0, y1 = (py, qy) if py < qy else (qy, py)
        top = z + self.mover.body.height
        for x, y, foot, head, reach in self.blockers:
            if not (x0 - reach < x < x1 + reach and y0 - reach < y < y1 + reach and foot < top and z < head):
                continue
            if point_nearer_than(x, y, px, py, qx, qy, reach):
                return True
        return False

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

    def is_thinkable(self) -> bool:
        """Whether walking can lead to any height from which the target can be touched."""
        goal = self.target.z
        if abs(self.start.z - goal) <= 100:
            return True
        hills = self.table.hill_heights
        return any(abs(z - goal) <= 100 or z in hills or goal in hills for z in self.legs.heights_from(self.start.z))

    def _in_the_way(self) -> Iterator[_Blocker]:
        """Standing bases that a way within `farthest` can meet, the target first."""
        r = self.mover.body.radius
        start, target = self.start, self.target
        bound = self.farthest + abs(self.both)
        for other in reversed(self.crowd):
            x, y, z, radius, height = other.body
            if other.standing:
                reach = abs(r + radius - SLACK)
                if hypot(x - start.x, y - start.y) + hypot(x - target.x, y - target.y) <= bound + 2 * reach + 4:
                    yield x, y, z, z + height, reach

    # -- places -------------------------------------------------------------------------------------------------------

    def meeting(self, place: Place) -> Place:
        """Where the straight line to the target's centre meets the circle of contact."""
        away = hypot(self.target.x - place[0], self.target.y - place[1])
        if away < 1e-9:
            return place
        share = (away - self.both) / away
        return place[0] + (self.target.x - place[0]) * share, place[1] + (self.target.y - place[1]) * share

    def _turns(self) -> list[tuple[float, float, float, Place]]:
        """Corners that a way within `farthest` may use, each with the least way left from it to contact.

        Also looks out the points of contact that can be stood at.
        """
        start, (tx, ty), both, farthest = self.start, self.target[:2], self.both, self.farthest
        places: dict[Place, None] = dict.fromkeys(self.legs.corners(start, tx, ty, farthest + both + 1, self.cheapest))
        r, z, tall = self.mover.body.radius, start.z, self.mover.body.height
        for other in self.crowd:
            b = other.body
            if other.standing and not other.target and b.z < z + tall and z < b.z + b.height:
                out = (r + b.radius) / cos(pi / 16)
                for ux, uy in _SIXTEEN:
                    places[b.x + out * ux, b.y + out * uy] = None
        found = []
        for place in places:
            x, y = place
            left = max(0.0, hypot(tx - x, ty - y) - both)
            if hypot(x - start.x, y - start.y) + left <= farthest and not self.is_shut(place):
                found.append((x, y, left, place))
        ring = [(tx + both * ux, ty + both * uy) for ux, uy in _ROUND]
        self.points = [place for place in ring if not self.is_shut(place)]
        return found

    def is_shut(self, place: Place) -> bool:
        """Whether no leg can end at a place, for terrain or for a standing base there."""
        if self.legs.is_closed(place):
            return True
        x, y = round_half_up(place[0]), round_half_up(place[1])
        return self.is_blocked(x, y, x, y, 0) and self.legs.is_bare(x, y)

    def trace(self, place: Place) -> list[Spot]:
        legs: list[Spot] = []
        at: Place | None = place
        while at is not None:
            before, spot, _, _ = self.known[at]
            if before is not None:
                legs.append(spot)
            at = before
        return legs[::-1]
