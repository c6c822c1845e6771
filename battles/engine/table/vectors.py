"""Plane geometry in whole hundredths of an inch: exact comparisons, legs, polygons, headings.

Every length and coordinate is an int of 1/100 inch unless a name states otherwise (GM-UNIT-01). Comparisons use squared
lengths; floats appear only where a rule allows them (rays, clipping, computed spots).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, hypot, isqrt, sqrt
from typing import NamedTuple

Point = tuple[int, int]
Polygon = tuple[Point, ...]
Box = tuple[int, int, int, int]

TOUCH = 5
"""Bases, or a base and a wall, that are no farther apart than this are touching (GM-UNIT-01)."""
SLACK = 2
"""An overlap up to this, caused by rounding, is ignored (GM-UNIT-01)."""


class Body(NamedTuple):
    """An upright cylinder: centre of the base, height of the feet, radius of the base, current height (GM-MODEL-01)."""

    x: int
    y: int
    z: int
    radius: int
    height: int

    def at(self, x: int, y: int, z: int) -> Body:
        """The same cylinder at another place."""
        return Body(x, y, z, self.radius, self.height)


class Spot(NamedTuple):
    """Position of the centre of a base: x and y as seen from above, and the height of the feet."""

    x: int
    y: int
    z: int


def ceil_sqrt(square: int) -> int:
    """The smallest whole n with n * n >= square (GM-UNIT-01: stored legs round up)."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def round_half_up(value: float) -> int:
    """The nearest whole hundredth, with halves rounded up (GM-UNIT-01, computed positions)."""
    return floor(value + 0.5)


def ceil_real(value: float) -> int:
    """A computed length rounded up, with the tolerance of a millionth of an inch from GM-UNIT-01."""
    return ceil(value - 0.0001)


def leg_length(ax: int, ay: int, bx: int, by: int) -> int:
    """Length of a leg between two points, as it is stored (GM-UNIT-01)."""
    return ceil_sqrt((bx - ax) ** 2 + (by - ay) ** 2)


def within(a: Body, b: Body, reach: int) -> bool:
    """Whether two models are at most `reach` apart, from base edge to base edge and with their heights (GM-DIST-01,
    CONV-WITHIN-01).
    """
    dz = a.z - b.z
    k = reach * reach - dz * dz
    if k < 0:
        return False
    dx, dy, both = a.x - b.x, a.y - b.y, a.radius + b.radius
    q = dx * dx + dy * dy - both * both - k
    return q <= 0 or q * q <= 4 * both * both * k


def distance(a: Body, b: Body) -> float:
    """Distance of two models in hundredths of an inch, for display. Rules compare with `within` (GM-DIST-01)."""
    gap = max(0.0, hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius)
    return hypot(gap, a.z - b.z)


def gap_at_most(a: Body, b: Body, gap: int) -> bool:
    """Whether the horizontal gap between two bases is at most `gap`, which may be negative for an overlap."""
    reach = a.radius + b.radius + gap
    return reach >= 0 and (a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= reach * reach


def touching(a: Body, b: Body, height_apart: int | None = 100) -> bool:
    """Whether two bases touch: a horizontal gap of at most 0.05 inches, on about the same level (MV-CHG-07).

    `height_apart` None: at any height.
    """
    return (height_apart is None or abs(a.z - b.z) <= height_apart) and gap_at_most(a, b, TOUCH)


def spans_overlap(a: Body, b: Body) -> bool:
    """Whether two models are on one level, so that their heights [z, z + height] overlap (GM-ROUTE-01)."""
    return a.z < b.z + b.height and b.z < a.z + a.height


def side(ax: int, ay: int, bx: int, by: int, px: int, py: int) -> int:
    """Twice the signed area of the triangle a, b, p: positive if p is to the left of a -> b."""
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def segments_meet(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Whether two segments share a point, including their ends. Exact."""
    d1, d2 = side(*a, *b, *p), side(*a, *b, *q)
    d3, d4 = side(*p, *q, *a), side(*p, *q, *b)
    if ((d1 > 0 > d2) or (d1 < 0 < d2)) and ((d3 > 0 > d4) or (d3 < 0 < d4)):
        return True
    return (
        (d1 == 0 and _in_box(a, b, p))
        or (d2 == 0 and _in_box(a, b, q))
        or (d3 == 0 and _in_box(p, q, a))
        or (d4 == 0 and _in_box(p, q, b))
    )


def segments_cross(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Whether two segments cross at a point that is no end of either. Exact."""
    d1, d2 = side(*a, *b, *p), side(*a, *b, *q)
    d3, d4 = side(*p, *q, *a), side(*p, *q, *b)
    return ((d1 > 0 > d2) or (d1 < 0 < d2)) and ((d3 > 0 > d4) or (d3 < 0 < d4))


def _in_box(a: Point, b: Point, p: Point) -> bool:
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def point_nearer_than(px: int, py: int, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """Whether the distance of a point to a segment is less than `reach`. Exact, by squared lengths."""
    dx, dy = bx - ax, by - ay
    ex, ey = px - ax, py - ay
    along = ex * dx + ey * dy
    if along <= 0:
        return ex * ex + ey * ey < reach * reach
    square = dx * dx + dy * dy
    if along >= square:
        fx, fy = px - bx, py - by
        return fx * fx + fy * fy < reach * reach
    cross = dx * ey - dy * ex
    return cross * cross < reach * reach * square


def segments_nearer_than(p: Point, q: Point, a: Point, b: Point, reach: int) -> bool:
    """Whether two segments are nearer to each other than `reach` (0: never). Exact, by squared lengths."""
    if reach <= 0:
        return False
    (px, py), (qx, qy), (ax, ay), (bx, by) = p, q, a, b
    return (
        point_nearer_than(px, py, ax, ay, bx, by, reach)
        or point_nearer_than(qx, qy, ax, ay, bx, by, reach)
        or point_nearer_than(ax, ay, px, py, qx, qy, reach)
        or point_nearer_than(bx, by, px, py, qx, qy, reach)
        or segments_meet(p, q, a, b)
    )


def nearest_on_segment(px: float, py: float, a: Point, b: Point) -> tuple[float, float, float]:
    """The point of a segment nearest to a point, and how far along the segment it is: (x, y, 0..1). Floats."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if not square:
        return float(a[0]), float(a[1]), 0.0
    share = min(1.0, max(0.0, ((px - a[0]) * dx + (py - a[1]) * dy) / square))
    return a[0] + share * dx, a[1] + share * dy, share


def segment_distance(px: float, py: float, a: Point, b: Point) -> float:
    """Distance of a point to a segment, in hundredths of an inch (float)."""
    x, y, _ = nearest_on_segment(px, py, a, b)
    return hypot(px - x, py - y)


def point_in_polygon(px: float, py: float, polygon: Sequence[tuple[float, float]]) -> int:
    """1 inside, 0 on the outline, -1 outside; for any simple polygon. Exact for whole numbers."""
    inside = False
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (ay > py) != (by > py):
            cross = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            if cross == 0:
                return 0
            if (cross > 0) == (by > ay):
                inside = not inside
        elif (px == bx and py == by) or (py == ay == by and min(ax, bx) <= px <= max(ax, bx)):
            return 0
        ax, ay = bx, by
    return 1 if inside else -1


def polygon_area_twice(polygon: Sequence[Point]) -> int:
    """Twice the signed area: positive if the outline runs anticlockwise."""
    total = 0
    ax, ay = polygon[-1]
    for bx, by in polygon:
        total += ax * by - bx * ay
        ax, ay = bx, by
    return total


def anticlockwise(polygon: Sequence[Point]) -> Polygon:
    """The same outline running anticlockwise, so that the outside is to the right of each side."""
    return tuple(polygon) if polygon_area_twice(polygon) > 0 else tuple(reversed(polygon))


def sides_of(polygon: Polygon) -> list[tuple[Point, Point]]:
    """The sides of an outline, in order, each as its two ends."""
    return [(polygon[i - 1], polygon[i]) for i in range(1, len(polygon))] + [(polygon[-1], polygon[0])]


def polygon_distance(px: float, py: float, polygon: Polygon) -> float:
    """Distance of a point to a polygon, 0 inside it (float)."""
    if point_in_polygon(px, py, polygon) >= 0:
        return 0.0
    return outline_distance(px, py, polygon)


def outline_distance(px: float, py: float, polygon: Polygon) -> float:
    """Distance of a point to the outline of a polygon, from inside or outside (float)."""
    return min(segment_distance(px, py, a, b) for a, b in sides_of(polygon))


def outline_nearer_than(px: int, py: int, polygon: Polygon, reach: int) -> bool:
    """Whether the outline is nearer to a point than `reach`. Exact, by squared lengths."""
    return any(point_nearer_than(px, py, a[0], a[1], b[0], b[1], reach) for a, b in sides_of(polygon))


def polygons_overlap(a: Polygon, b: Polygon) -> bool:
    """Whether two polygons share an area; it is not enough that their sides touch."""
    for p, q in sides_of(a):
        for c, d in sides_of(b):
            if segments_cross(p, q, c, d):
                return True
    if any(point_in_polygon(x, y, b) > 0 for x, y in _probes(a)):
        return True
    return any(point_in_polygon(x, y, a) > 0 for x, y in _probes(b))


def _probes(polygon: Polygon) -> list[tuple[float, float]]:
    """Corners, middles of sides and an inner point: enough to detect an overlap without crossing sides."""
    probes: list[tuple[float, float]] = list(polygon)
    probes += [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in sides_of(polygon)]
    probes.append(inner_point(polygon))
    return probes


def inner_point(polygon: Polygon) -> tuple[float, float]:
    """A point strictly inside a simple polygon."""
    count = len(polygon)
    x, y = sum(p[0] for p in polygon) / count, sum(p[1] for p in polygon) / count
    if point_in_polygon(x, y, polygon) > 0:
        return x, y
    for i in range(count):
        for j in range(i + 2, count):
            x, y = (polygon[i][0] + polygon[j][0]) / 2, (polygon[i][1] + polygon[j][1]) / 2
            if point_in_polygon(x, y, polygon) > 0:
                return x, y
    return x, y


def box_of(points: Sequence[Point], margin: int = 0) -> Box:
    """The smallest box around some points, enlarged by `margin`: (x0, y0, x1, y1)."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def heading(first: int, second: int) -> int:
    """The random direction for two D6: degrees clockwise from +y, 0 to 350."""
    return ((first - 1) * 6 + (second - 1)) * 10


def toward(ax: int, ay: int, bx: int, by: int, length: float) -> Point:
    """The point at `length` from a on the straight line to b (past b if it is longer); a itself if a equals b."""
    whole = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    if not whole:
        return ax, ay
    return round_half_up(ax + (bx - ax) * length / whole), round_half_up(ay + (by - ay) * length / whole)
