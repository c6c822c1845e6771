"""A terrain piece as data: outline, heights, class, floors, walls, openings, connectors.

All lengths are hundredths of an inch; all heights are measured from the table top. A piece is only what was drawn;
`compiler` turns pieces into the flat lists that sight and movement read. Rules: GM-SURF-01, GM-FLOOR-01, TR-CLASS-01.
"""

from __future__ import annotations

from dataclasses import dataclass

from battles.engine.table.piece_data import FloorData, LevelData, OpeningData, PieceData, Points, WallData
from battles.engine.table.vectors import Point, Polygon

GROUND_CLASSES = (
    "open",
    "difficult",
    "very_difficult",
    "shallow_water",
    "deep_water",
    "impassable_ground",
    "impassable_solid",
)
FLAGS = ("dangerous", "forest", "river", "marsh", "ford", "steep", "obstacle", "monument", "building", "hill")
OPENING_KINDS = ("door", "window", "hatch", "gate")
CONNECTOR_KINDS = ("ladder", "rope", "stairs")
COVER_KINDS = ("hard", "soft")
BUILDING_MODES = ("rooms", "garrison", "impassable")

Spot3 = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class OpeningPlan:
    """A hole in a wall: start and end along the wall's polyline, and the heights of its lower and upper edge."""

    kind: str
    start: int
    end: int
    sill: int
    lintel: int
    closed: bool = False


@dataclass(frozen=True, slots=True)
class WallPlan:
    """A wall along a polyline. Thickness 0 is a vertical sheet."""

    points: Polygon
    thickness: int
    z0: int
    height: int
    openings: tuple[OpeningPlan, ...] = ()
    climbable: bool = True
    cover: str = "hard"


@dataclass(frozen=True, slots=True)
class ParapetPlan:
    """A railing along part of a floor's edge. If it is at least 50 high, the edge is not open (GM-SURF-01)."""

    start: Point
    end: Point
    height: int


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """A storey, roof, balcony or walkway: a polygon at one height without its hatches (GM-FLOOR-01)."""

    outline: Polygon
    z: int
    level: int
    hatches: tuple[Polygon, ...] = ()
    parapets: tuple[ParapetPlan, ...] = ()
    walkway: bool = False
    outside: bool = False
    ground: str = "open"


@dataclass(frozen=True, slots=True)
class ConnectorPlan:
    """A ladder, rope or flight of stairs from its foot to its head (MV-LADDER-01)."""

    kind: str
    foot: Spot3
    head: Spot3


@dataclass(frozen=True, slots=True)
class HillLevelPlan:
    """One level of a hill. The sides numbered in `sheer` are rock faces, the others are slopes (TR-HILL-MOVE-01)."""

    outline: Polygon
    z: int
    sheer: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """One piece on the table. `id` is unique on its table; `kind` is used by players and by the rules of terrain."""

    id: str
    kind: str
    name: str
    outline: Polygon
    z0: int
    z1: int
    ground: str
    flags: frozenset[str] = frozenset()
    cover: str = "hard"
    floors: tuple[FloorPlan, ...] = ()
    walls: tuple[WallPlan, ...] = ()
    connectors: tuple[ConnectorPlan, ...] = ()
    levels: tuple[HillLevelPlan, ...] = ()
    building_mode: str = "rooms"
    climbable: bool = True

    def to_data(self) -> PieceData:
        """Plain JSON data that `piece_reader` turns into an equal piece; default values are left out."""
        data: PieceData = {
            "id": self.id,
            "kind": self.kind,
            "name": self.name,
            "outline": _points(self.outline),
            "z0": self.z0,
            "z1": self.z1,
            "ground": self.ground,
        }
        if self.flags:
            data["flags"] = sorted(self.flags)
        if self.cover != "hard":
            data["cover"] = self.cover
        if self.building_mode != "rooms":
            data["building_mode"] = self.building_mode
        if not self.climbable:
            data["climbable"] = False
        if self.floors:
            data["floors"] = [_floor_data(floor) for floor in self.floors]
        if self.walls:
            data["walls"] = [_wall_data(wall) for wall in self.walls]
        if self.connectors:
            data["connectors"] = [{"kind": c.kind, "foot": list(c.foot), "head": list(c.head)} for c in self.connectors]
        if self.levels:
            data["levels"] = [_level_data(level) for level in self.levels]
        return data


def _points(points: Polygon) -> Points:
    return [[x, y] for x, y in points]


def _floor_data(floor: FloorPlan) -> FloorData:
    data: FloorData = {"outline": _points(floor.outline), "z": floor.z, "level": floor.level}
    if floor.hatches:
        data["hatches"] = [_points(hatch) for hatch in floor.hatches]
    if floor.parapets:
        data["parapets"] = [{"from": list(p.start), "to": list(p.end), "height": p.height} for p in floor.parapets]
    if floor.walkway:
        data["walkway"] = True
    if floor.outside:
        data["outside"] = True
    if floor.ground != "open":
        data["ground"] = floor.ground
    return data


def _wall_data(wall: WallPlan) -> WallData:
    data: WallData = {"points": _points(wall.points), "thickness": wall.thickness, "z0": wall.z0, "height": wall.height}
    if wall.openings:
        data["openings"] = [_opening_data(opening) for opening in wall.openings]
    if not wall.climbable:
        data["climbable"] = False
    if wall.cover != "hard":
        data["cover"] = wall.cover
    return data


def _opening_data(opening: OpeningPlan) -> OpeningData:
    data: OpeningData = {
        "kind": opening.kind,
        "from": opening.start,
        "to": opening.end,
        "sill": opening.sill,
        "lintel": opening.lintel,
    }
    if opening.closed:
        data["closed"] = True
    return data


def _level_data(level: HillLevelPlan) -> LevelData:
    data: LevelData = {"outline": _points(level.outline), "z": level.z}
    if level.sheer:
        data["sheer"] = list(level.sheer)
    return data
