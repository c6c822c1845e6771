"""The format of a table file for the API schema. `battles.engine.table.piece_reader` parses the files. It also refuses
faults that a schema cannot express: outlines that cross themselves, parts off the table, ladders that lead nowhere."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from battles.engine.table.piece_reader import MAX_CORNERS, MAX_HEIGHT, MAX_PARTS, MAX_SIZE, MAX_TEXT
from battles.engine.table.pieces import (
    BUILDING_MODES,
    CONNECTOR_KINDS,
    COVER_KINDS,
    FLAGS,
    GROUND_CLASSES,
    OPENING_KINDS,
)
from battles.engine.table.table import MAX_PIECES, MAX_ZONES, MIN_SIZE
from mordheim_site.operations.types import choice, whole

Coordinate = Annotated[int, *whole(0, MAX_SIZE)]
Height = Annotated[int, *whole(0, MAX_HEIGHT)]
Along = Annotated[int, *whole(0, MAX_SIZE * 2)]
Point = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
Spot = Annotated[list[Coordinate], Field(min_length=3, max_length=3, description="x, y and height.")]
Outline = Annotated[list[Point], Field(min_length=3, max_length=MAX_CORNERS)]
Line = Annotated[list[Point], Field(min_length=2, max_length=MAX_CORNERS)]
Short = Annotated[str, Field(max_length=MAX_TEXT)]
Cover = Annotated[str, *choice(COVER_KINDS)]
Ground = Annotated[str, *choice(GROUND_CLASSES)]
BareGround = Annotated[str, *choice(GROUND_CLASSES[:3])]
Parts = Field(max_length=MAX_PARTS)


class FilePart(BaseModel):
    model_config = ConfigDict(extra="forbid")


class OpeningFile(FilePart):
    """A door, window, hatch or gate; `from` and `to` are positions along its wall."""

    kind: Annotated[str, *choice(OPENING_KINDS)] = "door"
    start: Annotated[Along, Field(alias="from")] = 0
    end: Annotated[Along, Field(alias="to")] = 1
    sill: Height = 0
    lintel: Height = 100
    closed: bool = False


class WallFile(FilePart):
    """A wall along a series of points."""

    points: Line
    thickness: Annotated[int, *whole(0, 300)] = 0
    z0: Height = 0
    height: Annotated[int, *whole(1, MAX_HEIGHT)] = 90
    openings: Annotated[list[OpeningFile], Parts] = []
    climbable: bool = True
    cover: Cover = "hard"


class ParapetFile(FilePart):
    """A parapet along the edge of a floor."""

    start: Annotated[Point, Field(alias="from")]
    end: Annotated[Point, Field(alias="to")]
    height: Annotated[int, *whole(1, 400)] = 50


class FloorFile(FilePart):
    """A floor of a building."""

    outline: Outline
    z: Height = 0
    level: Annotated[int, *whole(1, 12)] = 1
    hatches: Annotated[list[Outline], Parts] = []
    parapets: Annotated[list[ParapetFile], Parts] = []
    walkway: bool = False
    outside: bool = False
    ground: BareGround = "open"


class ConnectorFile(FilePart):
    """A ladder, a rope or stairs."""

    kind: Annotated[str, *choice(CONNECTOR_KINDS)] = "ladder"
    foot: Spot
    head: Spot


class LevelFile(FilePart):
    """One level of a hill; `sheer` are the numbers of the sides that are cliffs."""

    outline: Outline
    z: Annotated[int, *whole(1, MAX_HEIGHT)] = 200
    sheer: Annotated[list[Annotated[int, *whole(0, MAX_CORNERS)]], Parts] = []


class PieceFile(FilePart):
    """A piece of terrain."""

    id: Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
    kind: Short = "piece"
    name: Short = ""
    outline: Outline
    z0: Height = 0
    z1: Height = 0
    ground: Ground = "open"
    flags: Annotated[list[Annotated[str, *choice(sorted(FLAGS))]], Parts] = []
    cover: Cover = "hard"
    building_mode: Annotated[str, *choice(BUILDING_MODES)] = "rooms"
    climbable: bool = True
    floors: Annotated[list[FloorFile], Parts] = []
    walls: Annotated[list[WallFile], Parts] = []
    connectors: Annotated[list[ConnectorFile], Parts] = []
    levels: Annotated[list[LevelFile], Parts] = []


class ZoneFile(FilePart):
    """The deployment zone of a side; sides are counted from 0."""

    code: Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
    name: Short = ""
    side: Annotated[int, *whole(0, 7)] = 0
    outline: Outline


class TableFile(FilePart):
    """A table. Lengths are in hundredths of an inch. See `guides/?name=tables`."""

    version: Annotated[int, *choice([1])] = 1
    name: Short = ""
    summary: Annotated[str, Field(max_length=1000, description="Ignored.")] = ""
    width: Annotated[int, *whole(MIN_SIZE, MAX_SIZE)] = MIN_SIZE
    length: Annotated[int, *whole(MIN_SIZE, MAX_SIZE)] = MIN_SIZE
    ground: BareGround = "open"
    pieces: Annotated[list[PieceFile], Field(max_length=MAX_PIECES)] = []
    zones: Annotated[list[ZoneFile], Field(max_length=MAX_ZONES)] = []
