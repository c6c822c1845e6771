"""The search behind `routes`: shortest paths over corners, doorways, 16-gons around models and possible ends.

Legs wait in a queue at their lowest possible price and are checked when it is their turn. The search runs in growing
ellipses, since most paths are hardly longer than the straight line. It uses floats. Rule: GM-ROUTE-01
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import groupby
from math import floor, hypot
from operator import itemgetter

from battles.engine.table.blockers import is_blocked, meets
from battles.engine.table.caches import MISSING, Missing
from battles.engine.table.movement.barriers import KnownBarriers
from battles.engine.table.movement.contact_places import (
    ROUND,
    Arrival,
    least_pass,
    may_lead_to_contact,
    may_touch_from,
    ring_order,
)
from battles.engine.table.movement.legs import Place, StaticLeg
from battles.engine.table.movement.rules import Mover, MoveRules, Other
from battles.engine.table.movement.search_area import SearchArea
from battles.engine.table.movement.turning_points import Corners
from battles.engine.table.table import Table
from battles.engine.table.vectors import TOUCH, Body, Spot, ceil_real

DETOURS = (40.0, 150.0)
"""How much longer than the straight line paths may be in the first searches; the last one uses the given limit."""


_Known = tuple[Place | None, Spot, int, int]
"""A place that the search has reached: the place before it, its stored spot, stored length and cost so far."""
_Entry = tuple[float, int, float, bool, Place, Place, bool, "Iterator[Place] | None"]
"""A queued leg: lowest total price, number, cost before it, whether its price is known, end, start, whether the path
ends there, and the points of contact still to be tried from its start."""


class Search(SearchArea):
    """Searches paths of one mover into contact with a base, or to several points."""

    def __init__(
        self,
        table: Table,
        mover: Mover,
        start: Spot,
        target: Body,
        crowd: Sequence[Other],
        rules: MoveRules,
        cheapest: bool,
        longest: float,
        points: Sequence[Place] | None = None,
    ) -> None:
        """`target` is the model to be touched; with `points`, paths end there and only its height is used. Paths are
        not longer than `longest`.
        """
        super().__init__(table, mover, start, target, crowd, rules, points)
        self.longest, self.cheapest = longest, cheapest
        self.is_wide = points is not None and len(points) > 1
        """Whether there are several ends. The corners of a place are then queued before its last leg has failed."""
        self.known: dict[Place, _Known] = {}
        self.heap: list[_Entry] = []
        self.pushed = 0
        self.later: list[_Entry] = []
        """Legs that are too long for the current ellipse."""
        self.opened: dict[Place, float] = {}
        """Places from which legs to corners were queued, with the cost of reaching them."""
        self.turns: list[Corners] | None = None
        self.too_far: list[tuple[Place, float, Corners]] = []
        """Groups with corners that are too far from a place that legs were queued from."""
        self.ring: dict[int, Place | None] = {}
        """Points of contact by their number; None where no base can stand."""
        self.seen: dict[Place, KnownBarriers] = {}
        self.limit = float("inf")
        """Longer paths are not needed. It may be lowered when a path was found."""

    def __iter__(self) -> Iterator[Arrival]:
        """Paths within `longest`, the shortest (or cheapest) first: one into contact, or one to each point."""
        start, target, farthest = self.start, self.target, self.longest
        home = (float(start.x), float(start.y))
        if self.goals is None:
            away = hypot(target.x - home[0], target.y - home[1])
            if away <= self.both + TOUCH and abs(start.z - target.z) <= 100:
                yield Arrival([], 0, 0, home)
                return
        straight = self.left(*home)
        if straight > farthest or not may_lead_to_contact(self.legs, start, target):
            return
        left = 1 if self.goals is None else len(self.goals)
        for detour in (*DETOURS, float("inf")):
            self._widen(min(straight + detour, farthest), home)
            for found in self._found():
                yield found
                left -= 1
                if not left:
                    return
            if self.farthest >= min(farthest, self.limit):
                return

    def _widen(self, farthest: float, home: Place) -> None:
        """Start the search in an ellipse, or continue it in a larger one with the legs that were too long before."""
        before, self.farthest = self.farthest, farthest
        self.find_blockers()
        if not self.known:
            self.known[home] = (None, self.start, 0, 0)
            self.offer_ends(home, 0.0)
            if self.is_wide:
                self.offer_turns(home, 0.0)
            return
        later, self.later = self.later, []
        for entry in later:
            self._queue(entry)
        if self.turns is not None:
            too_far, self.too_far = self.too_far, []
            for (origin, spent), entries in groupby(too_far, itemgetter(0, 1)):
                self._offer_corners([corners for _, _, corners in entries], origin, spent, before)
            new = self.new_turns(self.cheapest)
            self.turns += new
            for origin, spent in self.opened.items():
                self._offer_corners(new, origin, spent)

    def _found(self) -> Iterator[Arrival]:
        """Paths inside the ellipse that is searched now, without those already found in a smaller ellipse."""
        known, heap, opened = self.known, self.heap, self.opened
        while heap:
            total, _, spent, judged, place, origin, last, more = heappop(heap)
            if total > self.limit:
                return
            if more is not None:
                self.offer_next(origin, spent, more)
            if place in known:
                continue
            before = known[origin]
            leg = hypot(place[0] - origin[0], place[1] - origin[1])
            arrival = self.leg(before[1], place, leg, origin)
            if arrival is None or (last and not judged and not may_touch_from(self.table, arrival[0], self.target)):
                if last and origin not in opened:
                    self.offer_turns(origin, spent)
                    self.offer_ring(origin, spent)
                continue
            price = arrival[2] if judged or self.cheapest else leg
            if self.cheapest and not judged and price > leg + 1:
                self.push(origin, spent, place, last, spent + price)
                if last and origin not in opened:
                    self.offer_turns(origin, spent)
                continue
            known[place] = (origin, arrival[0], before[2] + arrival[1], before[3] + arrival[2])
            if last:
                yield Arrival(self.trace(place), known[place][2], known[place][3], place)
                continue
            self.offer_ends(place, spent + price)
            if self.is_wide:
                self.offer_turns(place, spent + price)

    # -- the queue ----------------------------------------------------------------------------------------------------

    def offer_ends(self, origin: Place, spent: float) -> None:
        """Queue the legs that could end the path, at their lowest possible price."""
        if self.goals is None:
            self._offer_end(origin, spent, self.meeting(origin))
        else:
            for place in self.goals:
                self._offer_end(origin, spent, place)

    def _offer_end(self, origin: Place, spent: float, place: Place) -> None:
        total = spent + hypot(place[0] - origin[0], place[1] - origin[1])
        if place not in self.known:
            self.pushed += 1
            self._queue((total, self.pushed, spent, False, place, origin, True, None))

    def _queue(self, entry: _Entry) -> None:
        """Queue a leg, or store it for a larger ellipse."""
        if entry[0] <= self.farthest:
            heappush(self.heap, entry)
        else:
            self.later.append(entry)

    def offer_turns(self, origin: Place, spent: float) -> None:
        """Queue the legs to all corners, at their price plus the lowest remaining length."""
        if self.turns is None:
            self.turns = self.new_turns(self.cheapest)
        self.opened[origin] = spent
        self._offer_corners(self.turns, origin, spent)

    def _offer_corners(self, groups: Sequence[Corners], origin: Place, spent: float, before: float = 0.0) -> None:
        """Like `offer_turns` for some corners, without those queued in an ellipse of the size `before`."""
        heap, known, number = self.heap, self.known, self.pushed
        ox, oy = origin
        start = known[origin][1]
        az = start.z
        room, done = self.farthest - spent, before - spent
        too_far, judged = self.too_far, self.legs.legs_from(start)
        bars, leads_off = self.seen_from(origin).bars, self.legs.leads_off
        for group in groups:
            middle_x, middle_y, gain, corners = group
            if hypot(middle_x - ox, middle_y - oy) - gain > room:
                too_far.append((origin, spent, group))
                continue
            is_complete = True
            for x, y, left, place, stored in corners:
                total = hypot(x - ox, y - oy) + left
                if total > room:
                    is_complete = False
                    continue
                if total <= done or place in known or judged.get(stored, MISSING) is None:
                    continue
                if leads_off(az, x, y) if az else bars(*stored):
                    continue
                number += 1
                heappush(heap, (spent + total, number, spent, False, place, origin, False, None))
            if not is_complete:
                too_far.append((origin, spent, group))
        self.pushed = number

    def seen_from(self, origin: Place) -> KnownBarriers:
        """What has blocked legs from a place so far."""
        seen = self.seen.get(origin)
        if seen is None:
            spot = self.known[origin][1]
            seen = self.seen[origin] = self.legs.seen_from(spot.x, spot.y)
        return seen

    def offer_ring(self, origin: Place, spent: float) -> None:
        """Queue the nearest point of contact. Each other one is queued when the one before it has been checked."""
        if self.goals is None:
            self.offer_next(origin, spent, self._outwards(origin))

    def offer_next(self, origin: Place, spent: float, more: Iterator[Place]) -> None:
        """Queue the next point of contact from a place."""
        az = self.known[origin][1].z
        seen = self.seen_from(origin)
        for place in more:
            x, y = place
            if az:
                if self.legs.leads_off(az, x, y):
                    continue
            elif seen.bars(floor(x + 0.5), floor(y + 0.5)):
                continue
            total = spent + hypot(x - origin[0], y - origin[1])
            self.pushed += 1
            self._queue((total, self.pushed, spent, False, place, origin, True, more))
            return

    def _outwards(self, origin: Place) -> Iterator[Place]:
        """Points of contact by their distance, without those behind the target if all the ground is flat."""
        ox, oy = origin
        tx, ty = self.target.x, self.target.y
        least = least_pass(self.legs, self.target, self.both, ox, oy)
        ring, both = self.ring, self.both
        for number in ring_order(ox - tx, oy - ty):
            place = ring.get(number)
            if place is None:
                if number in ring:
                    continue
                ux, uy = ROUND[number]
                place = tx + both * ux, ty + both * uy
                ring[number] = None if self.is_shut(place) else place
                if ring[number] is None:
                    continue
            if least:
                x, y = place
                dx, dy = ox - x, oy - y
                square = dx * dx + dy * dy
                along = dx * (tx - x) + dy * (ty - y)
                if 0 < along < square and (dx * (ty - y) - dy * (tx - x)) ** 2 < least * least * square:
                    continue
            yield place

    def push(self, origin: Place, spent: float, place: Place, last: bool, total: float) -> None:
        """Queue a leg again, now with its exact price."""
        if not last:
            total += self.left(*place)
        self.pushed += 1
        self._queue((total, self.pushed, spent, True, place, origin, last, None))

    def leg(self, start: Spot, place: Place, real: float, origin: Place) -> tuple[Spot, int, int] | None:
        """The spot, stored length and cost of a straight leg; None if it is blocked."""
        end = x, y = floor(place[0] + 0.5), floor(place[1] + 0.5)
        legs = self.legs
        known = legs.legs_from(start)
        static: StaticLeg | Missing | None = known.get(end, MISSING)
        if static is MISSING:
            if start.z:
                if legs.leads_off(start.z, *place):
                    return None
            else:
                seen = self.seen_from(origin)
                if seen.bars(x, y):
                    return None
                if legs.screens.bars_anew(x, y, seen):
                    known[end] = None
                    return None
                if meets(self.sure, x, y, seen):
                    return None
            if legs.is_closed(place):
                return None
            static = legs.judge(start, end, known)
        if static is None:
            return None
        for (px, py), (qx, qy), z in static.stretches:
            if is_blocked(self.blockers, px, py, qx, qy, z, z + self.mover.body.height):
                return None
        stored = ceil_real(real)
        return Spot(x, y, static.z), stored, stored if static.cost == static.length else static.cost

    def trace(self, place: Place) -> list[Spot]:
        """The spots of the path to a place, without the start."""
        legs: list[Spot] = []
        at: Place | None = place
        while at is not None:
            before, spot, _, _ = self.known[at]
            if before is not None:
                legs.append(spot)
            at = before
        return legs[::-1]
