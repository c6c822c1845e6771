"""Actions of the table editor: each takes the data of a table or of a piece and returns new data. Lengths are in
hundredths of an inch. Nothing is validated here: in `checked`, the engine's reader reports what is invalid."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from django.utils.translation import gettext_lazy as _

from accounts.names import clean_name
from battles.core.engine_text import translate
from battles.engine.table.piece_data import (
    ConnectorData,
    FloorData,
    OpeningData,
    PieceData,
    Points,
    TableData,
    WallData,
)
from battles.engine.table.shapes import deployment
from battles.engine.table.table import Table, TableRefused
from battles.tables.editor import transforms
from battles.tables.editor.palette import PALETTE
from mordheim_site.refusals import Refusal

Row = TypeVar("Row")
GRID = 25
"""Pieces snap to quarters of an inch."""
GAP = 100
"""Hundredths of an inch between a piece and one that is placed next to it."""
MOST_STEPS = 12
"""How many widths away a free place is looked for."""
WALL_THICKNESS = 20


class NoSuchPart(Refusal):
    code = "no_such_part"
    about = ("opening", "number", "thing", "piece")
    message = _("That part of the table does not exist any more. Reload the page.")
    status = 409


class NoSuchPiece(Refusal):
    """`thing` is not a piece of the palette, which `tables/pieces/` lists."""

    code = "no_such_piece"
    about = ("thing",)
    message = _("No piece has this code. Choose one of the editor's pieces.")


class InvalidTable(Refusal):
    """The change would make the table invalid; each sentence names the part that is invalid."""

    code = "cannot_stand"
    about = ("document", "x", "width", "z", "height", "at", "degrees", "number", "piece")

    def __init__(self, refused: TableRefused) -> None:
        problems = [f"{problem.path}: {translate(problem.sentence)}" for problem in refused.problems[:12]]
        first = refused.problems[0]
        super().__init__(message=translate(first.sentence), rule_id=first.rule_id or None, fields={"table": problems})

    def name_field(self, names: Collection[str]) -> None:
        """Move messages of `table`, which is not a field of a request, to the field that gave the position."""
        field = next((name for name in self.about if name in names), "")
        if field and "table" in self.fields:
            self.fields = {field: self.fields["table"]}


def checked(data: object) -> Table:
    """The table for this data. Raises InvalidTable with every problem."""
    try:
        return Table.from_data(data)
    except TableRefused as refused:
        raise InvalidTable(refused) from refused


def blank(name: str, width: int, length: int) -> TableData:
    """A new table: bare ground with two deployment zones."""
    return {
        "version": 1,
        "name": name,
        "width": width,
        "length": length,
        "ground": "open",
        "pieces": [],
        "zones": deployment(width, length),
    }


def _index(data: TableData, piece_id: str) -> int:
    for place, piece in enumerate(data["pieces"]):
        if piece["id"] == piece_id:
            return place
    raise NoSuchPart


def _existing(rows: Sequence[object], number: int) -> int:
    if not 0 <= number < len(rows):
        raise NoSuchPart
    return number


def _without(rows: list[Row], number: int) -> list[Row]:
    _existing(rows, number)
    return [row for place, row in enumerate(rows) if place != number]


def _fresh_id(data: TableData, stem: str) -> str:
    taken = {piece["id"] for piece in data["pieces"]}
    number = 1
    while f"{stem}_{number}" in taken:
        number += 1
    return f"{stem}_{number}"


def _snapped(value: int) -> int:
    return round(value / GRID) * GRID


# ---- pieces of a table ----


def add(data: TableData, code: str, x: int, y: int) -> TableData:
    """Add a piece of the palette with its middle at x, y. Where it would coincide with another building, it goes to the
    nearest free place instead, so that both can be seen. Raises NoSuchPiece."""
    entry = PALETTE.get(code)
    if entry is None:
        raise NoSuchPiece
    key = _fresh_id(data, entry.code.removeprefix("pack_"))
    piece = entry.draw(key, _snapped(x), _snapped(y))
    boxes = [transforms.bounds(other) for other in data["pieces"]]
    if piece.get("walls") and transforms.bounds(piece) in boxes:
        piece = _at_free_place(data, piece, boxes)
    return {**data, "pieces": [*data["pieces"], piece]}


def _at_free_place(data: TableData, piece: PieceData, boxes: Sequence[tuple[int, int, int, int]]) -> PieceData:
    """The piece at the nearest place in whole widths of its own where it touches no other piece; unchanged if the table
    is full."""
    left, lower, right, upper = transforms.bounds(piece)
    across, along = right - left + GAP, upper - lower + GAP
    steps = range(-MOST_STEPS, MOST_STEPS + 1)
    ways = [(column * across, row * along) for column in steps for row in steps]
    for dx, dy in sorted(ways, key=lambda way: way[0] ** 2 + way[1] ** 2):
        west, south, east, north = left + dx, lower + dy, right + dx, upper + dy
        is_on_table = min(west, south) >= 0 and east <= data["width"] and north <= data["length"]
        touched = (west < box[2] and box[0] < east and south < box[3] and box[1] < north for box in boxes)
        if is_on_table and not any(touched):
            return transforms.moved(piece, dx, dy)
    return piece


def duplicate(data: TableData, piece_id: str) -> TableData:
    """Add a copy of a piece a little to its right. Raises NoSuchPart."""
    piece = data["pieces"][_index(data, piece_id)]
    left, _lower, right, _upper = transforms.bounds(piece)
    again: PieceData = {
        **transforms.moved(piece, right - left + 100, 0),
        "id": _fresh_id(data, piece["kind"] or "piece"),
    }
    return {**data, "pieces": [*data["pieces"], again]}


def remove(data: TableData, piece_id: str) -> TableData:
    """Remove a piece. Raises NoSuchPart."""
    return {**data, "pieces": _without(data["pieces"], _index(data, piece_id))}


def with_piece(data: TableData, piece_id: str, change: Callable[[PieceData], PieceData]) -> TableData:
    """The table with one piece changed; `change` gets a copy of the piece. Raises NoSuchPart."""
    place = _index(data, piece_id)
    piece = change(copy.deepcopy(data["pieces"][place]))
    return {**data, "pieces": [*data["pieces"][:place], piece, *data["pieces"][place + 1 :]]}


# ---- one piece ----


def placed(piece: PieceData, x: int, y: int) -> PieceData:
    """The piece with its middle at x, y, snapped to the grid."""
    return transforms.put_at(piece, _snapped(x), _snapped(y))


def named(piece: PieceData, name: str) -> PieceData:
    """The piece with another name. Raises BadName."""
    return {**piece, "name": clean_name(name)}


def with_nature(piece: PieceData, ground: str | None, flags: Iterable[str], height: int | None) -> PieceData:
    """The piece with other flags and, if given, another class of ground and height."""
    out: PieceData = {**piece, "ground": ground or piece.get("ground", "open"), "flags": sorted(set(flags))}
    if height is not None:
        out["z1"] = out.get("z0", 0) + height
    return out


def with_floor(piece: PieceData, side: str, z: int) -> PieceData:
    """The piece with a further floor at height z, over the whole piece or its `side` half."""
    left, lower, right, upper = transforms.bounds(piece)
    x, y = (left + right) // 2, (lower + upper) // 2
    half = {"west": (left, lower, x, upper), "east": (x, lower, right, upper), "south": (left, lower, right, y),
            "north": (left, y, right, upper)}.get(side)  # fmt: skip
    outline: Points = (
        [list(point) for point in piece["outline"]]
        if half is None
        else [[half[0], half[1]], [half[2], half[1]], [half[2], half[3]], [half[0], half[3]]]
    )
    floor: FloorData = {"outline": outline, "z": z, "level": 1 + z // 300}
    return {**piece, "z1": max(piece.get("z1", 0), z), "floors": [*piece.get("floors", ()), floor]}


def without_floor(piece: PieceData, number: int) -> PieceData:
    """The piece without a floor. Raises NoSuchPart."""
    return {**piece, "floors": _without(piece.get("floors", []), number)}


def with_wall(piece: PieceData, side: str, height: int) -> PieceData:
    """The piece with a wall along one side of its bounding box."""
    left, lower, right, upper = transforms.bounds(piece)
    half = WALL_THICKNESS // 2
    ends = {
        "south": ([left + half, lower + half], [right - half, lower + half]),
        "east": ([right - half, lower + half], [right - half, upper - half]),
        "north": ([right - half, upper - half], [left + half, upper - half]),
        "west": ([left + half, upper - half], [left + half, lower + half]),
    }[side]
    wall: WallData = {
        "points": list(ends),
        "thickness": WALL_THICKNESS,
        "z0": piece.get("z0", 0),
        "height": height,
        "openings": [],
    }
    return {**piece, "z1": max(piece.get("z1", 0), height), "walls": [*piece.get("walls", ()), wall]}


def without_wall(piece: PieceData, number: int) -> PieceData:
    """The piece without a wall. Raises NoSuchPart."""
    return {**piece, "walls": _without(piece.get("walls", []), number)}


def with_opening(piece: PieceData, number: int, kind: str, at: int, width: int, z: int) -> PieceData:
    """The piece with a door or window whose middle is `at` along a wall; `z` is the bottom of a window. Raises
    NoSuchPart."""
    wall = piece["walls"][_existing(piece.get("walls", ()), number)]
    is_door = kind in ("door", "gate")
    sill = 0 if is_door else z + 60
    opening: OpeningData = {
        "kind": kind,
        "from": at - width // 2,
        "to": at + width // 2,
        "sill": sill,
        "lintel": 190 if is_door else sill + 130,
    }
    wall["openings"] = [*wall.get("openings", ()), opening]
    return piece


def without_opening(piece: PieceData, number: int, opening: int) -> PieceData:
    """The piece without one opening of a wall. Raises NoSuchPart."""
    wall = piece["walls"][_existing(piece.get("walls", ()), number)]
    wall["openings"] = _without(wall.get("openings", []), opening)
    return piece


def with_connector(piece: PieceData, kind: str, foot: Sequence[int], head: Sequence[int]) -> PieceData:
    """The piece with a ladder, rope or stairs."""
    connector: ConnectorData = {"kind": kind, "foot": list(foot), "head": list(head)}
    return {**piece, "connectors": [*piece.get("connectors", ()), connector]}


def without_connector(piece: PieceData, number: int) -> PieceData:
    """The piece without a ladder, rope or stairs. Raises NoSuchPart."""
    return {**piece, "connectors": _without(piece.get("connectors", []), number)}


# ---- the whole table ----


def with_zone(data: TableData, number: int, x: int, y: int, width: int, depth: int) -> TableData:
    """The table with a rectangular deployment zone. Raises NoSuchPart."""
    zones = copy.deepcopy(data.get("zones", []))
    _existing(zones, number)
    zones[number]["outline"] = [[x, y], [x + width, y], [x + width, y + depth], [x, y + depth]]
    return {**data, "zones": zones}


def with_size(
    data: TableData, name: str | None, width: int | None, length: int | None, ground: str | None
) -> TableData:
    """The table with another name, size or bare ground, each if given. Zones along the edges are adapted to a new
    size."""
    width, length = width or data["width"], length or data["length"]
    out: TableData = {
        **data,
        "name": data["name"] if name is None else name,
        "width": width,
        "length": length,
        "ground": ground or data.get("ground", "open"),
    }
    if (width, length) != (data["width"], data["length"]):
        out["zones"] = deployment(width, length)
    return out
