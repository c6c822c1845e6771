"""Connections between surfaces: climbing a wall, taking a ladder, jumping down, jumping across a gap.

Each function checks one leg and returns its measures or a `Refused`; `paths` handles allowances and dice. Hundredths of
an inch. Rules: MV-CLIMB-01..05, MV-LADDER-01, MV-JUMPDN-01, MV-GAP-01, -02, GM-PATH-01.
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from battles.engine.sentences import say
from battles.engine.table.compiler import Connector, Surface, Wall
from battles.engine.table.edges import holds
from battles.engine.table.ground import surface_at, surface_height, wall_gap
from battles.engine.table.movement.rules import Mover, MoveRules, Refused
from battles.engine.table.table import Table
from battles.engine.table.vectors import (
    TOUCH,
    Point,
    Spot,
    leg_length,
    outline_distance,
    polygon_distance,
    round_half_up,
    sides_of,
)


class Climb(NamedTuple):
    """A face that can be climbed between two spots: its height, whether it belongs to a wall, and the number of the
    wall or solid.
    """

    height: int
    is_wall: bool
    number: int


class Gap(NamedTuple):
    """A gap between two spots: its width along the jump, and where a model lands that fails."""

    width: int
    under: Spot


def climb(table: Table, mover: Mover, start: Spot, end: Spot, rules: MoveRules) -> Climb | Refused:
    """A climb up or down one face. Both spots touch it, the lower one from outside (MV-CLIMB-01..03)."""
    if mover.mode == "run" and not mover.anywhere:
        return Refused("climb_at_run", "A runner cannot climb.", "MV-RUN-05")
    if not mover.may_climb(rules):
        if mover.mode == "charge" and not rules.climb_in_charge:
            return Refused("climb_in_charge", "A charger cannot climb in this ruleset.", "MV-CHG-12")
        return Refused("cannot_climb", "This model cannot climb.", "MV-CLIMB-01")
    low, high = (start, end) if start.z < end.z else (end, start)
    height = high.z - low.z
    if height <= 0:
        return Refused("no_climb", "Nothing to climb: both ends are at the same height.", "MV-CLIMB-03")
    if height > mover.movement:
        return Refused("climb_too_high", "That face is higher than the model's Movement.", "MV-CLIMB-03")
    face = _face(table, mover.body.radius, low, high, rules)
    if face is None:
        return Refused("no_face", "There is no face to climb within reach of the base.", "MV-CLIMB-02")
    if rules.climb_from_contact_only and not _touched(table, face, mover):
        return Refused("not_touching", "A climber must touch the face when its movement phase begins.", "MV-CLIMB-02")
    for surface in table.surface_grid.at(low.x, low.y):
        if surface.slab and low.z < surface.z <= high.z and holds(surface, low.x, low.y):
            return Refused("slab", "A floor blocks the way up.", "GM-SURF-01")
    if _wall_between(table, start[:2], end[:2], high.z, rules):
        return Refused("wall", "The face continues above that height.", "MV-CLIMB-03")
    return Climb(height, face[0], face[1])


def _face(table: Table, radius: int, low: Spot, high: Spot, rules: MoveRules) -> tuple[bool, int] | None:
    reach = radius + TOUCH
    box = (low.x - reach, low.y - reach, low.x + reach, low.y + reach)
    for wall in table.wall_grid.within(*box):
        if not wall.climbable or wall.z0 > low.z + rules.leap_limit or wall.z1 < high.z - rules.leap_limit:
            continue
        near = wall_gap(wall, low.x, low.y) <= reach
        if near and wall_gap(wall, high.x, high.y) <= reach and _beside(wall, low, high, reach):
            return True, wall.number
    for solid in table.solid_grid.within(*box):
        if (
            not solid.climbable
            or solid.hill
            or solid.z0 > low.z + rules.leap_limit
            or solid.z1 < high.z - rules.leap_limit
        ):
            continue
        gap = polygon_distance(low.x, low.y, solid.outline)
        if (
            0 < gap <= reach
            and outline_distance(high.x, high.y, solid.outline) <= reach
            and _short(low, high, reach, 0)
        ):
            return False, solid.number
    return None


def _beside(wall: Wall, low: Spot, high: Spot, reach: int) -> bool:
    """Whether both ends of a climb are at about the same place along the wall."""
    a = (low.x - wall.ax) * wall.ux + (low.y - wall.ay) * wall.uy
    b = (high.x - wall.ax) * wall.ux + (high.y - wall.ay) * wall.uy
    return abs(a - b) <= reach and _short(low, high, reach, wall.thickness)


def _short(low: Spot, high: Spot, reach: int, thickness: int) -> bool:
    return leg_length(low.x, low.y, high.x, high.y) <= 2 * reach + thickness


def _touched(table: Table, face: tuple[bool, int], mover: Mover) -> bool:
    x, y, _, radius, _ = mover.body
    if face[0]:
        return wall_gap(table.walls[face[1]], x, y) <= radius + TOUCH
    return outline_distance(x, y, table.solids[face[1]].outline) <= radius + TOUCH


def _wall_between(table: Table, p: Point, q: Point, z: int, rules: MoveRules) -> bool:
    """Whether a wall crosses the line between two points at height z, outside its openings."""
    x0, x1 = sorted((p[0], q[0]))
    y0, y1 = sorted((p[1], q[1]))
    for wall in table.wall_grid.within(x0, y0, x1, y1):
        if wall.z1 <= z + rules.leap_limit or wall.z0 > z + rules.leap_limit:
            continue
        pv = (p[1] - wall.ay) * wall.ux - (p[0] - wall.ax) * wall.uy
        qv = (q[1] - wall.ay) * wall.ux - (q[0] - wall.ax) * wall.uy
        if (pv > 0) == (qv > 0):
            continue
        share = pv / (pv - qv)
        u = (p[0] + (q[0] - p[0]) * share - wall.ax) * wall.ux + (p[1] + (q[1] - p[1]) * share - wall.ay) * wall.uy
        if 0 <= u <= wall.length and not any(
            o.start <= u <= o.end and o.sill <= z + rules.leap_limit and o.lintel > z for o in wall.openings
        ):
            return True
    for solid in table.solid_grid.within(x0, y0, x1, y1):
        inner = polygon_distance((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, solid.outline) == 0
        if inner and not solid.hill and solid.z0 <= z < solid.z1 - rules.leap_limit:
            return True
    return False


def connect(
    table: Table, mover: Mover, start: Spot, end: Spot, mode: str, rules: MoveRules
) -> tuple[Connector, bool] | Refused:
    """The ladder, rope or stairs whose ends are under two spots, and whether it leads up (MV-LADDER-01)."""
    reach = mover.body.radius + TOUCH
    for way in table.connectors:
        if way.kind != mode:
            continue
        for up, a, b in ((True, way.foot, way.head), (False, way.head, way.foot)):
            if not (_covers(start, a, reach) and _covers(end, b, reach)):
                continue
            if abs(surface_height(table, end.x, end.y, end.z) - end.z) > 0 or abs(end.z - b[2]) > 50:
                return Refused("no_floor", "There is no floor to step onto at that end.", "MV-LADDER-01")
            return _may_take(mover, way, up, rules) or (way, up)
    return Refused("no_connector", say("There is no {mode} there.", mode=mode or "ladder"), "MV-LADDER-01")


def _covers(spot: Spot, end: tuple[int, int, int], reach: int) -> bool:
    return abs(spot.z - end[2]) <= 50 and (spot.x - end[0]) ** 2 + (spot.y - end[1]) ** 2 <= reach * reach


def _may_take(mover: Mover, way: Connector, up: bool, rules: MoveRules) -> Refused | None:
    if way.kind == "stairs":
        return None
    if mover.mounted or mover.chariot:
        return Refused("mounted", "Mounted models and chariots cannot take a ladder or rope.", "MV-LADDER-01")
    if mover.mode == "run" and not mover.anywhere and not (rules.ladder_up_at_run if up else rules.ladder_down_at_run):
        return Refused("ladder_at_run", "A runner may not take that ladder or rope in this ruleset.", "MV-RUN-05")
    return None


def jump_down(table: Table, mover: Mover, start: Spot, end: Point, rules: MoveRules) -> int | Refused:
    """The height of the feet after a jump straight out from an edge, which ends with the base just clear of it
    (MV-JUMPDN-01).
    """
    if mover.chariot:
        return Refused("chariot", "A chariot cannot jump down.", "MV-JUMPDN-01")
    reach = mover.body.radius + TOUCH
    above = surface_at(table, start.x, start.y, start.z)
    z = surface_height(table, end[0], end[1], start.z - 1)
    if surface_height(table, end[0], end[1], start.z) == start.z or start.z <= z:
        return Refused("no_drop", "There is no drop there.", "MV-JUMPDN-01")
    perched = above is None or above.z != start.z
    if (
        not perched
        and above is not None
        and not (_rim_gap(above, start.x, start.y) <= reach and _rim_gap(above, end[0], end[1]) <= reach)
    ):
        return Refused("no_rim", "A jump starts with the base at the rim and ends just beyond it.", "MV-JUMPDN-01")
    if leg_length(start.x, start.y, *end) > 2 * reach + (30 if perched else 0):
        return Refused("no_rim", "A jump down leads straight out from the rim.", "MV-JUMPDN-01")
    if rules.jump_max is not None and start.z - z > max(rules.jump_max, mover.safe_drop):
        return Refused(
            "too_deep",
            say("A model cannot jump down more than {jump_max} inches.", jump_max=rules.jump_max // 100),
            "MV-JUMPDN-01",
        )
    if _wall_between(table, start[:2], end, start.z, rules):
        return Refused("wall", "A wall is in the way.", "GM-ROUTE-01")
    return z


def _rim_gap(surface: Surface, x: float, y: float) -> float:
    return min([outline_distance(x, y, surface.outline), *(outline_distance(x, y, hole) for hole in surface.holes)])


def jump_gap(table: Table, mover: Mover, start: Spot, end: Spot, rules: MoveRules) -> Gap | Refused:
    """A jump from edge to edge. Only the width of the gap itself counts (MV-GAP-01, MV-GAP-02)."""
    reach = mover.body.radius + TOUCH
    near, far = surface_at(table, start.x, start.y, start.z), surface_at(table, end.x, end.y, end.z)
    far_z = far.z if far else 0
    if near is None or near.z != start.z or far_z != end.z:
        return Refused("no_floor", "A gap can only be jumped from one floor to another.", "MV-GAP-01")
    if end.z - start.z > rules.gap_rise:
        return Refused(
            "upwards",
            "A gap can only be jumped on a level or downwards.",
            "MV-GAP-02" if not rules.gap_tested else "MV-GAP-01",
        )
    if far is None:
        return Refused("no_floor", "There is no far rim there; jump down instead.", "MV-GAP-01")
    if _rim_gap(near, start.x, start.y) > reach or _rim_gap(far, end.x, end.y) > reach:
        return Refused("no_rim", "A jump over a gap starts at the near rim and ends at the far one.", "MV-GAP-01")
    length = hypot(end.x - start.x, end.y - start.y)
    over = _void(near, far, start, end)
    width = round_half_up((over[1] - over[0]) * length) if over else 0
    if not over or width <= rules.crack:
        return Refused("no_gap", "There is no gap to jump.", "MV-GAP-01")
    if _wall_between(table, start[:2], end[:2], start.z, rules):
        return Refused("wall", "A wall is in the way.", "GM-ROUTE-01")
    out = over[0] + mover.body.radius / length
    x, y = round_half_up(start.x + (end.x - start.x) * out), round_half_up(start.y + (end.y - start.y) * out)
    return Gap(width, Spot(x, y, surface_height(table, x, y, start.z - 1)))


def _void(near: Surface, far: Surface, start: Spot, end: Spot) -> tuple[float, float] | None:
    """The part of the jump's line between the last point of the floor it starts from and the first point of the floor
    it ends on.
    """
    marks = {0.0, 1.0}
    dx, dy = end.x - start.x, end.y - start.y
    for surface in (near, far):
        for shape in (surface.outline, *surface.holes):
            for (px, py), (qx, qy) in sides_of(shape):
                fp, fq = dx * (py - start.y) - dy * (px - start.x), dx * (qy - start.y) - dy * (qx - start.x)
                if (fp > 0) != (fq > 0):
                    share = fp / (fp - fq)
                    x, y = px + (qx - px) * share, py + (qy - py) * share
                    marks.add(((x - start.x) * dx + (y - start.y) * dy) / (dx * dx + dy * dy))
    stops = sorted(mark for mark in marks if 0 <= mark <= 1)
    parts: list[tuple[float, float]] = []
    for i in range(len(stops) - 1):
        x, y = start.x + dx * (stops[i] + stops[i + 1]) / 2, start.y + dy * (stops[i] + stops[i + 1]) / 2
        if not holds(near, x, y) and not holds(far, x, y):
            parts.append((stops[i], stops[i + 1]))
    return (parts[0][0], parts[-1][1]) if parts else None
