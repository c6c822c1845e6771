"""Connections over free-standing walls for the lattice: up one side and down the other (TR-BARRIER-02).

Only walls that belong to no building and are at most 4 inches high are considered. A model cannot stand on top of them,
so the climb and the jump are one connection. Hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from battles.engine.table.compiler import Wall
from battles.engine.table.ground import can_stand, surface_height
from battles.engine.table.movement.level_connections import climb, jump_down
from battles.engine.table.movement.rules import Mover, MoveRules, Refused
from battles.engine.table.table import Table
from battles.engine.table.vectors import Spot, round_half_up

HIGHEST = 400
SPACING = 150
"""Distance between two connections over a wall."""


class Crossing(NamedTuple):
    """A connection from the foot of a wall over its top to the foot on the other side."""

    low: Spot
    top: Spot
    far: Spot
    height: int


def is_free_standing(table: Table, wall: Wall, rules: MoveRules) -> bool:
    """Whether a wall can be climbed over: it is too high to leap and not part of a building."""
    piece = table.pieces[wall.piece]
    return wall.climbable and rules.leap_limit < wall.z1 - wall.z0 <= HIGHEST and "building" not in piece.flags


def crossings(table: Table, mover: Mover, wall: Wall, rules: MoveRules) -> Iterator[Crossing]:
    """Connections over one wall in both directions, without regard to other models or the mover's own Movement."""
    radius = mover.body.radius
    count = max(1, int(wall.length / SPACING))
    away = wall.thickness / 2 + radius
    for number in range(count):
        along = wall.length * (number + 0.5) / count
        x, y = wall.ax + wall.ux * along, wall.ay + wall.uy * along
        top = Spot(round_half_up(x), round_half_up(y), wall.z1)
        feet = [_foot(table, mover, wall, x, y, sign * away) for sign in (1, -1)]
        if feet[0] is None or feet[1] is None:
            continue
        for low, far in ((feet[0], feet[1]), (feet[1], feet[0])):
            climber = mover._replace(body=mover.body.at(low.x, low.y, low.z))
            up = climb(table, climber, low, top, rules)
            down = jump_down(table, mover, top, far[:2], rules)
            if not isinstance(up, Refused) and not isinstance(down, Refused):
                yield Crossing(low, top, far, up.height)


def _foot(table: Table, mover: Mover, wall: Wall, x: float, y: float, away: float) -> Spot | None:
    px, py = round_half_up(x - wall.uy * away), round_half_up(y + wall.ux * away)
    foot = Spot(px, py, surface_height(table, px, py, wall.z0 + 50))
    return foot if can_stand(table, mover.body.at(foot.x, foot.y, foot.z)) else None
