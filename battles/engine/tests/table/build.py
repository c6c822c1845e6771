"""Small tables for tests: inches in, hundredths out."""

from __future__ import annotations

from typing import Any

from battles.engine.table.table import Table
from battles.engine.table.vectors import Body


def h(inches: float) -> int:
    return round(inches * 100)


def at(x: float, y: float, z: float = 0, r: float = 0.5, tall: float = 1.2) -> Body:
    return Body(h(x), h(y), h(z), h(r), h(tall))


def box(x0: float, y0: float, x1: float, y1: float) -> list[list[int]]:
    return [[h(x0), h(y0)], [h(x1), h(y0)], [h(x1), h(y1)], [h(x0), h(y1)]]


def piece(piece_id: str, outline: list[list[int]], **fields: Any) -> dict[str, Any]:
    return {"id": piece_id, "kind": "thing", "name": piece_id, "outline": outline, **fields}


def solid(piece_id: str, outline: list[list[int]], top: float, base: float = 0) -> dict[str, Any]:
    return piece(piece_id, outline, ground="impassable_solid", z0=h(base), z1=h(top))


def wall(
    piece_id: str, a: tuple[float, float], b: tuple[float, float], thick: float, height: float, **fields: Any
) -> dict[str, Any]:
    z0 = h(fields.pop("z0", 0))
    points = [[h(a[0]), h(a[1])], [h(b[0]), h(b[1])]]
    x0, x1 = sorted((a[0], b[0]))
    y0, y1 = sorted((a[1], b[1]))
    part = {"points": points, "thickness": h(thick), "z0": z0, "height": h(height), **fields}
    return piece(piece_id, box(max(0, x0 - 0.2), max(0, y0 - 0.2), x1 + 0.2, y1 + 0.2), z1=z0 + h(height), walls=[part])


def floor(piece_id: str, outline: list[list[int]], z: float, *, parapet: float = 0, **fields: Any) -> dict[str, Any]:
    part: dict[str, Any] = {"outline": outline, "z": h(z), "level": 2, "outside": True, **fields}
    if parapet:
        ends = list(zip(outline, [*outline[1:], outline[0]], strict=True))
        part["parapets"] = [{"from": a, "to": b, "height": h(parapet)} for a, b in ends]
    return piece(piece_id, outline, z1=h(z), floors=[part])


def table(*pieces: dict[str, Any], width: float = 48, length: float = 48, **fields: Any) -> Table:
    return Table.from_data({"width": h(width), "length": h(length), "pieces": list(pieces), **fields})
