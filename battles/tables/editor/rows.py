"""Values for the page of the table editor about pieces, walls and zones. Lengths are in inches."""

from __future__ import annotations

from typing import TypedDict

from battles.engine.table.piece_data import PieceData, WallData, ZoneData
from battles.tables.editor import transforms
from battles.tables.editor.text import word_of
from mordheim_site.refusals import Sentence


class Handle(TypedDict):
    """A piece as a shape in the picture that can be selected and dragged."""

    id: str
    name: str
    points: str
    x: float
    y: float
    width: float
    depth: float
    is_chosen: bool


class FloorRow(TypedDict):
    number: int
    z: float


class OpeningRow(TypedDict):
    number: int
    kind: Sentence
    at: float


WallRow = TypedDict(
    "WallRow", {"number": int, "height": float, "run": float, "from": str, "to": str, "openings": list[OpeningRow]}
)
ConnectorRow = TypedDict("ConnectorRow", {"number": int, "kind": Sentence, "from": float, "to": float})
"""A ladder, rope or stairs, between two heights."""


class PieceRow(TypedDict):
    """The selected piece with its parts."""

    id: str
    kind: str
    name: str
    ground: str
    x: float
    y: float
    width: float
    depth: float
    height: float
    has_flags: frozenset[str]
    floor_list: list[FloorRow]
    wall_list: list[WallRow]
    way_list: list[ConnectorRow]


class ZoneRow(TypedDict):
    number: int
    name: str
    x: float
    y: float
    width: float
    depth: float


def handle_of(piece: PieceData, length: int, is_chosen: bool) -> Handle:
    """The handle of a piece on a table of this length."""
    left, lower, right, upper = transforms.bounds(piece)
    x, y = transforms.middle(piece)
    return {
        "id": piece["id"],
        "name": piece.get("name") or piece["kind"] or piece["id"],
        "points": " ".join(f"{x / 100:g},{(length - y) / 100:g}" for x, y in piece["outline"]),
        "x": x / 100,
        "y": y / 100,
        "width": (right - left) / 100,
        "depth": (upper - lower) / 100,
        "is_chosen": is_chosen,
    }


def piece_row(piece: PieceData) -> PieceRow:
    """The values for the form of a piece."""
    left, lower, right, upper = transforms.bounds(piece)
    x, y = transforms.middle(piece)
    return {
        "id": piece["id"],
        "kind": piece["kind"],
        "name": piece.get("name", ""),
        "ground": piece.get("ground", ""),
        "x": x / 100,
        "y": y / 100,
        "width": (right - left) / 100,
        "depth": (upper - lower) / 100,
        "height": (piece.get("z1", 0) - piece.get("z0", 0)) / 100,
        "has_flags": frozenset(piece.get("flags", ())),
        "floor_list": [{"number": n, "z": floor["z"] / 100} for n, floor in enumerate(piece.get("floors", ()))],
        "wall_list": [_wall_row(n, wall) for n, wall in enumerate(piece.get("walls", ()))],
        "way_list": [
            {"number": n, "kind": word_of(way["kind"]), "from": way["foot"][2] / 100, "to": way["head"][2] / 100}
            for n, way in enumerate(piece.get("connectors", ()))
        ],
    }


def _wall_row(number: int, wall: WallData) -> WallRow:
    (ax, ay), (bx, by) = wall["points"][0], wall["points"][-1]
    return {
        "number": number,
        "height": wall["height"] / 100,
        "run": round(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5) / 100,
        "from": f"{ax / 100:g}, {ay / 100:g}",
        "to": f"{bx / 100:g}, {by / 100:g}",
        "openings": [
            {"number": n, "kind": word_of(opening["kind"]), "at": (opening["from"] + opening["to"]) / 200}
            for n, opening in enumerate(wall.get("openings", ()))
        ],
    }


def zone_row(number: int, zone: ZoneData) -> ZoneRow:
    """The values for the form of a deployment zone."""
    left, lower, right, upper = transforms.bounds(zone)
    return {
        "number": number,
        "name": zone.get("name", ""),
        "x": left / 100,
        "y": lower / 100,
        "width": (right - left) / 100,
        "depth": (upper - lower) / 100,
    }
