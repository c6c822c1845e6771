"""What is under and around a base: surfaces, floors, classes of ground, edges, room to stand, places to land.

Hundredths of an inch. Rules: GM-SURF-01, GM-FLOOR-01, GM-INSIDE-01, TR-CLASS-01, MV-SLIP-01, MV-FALL-02.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from math import cos, hypot, radians, sin
from typing import NamedTuple

from battles.engine.table.compiler import Area, Surface, Wall, narrowest
from battles.engine.table.edges import Edge, holds
from battles.engine.table.movement.rules import Other
from battles.engine.table.native_terrain import CLASSES
from battles.engine.table.table import Table
from battles.engine.table.vectors import (
    SLACK,
    TOUCH,
    Body,
    nearest_on_segment,
    outline_nearer_than,
    point_in_polygon,
    polygon_distance,
    round_half_up,
    spans_overlap,
)

SUPPORT = 50
ELEVATED = 200
SLOWNESS = {
    "open": 0,
    "difficult": 1,
    "shallow_water": 2,
    "deep_water": 3,
    "very_difficult": 4,
    "impassable_ground": 5,
    "impassable_solid": 6,
}
"""Classes of ground from the fastest to the slowest. Rules: TR-OPEN-01, TR-DIFF-01, TR-VDIFF-01, TR-IMPASS-01"""


class Inside(IntEnum):
    """Degrees of being inside a piece, in ascending order; compare with >= (GM-INSIDE-01)."""

    OUT = 0
    PARTLY = 1
    IN = 2
    WHOLLY = 3


class EdgeNear(NamedTuple):
    """An open edge near a base: distance from the base, nearest point of the edge, drop there for this base
    (MV-SLIP-01).
    """

    edge: Edge
    gap: float
    x: float
    y: float
    drop: int


def surface_at(table: Table, x: float, y: float, z: int) -> Surface | None:
    """The highest surface below or at z that contains a point; None for the bare table (GM-SURF-01)."""
    if table.terrain is not None:
        return table.terrain.surface_at(x, y, z)
    for surface in table.surface_grid.at(int(x), int(y)):
        if surface.z <= z and holds(surface, x, y):
            return surface
    return None


def surface_height(table: Table, x: float, y: float, z: int) -> int:
    """The height of the highest surface below or at z at a point; 0 for the table (GM-SURF-01)."""
    if table.terrain is not None:
        return table.terrain.surface_height(x, y, z)
    surface = surface_at(table, x, y, z)
    return surface.z if surface else 0


def heights_at(table: Table, x: int, y: int) -> list[int]:
    """All heights at which a model could stand at a point, from the table's 0 upwards."""
    found = {surface.z for surface in table.surface_grid.at(x, y) if holds(surface, x, y)}
    return sorted(found | {0})


def floor_of(table: Table, body: Body) -> Surface | None:
    """The surface under a model (GM-FLOOR-01); None is the bare table."""
    return surface_at(table, body.x, body.y, body.z)


def building_of(table: Table, body: Body) -> str:
    """Id of the building a model is in, or an empty string (GM-FLOOR-01)."""
    surface = floor_of(table, body)
    return surface.building if surface else ""


def is_elevated(body: Body) -> bool:
    """Whether the model's feet are more than 2 inches above the table top (GM-FLOOR-01)."""
    return body.z > ELEVATED


def same_building(table: Table, a: Body, b: Body) -> bool:
    """Whether the floors under two models belong to one building (GM-FLOOR-01)."""
    home = building_of(table, a)
    return bool(home) and home == building_of(table, b)


def same_floor(table: Table, a: Body, b: Body) -> bool:
    """Whether two models are on one floor of a building, or on floors joined by a walkway with at most 1 inch
    difference in height (GM-FLOOR-01).
    """
    f, g = floor_of(table, a), floor_of(table, b)
    if f is None or g is None:
        return False
    if f.number == g.number or (f.building and f.building == g.building and f.level == g.level):
        return True
    if abs(f.z - g.z) > 100:
        return False
    if f.walkway or g.walkway:
        return _meet(f, g)
    return any(s.walkway and abs(s.z - f.z) <= 100 and _meet(s, f) and _meet(s, g) for s in table.surfaces)


def _meet(a: Surface, b: Surface) -> bool:
    return any(polygon_distance(x, y, b.outline) <= TOUCH for x, y in a.outline) or any(
        polygon_distance(x, y, a.outline) <= TOUCH for x, y in b.outline
    )


def areas_at(table: Table, x: float, y: float, z: int) -> tuple[Area, ...]:
    """The areas that contain a centre at this height, including their outlines (TR-CLASS-01)."""
    return tuple(
        area
        for area in table.area_grid.at(int(x), int(y))
        if any(-SUPPORT <= z - height <= SUPPORT for height in area.zs) and point_in_polygon(x, y, area.outline) >= 0
    )


def ground_class(table: Table, x: float, y: float, z: int, radius: int = 50) -> str:
    """The slowest class of ground at a centre. On a ford that fits the base, water does not count
    (TR-RIVER-BRIDGE-01).
    """
    if table.terrain is not None:
        return CLASSES[table.terrain.ground_class(x, y, z, radius)]
    slowest = table.ground if z <= SUPPORT else "open"
    found = areas_at(table, x, y, z) if table.areas else ()
    forded = any("ford" in area.flags and area.width >= 2 * radius for area in found)
    for area in found:
        if forded and area.ground.endswith("water"):
            continue
        if SLOWNESS[area.ground] > SLOWNESS[slowest]:
            slowest = area.ground
    return slowest


def inside(table: Table, body: Body, piece_id: str) -> Inside:
    """How far a base is inside a piece and on its surface, calculated exactly (GM-INSIDE-01). Raises KeyError."""
    piece = table.piece(piece_id)
    heights = [piece.z0, *(level.z for level in piece.levels), *(floor.z for floor in piece.floors)]
    if not any(abs(body.z - height) <= SUPPORT for height in heights):
        return Inside.OUT
    where = point_in_polygon(body.x, body.y, piece.outline)
    near = outline_nearer_than(body.x, body.y, piece.outline, body.radius)
    if where < 0:
        return Inside.PARTLY if near else Inside.OUT
    return Inside.IN if near else Inside.WHOLLY


def piece_distance(table: Table, body: Body, piece_id: str) -> float:
    """Distance from a base to a piece: horizontal and vertical distance combined (GM-DIST-01)."""
    piece = table.piece(piece_id)
    gap = max(0.0, polygon_distance(body.x, body.y, piece.outline) - body.radius)
    top = max(piece.z1, piece.z0)
    return hypot(gap, max(piece.z0 - body.z, body.z - top, 0))


def open_edges_near(table: Table, body: Body, reach: int) -> list[EdgeNear]:
    """Open edges of the model's surface within `reach` of its base, nearest first.

    Drops are those for this base: to the surface below the point one radius outside the edge (GM-SURF-01).
    """
    surface = floor_of(table, body)
    if surface is None or surface.kind == "hill":
        return []
    grow = reach + body.radius
    found: list[EdgeNear] = []
    for edge in table.edge_grid.within(body.x - grow, body.y - grow, body.x + grow, body.y + grow):
        if edge.surface != surface.number:
            continue
        x, y, _ = nearest_on_segment(body.x, body.y, edge.a, edge.b)
        gap = hypot(body.x - x, body.y - y) - body.radius
        if gap <= reach + 1e-6:
            drop = drop_at(table, edge, x, y, body.radius)
            if drop >= 100:
                found.append(EdgeNear(edge, max(0.0, gap), x, y, drop))
    return sorted(found, key=lambda near: (near.gap, near.edge.number))


def drop_at(table: Table, edge: Edge, x: float, y: float, radius: int) -> int:
    """The drop at a point of an edge, for a base with that radius (GM-SURF-01)."""
    return edge.z - surface_height(table, x + edge.nx * radius, y + edge.ny * radius, edge.z - 1)


def fall_spot(edge: Edge, x: float, y: float, radius: int) -> tuple[int, int]:
    """Where a model that is pushed over a point of an edge lands: one radius straight out (MV-SLIP-01, MV-GAP-01)."""
    return round_half_up(x + edge.nx * radius), round_half_up(y + edge.ny * radius)


_RING = tuple((cos(radians(step * 15)), sin(radians(step * 15))) for step in range(24))


def is_supported(table: Table, x: int, y: int, z: int, radius: int) -> bool:
    """Whether the ground supports a base there: all of it over surfaces within 0.5 inches of its height (GM-SURF-01).

    On a hillside, or a walkway narrower than the base, it is enough that the centre is supported.
    """
    if table.terrain is not None:
        return table.terrain.is_supported(x, y, z, radius)
    under = surface_at(table, x, y, z)
    if (under.z if under else 0) != z:
        return False
    if z <= SUPPORT:
        return True
    assert under is not None
    if under.kind == "hill":
        return True
    if under.walkway and _width_at_most(under, 2 * radius):
        return True
    reach = radius - SLACK
    for edge in table.edge_grid.within(x - radius, y - radius, x + radius, y + radius):
        if edge.surface == under.number:
            px, py, _ = nearest_on_segment(x, y, edge.a, edge.b)
            if hypot(px - x, py - y) < reach:
                return False
    for ux, uy in _RING:
        px, py = x + ux * reach, y + uy * reach
        if abs(surface_height(table, px, py, z + SUPPORT) - z) > SUPPORT:
            return False
    return True


def _width_at_most(surface: Surface, width: int) -> bool:
    return narrowest(surface.outline) < width


def wall_gap(wall: Wall, x: float, y: float) -> float:
    """Distance of a point to the area that a wall covers; 0 inside it."""
    u = (x - wall.ax) * wall.ux + (y - wall.ay) * wall.uy
    v = abs((y - wall.ay) * wall.ux - (x - wall.ax) * wall.uy) - wall.thickness / 2
    along = max(0.0, -u, u - wall.length)
    return hypot(along, max(0.0, v))


def obstruction_at(table: Table, body: Body, *, height_free: int = SUPPORT) -> str:
    """Id of a piece whose wall or body this base would overlap, or "".

    Objects no more than `height_free` above the feet do not count, nor does the open part of a doorway; the wall around
    it does. Rules: GM-SURF-01, GM-PLACE-01
    """
    if table.terrain is not None:
        number = table.terrain.obstruction(body, height_free)
        return "" if number < 0 else table.pieces[number].id
    x, y, z, r, tall = body
    x0, y0, x1, y1 = x - r, y - r, x + r, y + r
    walls, solids = table.barriers_near.within(x0, y0, x1, y1)
    for left, low, right, far, wall in walls:
        if left > x1 or right < x0 or low > y1 or far < y0:
            continue
        if wall.z1 - z > height_free and wall.z0 < z + tall and _is_inside_wall(wall, x, y, z, r - SLACK, height_free):
            return table.pieces[wall.piece].id
    for solid in solids:
        if solid.hill or solid.z1 - z <= height_free or solid.z0 >= z + tall:
            continue
        if point_in_polygon(x, y, solid.outline) > 0 or outline_nearer_than(x, y, solid.outline, r - SLACK):
            return table.pieces[solid.piece].id
    return ""


def _is_inside_wall(wall: Wall, x: int, y: int, z: int, reach: int, height_free: int) -> bool:
    """Whether a wall is nearer to a point than `reach`, without the doorways that a model at this height can use."""
    if wall_gap(wall, x, y) >= reach:
        return False
    if not wall.openings:
        return True
    along = (x - wall.ax) * wall.ux + (y - wall.ay) * wall.uy
    across = max(0.0, abs((y - wall.ay) * wall.ux - (x - wall.ax) * wall.uy) - wall.thickness / 2)
    start = 0.0
    for hole in sorted(wall.openings, key=lambda opening: opening.start):
        if hole.sill - z > height_free or hole.lintel <= z:
            continue
        if hole.start > start and hypot(max(0.0, start - along, along - hole.start), across) < reach:
            return True
        start = max(start, float(hole.end))
    return start < wall.length and hypot(max(0.0, start - along, along - wall.length), across) < reach


UPRIGHT = 120
"""Height of a warrior on foot. Bases closer than this in height overlap, since fallen models may stand up."""


def can_stand(table: Table, body: Body, others: Iterable[Other] = ()) -> bool:
    """Whether a model may end here: on the table, supported, clear of terrain and of every other base."""
    cache = table.caches.standing_room
    free = cache.get(body)
    if free is None:
        free = cache.store(body, _terrain_lets_stand(table, body))
    else:
        cache.counts.hits += 1
    return free and not any(overlap(body, other.body) for other in others)


def _terrain_lets_stand(table: Table, body: Body) -> bool:
    if table.terrain is not None:
        return table.terrain.lets_stand(body)
    if not table.on_table(body) or not is_supported(table, body.x, body.y, body.z, body.radius):
        return False
    ground = ground_class(table, body.x, body.y, body.z, body.radius)
    return not ground.startswith("impassable") and not obstruction_at(table, body)


def overlap(a: Body, b: Body) -> bool:
    """Whether two bases on about the same level overlap by more than rounding explains. Rules: MV-WALK-03,
    GM-UNIT-01
    """
    reach = a.radius + b.radius - SLACK
    near = (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < reach * reach
    return near and (abs(a.z - b.z) < UPRIGHT or spans_overlap(a, b))
