"""Catalogue pages of the campaign tables: finds, sales, rolls, thresholds, and replacements by packs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _

from catalogue.packs.book import Band, Book, ReplacedTables
from catalogue.packs.cells import Cell, words
from catalogue.pages.builder import Builder
from catalogue.pages.sheets import Grid, Sheet, outcome_grid, sheet_of


def band_words(low: int, high: int | None) -> str:
    """ "6-11", "36 or more" or a single number."""
    if high is None:
        return _("%(low)s or more") % {"low": low}
    return str(low) if low == high else f"{low}-{high}"


def casualty_grid(source: Book) -> Grid:
    """The D6 table for all warriors except heroes."""
    return outcome_grid(source, _("Henchmen and hired swords"), source.tables.henchman_injury, "D6")


def shards_grid(source: Book) -> Grid:
    """Shards found, by total of the exploration dice."""
    return _bands_grid(_("Shards found"), _("Sum of the dice"), _("Shards"), source.tables.shards_found)


def sale_grid(source: Book) -> Grid:
    """Prices of shards, by number sold and size of the warband."""
    tables = source.tables
    heads = tuple(band_words(size.low, size.high) for size in tables.sale_sizes)
    rows = []
    for row in tables.sale_prices:
        last = row.shards == len(tables.sale_prices)
        label = words(band_words(row.shards, None if last else row.shards))
        rows.append((label, *(words(amount) for amount in row.prices_gc)))
    return Grid(_("Selling wyrdstone, in gc by warriors in the warband"), (_("Shards sold"), *heads), tuple(rows))


def ladder_grid(source: Book) -> Grid:
    """Experience thresholds for advances."""
    tables = source.tables
    points = tuple(
        (words(name), words(", ".join(map(str, found))))
        for name, found in ((_("Heroes"), tables.hero_advances_at), (_("Henchmen"), tables.henchman_advances_at))
    )
    return Grid(_("Experience thresholds for advances"), (_("Warriors"), _("Experience")), points)


def underdog_grid(source: Book) -> Grid:
    """Extra experience against a higher-rated warband."""
    return _bands_grid(_("Underdog"), _("Difference in rating"), _("Bonus"), source.tables.underdog_bonus)


def dice_grid(source: Book) -> Grid:
    """Single numbers and dice used in an aftermath."""
    tables = source.tables
    rows: tuple[tuple[Cell, ...], ...] = (
        (words(_("Maximum exploration dice")), words(tables.exploration_dice_max)),
        (words(_("Maximum increases per characteristic for a henchman")), words(tables.henchman_increase_max)),
        (words(_("Search for a rare item")), words(tables.rarity_dice)),
        (words(_("Experience of veterans for hire")), words(tables.veterans_dice)),
    )
    return Grid(_("Single values"), (_("Value"), _("Number")), rows)


GRIDS: Final[tuple[tuple[tuple[str, ...], Callable[[Book], Grid]], ...]] = (
    (("henchman_injury",), casualty_grid),
    (("shards_found",), shards_grid),
    (("sale_sizes", "sale_prices"), sale_grid),
    (("hero_advances_at", "henchman_advances_at"), ladder_grid),
    (("underdog_bonus",), underdog_grid),
    (("exploration_dice_max", "henchman_increase_max", "rarity_dice", "veterans_dice"), dice_grid),
)
"""Grids with the names of the tables that each shows."""


def table_sheet(source: Book, replaced: ReplacedTables) -> Sheet:
    """Page of the tables that a pack replaces."""
    grids = tuple(draw(source) for names, draw in GRIDS if any(getattr(replaced, name) is not None for name in names))
    return sheet_of("replaced_tables", replaced, grids=grids)


def table_lists(source: Book) -> tuple[Grid, ...]:
    """Every number of a campaign that a pack may replace."""
    return tuple(draw(source) for _names, draw in GRIDS)


def _bands_grid(caption: str, key: str, value: str, bands: tuple[Band, ...]) -> Grid:
    rows = tuple((words(band_words(band.low, band.high)), words(band.value)) for band in bands)
    return Grid(caption, (key, value), rows)


BUILDERS = {"replaced_tables": Builder(table_sheet, table_lists)}
