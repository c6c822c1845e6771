"""Checks charts of custom packs: every roll must have exactly one result, which the site can carry out.

A row covers the rolls it names and printed rows cover the others, so a chart as a whole has no gaps. Mistakes are two
rows of one pack for the same roll, and sub-tables with gaps. Rule: AF-CHART-01

The app that carries out effects registers at start which ones a chart may name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from catalogue.custom_packs.checks.dice import in_words, results_of
from catalogue.custom_packs.checks.numbers import wrong_numbers
from catalogue.facts import AdvanceRow, ExplorationResult, Fact, Injury, Outcome
from catalogue.packs.active_charts import D66, TWO_DICE
from catalogue.packs.schema import PackPart
from catalogue.packs.strict_yaml import Path

Problem = Iterator[tuple[Path, str]]
Row = Injury | ExplorationResult | AdvanceRow
Judge = Callable[[str, Fact], Iterable[tuple[Path, str]]]

_judges: list[Judge] = []


def carried_out_by(judge: Judge) -> None:
    """Register the check of aftermath effects. It is called with the kind and the record, and yields (path in the
    record, message) for each effect that cannot be carried out."""
    _judges[:] = [judge]


def unrollable(part: PackPart) -> Problem:
    """(path, sentence) for each result of a chart that cannot be rolled, or that the site cannot carry out."""
    yield from _of_kind("injuries", part.injuries, _d66_rolls)
    yield from _of_kind("exploration", part.exploration, _set_of_dice)
    for table in ("hero", "henchman"):
        yield from _of_kind("advances", part.advances, _sum_rolls, only=table)
    yield from wrong_numbers(part.replaced_tables)
    for index, tables in enumerate(part.replaced_tables):
        for judge in _judges:
            for path, sentence in judge("replaced_tables", tables):
                yield ("replaced_tables", index, *path), sentence


def _of_kind(kind: str, rows: Sequence[Row], rolls_of: Callable[[Row], Sequence[str]], only: str = "") -> Problem:
    """Mistakes in the rows of one kind. `rolls_of` returns the rolls that a row covers; it raises ValueError with a
    sentence if they are invalid."""
    taken: dict[str, int] = {}
    for index, row in enumerate(rows):
        if only and getattr(row, "table", only) != only:
            continue
        try:
            rolls = rolls_of(row)
        except ValueError as error:
            yield (kind, index, "dice" if kind == "exploration" else "low"), str(error)
            continue
        both = [roll for roll in rolls if taken.setdefault(roll, index) != index]
        if both:
            words = {"roll": ", ".join(both), "name": rows[taken[both[0]]].name}
            yield (kind, index), _("%(roll)s already leads to “%(name)s”.") % words
        problems = [*sub_table(row.roll, row.outcomes), *(problem for judge in _judges for problem in judge(kind, row))]
        yield from (((kind, index, *path), sentence) for path, sentence in problems)


def _d66_rolls(row: Row) -> Sequence[str]:
    assert isinstance(row, Injury)
    for roll in (row.low, row.high):
        if roll not in D66:
            raise ValueError(_("Two dice never show %(n)d: tens and ones are from 1 to 6.") % {"n": roll})
    if row.low > row.high:
        raise ValueError(_("The range ends before it begins."))
    return [str(roll) for roll in D66 if row.low <= roll <= row.high]


def _sum_rolls(row: Row) -> Sequence[str]:
    assert isinstance(row, AdvanceRow)
    if row.low > row.high:
        raise ValueError(_("The range ends before it begins."))
    return [str(roll) for roll in TWO_DICE if row.low <= roll <= row.high]


def _set_of_dice(row: Row) -> Sequence[str]:
    assert isinstance(row, ExplorationResult)
    if not row.dice and not row.face:
        return []
    if row.dice < 2 or not row.face:
        raise ValueError(
            _("A location needs two to six equal dice; use 0 and 0 for a location that is found only with a map.")
        )
    return [" ".join([str(row.face)] * row.dice)]


def sub_table(roll: str, lines: Sequence[Outcome]) -> Problem:
    """(path in the record, sentence) for each gap or overlap in the sub-table of a row, which is rolled on a second
    die."""
    ranged = [(index, line) for index, line in enumerate(lines) if line.low is not None or line.high is not None]
    if not roll:
        for index, _line in ranged:
            yield ("outcomes", index, "low"), _("No die is rolled for this line: add “roll”.")
        return
    results = results_of(roll)
    broken = False
    for index, line in ranged:
        if line.low is None or line.high is None or line.low > line.high:
            broken = True
            yield ("outcomes", index, "low"), _("A line goes from “low” to “high”, the lower number first.")
        elif not any(line.low <= result <= line.high for result in results):
            broken = True
            yield ("outcomes", index, "low"), _("%(dice)s never shows that number.") % {"dice": roll}
    if broken or not ranged:
        return
    for index, line in ranged:
        earlier = (band for place, band in ranged if place < index and band.who == line.who)
        if any(band.low <= line.high and line.low <= band.high for band in earlier):  # type: ignore[operator]
            yield ("outcomes", index, "low"), _("Another line already has this roll.")
    free = [n for n in results if not any(line.low <= n <= line.high for _index, line in ranged)]  # type: ignore[operator]
    if free:
        yield (
            ("outcomes",),
            _("There is no result for %(rolls)s on %(dice)s.") % {"rolls": in_words(free), "dice": roll},
        )
