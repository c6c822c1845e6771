"""Straight legs over fixed terrain, checked once and cached with the table, and the corners at which a path may turn.

There is one `Legs` for each kind of mover on a table. Its results do not depend on other models, so they remain valid
for the whole battle. Hundredths of an inch. Rules: GM-PATH-01, GM-ROUTE-01.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

from battles.engine.native import geometry
from battles.engine.table.blockers import Blocker, around_base
from battles.engine.table.caches import MISSING, Missing
from battles.engine.table.compiler import Wall
from battles.engine.table.movement.barriers import KnownBarriers, Screens
from battles.engine.table.movement.rules import Mover, MoveRules
from battles.engine.table.movement.walking import Stretch, Walk, meet_wall, solid_blocks, walk
from battles.engine.table.table import Table
from battles.engine.table.vectors import Box, Point, Spot, round_half_up

if TYPE_CHECKING:
    from battles.engine.native._geometry import Legs as NativeLegs

REMEMBERED = 40_000
"""Maximum number of legs cached for one kind of mover, at about 300 bytes each."""
GROUND_ROOM = 2.0
"""Distance at which corners of slow or impassable ground are passed."""

Place = tuple[float, float]
LegsKey = tuple[int, int, str, tuple[int, ...], MoveRules]
"""What legs depend on: radius, height, manner of moving, abilities (`Mover` from `small` on), rules."""


class StaticLeg(NamedTuple):
    """A leg that terrain allows: height of the feet at its end, stored length and cost, and its parts at one height."""

    z: int
    length: int
    cost: int
    stretches: tuple[Stretch, ...]


class Legs:
    """The legs that a kind of mover can take on a table without other models."""

    def __init__(self, table: Table, mover: Mover, rules: MoveRules) -> None:
        self.table = table
        self.mover = mover
        self.rules = rules
        self.known: dict[tuple[int, int, int], dict[Point, StaticLeg | None]] = {}
        """Checked legs by their start, then by their end; None for a leg that is blocked."""
        self.judged = 0
        self._seen: dict[Point, KnownBarriers] = {}
        self._around: dict[tuple[int, int, int], tuple[Place, ...]] = {}
        self._closed: dict[Place, bool] = {}
        self._turns: dict[tuple[str, int], tuple[Place, ...]] = {}
        self._doors: dict[int, tuple[tuple[int, int, tuple[Place, Place]], ...]] = {}
        self.screens = Screens(table, mover.body, rules, ghostly=mover.ghostly)
        self.native: NativeLegs | None = None
        """The same legs for the C code, without which this is None."""
        if geometry is not None and table.terrain is not None:
            self.native = geometry.Legs(table.terrain, mover, rules, self.screens.lines, self.screens.posts)

    @classmethod
    def of(cls, table: Table, mover: Mover, rules: MoveRules) -> Legs:
        """The legs of a table for movers of this kind and manner."""
        cache = table.caches.legs
        body = mover.body
        # Of the ways to move, only running can differ from walking, so the others share the legs of walking.
        mode = "run" if mover.mode == "run" and not rules.leap_at_run else "walk"
        key = (body.radius, body.height, mode, mover[4:], rules)
        found = cache.get(key)
        if found is None:
            return cache.store(key, cls(table, mover._replace(mode=mode), rules))
        cache.counts.hits += 1
        return found

    def leg(self, x: int, y: int, z: int, to_x: int, to_y: int) -> StaticLeg | None:
        """A straight leg from a spot to a point; None if terrain forbids it."""
        if self.native is not None:
            return self.native.leg(x, y, z, to_x, to_y)
        known = self.legs_from((x, y, z))
        found: StaticLeg | Missing | None = known.get((to_x, to_y), MISSING)
        return self.judge((x, y, z), (to_x, to_y), known) if isinstance(found, Missing) else found

    def legs_from(self, start: tuple[int, int, int]) -> dict[Point, StaticLeg | None]:
        """Checked legs from a spot, by their ends."""
        found = self.known.get(start)
        if found is None:
            if self.judged >= REMEMBERED:
                self.known.clear()
                self.judged = 0
            self.judged += 1
            found = self.known[start] = {}
        return found

    def judge(self, start: tuple[int, int, int], end: Point, known: dict[Point, StaticLeg | None]) -> StaticLeg | None:
        """Check a leg that is not in `known`, the checked legs from this spot, and add it there."""
        stretches: list[Stretch] = []
        walked = walk(self.table, self.mover, start, end, (), self.rules, stretches)
        leg = StaticLeg(walked.z, walked.length, walked.cost, tuple(stretches)) if isinstance(walked, Walk) else None
        self.judged += 1
        known[end] = leg
        return leg

    def seen_from(self, x: int, y: int) -> KnownBarriers:
        """What terrain has blocked legs from a place on the table top. All searches share it; models are not
        included.
        """
        found = self._seen.get((x, y))
        if found is None:
            if len(self._seen) >= REMEMBERED:
                self._seen.clear()
            found = self._seen[x, y] = KnownBarriers(x, y)
        return KnownBarriers(x, y, found)

    def around(self, blocker: Blocker) -> tuple[Place, ...]:
        """The corners of a 16-gon around a standing base at which terrain allows a leg to end."""
        x, y, _, _, reach = blocker
        found = self._around.get((x, y, reach))
        if found is None:
            if len(self._around) >= REMEMBERED:
                self._around.clear()
            places = tuple(place for place in around_base(x, y, reach) if not self.is_closed(place))
            found = self._around[x, y, reach] = places
        return found

    def is_closed(self, place: Place) -> bool:
        """Whether no leg can end at a place, because it is off the table or too near to an obstacle.

        Decided only for bare ground. A place on or under a floor counts as open until a leg to it is checked.
        """
        known = self._closed.get(place)
        if known is None:
            if len(self._closed) >= REMEMBERED:
                self._closed.clear()
            known = self._closed[place] = self._judge_closed(round_half_up(place[0]), round_half_up(place[1]))
        return known

    def _judge_closed(self, x: int, y: int) -> bool:
        table, mover, rules = self.table, self.mover, self.rules
        r, tall = mover.body.radius, mover.body.height
        if not (r <= x <= table.width - r and r <= y <= table.length - r):
            return True
        if mover.ghostly or not self.is_bare(x, y):
            return False
        here = (x, y)
        walls, solids = table.barriers_near.within(x - r, y - r, x + r, y + r)
        for x0, y0, x1, y1, wall in walls:
            if x0 > x + r or x1 < x - r or y0 > y + r or y1 < y - r:
                continue
            if wall.openings or wall.z0 >= tall or wall.z1 <= 0:
                continue  # a leg that ends beside an opening may have come through it
            if meet_wall(wall, mover, here, here, 0, rules, []):
                return True
        for solid in solids:
            if solid.hill or solid.z1 <= rules.leap_limit or solid.z0 >= tall:
                continue
            if solid_blocks(solid, here, here, r):
                return True
        return False

    def is_bare(self, x: int, y: int) -> bool:
        """Whether a leg to a point certainly ends on the table top, because no floor is near the point."""
        return self.is_flat(x, y, x, y)

    def is_flat(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Whether no floor is near a box, so that a model walking there on the table top stays on it."""
        x0, y0, x1, y1 = x0 - 2, y0 - 2, x1 + 2, y1 + 2
        for surface in self.table.surface_grid.within(x0, y0, x1, y1):
            left, low, right, top = surface.box
            if left <= x1 and right >= x0 and low <= y1 and top >= y0:
                return False
        return True

    def leads_off(self, z: int, x: float, y: float) -> bool:
        """Whether a point is off all floors that a walk from a height can reach, so that no walk leads to it."""
        heights = self.heights_from(z)
        if 0 in heights:
            return False
        for surface in self.table.surface_grid.within(int(x) - 2, int(y) - 2, int(x) + 2, int(y) + 2):
            if surface.z in heights:
                x0, y0, x1, y1 = surface.box
                if x0 - 2 <= x <= x1 + 2 and y0 - 2 <= y <= y1 + 2:
                    return False
        return True

    def heights_from(self, z: int) -> frozenset[int]:
        """Heights that feet can reach by walking from a height: steps no higher than a leap, and hillsides
        (GM-SURF-01).

        A walk cannot lead to any other height; it may not lead to all of these.
        """
        return self.table.heights_from(z, self.rules.leap_limit)

    # -- corners ----------------------------------------------------------------------------------------------------

    def corners(self, start: Spot, x: int, y: int, bound: float, slow: bool) -> Iterator[Place]:
        """Places where a path no longer than `bound` from `start` to (x, y) may turn around terrain (GM-ROUTE-01).

        These are corners moved out by the radius, and the places before and behind doorways. `slow` adds those of slow
        ground.
        """
        z, mover, rules, table = start.z, self.mover, self.rules, self.table
        top, limit = z + mover.body.height, rules.leap_limit
        box = _ellipse_box(start.x, start.y, x, y, bound, 2 * mover.body.radius + 100)
        for wall in table.wall_grid.within(*box):
            if wall.z1 - z <= limit or wall.z0 >= top:
                continue
            yield from self._wall_turns(wall)
            for sill, lintel, places in self._doors[wall.number]:
                if sill - z <= limit and lintel > z:
                    yield from places
        for solid in table.solid_grid.within(*box):
            if not solid.hill and solid.z1 - z > limit and solid.z0 < top:
                yield from self._outline_turns("solid", solid.number, solid.outline, mover.body.radius)
        for area in table.area_grid.within(*box):
            factor = mover.factor(area.ground, rules)
            if not factor or (slow and factor > 1):
                yield from self._outline_turns("area", area.number, area.outline, GROUND_ROOM)

    def _wall_turns(self, wall: Wall) -> tuple[Place, ...]:
        known = self._turns.get(("wall", wall.number))
        if known is None:
            r, half = self.mover.body.radius, max(wall.thickness / 2, 0.5)
            outline = [
                (wall.ax - wall.uy * half, wall.ay + wall.ux * half),
                (wall.ax + wall.uy * half, wall.ay - wall.ux * half),
                (wall.bx + wall.uy * half, wall.by - wall.ux * half),
                (wall.bx - wall.uy * half, wall.by + wall.ux * half),
            ]
            doors = []
            for hole in wall.openings:
                middle = (hole.start + hole.end) / 2
                x, y = wall.ax + wall.ux * middle, wall.ay + wall.uy * middle
                before, behind = ((x - wall.uy * way, y + wall.ux * way) for way in (r + half, -r - half))
                doors.append((hole.sill, hole.lintel, (before, behind)))
            self._doors[wall.number] = tuple(doors)
            known = self._open_turns("wall", wall.number, pushed_out(outline, r))
        return known

    def _outline_turns(self, kind: str, number: int, outline: Sequence[Place], room: float) -> tuple[Place, ...]:
        known = self._turns.get((kind, number))
        return self._open_turns(kind, number, pushed_out(outline, room)) if known is None else known

    def _open_turns(self, kind: str, number: int, places: Iterator[Place]) -> tuple[Place, ...]:
        found = self._turns[kind, number] = tuple(place for place in places if not self.is_closed(place))
        return found


def _ellipse_box(ax: int, ay: int, bx: int, by: int, bound: float, margin: int) -> Box:
    """The box around all points whose distances to two places add up to at most `bound`, enlarged by a margin."""
    dx, dy = bx - ax, by - ay
    straight = hypot(dx, dy)
    long = max(bound, straight) / 2
    wide = sqrt(long * long - straight * straight / 4)
    ux, uy = (dx / straight, dy / straight) if straight else (1.0, 0.0)
    half_x = int(hypot(long * ux, wide * uy)) + margin
    half_y = int(hypot(long * uy, wide * ux)) + margin
    x, y = (ax + bx) // 2, (ay + by) // 2
    return x - half_x, y - half_y, x + half_x, y + half_y


def pushed_out(outline: Sequence[Place], radius: float) -> Iterator[Place]:
    """Outer corners of an anticlockwise outline, moved out by a radius. A sharp corner gives two points
    (GM-ROUTE-01).
    """
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
