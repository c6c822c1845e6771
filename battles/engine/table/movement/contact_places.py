"""How a path arrives at a target: from where the target can be touched, and how near to it a leg can pass.

Rules: GM-ROUTE-01, MV-CHG-07
"""

from __future__ import annotations

from functools import cache
from math import atan2, cos, pi, sin
from typing import NamedTuple

from battles.engine.table.movement.legs import Legs, Place
from battles.engine.table.table import Table
from battles.engine.table.vectors import SLACK, Body, Spot


class Arrival(NamedTuple):
    """A path that was found: its legs after the start, stored length and cost."""

    legs: list[Spot]
    length: int
    cost: int
    place: Place
    """The exact place where the path ends."""


RING = 72
"""Number of points of contact around a base."""
ROUND = tuple((cos(i * pi / 36), sin(i * pi / 36)) for i in range(RING))
_TWELFTH = pi / 36


def ring_order(dx: float, dy: float) -> tuple[int, ...]:
    """The numbers of the points of contact by their distance from a place, which is given relative to the target's
    centre.
    """
    turn = atan2(dy, dx) / _TWELFTH
    first = round(turn)
    return _ring_order(first % RING, turn >= first)


@cache
def _ring_order(first: int, ahead: bool) -> tuple[int, ...]:
    way = 1 if ahead else -1
    steps = (way * ((i + 1) // 2) if i % 2 else -way * (i // 2) for i in range(RING))
    return tuple((first + step) % RING for step in steps)


def may_touch_from(table: Table, spot: Spot, target: Body) -> bool:
    """Whether the feet are near enough in height for contact: within an inch, or at any height on a hillside
    (MV-CHG-07).
    """
    if abs(spot.z - target.z) <= 100:
        return True
    return any(
        s.kind == "hill" and s.z in (spot.z, target.z)
        for s in table.surface_grid.within(
            min(spot.x, target.x), min(spot.y, target.y), max(spot.x, target.x), max(spot.y, target.y)
        )
    )


def may_lead_to_contact(legs: Legs, start: Spot, target: Body) -> bool:
    """Whether a walk can lead to a height from which the target can be touched."""
    goal = target.z
    if abs(start.z - goal) <= 100:
        return True
    hills = legs.table.hill_heights
    return any(abs(z - goal) <= 100 or z in hills or goal in hills for z in legs.heights_from(start.z))


def least_pass(legs: Legs, target: Body, both: int, x: float, y: float) -> float:
    """The least distance at which a leg from a place on the table top can pass the target's centre; 0 if it is not
    known.

    `both` is the distance of the centres in contact.
    """
    grow = abs(both) + 1
    if target.z >= legs.mover.body.height or target.z + target.height <= 0:
        return 0.0
    flat = legs.is_flat(
        int(min(x, target.x - grow)), int(min(y, target.y - grow)),
        int(max(x, target.x + grow)) + 1, int(max(y, target.y + grow)) + 1,
    )  # fmt: skip
    return max(0.0, grow - 1 - SLACK - 1.5) if flat else 0.0
