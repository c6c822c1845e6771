"""The part of the table that a search looks at: the models in its way and the corners where a path may turn.

Uses floats. Rule: GM-ROUTE-01
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import floor, hypot

from battles.engine.table.blockers import Blocker, is_blocked
from battles.engine.table.movement.legs import Legs, Place
from battles.engine.table.movement.rules import Mover, MoveRules, Other
from battles.engine.table.movement.turning_points import Corner, Corners, in_groups
from battles.engine.table.table import Table
from battles.engine.table.vectors import SLACK, Body, Spot


class SearchArea:
    """An ellipse around the start and the ends of a path, which grows with `farthest`."""

    def __init__(
        self,
        table: Table,
        mover: Mover,
        start: Spot,
        target: Body,
        crowd: Sequence[Other],
        rules: MoveRules,
        points: Sequence[Place] | None,
    ) -> None:
        """As in `Search`."""
        self.table, self.mover, self.start, self.target = table, mover, start, target
        self.crowd, self.goals = crowd, points
        self.both = 0 if points is not None else mover.body.radius + target.radius
        self.legs = Legs.of(table, mover, rules)
        self.farthest = 0.0
        """Longest paths inside the ellipse that is searched now."""
        self.blockers: list[Blocker] = []
        """Standing models that such a path can meet."""
        self.sure: list[Blocker] = []
        """Those that block all models at table level."""
        self.placed: set[Place] = set()
        """All places that were returned by `new_turns`."""

    def find_blockers(self) -> None:
        """Find the models in the way after `farthest` has changed."""
        self.blockers = list(self._in_the_way())
        self.sure = [blocker for blocker in self.blockers if self._is_sure(blocker)]

    def _in_the_way(self) -> Iterator[Blocker]:
        """Standing models that a path within `farthest` can meet, the target first."""
        r = self.mover.body.radius
        for other in reversed(self.crowd):
            x, y, z, radius, height = other.body
            if other.standing:
                reach = abs(r + radius - SLACK)
                if hypot(x - self.start.x, y - self.start.y) + self.left(x, y) <= self.farthest + 2 * reach + 24:
                    yield x, y, z, z + height, reach

    def _is_sure(self, blocker: Blocker) -> bool:
        """Whether a base blocks all models at table level, regardless of low objects next to it."""
        x, y, foot, head, reach = blocker
        highest = self.legs.screens.highest((x - reach, y - reach, x + reach, y + reach))
        return foot < self.mover.body.height and highest < head

    def left(self, x: float, y: float) -> float:
        """The lowest possible distance from a place to where a path may end."""
        if self.goals is None:
            away = hypot(self.target.x - x, self.target.y - y) - self.both
            return away if away > 0 else 0.0
        least = float("inf")
        for px, py in self.goals:
            away = hypot(px - x, py - y)
            if away < least:
                least = away
        return least

    def meeting(self, place: Place) -> Place:
        """The point where the straight line to the target's centre meets the circle of contact."""
        away = hypot(self.target.x - place[0], self.target.y - place[1])
        if away < 1e-9:
            return place
        share = (away - self.both) / away
        return place[0] + (self.target.x - place[0]) * share, place[1] + (self.target.y - place[1]) * share

    def new_turns(self, cheapest: bool) -> list[Corners]:
        """New corners that a path within `farthest` may use: those of terrain, and those around standing models."""
        tx, ty, bound = self.target.x, self.target.y, self.farthest + self.both + 1
        if self.goals is not None:
            bound += max(hypot(px - tx, py - ty) for px, py in self.goals)
        of_terrain = dict.fromkeys(self.legs.corners(self.start, tx, ty, bound, cheapest))
        groups = list(in_groups(self._in_ellipse(of_terrain)))
        z, tall = self.start.z, self.mover.body.height
        for blocker in self.blockers:
            x, y, foot, head, _ = blocker
            if foot < z + tall and z < head and (self.goals is not None or (x, y) != self.target[:2]):
                round_it = self._in_ellipse(self.legs.around(blocker))
                groups += in_groups([corner for corner in round_it if not self._is_taken(*corner[4])], 16)
        return groups

    def _in_ellipse(self, places: Iterable[Place]) -> list[Corner]:
        """New places that a path within `farthest` may pass."""
        sx, sy, farthest, left, placed = self.start.x, self.start.y, self.farthest, self.left, self.placed
        found: list[Corner] = []
        for place in places:
            if place in placed:
                continue
            x, y = place
            rest = left(x, y)
            if hypot(x - sx, y - sy) + rest <= farthest:
                placed.add(place)
                found.append((x, y, rest, place, (floor(x + 0.5), floor(y + 0.5))))
        return found

    def is_shut(self, place: Place) -> bool:
        """Whether no leg can end at a place, because of terrain or a standing model."""
        return self.legs.is_closed(place) or self._is_taken(floor(place[0] + 0.5), floor(place[1] + 0.5))

    def _is_taken(self, x: int, y: int) -> bool:
        """Whether a standing model is in the way of a leg that ends at a stored place on the table top."""
        return is_blocked(self.blockers, x, y, x, y, 0, self.mover.body.height) and self.legs.is_bare(x, y)
