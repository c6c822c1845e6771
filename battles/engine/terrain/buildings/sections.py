"""Large garrison buildings are divided into sections, each a building of its own. Rule: TR-BLDG-MODE-01"""

from __future__ import annotations

from typing import Any

SIDE = 600
"""Maximum side length of a section, in hundredths of an inch."""


def cut(piece: dict[str, object]) -> list[dict[str, object]]:
    """The sections of a garrison building: equal cells in rows from the lower left. Any other piece is returned
    unchanged.

    Only rectangles parallel to the table edges are divided, since the rule measures bounding boxes. Ids get `-1`, `-2`
    ...
    """
    box = _box(piece) if piece.get("building_mode") == "garrison" else None
    if box is None:
        return [piece]
    x0, y0, x1, y1 = box
    columns, rows = -(-(x1 - x0) // SIDE), -(-(y1 - y0) // SIDE)
    if columns * rows <= 1:
        return [piece]
    floors = piece.get("floors", [])
    found: list[dict[str, object]] = []
    for row in range(rows):
        for column in range(columns):
            a, b = x0 + (x1 - x0) * column // columns, x0 + (x1 - x0) * (column + 1) // columns
            c, d = y0 + (y1 - y0) * row // rows, y0 + (y1 - y0) * (row + 1) // rows
            outline = [[a, c], [b, c], [b, d], [a, d]]
            section: dict[str, object] = {**piece, "id": f"{piece.get('id')}-{len(found) + 1}", "outline": outline}
            if isinstance(floors, list) and floors:
                section["floors"] = [{**floor, "outline": outline} for floor in floors]
            found.append(section)
    return found


def _box(piece: dict[str, object]) -> tuple[int, int, int, int] | None:
    outline: Any = piece.get("outline")
    floors = piece.get("floors", [])
    try:
        corners = {(x, y) for x, y in outline}
        xs, ys = sorted({x for x, _ in corners}), sorted({y for _, y in corners})
        if len(corners) != 4 or len(xs) != 2 or len(ys) != 2 or not all(type(v) is int for v in (*xs, *ys)):
            return None
    except (TypeError, ValueError):
        return None
    if not isinstance(floors, list) or not all(isinstance(floor, dict) for floor in floors):
        return None
    return xs[0], ys[0], xs[1], ys[1]
