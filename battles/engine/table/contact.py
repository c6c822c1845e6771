"""Whether two models are in contact: their bases touch, or only a low obstacle is between them (MV-CHG-07).

Hundredths of an inch.
"""

from __future__ import annotations

from battles.engine.table.compiler import narrowest
from battles.engine.table.ground import obstruction_at, wall_gap
from battles.engine.table.table import Table
from battles.engine.table.vectors import (
    TOUCH,
    Body,
    Spot,
    gap_at_most,
    polygon_distance,
    segments_meet,
    sides_of,
    touching,
    toward,
)

LOW = 100
THIN = 100
REACH = 120
"""Bases farther apart than this are not in contact, with or without a low obstacle. Rule: MV-CHG-07"""


def in_contact(table: Table, a: Body, b: Body) -> bool:
    """Whether two bases touch, or both touch one low thin obstacle between their centres.

    If a hillside is between them, the difference in height does not matter.
    """
    return touching(a, b) or (touching(a, b, None) and _on_slope(table, a, b)) or across_obstacle(table, a, b)


def across_obstacle(table: Table, a: Body, b: Body) -> bool:
    """Whether both bases are within 0.05 inches of an obstacle at most 1 inch high and thick that crosses the line
    between their centres.
    """
    if abs(a.z - b.z) > LOW or not gap_at_most(a, b, REACH):
        return False
    foot = min(a.z, b.z)
    x0, x1 = sorted((a.x, b.x))
    y0, y1 = sorted((a.y, b.y))
    p, q = (a.x, a.y), (b.x, b.y)
    for wall in table.wall_grid.within(x0, y0, x1, y1):
        if wall.z1 - foot > LOW or wall.z1 <= foot or wall.thickness > THIN or not segments_meet(p, q, wall.a, wall.b):
            continue
        if wall_gap(wall, a.x, a.y) <= a.radius + TOUCH and wall_gap(wall, b.x, b.y) <= b.radius + TOUCH:
            return True
    for solid in table.solid_grid.within(x0, y0, x1, y1):
        if solid.hill or solid.z1 - foot > LOW or solid.z1 <= foot or narrowest(solid.outline) > THIN:
            continue
        if not any(segments_meet(p, q, c, d) for c, d in sides_of(solid.outline)):
            continue
        if all(polygon_distance(m.x, m.y, solid.outline) <= m.radius + TOUCH for m in (a, b)):
            return True
    return False


def against_obstacle(table: Table, body: Body, start: Spot, end: Spot, target: Body) -> Spot | None:
    """Where a charge stops that would otherwise end on top of a low obstacle: against it, in contact across it.

    None if the end is free, or if stopping there makes no contact. The leg from start to end is straight.
    """
    if not obstruction_at(table, body.at(end.x, end.y, end.z)):
        return None
    length = int(((end.x - start.x) ** 2 + (end.y - start.y) ** 2) ** 0.5)
    for back in range(length + 1):
        x, y = toward(end.x, end.y, start.x, start.y, back)
        here = body.at(x, y, start.z)
        if not obstruction_at(table, here):
            for shy in (2, 1, 0):
                x, y = toward(end.x, end.y, start.x, start.y, back + shy)
                here = body.at(x, y, start.z)
                if across_obstacle(table, here, target) and not obstruction_at(table, here):
                    return Spot(x, y, start.z)
            return None
    return None


def _on_slope(table: Table, a: Body, b: Body) -> bool:
    """Whether a hillside, or a flight of stairs, connects the two positions."""
    for surface in table.surface_grid.within(min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)):
        if surface.kind == "hill" and surface.z in (a.z, b.z):
            return True
    ends = {a.z, b.z}
    return any(
        w.kind == "stairs" and min(ends) >= w.foot[2] - 50 and max(ends) <= w.head[2] + 50 and _near(w.head, a, b)
        for w in table.connectors
    )


def _near(spot: tuple[int, int, int], a: Body, b: Body) -> bool:
    return any((m.x - spot[0]) ** 2 + (m.y - spot[1]) ** 2 <= (m.radius + 100) ** 2 for m in (a, b))
