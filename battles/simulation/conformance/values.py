"""Typed access to parts of a case: every method checks the type of its value, and names the case and the key if it is
wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, NoReturn, TypeGuard

from battles.simulation.conformance.case_reader import CaseFileError, Fault, Value


class Place(NamedTuple):
    """The place of a part of a case, for error messages."""

    file: str = ""
    line: int = 1
    path: str = ""
    """The case and the part, such as `CC-HIT-01.a: models.A`."""

    def inner(self, key: str | int) -> Place:
        """The place of a part inside this one."""
        return self._replace(path=f"{self.path}.{key}" if self.path else str(key))


NOWHERE = Place()


class Fields:
    """A mapping in a case. For a missing key, the methods return the default, or raise CaseFileError if there is none;
    they also raise it for a value of the wrong type. Numbers are whole; measures (inches) may have decimals."""

    __slots__ = ("_values", "place")

    def __init__(self, values: dict[str, Value] | None = None, place: Place = NOWHERE) -> None:
        self._values = values or {}
        self.place = place

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def data(self) -> dict[str, Value]:
        """A copy of the mapping as plain data, for parts that the engine parses itself."""
        return dict(self._values)

    def value(self, key: str) -> Value:
        """A value of any type; None if it is missing."""
        return self._values.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        """A text."""
        found = self._found(key, default)
        return found if isinstance(found, str) else self._wrong(key, "a text")

    def number(self, key: str, default: int | None = None) -> int:
        """A whole number."""
        found = self._found(key, default)
        return whole if (whole := _whole(found)) is not None else self._wrong(key, "a whole number")

    def number_or_none(self, key: str) -> int | None:
        """A whole number; None if it is missing."""
        return None if self._values.get(key) is None else self.number(key)

    def measure(self, key: str, default: float | None = None) -> float:
        """A length in inches."""
        found = self._found(key, default)
        return found if is_measure(found) else self._wrong(key, "a number")

    def flag(self, key: str, default: bool = False) -> bool:
        """A yes or no value."""
        found = self._found(key, default)
        return found if isinstance(found, bool) else self._wrong(key, "yes or no")

    def names(self, key: str) -> tuple[str, ...]:
        """A list of texts, or one text; empty if it is missing."""
        found = self._values.get(key)
        rows = [found] if isinstance(found, str) else self.entries(key)
        texts = tuple(row for row in rows if isinstance(row, str))
        return texts if len(texts) == len(rows) else self._wrong(key, "a list of texts")

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers; empty if it is missing."""
        rows = self.entries(key)
        found = tuple(number for row in rows if (number := _whole(row)) is not None)
        return found if len(found) == len(rows) else self._wrong(key, "a list of whole numbers")

    def measures(self, key: str) -> tuple[float, ...]:
        """A list of numbers, such as [x, y] in inches; empty if it is missing."""
        rows = self.entries(key)
        found = tuple(row for row in rows if is_measure(row))
        return found if len(found) == len(rows) else self._wrong(key, "a list of numbers")

    def entries(self, key: str) -> list[Value]:
        """A list of any values; empty if it is missing."""
        found = self._values.get(key)
        return found if isinstance(found, list) else [] if found is None else self._wrong(key, "a list")

    def rows(self, key: str) -> list[list[Value]]:
        """A list of lists; empty if it is missing."""
        entries = self.entries(key)
        found = [row for row in entries if isinstance(row, list)]
        return found if len(found) == len(entries) else self._wrong(key, "a list of lists")

    def sub(self, key: str) -> Fields:
        """A mapping; empty if it is missing."""
        found = self._values.get(key)
        if found is not None and not isinstance(found, dict):
            self._wrong(key, "a mapping")
        return Fields(found, self.place.inner(key))

    def subs(self, key: str) -> dict[str, Fields]:
        """A mapping of names to mappings; empty if it is missing."""
        inner = self.sub(key)
        return {name: inner.sub(name) for name in inner}

    def whole_numbers(self) -> dict[str, int]:
        """This mapping as names with whole numbers."""
        return {name: self.number(name) for name in self}

    def fail(self, key: str, sentence: str) -> NoReturn:
        """Raise CaseFileError about the value of a key."""
        file, line, path = self.place.inner(key)
        raise CaseFileError([Fault(file, line, path, sentence)])

    def _found(self, key: str, default: Value) -> Value:
        found = self._values.get(key)
        found = default if found is None else found
        if found is None:
            self.fail(key, f"{key} is missing.")
        return found

    def _wrong(self, key: str, wanted: str) -> NoReturn:
        self.fail(key, f"{key} must be {wanted}, not {self._values.get(key)!r}.")


class Step(Fields):
    """The arguments of one step of a case. The verb reads those that it has declared."""

    __slots__ = ()


def _whole(found: Value) -> int | None:
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def is_measure(found: Value) -> TypeGuard[float]:
    """Whether a value is a number, whole or not."""
    return isinstance(found, int | float) and not isinstance(found, bool)
