"""Moves, rotates and stretches pieces as data. Lengths are hundredths of an inch; heights are not changed."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from math import cos, hypot, radians, sin

from battles.engine.table.piece_data import PieceData, Points, WallData, ZoneData

Point = tuple[float, float]
LEAST, MOST = 20, 4800
"""Minimum and maximum side length of a stretched piece."""


def bounds(piece: PieceData | ZoneData) -> tuple[int, int, int, int]:
    """Left, lower, right and upper bound of the outline."""
    xs = [point[0] for point in piece["outline"]]
    ys = [point[1] for point in piece["outline"]]
    return min(xs), min(ys), max(xs), max(ys)


def middle(piece: PieceData) -> Point:
    """The middle of the bounding box of a piece."""
    left, lower, right, upper = bounds(piece)
    return (left + right) / 2, (lower + upper) / 2


def mapped(piece: PieceData, where: Callable[[float, float], Point]) -> PieceData:
    """The piece with all its points mapped by `where`. Openings keep their relative place along their walls."""
    out = copy.deepcopy(piece)

    def put(point: list[int]) -> list[int]:
        x, y = where(point[0], point[1])
        return [round(x), round(y), *point[2:]]

    out["outline"] = [put(point) for point in out["outline"]]
    for wall in out.get("walls", ()):
        before = _lengths(wall["points"])
        wall["points"] = [put(point) for point in wall["points"]]
        _stretch_openings(wall, before, _lengths(wall["points"]))
    for floor in out.get("floors", ()):
        floor["outline"] = [put(point) for point in floor["outline"]]
        floor["hatches"] = [[put(point) for point in hatch] for hatch in floor.get("hatches", ())]
        for rail in floor.get("parapets", ()):
            rail["from"], rail["to"] = put(rail["from"]), put(rail["to"])
        if not floor["hatches"]:
            del floor["hatches"]
    for way in out.get("connectors", ()):
        way["foot"], way["head"] = put(way["foot"]), put(way["head"])
    for level in out.get("levels", ()):
        level["outline"] = [put(point) for point in level["outline"]]
    return out


def _lengths(points: Points) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(points))


def _stretch_openings(wall: WallData, before: float, after: float) -> None:
    if before and abs(before - after) > 1:
        for opening in wall.get("openings", ()):
            opening["from"] = round(opening["from"] * after / before)
            opening["to"] = round(opening["to"] * after / before)


def moved(piece: PieceData, dx: int, dy: int) -> PieceData:
    """The piece moved by `dx` to the right and `dy` away from the viewer."""
    return mapped(piece, lambda x, y: (x + dx, y + dy))


def put_at(piece: PieceData, x: int, y: int) -> PieceData:
    """The piece with the middle of its bounding box at x, y."""
    at_x, at_y = middle(piece)
    return moved(piece, round(x - at_x), round(y - at_y))


def turned(piece: PieceData, degrees: int) -> PieceData:
    """The piece rotated around its middle, anticlockwise as seen from above."""
    at_x, at_y = middle(piece)
    quarters = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
    c, s = quarters.get(degrees % 360) or (cos(radians(degrees)), sin(radians(degrees)))
    return mapped(piece, lambda x, y: (at_x + (x - at_x) * c - (y - at_y) * s, at_y + (x - at_x) * s + (y - at_y) * c))


def stretched(piece: PieceData, width: int, depth: int) -> PieceData:
    """The piece with a bounding box of this size around the same middle."""
    left, lower, right, upper = bounds(piece)
    across = max(LEAST, min(MOST, width)) / max(1, right - left)
    along = max(LEAST, min(MOST, depth)) / max(1, upper - lower)
    at_x, at_y = middle(piece)
    return mapped(piece, lambda x, y: (at_x + (x - at_x) * across, at_y + (y - at_y) * along))
