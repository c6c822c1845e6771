"""Computes where a base may be, using only the drawn pieces of a table. Nothing here calls the engine's own functions
for valid positions (`battles/engine/table/ground.py`), so that a bug there shows up as a difference. Lengths are
hundredths of an inch; plan geometry uses real numbers. Rules: GM-PLACE-01, GM-SURF-01, GM-UNIT-01, MV-EDGE-01"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import NamedTuple

from battles.engine.table.compiler import is_solid, narrowest, top_of
from battles.engine.table.pieces import TerrainPiece, WallPlan
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body

Point = tuple[float, float]
Shape = Sequence[tuple[float, float]]

FORGIVEN = 2.0
"""Overlaps up to 0.02 are ignored, because they come from rounding. Rule: GM-UNIT-01"""
EXACT = 1e-6
STEP = 50
"""A surface within 0.5 inches of a model's foot carries the base, and objects up to that height do not block it. Rule:
GM-SURF-01"""
SPOKES = 72
_CIRCLE = tuple((cos(2 * pi * spoke / SPOKES), sin(2 * pi * spoke / SPOKES)) for spoke in range(SPOKES))


class Ledge(NamedTuple):
    """A flat surface on which a base can stand."""

    shape: Shape
    holes: tuple[Shape, ...]
    z: int
    hill: bool
    narrow: int
    """The width of a walkway; 0 for other surfaces."""


class Bar(NamedTuple):
    """One straight part of a wall: between two openings, or below or above an opening."""

    a: Point
    b: Point
    half: float
    low: int
    high: int
    wall_top: int
    """Height of the whole wall, because models cannot fight across a window sill as across a low wall."""
    hangs: bool = False
    """Whether this part is above an opening. It then blocks only bases that are higher than its lower edge; headroom is
    not checked."""


class Block(NamedTuple):
    """A solid piece."""

    shape: Shape
    low: int
    high: int


class Ground:
    """The drawn pieces of one table, prepared for the checks."""

    def __init__(self, table: Table) -> None:
        self.width, self.length = table.width, table.length
        self.ledges: list[Ledge] = []
        self.bars: list[Bar] = []
        self.blocks: list[Block] = []
        self.closed: list[tuple[Shape, tuple[int, ...]]] = []
        for piece in table.pieces:
            self._take(piece)

    def _take(self, piece: TerrainPiece) -> None:
        for plan in piece.walls:
            self.bars.extend(_bars_of(plan))
        if is_solid(piece):
            self.blocks.append(Block(piece.outline, piece.z0, top_of(piece)))
            self.ledges.append(Ledge(piece.outline, (), top_of(piece), False, 0))
            return
        below = piece.z0
        for level in sorted(piece.levels, key=lambda item: item.z):
            self.ledges.append(Ledge(level.outline, (), level.z, True, 0))
            corners = list(level.outline)
            for side in level.sheer:
                a, b = corners[side], corners[(side + 1) % len(corners)]
                self.bars.append(Bar(a, b, 0.0, below, level.z, level.z))
            below = level.z
        if "building" in piece.flags and not any(floor.z == piece.z0 for floor in piece.floors):
            self.ledges.append(Ledge(piece.outline, (), piece.z0, False, 0))
        for floor in piece.floors:
            width = narrowest(floor.outline) if floor.walkway else 0
            self.ledges.append(Ledge(floor.outline, floor.hatches, floor.z, False, width))
            if floor.ground.startswith("impassable"):
                self.closed.append((floor.outline, (floor.z,)))
        if piece.ground == "impassable_ground":
            self.closed.append((piece.outline, tuple(level.z for level in piece.levels) or (piece.z0,)))

    # -- the checks ----------------------------------------------------------------------------------------------------

    def faults(self, body: Body) -> Iterator[str]:
        """What is wrong with the position of a model, one word for each fault; empty if it may be there."""
        x, y, z, r, _ = body
        if x < r or y < r or x > self.width - r or y > self.length - r:
            yield "off_table"
        if not self._is_carried(body):
            yield "unsupported"
        if any(_distance_to_bar(x, y, bar) < r - FORGIVEN - EXACT for bar in self.bars if _bars_way(bar, body)):
            yield "in_wall"
        for block in self.blocks:
            if _bars_way(block, body) and distance_to_shape(x, y, block.shape) < r - FORGIVEN - EXACT:
                yield "in_solid"
        for shape, heights in self.closed:
            if any(abs(z - height) <= STEP for height in heights) and strictly_inside(x, y, shape):
                yield "impassable"

    def _is_carried(self, body: Body) -> bool:
        x, y, z, r, _ = body
        under = self._below(x, y, z)
        if (under.z if under else 0) != z:
            return False
        if z <= STEP or (under and (under.hill or 0 < under.narrow < 2 * r)):
            return True
        reach = r - FORGIVEN - 0.5
        rim = ((x + ux * reach, y + uy * reach) for ux, uy in _CIRCLE)
        return all(self._has_ledge_near(px, py, z) for px, py in rim)

    def _below(self, x: float, y: float, z: int) -> Ledge | None:
        """The highest surface under a point that is not above z, or None."""
        carrying = [ledge for ledge in self.ledges if ledge.z <= z and _holds(ledge, x, y)]
        return max(carrying, key=lambda ledge: ledge.z, default=None)

    def _has_ledge_near(self, x: float, y: float, z: int) -> bool:
        under = self._below(x, y, z + STEP)
        return abs((under.z if under else 0) - z) <= STEP

    def hill_under(self, x: float, y: float, z: int) -> bool:
        """Whether a point at this height is on the slope of a hill."""
        return any(ledge.hill and ledge.z == z and _holds(ledge, x, y) for ledge in self.ledges)

    def low_things_between(self, a: Body, b: Body, high: int, thick: int) -> Iterator[tuple[float, float]]:
        """For each low thin obstacle that the line between the centres of two bases crosses, the gaps of the bases to
        it. Rule: MV-CHG-07"""
        foot = min(a.z, b.z)
        for bar in self.bars:
            if foot < bar.wall_top <= foot + high and 2 * bar.half <= thick and _crosses(a, b, bar.a, bar.b):
                yield _distance_to_bar(a.x, a.y, bar) - a.radius, _distance_to_bar(b.x, b.y, bar) - b.radius
        for block in self.blocks:
            if not foot < block.high <= foot + high or narrowest(_whole(block.shape)) > thick:
                continue
            if any(_crosses(a, b, p, q) for p, q in _sides(block.shape)):
                gaps = [distance_to_shape(body.x, body.y, block.shape) - body.radius for body in (a, b)]
                yield gaps[0], gaps[1]


def _whole(shape: Shape) -> tuple[tuple[int, int], ...]:
    return tuple((int(x), int(y)) for x, y in shape)


def _bars_of(plan: WallPlan) -> Iterator[Bar]:
    """The wall without its doorways: the parts beside, below and above them. Closed doors count as doorways, because
    they can be used too."""
    half, low, high = plan.thickness / 2, plan.z0, plan.z0 + plan.height
    mark = 0.0
    for (ax, ay), (bx, by) in pairwise(plan.points):
        length = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length

        def stretch(
            start: float, end: float, z0: int, z1: int, hangs: bool = False, at: Point = (ax, ay),
            way: Point = (ux, uy),
        ) -> Iterator[Bar]:  # fmt: skip
            if end > start and z1 > z0:
                a = (at[0] + way[0] * start, at[1] + way[1] * start)
                yield Bar(a, (at[0] + way[0] * end, at[1] + way[1] * end), half, z0, z1, high, hangs)

        here = 0.0
        openings = [o for o in plan.openings if mark <= o.start and o.end <= mark + length + 1]
        for opening in sorted(openings, key=lambda o: o.start):
            start, end = opening.start - mark, min(opening.end - mark, length)
            yield from stretch(here, start, low, high)
            yield from stretch(start, end, low, opening.sill)
            yield from stretch(start, end, opening.lintel, high, True)
            here = end
        yield from stretch(here, length, low, high)
        mark += length


def _bars_way(shape: Bar | Block, body: Body) -> bool:
    """Whether an object blocks a body: it rises more than half an inch above the foot and begins below the head."""
    if isinstance(shape, Bar) and shape.hangs and shape.low > body.z:
        return False
    return shape.high - body.z > STEP and shape.low < body.z + body.height


def _distance_to_bar(x: float, y: float, bar: Bar) -> float:
    """Distance of a point to the footprint of a wall; 0 inside it."""
    length = hypot(bar.b[0] - bar.a[0], bar.b[1] - bar.a[1])
    ux, uy = (bar.b[0] - bar.a[0]) / length, (bar.b[1] - bar.a[1]) / length
    along = (x - bar.a[0]) * ux + (y - bar.a[1]) * uy
    across = abs((y - bar.a[1]) * ux - (x - bar.a[0]) * uy)
    return hypot(max(0.0, -along, along - length), max(0.0, across - bar.half))


def _sides(shape: Shape) -> Iterator[tuple[Point, Point]]:
    yield from pairwise((*shape, shape[0]))


def distance_to_segment(x: float, y: float, a: Point, b: Point) -> float:
    """Distance of a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)))
    return hypot(x - a[0] - share * dx, y - a[1] - share * dy)


def distance_to_shape(x: float, y: float, shape: Shape) -> float:
    """Distance of a point to a polygon; 0 inside it."""
    if strictly_inside(x, y, shape):
        return 0.0
    return min(distance_to_segment(x, y, a, b) for a, b in _sides(shape))


def strictly_inside(x: float, y: float, shape: Shape) -> bool:
    """Whether a point is inside a polygon and not on its outline, determined by counting crossings."""
    inside = False
    for (ax, ay), (bx, by) in _sides(shape):
        if distance_to_segment(x, y, (ax, ay), (bx, by)) < EXACT:
            return False
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def _holds(ledge: Ledge, x: float, y: float) -> bool:
    """Whether a surface is under a point. The edge of the surface counts as part of it, the inside of a hatch does
    not."""
    xs, ys = [px for px, _ in ledge.shape], [py for _, py in ledge.shape]
    if x < min(xs) or x > max(xs) or y < min(ys) or y > max(ys) or distance_to_shape(x, y, ledge.shape) > EXACT:
        return False
    return not any(strictly_inside(x, y, hole) for hole in ledge.holes)


def _crosses(a: Body, b: Body, p: Point, q: Point) -> bool:
    """Whether the line between two centres meets a segment."""

    def turn(o: Point, s: Point, t: Point) -> float:
        return (s[0] - o[0]) * (t[1] - o[1]) - (s[1] - o[1]) * (t[0] - o[0])

    c, d = (a.x, a.y), (b.x, b.y)
    return turn(c, d, p) * turn(c, d, q) <= 0 and turn(p, q, c) * turn(p, q, d) <= 0
