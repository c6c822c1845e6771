"""The contents that the lines of an aftermath store: one frozen dataclass for each kind of line. Only this module reads
and writes `AftermathLine.data`. A field that is None is not stored. A key that an older line does not have gets the
default of the field."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

from battles.models import AftermathLine

DICE = "dice"
"""Key under which the position in the line's own dice stream is stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineData:
    """Base of all contents of lines. To add a kind of line, write its fields and its `kind`."""

    kind: ClassVar[str] = ""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """The contents in stored values; other keys are ignored."""
        return cls(**{field.name: stored[field.name] for field in fields(cls) if field.name in stored})

    @classmethod
    def read(cls, line: AftermathLine) -> Self:
        """The contents of a line."""
        return cls.from_json(line.data)

    def as_json(self) -> dict[str, object]:
        """The values to store."""
        return {field.name: value for field in fields(self) if (value := getattr(self, field.name)) is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapsed(LineData):
    """Marker for a line of any kind whose option was refused when it was carried out."""

    refused: str = ""


def update(line: AftermathLine, contents: LineData) -> None:
    """Change the contents of a line without saving it. What was not changed stays as it is stored."""
    before = type(contents).read(line).as_json()
    changed = {name: value for name, value in contents.as_json().items() if before.get(name) != value}
    line.data = {**line.data, **changed}


def dice_taken(line: AftermathLine) -> int | None:
    """The position in the line's own dice stream; None before its first roll."""
    return int(line.data[DICE]) if DICE in line.data else None


def note_dice(line: AftermathLine, position: int) -> None:
    """Set the position in the line's own dice stream, without saving it."""
    line.data = {**line.data, DICE: position}


def snapshot(line: AftermathLine) -> dict[str, object]:
    """A copy of everything stored in a line, for `restore`."""
    return deepcopy(line.data)


def restore(line: AftermathLine, values: Mapping[str, object]) -> None:
    """Copy all stored values of a snapshot into a line, without saving the line."""
    line.data = dict(values)
