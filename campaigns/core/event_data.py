"""Types of the stored data of campaign events. Only this module reads their JSON. Events may come from an imported
file, so a value of the wrong type counts as missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Self, get_type_hints

MOST_LETTERS: Final = 400


def _text(value: object) -> str:
    is_plain = isinstance(value, str | int) and not isinstance(value, bool)
    return str(value)[:MOST_LETTERS] if is_plain else ""


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(part) for part in value) if isinstance(value, list) else ()


def _mapping(value: object) -> Mapping[str, object]:
    return {str(key): part for key, part in value.items()} if isinstance(value, dict) else {}


class Stored:
    """Base of classes that are read from JSON. Each field is read from the key of its name, or from
    `metadata["key"]`."""

    __slots__ = ()

    @classmethod
    def read(cls, data: object) -> Self:
        """The values in a stored object."""
        given = data if isinstance(data, dict) else {}
        return cls(**{name: reader(given[key]) for name, key, reader in fields_of(cls) if key in given})

    @classmethod
    def read_all(cls, data: object) -> tuple[Self, ...]:
        """The values in each object of a stored list."""
        return tuple(cls.read(row) for row in data if isinstance(row, dict)) if isinstance(data, list) else ()


@dataclass(frozen=True, slots=True)
class EventSide(Stored):
    """A warband in an event, with its result if the event is a result."""

    entry: str = ""
    warband: str = ""
    result: str = ""
    losses: int = 0
    rating: int = 0
    is_counted: bool = False
    """Whether the board counted the casualties."""


@dataclass(frozen=True, slots=True)
class FinalRow(Stored):
    """The final place of one warband in the standings."""

    entry: str = ""
    warband: str = ""
    played: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class PackVersion(Stored):
    """A version of a custom pack."""

    name: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class EventData(Stored):
    """The data of an event. Each kind sets the fields listed in docs/developers/chronicle.md."""

    entry: str = ""
    """Public id of the warband's league entry."""
    warband: str = ""
    match: str = ""
    sides: tuple[EventSide, ...] = ()
    sides_each: int = field(default=0, metadata={"key": "sides"})
    """The number of warbands in each match of the planned rounds."""
    warbands: tuple[str, ...] = ()
    reason: str = ""
    person: str = ""
    role: str = ""
    name: str = ""
    fields: tuple[str, ...] = ()
    table: tuple[FinalRow, ...] = ()
    switches: Mapping[str, object] = field(default_factory=dict)
    own: tuple[PackVersion, ...] = ()
    left_out: tuple[str, ...] = ()
    let_in: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    given: str = ""
    new_leader: str = ""
    shards: int = 0
    gold_gc: int = 0
    warrior: str = ""
    killer: str = field(default="", metadata={"key": "by"})
    gained: str = ""
    district: str = ""
    taken_from: str = field(default="", metadata={"key": "from"})
    districts: int = 0
    faction: str = ""
    post: str = ""
    comment: str = ""
    deal: str = ""
    award: str = ""
    title: str = ""
    title_given: str = ""
    first: int = 0
    count: int = 0
    pairing: str = ""
    has_left: bool = False
    is_leader: bool = False
    is_ransom: bool = False
    is_report: bool = False
    is_unplayed: bool = False
    sentence: str = ""
    """The text of an event of an unknown kind."""
    told_by: str = ""
    """In an imported campaign, the name of the user who caused the event."""


Reader = Callable[[object], Any]
READERS: Final[Mapping[object, Reader]] = {
    str: _text,
    int: _count,
    bool: bool,
    tuple[str, ...]: _texts,
    tuple[EventSide, ...]: EventSide.read_all,
    tuple[FinalRow, ...]: FinalRow.read_all,
    tuple[PackVersion, ...]: PackVersion.read_all,
    Mapping[str, object]: _mapping,
}
"""Functions that read a value, by the type of its field."""


def fields_of(kind: type[Stored]) -> tuple[tuple[str, str, Reader], ...]:
    """Name, key and reader of each field."""
    if kind not in _FIELDS:
        hints = get_type_hints(kind)
        parts = fields(kind)  # type: ignore[arg-type]
        _FIELDS[kind] = tuple(
            (part.name, part.metadata.get("key", part.name), READERS[hints[part.name]]) for part in parts
        )
    return _FIELDS[kind]


_FIELDS: Final[dict[type[Stored], tuple[tuple[str, str, Reader], ...]]] = {}
