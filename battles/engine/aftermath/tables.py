"""Tables that the aftermath reads: plain frozen rows, built from the catalogue by `battles.core.bridge`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Effect = tuple[str, dict[str, Any]]
"""An effect's code and its parameters. The services of the roster apply it."""


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One outcome of a sub-table: chosen by the roll on the main table (low to high), by its own die (`needs`), by a
    test or by the player.
    """

    summary: str
    effects: tuple[Effect, ...] = ()
    low: int = 0
    high: int = 0
    needs: int = 0
    after: str = "always"
    only: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()

    def is_for(self, tags: frozenset[str]) -> bool:
        """Whether this outcome applies to a warband with these tags."""
        return not (self.never & tags) and (not self.only or bool(self.only & tags))


@dataclass(frozen=True, slots=True)
class InjuryRow:
    """A serious injury for D66 results from `low` to `high`."""

    code: str
    name: str
    low: int
    high: int
    effects: tuple[Effect, ...] = ()
    roll: str = ""
    outcomes: tuple[OutcomeRow, ...] = ()


@dataclass(frozen=True, slots=True)
class LocationRow:
    """A location of the exploration chart, found with `dice` equal dice that show `face`."""

    code: str
    name: str
    dice: int
    face: int
    effects: tuple[Effect, ...] = ()
    roll: str = ""
    outcomes: tuple[OutcomeRow, ...] = ()


@dataclass(frozen=True, slots=True)
class AdvanceBand:
    """A range of results in a 2D6 advance table."""

    code: str
    name: str
    low: int
    high: int
    effects: tuple[Effect, ...] = ()
    roll: str = ""
    outcomes: tuple[OutcomeRow, ...] = ()


@dataclass(frozen=True, slots=True)
class ValueBand:
    """The value for numbers from `low` to `high` (None for no upper limit)."""

    low: int
    high: int | None
    value: int

    def holds(self, number: int) -> bool:
        return self.low <= number and (self.high is None or number <= self.high)


def value_in(bands: tuple[ValueBand, ...], number: int) -> int:
    """The value of the band that contains `number`; 0 if there is none."""
    return next((band.value for band in bands if band.holds(number)), 0)
