"""The table as solid geometry for the 3D view: walls, floors, blocks, ladders, ground and trees of the compiled table.
All lengths are hundredths of an inch, as in table files. x points to the right, y away from side A's edge, z
upwards."""

from __future__ import annotations

from typing import TypedDict

from battles.board.svg.materials import trees
from battles.engine.table.compiler import Area, Connector, Solid, Surface, Wall
from battles.engine.table.table import Table
from battles.engine.table.vectors import Polygon

Spot = list[int]
"""Type: [x, y] or [x, y, z]."""
Ring = list[Spot]


class SceneOpening(TypedDict):
    """A hole in a wall: its start and end along the wall, and the heights of sill and lintel."""

    kind: str
    start: int
    end: int
    sill: int
    lintel: int
    closed: bool


class SceneWall(TypedDict):
    """A straight wall from `a` to `b`. `hard` is true for stone, false for a hedge or a fence."""

    a: Spot
    b: Spot
    thickness: int
    z0: int
    z1: int
    hard: bool
    openings: list[SceneOpening]


class SceneBlock(TypedDict):
    """A solid prism; `kind` is the kind of its terrain piece."""

    outline: Ring
    z0: int
    z1: int
    kind: str
    is_hill: bool
    is_building: bool


class SceneFloor(TypedDict):
    outline: Ring
    holes: list[Ring]
    z: int
    walkway: bool


class SceneArea(TypedDict):
    """An area of ground of one class; `top` is the height of the plants on it."""

    outline: Ring
    z: int
    top: int
    ground: str
    flags: list[str]


class SceneWay(TypedDict):
    """A ladder, a rope or stairs."""

    kind: str
    foot: Spot
    head: Spot


class SceneRail(TypedDict):
    """A parapet on the edge of a floor."""

    a: Spot
    b: Spot
    z: int
    height: int


class SceneTree(TypedDict):
    """A tree in a wood; `size` 1 means a crown of 1.4 inches."""

    x: int
    y: int
    size: float


class SceneData(TypedDict):
    """Everything on a table. `digest` changes when the table does."""

    digest: str
    width: int
    length: int
    ground: str
    walls: list[SceneWall]
    blocks: list[SceneBlock]
    floors: list[SceneFloor]
    areas: list[SceneArea]
    ways: list[SceneWay]
    rails: list[SceneRail]
    trees: list[SceneTree]


def scene_of(table: Table) -> SceneData:
    """The geometry of a table."""
    return {
        "digest": table.digest(),
        "width": table.width,
        "length": table.length,
        "ground": table.ground,
        "walls": [_wall(wall) for wall in table.walls],
        "blocks": [_block(table, solid) for solid in table.solids],
        "floors": [_floor(surface) for surface in table.surfaces if surface.kind == "floor"],
        "areas": [_area(area) for area in table.areas],
        "ways": [_way(way) for way in table.connectors],
        "rails": [
            {"a": list(a), "b": list(b), "z": table.surfaces[owner].z, "height": height}
            for owner, a, b, height in table.compiled.parapets
        ],
        "trees": [
            {"x": x, "y": y, "size": size}
            for area in table.areas
            if "forest" in area.flags and area.zs[0] == 0
            for x, y, size in trees(area.outline)
        ],
    }


def _ring(outline: Polygon) -> Ring:
    return [[x, y] for x, y in outline]


def _wall(wall: Wall) -> SceneWall:
    return {
        "a": [wall.ax, wall.ay],
        "b": [wall.bx, wall.by],
        "thickness": wall.thickness,
        "z0": wall.z0,
        "z1": wall.z1,
        "hard": wall.hard,
        "openings": [
            {"kind": hole.kind, "start": hole.start, "end": hole.end, "sill": hole.sill, "lintel": hole.lintel,
             "closed": hole.closed}
            for hole in sorted(wall.openings, key=lambda hole: hole.start)
        ],
    }  # fmt: skip


def _block(table: Table, solid: Solid) -> SceneBlock:
    piece = table.pieces[solid.piece]
    return {
        "outline": _ring(solid.outline),
        "z0": solid.z0,
        "z1": solid.z1,
        "kind": piece.kind,
        "is_hill": solid.hill,
        "is_building": piece.building_mode != "rooms" or "building" in piece.flags,
    }


def _floor(floor: Surface) -> SceneFloor:
    return {
        "outline": _ring(floor.outline),
        "holes": [_ring(hole) for hole in floor.holes],
        "z": floor.z,
        "walkway": floor.walkway,
    }


def _area(area: Area) -> SceneArea:
    return {
        "outline": _ring(area.outline),
        "z": area.zs[0],
        "top": area.top,
        "ground": area.ground,
        "flags": sorted(area.flags),
    }


def _way(way: Connector) -> SceneWay:
    return {"kind": way.kind, "foot": list(way.foot), "head": list(way.head)}
