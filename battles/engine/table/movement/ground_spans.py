"""The parts of a straight walk on one surface and one class of ground. Hundredths of an inch.

Rules: GM-SURF-01, TR-CLASS-01
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from battles.engine.table.compiler import Area, Surface
from battles.engine.table.edges import holds
from battles.engine.table.ground import SUPPORT, ground_class
from battles.engine.table.movement.rules import Mover, MoveRules, Refused
from battles.engine.table.nearby import Nearby
from battles.engine.table.table import Table
from battles.engine.table.vectors import Polygon

NO_GROUND = Refused("no_ground", "There is no surface to stand on.", "GM-SURF-01")
DROP = Refused("drop", "The floor ends there; jump or climb.", "GM-SURF-01")

Shape = TypeVar("Shape", Surface, Area)


class Span(NamedTuple):
    """A part of a walk on one surface and one class of ground: where on the leg it is, the height of the feet, the
    class.
    """

    start: float
    end: float
    z: int
    ground: str


def spans_of(
    table: Table, near: Nearby, mover: Mover, ax: int, ay: int, az: int, bx: int, by: int, length: int, rules: MoveRules
) -> list[Span] | Refused:
    """Split a leg where the surface or the class of ground changes. Refused at a drop, or at a step that is too
    high.
    """
    found: Sequence[Surface] = near.surfaces if az else near.low
    if not found and not near.areas:
        return NO_GROUND if az > 0 else [Span(0.0, 1.0, 0, table.ground)]
    areas = _crossed(near.areas, ax, ay, bx, by) if near.areas else []
    surfaces = _crossed(found, ax, ay, bx, by)
    if not areas:
        # Leave out a floor at table level that changes neither height nor ground.
        surfaces = [surface for surface in surfaces if surface.z]
    if surfaces:
        surfaces = _in_step(surfaces, az, rules.leap_limit)
    if not surfaces and not areas and az <= rules.leap_limit:
        return [Span(0.0, 1.0, 0, table.ground)]
    r = mover.body.radius
    marks = {0.0, 1.0}
    for surface in surfaces:
        _mark(surface.outline, ax, ay, bx, by, marks)
        for hole in surface.holes:
            _mark(hole, ax, ay, bx, by, marks)
    for area in areas:
        _mark(area.outline, ax, ay, bx, by, marks)
    stops = sorted(marks)
    spans: list[Span] = []
    z, on_hill, void = az, any(s.kind == "hill" and s.z == az and holds(s, ax, ay) for s in surfaces), 0.0
    for i in range(len(stops) - 1):
        start, end = stops[i], stops[i + 1]
        if end - start < 1e-9:
            continue
        x, y = ax + (bx - ax) * (start + end) / 2, ay + (by - ay) * (start + end) / 2
        best, hill = 0, False
        for s in surfaces:
            if s.z > best and (s.z - z <= rules.leap_limit or s.kind == "hill") and holds(s, x, y):
                best, hill = s.z, s.kind == "hill"
        if z - best > rules.leap_limit and not on_hill:
            void += (end - start) * length
            if void > rules.crack:
                return DROP
            continue
        void = 0.0
        z, on_hill = best, hill
        ground = ground_class(table, x, y, z, r) if areas else table.ground if z <= SUPPORT else "open"
        if spans and spans[-1].z == z and spans[-1].ground == ground:
            spans[-1] = spans[-1]._replace(end=end)
        else:
            spans.append(Span(spans[-1].end if spans else start, end, z, ground))
    if void or not spans:
        return DROP if length else [Span(0.0, 1.0, az, "open")]
    return spans


def _crossed(shapes: Sequence[Shape], ax: int, ay: int, bx: int, by: int) -> list[Shape]:
    """The surfaces or areas that a leg may touch: their box overlaps its box and is not completely on one side of its
    line.
    """
    x0, x1 = (ax, bx) if ax <= bx else (bx, ax)
    y0, y1 = (ay, by) if ay <= by else (by, ay)
    dx, dy, wide, high = bx - ax, by - ay, x1 - x0, y1 - y0
    ax, ay = 2 * ax, 2 * ay
    found = []
    for shape in shapes:
        left, low, right, top = shape.box
        if (
            left <= x1
            and right >= x0
            and low <= y1
            and top >= y0
            and abs(dx * (low + top - ay) - dy * (left + right - ax))
            <= wide * (top - low + 2) + high * (right - left + 2)
        ):
            found.append(shape)
    return found


def _in_step(surfaces: list[Surface], z: int, limit: int) -> list[Surface]:
    """Surfaces that a walk from a height may reach step by step. Surfaces too high to step onto are left out."""
    top, risen = z, True
    while risen:
        risen = False
        for surface in surfaces:
            if top < surface.z and (surface.z - top <= limit or surface.kind == "hill"):
                top, risen = surface.z, True
    return [surface for surface in surfaces if surface.z <= top]


def _mark(outline: Polygon, ax: int, ay: int, bx: int, by: int, marks: set[float]) -> None:
    dx, dy = bx - ax, by - ay
    (px, py) = outline[-1]
    fp = dx * (py - ay) - dy * (px - ax)
    for qx, qy in outline:
        fq = dx * (qy - ay) - dy * (qx - ax)
        if (fp > 0) != (fq > 0):
            ex, ey = qx - px, qy - py
            cross = dx * ey - dy * ex
            share = ((px - ax) * ey - (py - ay) * ex) / cross
            if 0 < share < 1:
                marks.add(share)
        px, py, fp = qx, qy, fq
