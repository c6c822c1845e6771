"""Terrain of worked cases, given in inches. Each function makes one piece of the engine's table."""

from __future__ import annotations

from collections.abc import Callable

from battles.simulation.conformance.case_reader import Value
from battles.simulation.conformance.values import Fields

Piece = dict[str, Value]
"""A piece as in the engine's table data, in hundredths of an inch."""


def _rectangle(x: list[float], y: list[float]) -> list[Value]:
    """Corners in hundredths of an inch, anticlockwise."""
    return [[round(x[u] * 100), round(y[v] * 100)] for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]


def _piece(kind: str, x: list[float], y: list[float], top: float = 0, ground: str = "open", **more: Value) -> Piece:
    return {
        "id": f"{kind}-{x[0]}-{y[0]}-{top}", "kind": kind, "name": kind, "outline": _rectangle(x, y), "z0": 0,
        "z1": round(top * 100), "ground": ground, **more,
    }  # fmt: skip


def block(x: list[float], y: list[float], height: float, cover: str = "hard", name: str = "block") -> Piece:
    """A solid object with a flat top."""
    return _piece(name, x, y, height, "impassable_solid", cover=cover)


def wall(x: list[float], y: list[float], height: float) -> Piece:
    """A wall along the y axis; `x` has the positions of its two faces."""
    middle = round((x[0] + x[1]) * 50)
    line: Value = {
        "points": [[middle, round(y[0] * 100)], [middle, round(y[1] * 100)]],
        "thickness": round((x[1] - x[0]) * 100), "z0": 0, "height": round(height * 100),
    }  # fmt: skip
    return _piece("wall", x, y, walls=[line])


def deck(
    x: list[float], y: list[float], height: float, hatch: list[list[float]] | None = None,
    ways: list[tuple[str, list[float], list[float]]] | None = None, ground_floor: bool = True,
) -> Piece:  # fmt: skip
    """An open building with a ground floor and one floor above, optionally with a hatch and connectors."""
    outline = _rectangle(x, y)
    upper: dict[str, Value] = {"outline": outline, "z": round(height * 100), "level": 2}
    if hatch:
        upper["hatches"] = [_rectangle(*hatch)]
    lower: list[Value] = [{"outline": outline, "z": 0, "level": 1}] if ground_floor else []
    connectors: list[Value] = [
        {"kind": kind, "foot": [round(v * 100) for v in foot], "head": [round(v * 100) for v in head]}
        for kind, foot, head in ways or ()
    ]
    kind = "building" if ground_floor else "balcony"
    flags: list[Value] = ["building"] if ground_floor else []
    return _piece(kind, x, y, height, floors=[*lower, upper], connectors=connectors, flags=flags)


def walkway(x: list[float], y: list[float], height: float) -> Piece:
    """A bridge between two floors."""
    piece = _piece("building", x, y, height)
    floor: Value = {"outline": piece["outline"], "z": piece["z1"], "level": 2, "walkway": True}
    return {**piece, "id": f"bridge-{x[0]}-{y[0]}", "z0": piece["z1"], "floors": [floor]}


def ground(x: list[float], y: list[float], kind: str, flags: list[Value] | None = None) -> Piece:
    """A patch of ground of one class."""
    return {**_piece(kind, x, y, 0, kind), "flags": flags or []}


def piece(
    kind: str, x: list[float], y: list[float], height: float = 0, ground: str = "open", flags: list[Value] | None = None
) -> Piece:
    """A flat piece of terrain of a kind: river, marsh, scree_slope ..."""
    return {**_piece(kind, x, y, height, ground), "name": kind.replace("_", " "), "flags": flags or []}


def wood(x: list[float], y: list[float]) -> Piece:
    """A wood that does not slow models."""
    return {**_piece("forest", x, y, 5), "flags": ["forest"]}


def hill(x: list[float], y: list[float]) -> Piece:
    """A hill of one level, 2 inches high."""
    return {**_piece("hill", x, y, 2), "flags": ["hill"], "levels": [{"outline": _rectangle(x, y), "z": 200}]}


def terraces(x: list[float], y: list[float], steps: list[list[float]]) -> Piece:
    """A hill with levels of 2 inches: the lowest is given by x and y, further ones on top by `steps` [x0, x1, y0,
    y1]."""
    outlines = [_rectangle(x, y), *(_rectangle(step[:2], step[2:]) for step in steps)]
    levels: list[Value] = [{"outline": outline, "z": 200 * number} for number, outline in enumerate(outlines, 1)]
    return {**_piece("hill", x, y, 2 * len(levels)), "flags": ["hill"], "levels": levels}


def _storeys(x: list[float], y: list[float], floors: int) -> list[Value]:
    outline = _rectangle(x, y)
    return [{"outline": outline, "z": 300 * level, "level": level + 1} for level in range(floors)]


def tower(x: list[float], y: list[float], floors: int) -> Piece:
    """An open building with this many floors, 3 inches each."""
    return _piece("building", x, y, 3 * floors, floors=_storeys(x, y, floors), flags=["building"])


def garrison(x: list[float], y: list[float], floors: int = 1, kind: str = "house") -> Piece:
    """A garrison building with this many floors, 3 inches each."""
    return _piece(kind, x, y, 3 * floors, floors=_storeys(x, y, floors), flags=["building"], building_mode="garrison")


def raw(**fields: Value) -> Piece:
    """A piece given directly in the engine's format, in hundredths of an inch (docs/developers/engine-table.md)."""
    return fields


SHAPES: dict[str, Callable[..., Piece]] = {
    "block": block, "wall": wall, "deck": deck, "walkway": walkway, "ground": ground, "wood": wood, "hill": hill,
    "piece": piece, "terraces": terraces, "tower": tower, "garrison": garrison, "raw": raw,
}  # fmt: skip


def table_of(table: Fields) -> dict[str, Value]:
    """The table of a case as plain data of the engine. Raises TypeError for dimensions that a shape does not have."""
    width, length = table.measures("size") or (48, 48)
    pieces: list[Value] = []
    for entry in table.entries("pieces"):
        if isinstance(entry, dict):
            shape, measures = next(iter(entry.items()))
            pieces.append(SHAPES[shape](**measures if isinstance(measures, dict) else {}))
    return {"version": 1, "width": round(width * 100), "length": round(length * 100), "pieces": pieces}
