"""Charts of a Book: which row applies to which roll, and the tables with the replacements of packs.

A row of a custom pack covers the rolls it names, in place of the printed row; the printed rows cover all others. So a
pack may replace one line or a whole chart. Rule: AF-CHART-01
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from catalogue.packs.book import AdvanceRow, Book, ExplorationResult, Fact, Injury, ReplacedTables

D66: Final = tuple(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7))
"""The thirty-six numbers that two dice show, in order."""
TWO_DICE: Final = tuple(range(2, 13))
CHART_KINDS: Final = ("injuries", "exploration", "advances", "replaced_tables")
"""Kinds whose printed rows custom packs can replace."""
TABLES: Final = tuple(
    sorted(
        {field.name for field in dataclasses.fields(ReplacedTables)}
        - {field.name for field in dataclasses.fields(Fact)}
    )
)
"""Fields of ReplacedTables that are tables."""

F = TypeVar("F", bound=Fact)


@dataclass(frozen=True, slots=True)
class ActiveRow(Generic[F]):
    """A row and the rolls that it covers, ascending. One row may cover several ranges."""

    low: int
    high: int
    fact: F


def active_injuries(source: Book) -> tuple[ActiveRow[Injury], ...]:
    """The table of serious injuries by D66 number, without gaps or overlaps."""
    return _runs(D66, source.injury_at)


def active_advances(source: Book, table: str) -> tuple[ActiveRow[AdvanceRow], ...]:
    """The "hero" or "henchman" table by 2D6 result, without gaps or overlaps."""
    return _runs(TWO_DICE, lambda roll: source.advance_at(table, roll))


def active_locations(source: Book) -> tuple[ExplorationResult, ...]:
    """The locations found with dice, those with the fewest dice first, then those that only maps and merchants lead
    to."""
    places = ((dice, face) for dice in range(2, 7) for face in range(1, 7))
    found = [source.exploration_at(dice, face) for dice, face in places]
    hidden = [row for row in source.rows_in_force(source.exploration) if not row.dice]
    return (*(row for row in found if row is not None), *hidden)


def _runs(rolls: Iterable[int], row_at: Callable[[int], F]) -> tuple[ActiveRow[F], ...]:
    found: list[ActiveRow[F]] = []
    for roll in rolls:
        fact = row_at(roll)
        if found and found[-1].fact is fact:
            found[-1] = ActiveRow(found[-1].low, roll, fact)
        else:
            found.append(ActiveRow(roll, roll, fact))
    return tuple(found)


def with_charts(source: Book, packs: Iterable[str]) -> Book:
    """The same Book with the charts of these packs active. If two packs replace the same roll, the first pack
    applies."""
    replacing = tuple(packs)
    values: dict[str, Any] = {}
    for pack in reversed(replacing):
        for fact in source.replaced_tables.values():
            if fact.source.pack == pack:
                values |= {name: getattr(fact, name) for name in TABLES if getattr(fact, name) is not None}
    return dataclasses.replace(source, replacing=replacing, tables=dataclasses.replace(source.tables, **values))
