"""Turns terrain pieces into the flat lists that sight and movement read: walls, solids, surfaces, areas, connectors.

All values are hundredths of an inch. Nothing is checked here; `validation` reports what is impossible. Rules:
GM-SURF-01, GM-FLOOR-01, TR-CLASS-01, TR-HILL-LOS-01, LS-VALUE-02 (default heights).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from battles.engine.table.pieces import TerrainPiece, WallPlan
from battles.engine.table.vectors import Box, Point, Polygon, anticlockwise, box_of, ceil_sqrt, leg_length, sides_of

STOREY = 300
SOLID_HEIGHT = 500
FOREST_HEIGHT = 500
HILL_STEP = 200


class Opening(NamedTuple):
    """A hole in a straight wall: start and end along the wall, and the heights of its lower and upper edge."""

    kind: str
    start: int
    end: int
    sill: int
    lintel: int
    closed: bool


class Wall(NamedTuple):
    """One straight part of a wall: axis a-b, thickness, heights, unit direction (ux, uy) along it."""

    number: int
    piece: int
    ax: int
    ay: int
    bx: int
    by: int
    thickness: int
    z0: int
    z1: int
    openings: tuple[Opening, ...]
    climbable: bool
    hard: bool
    length: float
    ux: float
    uy: float

    @property
    def a(self) -> Point:
        return self.ax, self.ay

    @property
    def b(self) -> Point:
        return self.bx, self.by


class Solid(NamedTuple):
    """A prism: outline (anticlockwise) from z0 to z1. A hill level is solid for sight and a slope for movement."""

    number: int
    piece: int
    outline: Polygon
    box: Box
    z0: int
    z1: int
    hill: bool
    hard: bool
    climbable: bool


class Surface(NamedTuple):
    """A surface to stand on: a polygon without its holes at one height. `kind`: floor, top or hill."""

    number: int
    piece: int
    outline: Polygon
    holes: tuple[Polygon, ...]
    box: Box
    z: int
    kind: str
    building: str
    level: int
    walkway: bool
    slab: bool


class Area(NamedTuple):
    """Ground of one class with its flags. It affects models at one of the heights `zs` (+- 50)."""

    number: int
    piece: int
    outline: Polygon
    box: Box
    zs: tuple[int, ...]
    top: int
    ground: str
    flags: frozenset[str]
    width: int


class Connector(NamedTuple):
    """A connector between levels (ladder, rope or stairs) from its foot to its head, with its cost in hundredths of an
    inch.
    """

    number: int
    piece: int
    kind: str
    foot: tuple[int, int, int]
    head: tuple[int, int, int]
    cost: int


class Compiled(NamedTuple):
    """All flat lists of a table's pieces."""

    walls: tuple[Wall, ...]
    solids: tuple[Solid, ...]
    surfaces: tuple[Surface, ...]
    areas: tuple[Area, ...]
    connectors: tuple[Connector, ...]
    parapets: tuple[tuple[int, Point, Point, int], ...]


def compile_pieces(pieces: Sequence[TerrainPiece]) -> Compiled:
    """Flat lists of all pieces; each entry refers to its piece by number."""
    walls: list[Wall] = []
    solids: list[Solid] = []
    surfaces: list[Surface] = []
    areas: list[Area] = []
    connectors: list[Connector] = []
    parapets: list[tuple[int, Point, Point, int]] = []
    for number, piece in enumerate(pieces):
        outline = anticlockwise(piece.outline)
        _add_solids(number, piece, outline, solids, surfaces, walls)
        for plan in piece.walls:
            _add_wall(number, plan, walls)
        _add_floors(number, piece, outline, surfaces, areas, parapets)
        _add_area(number, piece, outline, areas)
        for way in piece.connectors:
            connectors.append(
                Connector(
                    len(connectors), number, way.kind, way.foot, way.head, _connector_cost(way.kind, way.foot, way.head)
                )
            )
    return Compiled(tuple(walls), tuple(solids), tuple(surfaces), tuple(areas), tuple(connectors), tuple(parapets))


def is_solid(piece: TerrainPiece) -> bool:
    """Whether a piece is solid: masonry, rock, crates, closed buildings (TR-IMPASS-01, TR-BLDG-MODE-01)."""
    return piece.ground == "impassable_solid" or piece.building_mode != "rooms"


def top_of(piece: TerrainPiece) -> int:
    """Height of a piece's top, by default that of its kind (LS-VALUE-02)."""
    if piece.z1 > piece.z0:
        return piece.z1
    if piece.levels:
        return max(level.z for level in piece.levels)
    if piece.building_mode != "rooms":
        return piece.z0 + STOREY * max((floor.level for floor in piece.floors), default=1)
    if is_solid(piece):
        return piece.z0 + SOLID_HEIGHT
    if "forest" in piece.flags:
        return piece.z0 + FOREST_HEIGHT
    return piece.z0


def _add_solids(
    number: int, piece: TerrainPiece, outline: Polygon, solids: list[Solid], surfaces: list[Surface], walls: list[Wall]
) -> None:
    hard = piece.cover == "hard"
    if is_solid(piece):
        top = top_of(piece)
        solids.append(Solid(len(solids), number, outline, box_of(outline), piece.z0, top, False, hard, piece.climbable))
        surfaces.append(
            Surface(
                len(surfaces),
                number,
                outline,
                (),
                box_of(outline),
                top,
                "top",
                _building(piece),
                _top_level(piece),
                False,
                False,
            )
        )
        return
    below = piece.z0
    for count, level in enumerate(sorted(piece.levels, key=lambda item: item.z), start=1):
        shape = anticlockwise(level.outline)
        solids.append(Solid(len(solids), number, shape, box_of(shape), below, level.z, True, hard, True))
        surfaces.append(
            Surface(len(surfaces), number, shape, (), box_of(shape), level.z, "hill", "", count, False, False)
        )
        for side in level.sheer:
            ends = sides_of(level.outline)[side]
            _add_wall(number, WallPlan(points=ends, thickness=0, z0=below, height=level.z - below), walls)
        below = level.z


def _add_wall(number: int, plan: WallPlan, walls: list[Wall]) -> None:
    mark = 0
    for (ax, ay), (bx, by) in pairwise(plan.points):
        stored = leg_length(ax, ay, bx, by)
        real = hypot(bx - ax, by - ay)
        openings = tuple(
            Opening(o.kind, o.start - mark, o.end - mark, o.sill, o.lintel, o.closed)
            for o in plan.openings
            if mark <= o.start and o.end <= mark + stored
        )
        walls.append(
            Wall(
                len(walls), number, ax, ay, bx, by, plan.thickness, plan.z0, plan.z0 + plan.height, openings,
                plan.climbable, plan.cover == "hard", real, (bx - ax) / real, (by - ay) / real,
            )
        )  # fmt: skip
        mark += stored


def _add_floors(
    number: int,
    piece: TerrainPiece,
    outline: Polygon,
    surfaces: list[Surface],
    areas: list[Area],
    parapets: list[tuple[int, Point, Point, int]],
) -> None:
    building = _building(piece)
    if is_solid(piece):
        return
    if building and not any(floor.z == piece.z0 for floor in piece.floors):
        surfaces.append(
            Surface(len(surfaces), number, outline, (), box_of(outline), piece.z0, "floor", building, 1, False, False)
        )
    for floor in piece.floors:
        shape = anticlockwise(floor.outline)
        holes = tuple(anticlockwise(hatch) for hatch in floor.hatches)
        index = len(surfaces)
        surfaces.append(
            Surface(
                index,
                number,
                shape,
                holes,
                box_of(shape),
                floor.z,
                "floor",
                building,
                floor.level,
                floor.walkway,
                floor.z > 0,
            )
        )
        for rail in floor.parapets:
            parapets.append((index, rail.start, rail.end, rail.height))
        if floor.ground != "open":
            areas.append(
                Area(
                    len(areas),
                    number,
                    shape,
                    box_of(shape),
                    (floor.z,),
                    floor.z,
                    floor.ground,
                    frozenset(),
                    narrowest(shape),
                )
            )


def _add_area(number: int, piece: TerrainPiece, outline: Polygon, areas: list[Area]) -> None:
    ground = piece.ground
    if "steep" in piece.flags and ground == "open":
        ground = "difficult"
    if is_solid(piece) or (ground == "open" and not piece.flags & {"dangerous", "forest", "river", "marsh", "ford"}):
        return
    zs = tuple(level.z for level in piece.levels) or (piece.z0,)
    areas.append(
        Area(len(areas), number, outline, box_of(outline), zs, top_of(piece), ground, piece.flags, narrowest(outline))
    )


def _building(piece: TerrainPiece) -> str:
    return piece.id if "building" in piece.flags or piece.building_mode != "rooms" else ""


def _top_level(piece: TerrainPiece) -> int:
    return 1 + max((floor.level for floor in piece.floors), default=1) if _building(piece) else 1


def _connector_cost(kind: str, foot: tuple[int, int, int], head: tuple[int, int, int]) -> int:
    if kind != "stairs":
        return head[2] - foot[2]
    run = (head[0] - foot[0]) ** 2 + (head[1] - foot[1]) ** 2
    return ceil_sqrt(run + (head[2] - foot[2]) ** 2)


def narrowest(polygon: Polygon) -> int:
    """Minimum width of an outline over the directions of its sides. It decides what fits on a crossing
    (TR-RIVER-BRIDGE-01).
    """
    best = 10**9
    for (ax, ay), (bx, by) in sides_of(polygon):
        real = hypot(bx - ax, by - ay)
        reach = [((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / real for x, y in polygon]
        best = min(best, round(max(reach) - min(reach)))
    return best
