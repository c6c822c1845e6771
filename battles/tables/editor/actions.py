"""Actions of the table editor: each takes table data and plain arguments and returns new data.

Lengths are in hundredths of an inch. Nothing is validated here: `checked` lets the engine's reader report what is
invalid.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Literal, TypedDict, TypeVar

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
from battles.engine.table.pieces import FLAGS, GROUND_CLASSES
from battles.engine.table.shapes import deployment
from battles.engine.table.table import Table, TableRefused
from battles.tables.editor import transforms
from battles.tables.editor.palette import PALETTE
from mordheim_site.refusals import Refusal

Row = TypeVar("Row")
GRID = 25
"""Pieces snap to quarters of an inch."""


class Arguments(TypedDict, total=False):
    """What an action may be given: lengths in hundredths of an inch, numbers of parts counted from 0."""

    piece: str
    thing: str
    name: str
    side: str
    kind: str
    ground: str
    flags: list[str]
    number: int
    opening: int
    degrees: int
    x: int
    y: int
    x2: int
    y2: int
    z: int
    from_z: int
    width: int
    depth: int
    height: int
    at: int


Action = Callable[[TableData, Arguments], TableData]


class NoSuchPart(Refusal):
    code = "no_such_part"
    message = _("That part of the table does not exist any more. Reload the page.")
    status = 409


class NoSuchAct(Refusal):
    code = "no_such_act"
    message = _("The table editor has no such action.")


class InvalidTable(Refusal):
    """The change would make the table invalid; each sentence names its place."""

    code = "cannot_stand"

    def __init__(self, refused: TableRefused) -> None:
        said = [f"{problem.path}: {translate(problem.sentence)}" for problem in refused.problems[:12]]
        first = refused.problems[0]
        super().__init__(message=translate(first.sentence), rule_id=first.rule_id or None, fields={"table": said})


def checked(data: object) -> Table:
    """The table for these data. Raises InvalidTable with every problem."""
    try:
        return Table.from_data(data)
    except TableRefused as refused:
        raise InvalidTable(refused) from refused


def blank(name: str, width: int, length: int) -> TableData:
    """Bare ground with two deployment zones."""
    return {
        "version": 1,
        "name": name,
        "width": width,
        "length": length,
        "ground": "open",
        "pieces": [],
        "zones": deployment(width, length),
    }


def _index(data: TableData, arguments: Arguments) -> int:
    for place, piece in enumerate(data["pieces"]):
        if piece["id"] == arguments.get("piece"):
            return place
    raise NoSuchPart


def _part(piece: PieceData, group: Literal["floors", "walls", "connectors"], arguments: Arguments) -> int:
    number = arguments.get("number")
    if not isinstance(number, int) or not 0 <= number < len(piece.get(group, ())):
        raise NoSuchPart
    return number


def _fresh_id(data: TableData, stem: str) -> str:
    taken = {piece["id"] for piece in data["pieces"]}
    number = 1
    while f"{stem}_{number}" in taken:
        number += 1
    return f"{stem}_{number}"


def _snapped(value: int) -> int:
    return round(value / GRID) * GRID


def add(data: TableData, arguments: Arguments) -> TableData:
    """Add a palette entry with its middle at x, y."""
    entry = PALETTE.get(str(arguments.get("thing")))
    if entry is None:
        raise NoSuchPart
    key = _fresh_id(data, entry.code.removeprefix("pack_"))
    piece = entry.draw(key, _snapped(arguments["x"]), _snapped(arguments["y"]))
    return {**data, "pieces": [*data["pieces"], piece]}


def duplicate(data: TableData, arguments: Arguments) -> TableData:
    """Add a copy a little to the right."""
    piece = data["pieces"][_index(data, arguments)]
    left, _lower, right, _upper = transforms.bounds(piece)
    again: PieceData = {
        **transforms.moved(piece, right - left + 100, 0),
        "id": _fresh_id(data, piece["kind"] or "piece"),
    }
    return {**data, "pieces": [*data["pieces"], again]}


def remove(data: TableData, arguments: Arguments) -> TableData:
    """Remove a piece."""
    place = _index(data, arguments)
    return {**data, "pieces": [piece for other, piece in enumerate(data["pieces"]) if other != place]}


def _changed(change: Callable[[PieceData, Arguments], PieceData]) -> Action:
    """Change one piece."""

    def act(data: TableData, arguments: Arguments) -> TableData:
        place = _index(data, arguments)
        piece = change(copy.deepcopy(data["pieces"][place]), arguments)
        return {**data, "pieces": [*data["pieces"][:place], piece, *data["pieces"][place + 1 :]]}

    return act


def _place(piece: PieceData, arguments: Arguments) -> PieceData:
    return transforms.put_at(piece, _snapped(arguments["x"]), _snapped(arguments["y"]))


def _shift(piece: PieceData, arguments: Arguments) -> PieceData:
    return transforms.moved(piece, arguments["x"], arguments["y"])


def _turn(piece: PieceData, arguments: Arguments) -> PieceData:
    return transforms.turned(piece, arguments["degrees"])


def _stretch(piece: PieceData, arguments: Arguments) -> PieceData:
    return transforms.stretched(piece, arguments["width"], arguments["depth"])


def _name(piece: PieceData, arguments: Arguments) -> PieceData:
    return {**piece, "name": clean_name(str(arguments.get("name", ""))[:60])}


def _nature(piece: PieceData, arguments: Arguments) -> PieceData:
    """Class of ground, flags and height."""
    flags = sorted(set(arguments.get("flags") or ()) & set(FLAGS))
    ground = arguments.get("ground")
    known = ground if ground is not None and ground in GROUND_CLASSES else piece.get("ground", "open")
    out: PieceData = {**piece, "ground": known, "flags": flags}
    if arguments.get("height") is not None:
        out["z1"] = out.get("z0", 0) + arguments["height"]
    return out


def _add_floor(piece: PieceData, arguments: Arguments) -> PieceData:
    """A floor over the whole piece, or over its `side` half, at height z."""
    left, lower, right, upper = transforms.bounds(piece)
    x, y = (left + right) // 2, (lower + upper) // 2
    half = {"west": (left, lower, x, upper), "east": (x, lower, right, upper), "south": (left, lower, right, y),
            "north": (left, y, right, upper)}.get(str(arguments.get("side")))  # fmt: skip
    outline: Points = (
        [list(point) for point in piece["outline"]]
        if half is None
        else [[half[0], half[1]], [half[2], half[1]], [half[2], half[3]], [half[0], half[3]]]
    )
    floor: FloorData = {"outline": outline, "z": arguments["z"], "level": 1 + arguments["z"] // 300}
    return {**piece, "z1": max(piece.get("z1", 0), arguments["z"]), "floors": [*piece.get("floors", ()), floor]}


def _take_floor(piece: PieceData, arguments: Arguments) -> PieceData:
    number = _part(piece, "floors", arguments)
    return {**piece, "floors": _without(piece["floors"], number)}


def _add_wall(piece: PieceData, arguments: Arguments) -> PieceData:
    """A wall along one side of the piece's box, `height` high."""
    left, lower, right, upper = transforms.bounds(piece)
    half = 10
    ends = {
        "south": ([left + half, lower + half], [right - half, lower + half]),
        "east": ([right - half, lower + half], [right - half, upper - half]),
        "north": ([right - half, upper - half], [left + half, upper - half]),
        "west": ([left + half, upper - half], [left + half, lower + half]),
    }.get(str(arguments.get("side")))
    if ends is None:
        raise NoSuchPart
    wall: WallData = {
        "points": list(ends),
        "thickness": 20,
        "z0": piece.get("z0", 0),
        "height": arguments["height"],
        "openings": [],
    }
    return {**piece, "z1": max(piece.get("z1", 0), arguments["height"]), "walls": [*piece.get("walls", ()), wall]}


def _take_wall(piece: PieceData, arguments: Arguments) -> PieceData:
    number = _part(piece, "walls", arguments)
    return {**piece, "walls": _without(piece["walls"], number)}


def _add_opening(piece: PieceData, arguments: Arguments) -> PieceData:
    """A door or window with its middle `at` along the wall, `width` wide, from sill to lintel."""
    wall = piece["walls"][_part(piece, "walls", arguments)]
    half = arguments["width"] // 2
    kind = str(arguments.get("kind"))
    sill = 0 if kind in ("door", "gate") else arguments.get("z", 0) + 60
    opening: OpeningData = {
        "kind": kind,
        "from": arguments["at"] - half,
        "to": arguments["at"] + half,
        "sill": sill,
        "lintel": sill + 130,
    }
    if kind in ("door", "gate"):
        opening["lintel"] = 190
    wall["openings"] = [*wall.get("openings", ()), opening]
    return piece


def _take_opening(piece: PieceData, arguments: Arguments) -> PieceData:
    wall = piece["walls"][_part(piece, "walls", arguments)]
    number = arguments.get("opening")
    if not isinstance(number, int) or not 0 <= number < len(wall.get("openings", ())):
        raise NoSuchPart
    wall["openings"] = _without(wall["openings"], number)
    return piece


def _add_way(piece: PieceData, arguments: Arguments) -> PieceData:
    """A ladder, rope or stairs: foot at x, y on the ground or `from_z`, head at x2, y2 on `z`."""
    way: ConnectorData = {
        "kind": str(arguments.get("kind")),
        "foot": [arguments["x"], arguments["y"], arguments.get("from_z", 0)],
        "head": [arguments["x2"], arguments["y2"], arguments["z"]],
    }
    return {**piece, "connectors": [*piece.get("connectors", ()), way]}


def _take_way(piece: PieceData, arguments: Arguments) -> PieceData:
    number = _part(piece, "connectors", arguments)
    return {**piece, "connectors": _without(piece["connectors"], number)}


def _without(rows: list[Row], number: int) -> list[Row]:
    return [row for place, row in enumerate(rows) if place != number]


def zone(data: TableData, arguments: Arguments) -> TableData:
    """Change a deployment zone to a rectangle."""
    number = arguments.get("number")
    zones = copy.deepcopy(data.get("zones", []))
    if not isinstance(number, int) or not 0 <= number < len(zones):
        raise NoSuchPart
    x, y, width, depth = arguments["x"], arguments["y"], arguments["width"], arguments["depth"]
    zones[number]["outline"] = [[x, y], [x + width, y], [x + width, y + depth], [x, y + depth]]
    return {**data, "zones": zones}


def table(data: TableData, arguments: Arguments) -> TableData:
    """Name, size and bare ground of the whole table; zones along the edges follow a new size."""
    width, length = int(arguments.get("width") or data["width"]), int(arguments.get("depth") or data["length"])
    out: TableData = {**data, "name": str(arguments.get("name", data["name"]))[:60], "width": width, "length": length}
    if arguments.get("ground") in GROUND_CLASSES[:3]:
        out["ground"] = arguments["ground"]
    if (width, length) != (data["width"], data["length"]):
        out["zones"] = deployment(width, length)
    return out


ACTS: dict[str, Action] = {
    "add": add,
    "duplicate": duplicate,
    "remove": remove,
    "place": _changed(_place),
    "shift": _changed(_shift),
    "turn": _changed(_turn),
    "stretch": _changed(_stretch),
    "name": _changed(_name),
    "nature": _changed(_nature),
    "add_floor": _changed(_add_floor),
    "take_floor": _changed(_take_floor),
    "add_wall": _changed(_add_wall),
    "take_wall": _changed(_take_wall),
    "add_opening": _changed(_add_opening),
    "take_opening": _changed(_take_opening),
    "add_way": _changed(_add_way),
    "take_way": _changed(_take_way),
    "zone": zone,
    "table": table,
}


def act(data: TableData, name: str, arguments: Arguments) -> TableData:
    """The table after an action. Raises NoSuchAct, NoSuchPart, InvalidTable; `data` is never changed."""
    change = ACTS.get(name)
    if change is None:
        raise NoSuchAct
    try:
        after = change(data, arguments)
    except (KeyError, TypeError) as error:
        raise NoSuchAct(message=_("A value is missing: enter position, size and height.")) from error
    checked(after)
    return after
