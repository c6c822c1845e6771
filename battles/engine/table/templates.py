"""Areas under templates: the teardrop of a breath attack and round bursts (GM-TEMPL-01). Hundredths of an inch."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, radians, sin, sqrt

from battles.engine.table.edges import holds
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body

TEARDROP_LENGTH = 800
TEARDROP_END = 125
SMALL_ROUND = 150
LARGE_ROUND = 250
LEVEL = 300


def under_teardrop(table: Table, attacker: Body, heading_degrees: float, bodies: Iterable[Body]) -> list[int]:
    """Indices of the bodies under a breath template. Its narrow end is at the attacker's base; the heading is clockwise
    from +y.

    Leave the attacker out of `bodies`: it is never under its own template.
    """
    angle = radians(heading_degrees)
    ux, uy = sin(angle), cos(angle)
    tip = attacker.x + ux * attacker.radius, attacker.y + uy * attacker.radius
    found = []
    for number, body in enumerate(bodies):
        along = (body.x - tip[0]) * ux + (body.y - tip[1]) * uy
        across = abs((body.x - tip[0]) * uy - (body.y - tip[1]) * ux)
        if teardrop_distance(along, across) < body.radius and _on_level(table, body, attacker.z):
            found.append(number)
    return found


def teardrop_distance(along: float, across: float) -> float:
    """Distance of a point to the teardrop; 0 inside. `along` is measured from the tip along its axis, `across` from the
    axis.
    """
    middle = TEARDROP_LENGTH - TEARDROP_END
    round_end = max(0.0, hypot(along - middle, across) - TEARDROP_END)
    slope = TEARDROP_END / middle
    rise = sqrt(1 - slope * slope)
    side_along = along * rise + across * slope
    side_across = across * rise - along * slope
    reach = middle * rise
    if side_along <= 0:
        cone = hypot(along, across)
    elif side_along >= reach:
        cone = hypot(side_along - reach, side_across)
    else:
        cone = max(0.0, side_across)
    return min(round_end, cone)


def _on_level(table: Table, body: Body, z: int) -> bool:
    if abs(body.z - z) > LEVEL:
        return False
    low, high = sorted((body.z, z))
    return not any(
        low < height <= high and any(holds(floor, body.x, body.y) for floor in floors) for height, floors in table.slabs
    )
