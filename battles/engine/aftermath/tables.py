"""The shape of the tables the aftermath reads: plain frozen rows, made from the catalogue by `battles.core.bridge`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Effect = tuple[str, dict[str, Any]]
"""An effect's code with its parameters; the services that write the roster carry it out."""


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One line of a sub-table: by the parent's roll (low to high), by a die of its own (`needs`), or after a check or
    choice."""

    summary: str
    effects: tuple[Effect, ...] = ()
    low: int = 0
    high: int = 0
    needs: int = 0
    after: str = "always"
    only: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()

    def is_for(self, tags: frozenset[str]) -> bool:
        """Does this line hold for a warband with these tags?"""
        return not (self.never & tags) and (not self.only or bool(self.only & tags))


@dataclass(frozen=True, slots=True)
class InjuryRow:
    """A serious injury for the D66 numbers low to high."""

    code: str
    name: str
    low: int
    high: int
    effects: tuple[Effect, ...] = ()
    roll: str = ""
    outcomes: tuple[OutcomeRow, ...] = ()


@dataclass(frozen=True, slots=True)
class LocationRow:
    """A location of the exploration chart: `dice` equal dice showing `face`."""

    code: str
    name: str
    dice: int
    face: int
    effects: tuple[Effect, ...] = ()
    roll: str = ""
    outcomes: tuple[OutcomeRow, ...] = ()


@dataclass(frozen=True, slots=True)
class AdvanceBand:
    """A band of a 2D6 advance table."""

    code: str
    name: str
    low: int
    high: int
    effects: tuple[Effect, ...] = ()
    roll: str = ""
    outcomes: tuple[OutcomeRow, ...] = ()


@dataclass(frozen=True, slots=True)
class ValueBand:
    """low to high (None without end) gives value."""

    low: int
    high: int | None
    value: int

    def holds(self, number: int) -> bool:
        return self.low <= number and (self.high is None or number <= self.high)


def value_in(bands: tuple[ValueBand, ...], number: int) -> int:
    """The value of the band that holds `number`; 0 when none does."""
    return next((band.value for band in bands if band.holds(number)), 0)
