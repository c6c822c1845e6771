"""The eight steps from a node of the half-inch lattice over bare ground, and which of them walls and solids leave free.

Gives the same result as `walking.walk` for each step, but computes them together. Hundredths of an inch. Rules:
GM-PATH-01, MV-WALK-03, TR-BARRIER-01.
"""

from __future__ import annotations

from battles.engine.table.compiler import Solid, Wall
from battles.engine.table.movement.rules import Mover, MoveRules
from battles.engine.table.movement.walking import meet_wall, solid_blocks
from battles.engine.table.table import Table
from battles.engine.table.vectors import SLACK, Point, segment_distance, sides_of

STEP = 50
DIAGONAL = 71
AROUND = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The eight directions. The opposite of each is four places further."""
SPARE = 0.01
"""Margin for rounding when a wall's distance is compared with the distance that it blocks."""
_WallNear = tuple[Wall, float, float, float, float, float]
"""A wall near a node: the wall, its direction, the node's position along it and distance from it, and the length that
it blocks.
"""


def open_steps(
    table: Table, mover: Mover, rules: MoveRules, x: int, y: int, columns: int, open_ways: dict[int, int]
) -> list[tuple[int, int]]:
    """Those of the eight steps from a node over bare ground that are free: the target node and the length of each.

    `open_ways` caches the results, one bit for each direction. A step that was checked from its other end has the same
    result.
    """
    r, tall = mover.body.radius, mover.body.height
    x0, y0, x1, y1 = x - STEP - r, y - STEP - r, x + STEP + r, y + STEP + r
    walls: list[_WallNear] = []
    solids: list[Solid] = []
    if not mover.ghostly:
        standing, bulky = table.barriers_near.within(x0, y0, x1, y1)
        for bx0, by0, bx1, by1, wall in standing:
            if bx0 <= x1 and bx1 >= x0 and by0 <= y1 and by1 >= y0 and wall.z1 > 0 and wall.z0 < tall:
                seen = _near_wall(wall, x, y, r, low=wall.z1 <= rules.leap_limit)
                if seen is not None:
                    walls.append(seen)
        solids = [solid for solid in bulky if not solid.hill and solid.z1 > rules.leap_limit and solid.z0 < tall]
    no_leaping = mover.mode == "run" and not rules.leap_at_run
    found: list[tuple[int, int]] = []
    node = y // STEP * columns + x // STEP
    free = 0
    for number, (dx, dy) in enumerate(AROUND):
        px, py = x + dx * STEP, y + dy * STEP
        if not (r <= px <= table.width - r and r <= py <= table.length - r):
            continue
        to = node + dy * columns + dx
        back = open_ways.get(to)
        if back is not None:
            if back >> (number ^ 4) & 1:
                free |= 1 << number
                found.append((to, DIAGONAL if dx and dy else STEP))
            continue
        leaps: list[int] = []
        for wall, ux, uy, u, v, clear in walls:
            step = (dy * ux - dx * uy) * STEP
            if (v > clear and v + step > clear) or (v < -clear and v + step < -clear):
                continue
            step = (dx * ux + dy * uy) * STEP
            far = wall.length + r + SPARE
            if (u < -r - SPARE and u + step < -r - SPARE) or (u > far and u + step > far):
                continue
            if meet_wall(wall, mover, (x, y), (px, py), 0, rules, leaps):
                break
        else:
            if leaps and no_leaping:
                continue
            if solids and any(solid_blocks(solid, (x, y), (px, py), r) for solid in solids):
                continue
            free |= 1 << number
            found.append((to, DIAGONAL if dx and dy else STEP))
    open_ways[node] = free
    return found


def _near_wall(wall: Wall, x: int, y: int, radius: int, *, low: bool) -> _WallNear | None:
    """The wall as seen from a node; None if no step from the node comes near it."""
    ux, uy = wall.ux, wall.uy
    px, py = x - wall.ax, y - wall.ay
    u, v = px * ux + py * uy, py * ux - px * uy
    clear = wall.thickness / 2 + (0 if low else radius - SLACK) + SPARE
    if abs(v) > clear + DIAGONAL or not -radius - DIAGONAL <= u <= wall.length + radius + DIAGONAL:
        return None
    return wall, ux, uy, u, v, clear


def busy_points(table: Table, radius: int) -> bytearray:
    """Marks the lattice points of the bare table near anything that could affect a step of a base."""
    columns, rows = table.width // STEP + 1, table.length // STEP + 1
    marks = bytearray(columns * rows)
    reach = radius + DIAGONAL + 4
    lines: list[tuple[Point, Point, float]] = [(wall.a, wall.b, reach + wall.thickness) for wall in table.walls]
    outlines = [solid.outline for solid in table.solids] + [area.outline for area in table.areas]
    outlines += [shape for surface in table.surfaces for shape in (surface.outline, *surface.holes)]
    lines += [(a, b, reach) for outline in outlines for a, b in sides_of(outline)]
    for a, b, far in lines:
        grow = int(far) + STEP
        first = max(0, (min(a[0], b[0]) - grow) // STEP)
        last = min(columns, (max(a[0], b[0]) + grow) // STEP + 1)
        for row in range(max(0, (min(a[1], b[1]) - grow) // STEP), min(rows, (max(a[1], b[1]) + grow) // STEP + 1)):
            for place in range(row * columns + first, row * columns + last):
                if not marks[place] and segment_distance((place - row * columns) * STEP, row * STEP, a, b) <= far:
                    marks[place] = 1
    return marks
