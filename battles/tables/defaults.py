"""Fills in the optional fields of a table's data. Files may leave them out; the editor and pages read all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from battles.engine.table.piece_data import TableData
from battles.engine.table.table import MIN_SIZE

Values = Mapping[str, object]
"""The fields of a table or of a part of it, by name."""
OF_TABLE: Final[Mapping[str, object]] = {"version": 1, "width": MIN_SIZE, "length": MIN_SIZE}
OF_PIECE: Final[Mapping[str, object]] = {"kind": "piece"}
OF_PARTS: Final[Mapping[str, Mapping[str, object]]] = {
    "floors": {"z": 0},
    "walls": {"height": 90},
    "connectors": {"kind": "ladder"},
    "levels": {"z": 200},
}
OF_OPENING: Final[Mapping[str, object]] = {"kind": "door", "from": 0, "sill": 0, "lintel": 100}
OF_PARAPET: Final[Mapping[str, object]] = {"height": 50}
OF_ZONE: Final[Mapping[str, object]] = {"name": "", "side": 0}


def with_defaults(data: TableData) -> TableData:
    """The same table with the defaults of the engine's reader for each field that `piece_data` requires. `data` must be
    valid and is not modified."""
    given = cast("Values", data)
    out = {**OF_TABLE, **given, "pieces": [_piece(piece) for piece in _list(given, "pieces")]}
    if "zones" in given:
        out["zones"] = [{**OF_ZONE, **zone} for zone in _list(given, "zones")]
    return cast("TableData", out)


def _piece(piece: Values) -> Values:
    out = {**OF_PIECE, **piece}
    for name, defaults in OF_PARTS.items():
        if name in piece:
            out[name] = [_part({**defaults, **part}) for part in _list(piece, name)]
    return out


def _part(part: Values) -> Values:
    out = dict(part)
    for name, defaults in (("openings", OF_OPENING), ("parapets", OF_PARAPET)):
        if name in part:
            out[name] = [{**defaults, **inner} for inner in _list(part, name)]
    return out


def _list(values: Values, name: str) -> list[Values]:
    """The list of parts with this name; empty if there is none."""
    return cast("list[Values]", values.get(name, []))
