"""From where a target can be touched: by height, and how near to it a leg can pass. Rules: GM-ROUTE-01, MV-CHG-07"""

from __future__ import annotations

from battles.engine.table.movement.legs import Legs
from battles.engine.table.table import Table
from battles.engine.table.vectors import SLACK, Body, Spot


def may_touch_from(table: Table, spot: Spot, target: Body) -> bool:
    """Feet near enough in height for contact: an inch, or any difference on a hillside (MV-CHG-07)."""
    if abs(spot.z - target.z) <= 100:
        return True
    return any(
        s.kind == "hill" and s.z in (spot.z, target.z)
        for s in table.surface_grid.within(
            min(spot.x, target.x), min(spot.y, target.y), max(spot.x, target.x), max(spot.y, target.y)
        )
    )


def may_lead_to_contact(legs: Legs, start: Spot, target: Body) -> bool:
    """Whether walking can lead to any height from which the target can be touched."""
    goal = target.z
    if abs(start.z - goal) <= 100:
        return True
    hills = legs.table.hill_heights
    return any(abs(z - goal) <= 100 or z in hills or goal in hills for z in legs.heights_from(start.z))


def least_pass(legs: Legs, target: Body, both: int, x: float, y: float) -> float:
    """How near to the target's centre no leg from a place can pass, all of it on the table top; 0 when not known.

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
