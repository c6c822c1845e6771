"""Checks numbers in a custom pack: bands without gaps, prices for every column, ascending thresholds. Rule:
AF-CHART-01"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _

from catalogue.custom_packs.checks.dice import in_words, results_of
from catalogue.facts import Band, Outcome, ReplacedTables, SaleRow, Tables
from catalogue.packs.active_charts import TABLES
from catalogue.packs.installed import site_parts
from catalogue.packs.strict_yaml import Path

Problem = Iterator[tuple[Path, str]]

BANDS: Final = {"shards_found": (1, 30), "underdog_bonus": (0, 10)}
"""Table -> (highest number at which its first band may start, highest value that a band may give)."""
NUMBERS: Final = {"exploration_dice_max": (1, 10), "henchman_increase_max": (1, 6)}
MOST_STEPS: Final = 60
MOST_EXPERIENCE: Final = 500
MOST_COLUMNS: Final = 12
MOST_ROWS: Final = 40
MOST_PRICE_GC: Final = 2000


def wrong_numbers(tables: Sequence[ReplacedTables]) -> Problem:
    """(path, sentence) for each table of numbers with a gap, an overlap or a missing column."""
    first: dict[str, int] = {}
    for index, table in enumerate(tables):
        path: Path = ("replaced_tables", index)
        replaced = [name for name in TABLES if getattr(table, name) is not None]
        if not replaced:
            yield path, _("This replaces nothing: name one of %(tables)s.") % {"tables": ", ".join(TABLES)}
        for name in replaced:
            if first.setdefault(name, index) != index:
                yield (*path, name), _("“%(name)s” already replaces this.") % {"name": tables[first[name]].name}
            yield from _table(path, name, table)


def _table(path: Path, name: str, table: ReplacedTables) -> Problem:
    here: Path = (*path, name)
    value = getattr(table, name)
    if name in BANDS:
        first, most = BANDS[name]
        yield from _bands(here, value, first)
        if any(not 0 <= band.value <= most for band in value):
            yield here, _("Each band gives 0 to %(most)d.") % {"most": most}
    elif name == "sale_sizes":
        yield from _bands(here, value, 1)
        if [band.value for band in value] != list(range(len(value))) or len(value) > MOST_COLUMNS:
            text = _("The bands name the price columns: 0, 1, 2 and so on, at most %(n)d.")
            yield here, text % {"n": MOST_COLUMNS}
        elif table.sale_prices is None:
            yield here, _("Other sizes need their own prices: add “sale_prices” too.")
    elif name == "sale_prices":
        yield from _prices(here, value, table.sale_sizes)
    elif name == "henchman_injury":
        yield from _casualties(here, value)
    elif name in ("hero_advances_at", "henchman_advances_at"):
        yield from _ladder(here, value)
    elif name in NUMBERS:
        low, high = NUMBERS[name]
        if not low <= value <= high:
            yield here, _("Use a number from %(low)d to %(high)d.") % {"low": low, "high": high}
    elif not value:
        yield here, _("Enter the dice to roll, such as 2D6.")


def _bands(path: Path, bands: Sequence[Band], first: int) -> Problem:
    if not bands or bands[0].low > first:
        yield path, _("The first band begins at %(n)d or below.") % {"n": first}
        return
    for number, band in enumerate(bands):
        if band.high is not None and band.high < band.low:
            yield (*path, number), _("The range ends before it begins.")
    for number, (left, right) in enumerate(pairwise(bands), start=1):
        if left.high is None or right.low <= left.high:
            yield (*path, number, "low"), _("This band overlaps the previous one.")
        elif right.low > left.high + 1:
            gap = in_words(range(left.high + 1, right.low))
            yield (*path, number, "low"), _("No band contains %(numbers)s.") % {"numbers": gap}
    if bands[-1].high is not None:
        yield (*path, len(bands) - 1, "high"), _("The last band has no end: use “null” for “high”.")


def _prices(path: Path, rows: Sequence[SaleRow], sizes: Sequence[Band] | None) -> Problem:
    columns = len(sizes if sizes is not None else _printed().sale_sizes)
    if [row.shards for row in rows] != list(range(1, len(rows) + 1)) or not rows or len(rows) > MOST_ROWS:
        text = _("The rows are for 1, 2, 3 shards and so on, at most %(n)d; the last row also applies to more.")
        yield path, text % {"n": MOST_ROWS}
    for number, row in enumerate(rows):
        if len(row.prices_gc) != columns:
            text = _("Enter a price for each warband size: %(n)d of them.") % {"n": columns}
            yield (*path, number, "prices_gc"), text
        elif any(price > MOST_PRICE_GC for price in row.prices_gc):
            yield (*path, number, "prices_gc"), _("A price can be at most %(n)d gc.") % {"n": MOST_PRICE_GC}


def _casualties(path: Path, lines: Sequence[Outcome]) -> Problem:
    held: list[int] = []
    for number, line in enumerate(lines):
        if line.low is None or line.high is None or not 1 <= line.low <= line.high <= 6:
            yield (*path, number), _("A line goes from “low” to “high” on a D6, the lower number first.")
            return
        both = [face for face in range(line.low, line.high + 1) if face in held]
        if both:
            yield (*path, number, "low"), _("Another line already has this roll.")
        held += range(line.low, line.high + 1)
    free = [face for face in results_of("D6") if face not in held]
    if free:
        yield path, _("There is no result for %(rolls)s on %(dice)s.") % {"rolls": in_words(free), "dice": "D6"}


def _ladder(path: Path, points: Sequence[int]) -> Problem:
    fits = all(1 <= point <= MOST_EXPERIENCE for point in points) and all(low < high for low, high in pairwise(points))
    if not points or not fits or len(points) > MOST_STEPS:
        words = {"steps": MOST_STEPS, "most": MOST_EXPERIENCE}
        yield (
            path,
            _("Experience has to rise from step to step, with 1 to %(steps)d steps of at most %(most)d.") % words,
        )


def _printed() -> Tables:
    return next(part.tables for part in site_parts()[0] if part.tables is not None)
