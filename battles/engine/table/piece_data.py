"""Tables and pieces as plain data (JSON): the content of table files, of the table editor and of a battle's setup.

All lengths are hundredths of an inch; heights are measured from the table top. `piece_reader` checks untrusted data.
"""

from __future__ import annotations

from typing import Required, TypedDict

Points = list[list[int]]
"""Corners [x, y] of a polygon or polyline."""
OpeningData = TypedDict(
    "OpeningData", {"kind": str, "from": int, "to": int, "sill": int, "lintel": int, "closed": bool}, total=False
)
"""A door, window, hatch or gate. `from` and `to` are positions along its wall."""
ParapetData = TypedDict("ParapetData", {"from": list[int], "to": list[int], "height": int})


class WallData(TypedDict, total=False):
    points: Required[Points]
    thickness: int
    z0: int
    height: int
    openings: list[OpeningData]
    climbable: bool
    cover: str


class FloorData(TypedDict, total=False):
    outline: Required[Points]
    z: Required[int]
    level: int
    hatches: list[Points]
    parapets: list[ParapetData]
    walkway: bool
    outside: bool
    ground: str


class ConnectorData(TypedDict):
    """A ladder, rope or stairs. Foot and head are [x, y, z]."""

    kind: str
    foot: list[int]
    head: list[int]


class LevelData(TypedDict, total=False):
    """A level of a hill."""

    outline: Required[Points]
    z: Required[int]
    sheer: list[int]


class PieceData(TypedDict, total=False):
    id: Required[str]
    kind: Required[str]
    outline: Required[Points]
    name: str
    z0: int
    z1: int
    ground: str
    flags: list[str]
    cover: str
    building_mode: str
    climbable: bool
    floors: list[FloorData]
    walls: list[WallData]
    connectors: list[ConnectorData]
    levels: list[LevelData]


class ZoneData(TypedDict):
    """A deployment zone."""

    code: str
    name: str
    side: int
    outline: Points


class TableData(TypedDict, total=False):
    version: int
    name: str
    width: Required[int]
    length: Required[int]
    ground: str
    pieces: Required[list[PieceData]]
    zones: list[ZoneData]
