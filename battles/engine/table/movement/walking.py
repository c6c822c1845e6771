"""One straight walk of a base: the surfaces and grounds it crosses, what it leaps over, what stops it.

Hundredths of an inch. Rules: GM-PATH-01, GM-ROUTE-01, MV-WALK-02, -03, -04, TR-IMPASS-01, TR-BARRIER-01.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt
from typing import NamedTuple

from battles.engine.native import geometry
from battles.engine.table.compiler import Solid, Wall
from battles.engine.table.movement.ground_spans import DROP, NO_GROUND, spans_of
from battles.engine.table.movement.rules import Mover, MoveRules, Other, Refused
from battles.engine.table.nearby import Nearby
from battles.engine.table.table import Table
from battles.engine.table.vectors import (
    SLACK,
    TOUCH,
    Point,
    ceil_real,
    leg_length,
    point_in_polygon,
    point_nearer_than,
    segment_distance,
    segments_nearer_than,
    sides_of,
)

OFF_TABLE = Refused("off_table", "The base would leave the table.", "MV-EDGE-01")
SOLID = Refused("solid", "A solid piece is in the way.", "TR-IMPASS-01")
WALL = Refused("wall", "A wall is in the way; climb it or go around.", "TR-BARRIER-02")
CLEARANCE = Refused("clearance", "The base does not fit past the wall there.", "GM-ROUTE-01")
BODY = Refused("body", "Another model is in the way.", "MV-WALK-03")
NARROW = Refused("narrow", "The opening is too narrow for so large a model.", "GM-ROUTE-01")
CONTACT = Refused("contact", "That would bring the model into contact with an enemy; only a charge does.", "MV-WALK-02")
LEAP_AT_RUN = Refused("leap_at_run", "A runner may not cross obstacles in this ruleset.", "MV-RUN-05")
DEEP_WATER = Refused("deep_water", "The water there is too deep to wade.", "TR-SWIM-01")
TOO_LARGE = Refused("too_large", "Only small models can squeeze through there.", "TR-VDIFF-01")
IMPASSABLE = Refused("impassable", "Nobody can enter that ground.", "TR-IMPASS-01")


class Walk(NamedTuple):
    """A legal straight walk: height of the feet at its end, stored length and cost, heights leapt over, whether the
    model swam.
    """

    z: int
    length: int
    cost: int
    leaps: tuple[int, ...] = ()
    swims: bool = False


if geometry is not None:
    geometry.set_walk_types(
        Walk, (
            OFF_TABLE, SOLID, WALL, CLEARANCE, BODY, NO_GROUND, DROP, NARROW, CONTACT, LEAP_AT_RUN, DEEP_WATER,
            TOO_LARGE, IMPASSABLE,
        ),
    )  # fmt: skip

Stretch = tuple[Point, Point, int]
"""A part of a walk at one height: its start and end as seen from above, and the height of the feet."""


def walk(
    table: Table,
    mover: Mover,
    start: tuple[int, int, int],
    end: Point,
    others: Sequence[Other],
    rules: MoveRules,
    stretches: list[Stretch] | None = None,
) -> Walk | Refused:
    """Check a straight walk from a spot to a point. Bodies are those of GM-ROUTE-01 and MV-WALK-02.

    The parts of the walk at one height are added to `stretches`, each as (start, end, height of the feet).
    """
    if table.terrain is not None:
        walked = table.terrain.walk(mover, rules, start, end, others, stretches)
        if walked is not None:
            return walked
    (ax, ay, az), (bx, by) = start, end
    r = mover.body.radius
    if not (r <= bx <= table.width - r and r <= by <= table.length - r):
        return OFF_TABLE
    length = leg_length(ax, ay, bx, by)
    x0, x1 = (ax, bx) if ax <= bx else (bx, ax)
    y0, y1 = (ay, by) if ay <= by else (by, ay)
    near = table.surroundings(rules.leap_limit).within(x0 - r, y0 - r, x1 + r, y1 + r)
    spans = spans_of(table, near, mover, ax, ay, az, bx, by, length, rules)
    if isinstance(spans, Refused):
        return spans
    leaps: list[int] = []
    cost = 0.0
    before = az
    swims = False
    whole = len(spans) == 1
    for span in spans:
        share, share_end, z, ground = span
        if z > before and not _is_slope(table, ax + (bx - ax) * share, ay + (by - ay) * share, z):
            leaps.append(z - before)
        before = z
        factor = 1
        if ground != "open":
            factor = mover.factor(ground, rules)
            if not factor:
                return _cannot_enter(ground)
            swims = swims or ground.endswith("water")
        cost += (share_end - share) * factor
        p = (ax, ay) if whole else (round(ax + (bx - ax) * share), round(ay + (by - ay) * share))
        q = (bx, by) if whole else (round(ax + (bx - ax) * share_end), round(ay + (by - ay) * share_end))
        refused = obstructed(near, mover, p, q, z, rules, leaps)
        if refused is None and others:
            refused = bodies_block(mover, p, q, z, others)
        if refused:
            return refused
        if stretches is not None:
            stretches.append((p, q, z))
    if leaps and mover.mode == "run" and not rules.leap_at_run:
        return LEAP_AT_RUN
    if whole:
        paid = length * mover.factor(spans[0].ground, rules)
    else:
        paid = ceil_real(cost * hypot(bx - ax, by - ay))
    return Walk(spans[-1].z if spans else az, length, paid, tuple(leaps), swims)


def _cannot_enter(ground: str) -> Refused:
    if ground == "deep_water":
        return DEEP_WATER
    if ground == "very_difficult":
        return TOO_LARGE
    return IMPASSABLE


def _is_slope(table: Table, x: float, y: float, z: int) -> bool:
    return any(
        s.kind == "hill" and s.z == z and s.box[0] - 1 <= x <= s.box[2] + 1 and s.box[1] - 1 <= y <= s.box[3] + 1
        for s in table.surface_grid.at(int(x), int(y))
    )


def obstructed(
    near: Nearby, mover: Mover, p: Point, q: Point, z: int, rules: MoveRules, leaps: list[int]
) -> Refused | None:
    """The refusal for walls and solids that block a walk at one height; None if it is free.

    Heights of low objects that it crosses are added to `leaps`.
    """
    if mover.ghostly:
        return None
    _, _, _, r, tall = mover.body
    (px, py), (qx, qy) = p, q
    x0, x1 = (px, qx) if px <= qx else (qx, px)
    y0, y1 = (py, qy) if py <= qy else (qy, py)
    dx, dy, wide, high = qx - px, qy - py, x1 - x0, y1 - y0
    px, py = 2 * px, 2 * py
    x0, y0, x1, y1 = x0 - r, y0 - r, x1 + r, y1 + r
    top, both = z + tall, 2 * r
    for left, low, right, far, wall in near.walls:
        if left > x1 or right < x0 or low > y1 or far < y0 or wall.z1 <= z or wall.z0 >= top:
            continue
        # Skip a wall if its box, grown by the radius, lies on one side of the leg.
        if abs(dx * (low + far - py) - dy * (left + right - px)) <= wide * (far - low + both) + high * (
            right - left + both
        ):
            refused = meet_wall(wall, mover, p, q, z, rules, leaps)
            if refused:
                return refused
    for solid in near.solids:
        if solid.hill or solid.z1 - z <= rules.leap_limit or solid.z0 >= top:
            continue
        if solid_blocks(solid, p, q, r):
            return SOLID
    return None


def solid_blocks(solid: Solid, p: Point, q: Point, radius: int) -> bool:
    """Whether a leg comes nearer to a solid than the radius minus the tolerance, or runs inside it."""
    box = solid.box
    if (
        max(p[0], q[0]) <= box[0] - radius
        or min(p[0], q[0]) >= box[2] + radius
        or max(p[1], q[1]) <= box[1] - radius
        or min(p[1], q[1]) >= box[3] + radius
    ):
        return False
    if point_in_polygon(p[0], p[1], solid.outline) > 0:
        return True
    return any(segments_nearer_than(p, q, a, b, radius - SLACK) for a, b in sides_of(solid.outline))


def meet_wall(
    wall: Wall, mover: Mover, p: Point, q: Point, z: int, rules: MoveRules, leaps: list[int]
) -> Refused | None:
    """The refusal if a wall blocks a walk at one height; None if it does not. Heights that are leapt over are added to
    `leaps`.
    """
    ux, uy = wall.ux, wall.uy
    px, py, qx, qy = p[0] - wall.ax, p[1] - wall.ay, q[0] - wall.ax, q[1] - wall.ay
    pv, qv = py * ux - px * uy, qy * ux - qx * uy
    half, r = wall.thickness / 2, mover.body.radius
    low = wall.z1 - z <= rules.leap_limit
    clear = half + (0 if low else r - SLACK) + 1e-6
    if (pv > clear and qv > clear) or (pv < -clear and qv < -clear):
        return None
    pu, qu = px * ux + py * uy, qx * ux + qy * uy
    if (pu < -r and qu < -r) or (pu > (far := wall.length + r) and qu > far):
        return None
    crossing = _shares_in_strip(pu, pv, qu, qv, half + 1e-9, 0.0, wall.length)
    if low:
        if (crossing and (pv > 0) != (qv > 0)) or (crossing and half):
            leaps.append(wall.z1 - z)
        return None
    near = (
        crossing
        if crossing and (pv >= half) != (qv >= half)
        else _shares_in_strip(pu, pv, qu, qv, half + r - SLACK, -r, wall.length + r)
    )
    if near:
        u0, u1 = sorted((pu + (qu - pu) * near[0], pu + (qu - pu) * near[1]))
        for hole in wall.openings:
            if hole.start <= u0 + 1e-6 and u1 <= hole.end + 1e-6 and hole.lintel > z:
                sill = hole.sill - z
                if sill > rules.leap_limit:
                    continue
                if not mover.small and (
                    hole.end - hole.start < 2 * r or u0 < hole.start + r - SLACK or u1 > hole.end - r + SLACK
                ):
                    return NARROW
                if sill > 0 and crossing:
                    leaps.append(sill)
                return None
    if crossing or _rect_distance(pu, pv, qu, qv, wall.length, half) < r - SLACK - 1e-6:
        if crossing:
            return WALL
        return CLEARANCE
    return None


def _shares_in_strip(
    pu: float, pv: float, qu: float, qv: float, half: float, low: float, high: float
) -> tuple[float, float] | None:
    """The part of a leg, in the coordinates of a wall, with |v| <= half and low <= u <= high."""
    start, end = 0.0, 1.0
    run = qv - pv
    if -1e-9 < run < 1e-9:
        if not -half <= pv <= half:
            return None
    else:
        a, b = (-half - pv) / run, (half - pv) / run
        if a > b:
            a, b = b, a
        if a > start:
            start = a
        if b < end:
            end = b
        if start > end:
            return None
    run = qu - pu
    if -1e-9 < run < 1e-9:
        if not low <= pu <= high:
            return None
    else:
        a, b = (low - pu) / run, (high - pu) / run
        if a > b:
            a, b = b, a
        if a > start:
            start = a
        if b < end:
            end = b
    return (start, end) if start <= end else None


def _rect_distance(pu: float, pv: float, qu: float, qv: float, length: float, half: float) -> float:
    """Distance between a leg and the rectangle [0, length] x [-half, half], which it does not enter."""

    def to_rect(u: float, v: float) -> float:
        return hypot(max(0.0, -u, u - length), max(0.0, abs(v) - half))

    best = min(to_rect(pu, pv), to_rect(qu, qv))
    du, dv = qu - pu, qv - pv
    square = du * du + dv * dv
    if square:
        for cu, cv in ((0.0, -half), (0.0, half), (length, -half), (length, half)):
            share = ((cu - pu) * du + (cv - pv) * dv) / square
            if 0 < share < 1:
                best = min(best, abs((cu - pu) * dv - (cv - pv) * du) / sqrt(square))
    return best


def bodies_block(mover: Mover, p: Point, q: Point, z: int, others: Sequence[Other]) -> Refused | None:
    """The refusal for standing models in the way of a walk at one height (MV-WALK-03) and enemies it would touch
    (MV-WALK-02).

    A charge may touch enemies that are not its target (MV-CHG-10).
    """
    _, _, _, r, tall = mover.body
    (px, py), (qx, qy) = p, q
    x0, x1 = (px, qx) if px <= qx else (qx, px)
    y0, y1 = (py, qy) if py <= qy else (qy, py)
    top = z + tall
    for other in others:
        b = other.body
        x, y, foot, radius, height = b
        both = r + radius
        near = both + TOUCH
        if x < x0 - near or x > x1 + near or y < y0 - near or y > y1 + near:
            continue
        if not other.standing or foot >= top or z >= foot + height:
            continue
        if point_nearer_than(x, y, px, py, qx, qy, both - SLACK):
            return BODY
        if not other.enemy or other.target or mover.mode == "charge" or abs(b.z - z) > 100:
            continue
        if _enters_contact(b.x, b.y, p, q, both + TOUCH):
            return CONTACT
    return None


def _enters_contact(x: int, y: int, p: Point, q: Point, reach: int) -> bool:
    """Whether a leg comes into contact with a standing enemy. It may leave one that it touches at its start."""
    if (p[0] - x) ** 2 + (p[1] - y) ** 2 <= reach * reach:
        away = (q[0] - p[0]) * (p[0] - x) + (q[1] - p[1]) * (p[1] - y)
        return away < 0 or (q != p and (q[0] - x) ** 2 + (q[1] - y) ** 2 <= reach * reach and away <= 0)
    return segment_distance(x, y, p, q) <= reach
