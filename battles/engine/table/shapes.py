"""Functions that build common pieces as plain data: ruins with floors and ladders, walkways, walls, crates, rubble,
water.

All arguments are hundredths of an inch; every function returns data that `Table.from_data` accepts.
"""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.table.piece_data import ConnectorData, OpeningData, PieceData, Points, WallData, ZoneData

THICK = 20
STOREY = 300
SIDES = ("south", "east", "north", "west")


def rectangle(x: int, y: int, width: int, depth: int) -> Points:
    """Corners of a rectangle parallel to the table edges, anticlockwise from the lower left."""
    return [[x, y], [x + width, y], [x + width, y + depth], [x, y + depth]]


def piece(piece_id: str, kind: str, name: str, outline: Points, top: int) -> PieceData:
    """A piece standing on the table."""
    return {
        "id": piece_id,
        "kind": kind,
        "name": name,
        "outline": outline,
        "z0": 0,
        "z1": top,
        "ground": "open",
    }


def ruin(
    piece_id: str,
    name: str,
    x: int,
    y: int,
    width: int,
    depth: int,
    heights: Sequence[int],
    *,
    doors: Sequence[str] = ("south", "north"),
    floors: Sequence[Sequence[int]] = (),
    ladders: Sequence[Sequence[int]] = (),
    stairs: Sequence[Sequence[int]] = (),
    kind: str = "ruin",
) -> PieceData:
    """A house with four walls. Heights are in the order south, east, north, west; 0 means an open side.

    `floors`: (x, y, width, depth, z) from the house's corner; `ladders` and `stairs`: (foot x, y, z, head x, y, z)
    likewise. The walls of every storey have windows.
    """
    half = THICK // 2
    a, b = [x + half, y + half], [x + width - half, y + half]
    c, d = [x + width - half, y + depth - half], [x + half, y + depth - half]
    walls: list[WallData] = []
    for side, start, end, height in zip(SIDES, (a, b, c, d), (b, c, d, a), heights, strict=True):
        if height:
            run = (width if side in ("south", "north") else depth) - THICK
            openings = _openings(run, height, side in doors)
            walls.append({"points": [start, end], "thickness": THICK, "z0": 0, "height": height, "openings": openings})
    ways = [("ladder", way) for way in ladders] + [("stairs", way) for way in stairs]
    connectors: list[ConnectorData] = [
        {"kind": way_kind, "foot": [x + w[0], y + w[1], w[2]], "head": [x + w[3], y + w[4], w[5]]}
        for way_kind, w in ways
    ]
    top = max([*heights, *(floor[4] for floor in floors)])
    return {
        **piece(piece_id, kind, name, rectangle(x, y, width, depth), top),
        "flags": ["building"],
        "walls": walls,
        "floors": [
            {"outline": rectangle(x + fx, y + fy, fw, fd), "z": z, "level": 1 + z // STOREY}
            for fx, fy, fw, fd, z in floors
        ],
        "connectors": connectors,
    }


def _openings(run: int, height: int, door: bool) -> list[OpeningData]:
    found: list[OpeningData] = []
    middle = run // 2
    if door and height >= 200:
        found.append({"kind": "door", "from": middle - 65, "to": middle + 65, "sill": 0, "lintel": 190})
    for storey in range(height // STOREY):
        sill = storey * STOREY + 60
        for at in (run // 5, run - run // 5):
            if run >= 300 and (abs(at - middle) > 120 or not door):
                found.append({"kind": "window", "from": at - 45, "to": at + 45, "sill": sill, "lintel": sill + 120})
    return found


def walkway(piece_id: str, name: str, x: int, y: int, width: int, depth: int, z: int = STOREY) -> PieceData:
    """A plank walkway between two floors."""
    outline = rectangle(x, y, width, depth)
    return {
        **piece(piece_id, "walkway", name, rectangle(x, y, width, depth), z),
        "floors": [{"outline": outline, "z": z, "level": 1 + z // STOREY, "walkway": True}],
    }


def low_wall(
    piece_id: str, name: str, a: Sequence[int], b: Sequence[int], height: int = 90, *, soft: bool = False
) -> PieceData:
    """A garden wall, or with `soft` a hedge or fence (TR-OBST-WALL-01, TR-OBST-FENCE-01), parallel to x or y."""
    thick = 20 if soft else 40
    half = thick // 2
    (x0, x1), (y0, y1) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    outline = [[x0 - half, y0 - half], [x1 + half, y0 - half], [x1 + half, y1 + half], [x0 - half, y1 + half]]
    part: WallData = {"points": [list(a), list(b)], "thickness": thick, "z0": 0, "height": height}
    if soft:
        part["cover"] = "soft"
    kind = "fence" if soft else "wall"
    return {**piece(piece_id, kind, name, outline, height), "flags": ["obstacle"], "walls": [part]}


def block(piece_id: str, kind: str, name: str, outline: Points, top: int) -> PieceData:
    """A solid object: a crate, a well, a statue, a chimney."""
    return {**piece(piece_id, kind, name, outline, top), "ground": "impassable_solid"}


def ground(piece_id: str, kind: str, name: str, outline: Points, ground_class: str, *flags: str) -> PieceData:
    """A patch of ground: rubble, bushes, canal, wood."""
    data: PieceData = {**piece(piece_id, kind, name, outline, 0), "ground": ground_class}
    return {**data, "flags": sorted(flags)} if flags else data


def turned(data: PieceData, piece_id: str, width: int, length: int) -> PieceData:
    """The same piece rotated by half a turn around the middle of the table."""

    def point(p: Sequence[int]) -> list[int]:
        return [width - p[0], length - p[1], *p[2:]]

    def shape(points: Points) -> Points:
        return [point(p) for p in points]

    out: PieceData = {**data, "id": piece_id, "outline": shape(data["outline"])}
    if "walls" in data:
        out["walls"] = [{**wall, "points": shape(wall["points"])} for wall in data["walls"]]
    if "floors" in data:
        out["floors"] = [{**floor, "outline": shape(floor["outline"])} for floor in data["floors"]]
    if "connectors" in data:
        out["connectors"] = [{**c, "foot": point(c["foot"]), "head": point(c["head"])} for c in data["connectors"]]
    if "levels" in data:
        out["levels"] = [{**level, "outline": shape(level["outline"])} for level in data["levels"]]
    return out


def deployment(width: int, length: int) -> list[ZoneData]:
    """Two deployment zones along the near and the far edge, a fifth of the table deep, at most 8 inches."""
    deep = min(800, length // 5)
    return [
        {"code": "near", "name": "Near edge", "side": 0, "outline": rectangle(0, 0, width, deep)},
        {"code": "far", "name": "Far edge", "side": 1, "outline": rectangle(0, length - deep, width, deep)},
    ]
