"""Pages of scenarios, injuries, exploration, advances, charts and the campaign tables."""

from __future__ import annotations

from django.utils.translation import gettext as _

from catalogue.book import AdvanceRow, Band, Book, Chart, ExplorationResult, Injury, Scenario
from catalogue.pages.builder import Builder
from catalogue.sheets import Grid, Line, Sheet, effect_words, link, outcome_grid, sheet_of, words


def band_words(low: int, high: int | None) -> str:
    """ "6-11", "36 or more" or a single number."""
    if high is None:
        return _("%(low)s or more") % {"low": low}
    return str(low) if low == high else f"{low}-{high}"


def scenario_sheet(source: Book, scenario: Scenario) -> Sheet:
    """A scenario: set-up to end, experience and rewards."""
    texts = (
        (_("Sides"), scenario.sides),
        (_("Table"), scenario.terrain),
        (_("Set-up"), scenario.setup),
        (_("First turn"), scenario.first_turn),
        (_("Objective"), scenario.objective),
        (_("Special"), scenario.special),
        (_("Ends"), scenario.ends),
    )
    lines = [Line(label, words(text)) for label, text in texts if text]
    if scenario.table_rolls:
        rolls = ", ".join(str(roll) for roll in scenario.table_rolls)
        lines.insert(0, Line(_("Rolled on 2D6"), words(rolls)))
    grids = [
        Grid(
            _("Experience"),
            (_("Points"), _("For")),
            tuple((words(f"+{one.amount}"), words(one.summary)) for one in scenario.experience),
        )
    ]
    if scenario.rewards:
        grids.append(outcome_grid(source, _("Rewards"), scenario.rewards, _("D6")))
    effects = effect_words(scenario.effects)
    return sheet_of("scenarios", scenario, lines=tuple(lines), grids=tuple(grids), effects=effects)


def scenario_lists(source: Book) -> tuple[Grid, ...]:
    """All scenarios with their roll."""
    rows = [
        (words(one.number), (link("scenarios", one),), words(", ".join(map(str, one.table_rolls))), words(one.summary))
        for one in source.scenarios.values()
    ]
    return (Grid(_("Scenarios"), (_("Number"), _("Scenario"), _("2D6"), _("About")), tuple(rows)),)


def injury_sheet(source: Book, injury: Injury) -> Sheet:
    """A serious injury with its sub-table."""
    lines = (Line(_("D66"), words(band_words(injury.low, injury.high))),)
    grids = (outcome_grid(source, _("What follows"), injury.outcomes, injury.roll),) if injury.outcomes else ()
    return sheet_of("injuries", injury, lines=lines, grids=grids, effects=effect_words(injury.effects))


def injury_lists(source: Book) -> tuple[Grid, ...]:
    """The D66 table and the roll for Henchmen."""
    rows = [
        (words(band_words(one.low, one.high)), (link("injuries", one),), words(one.summary))
        for one in source.injuries.values()
    ]
    heads = (_("D66"), _("Injury"), _("What it does"))
    return (
        Grid(_("Serious injuries of Heroes"), heads, tuple(rows)),
        outcome_grid(source, _("Henchmen and hired swords"), source.tables.henchman_injury, "D6"),
    )


def exploration_sheet(source: Book, result: ExplorationResult) -> Sheet:
    """A location with its finds."""
    lines = (Line(_("Found by"), words(_dice_words(result))),)
    grids = (outcome_grid(source, _("Finds"), result.outcomes, result.roll),) if result.outcomes else ()
    return sheet_of("exploration", result, lines=lines, grids=grids, effects=effect_words(result.effects))


def exploration_lists(source: Book) -> tuple[Grid, ...]:
    """The chart of locations, shards by total, and the sale of wyrdstone."""
    rows = [
        (words(_dice_words(one)), (link("exploration", one),), words(one.summary))
        for one in source.exploration.values()
    ]
    return (
        _bands_grid(_("Shards found"), _("Sum of the dice"), _("Shards"), source.tables.shards_found),
        sale_grid(source),
        Grid(_("Locations"), (_("Dice"), _("Location"), _("What is there")), tuple(rows)),
    )


def sale_grid(source: Book) -> Grid:
    """What shards fetch, by number sold and size of the warband."""
    tables = source.tables
    heads = tuple(band_words(size.low, size.high) for size in tables.sale_sizes)
    rows = []
    for row in tables.sale_prices:
        last = row.shards == len(tables.sale_prices)
        label = words(band_words(row.shards, None if last else row.shards))
        rows.append((label, *(words(amount) for amount in row.prices_gc)))
    return Grid(_("Selling wyrdstone, in gc by warriors in the warband"), (_("Shards sold"), *heads), tuple(rows))


def advance_sheet(source: Book, row: AdvanceRow) -> Sheet:
    """One band of an advance table."""
    table = _("Heroes") if row.table == "hero" else _("Henchmen")
    lines = (Line(_("Table"), words(table)), Line(_("2D6"), words(band_words(row.low, row.high))))
    grids = (outcome_grid(source, _("Second die"), row.outcomes, row.roll),) if row.outcomes else ()
    return sheet_of("advances", row, lines=lines, grids=grids, effects=effect_words(row.effects))


def advance_lists(source: Book) -> tuple[Grid, ...]:
    """Both advance tables, the points they come at, awards and the underdog's bonus."""
    tables = source.tables
    grids = []
    for table, caption in (("hero", _("Heroes")), ("henchman", _("Henchmen"))):
        rows = []
        for one in source.advances.values():
            if one.table == table:
                result = "; ".join(out.summary for out in one.outcomes) or one.summary
                rows.append((words(band_words(one.low, one.high)), (link("advances", one),), words(result)))
        grids.append(Grid(caption, (_("2D6"), _("Advance"), _("What it brings")), tuple(rows)))
    points = tuple(
        (words(name), words(", ".join(map(str, found))))
        for name, found in ((_("Heroes"), tables.hero_advances_at), (_("Henchmen"), tables.henchman_advances_at))
    )
    grids.append(Grid(_("Advances come at these points"), (_("Who"), _("Experience")), points))
    awards = tuple((words(f"+{one.amount}"), words(one.summary)) for one in tables.experience_awards)
    grids.append(Grid(_("Experience"), (_("Points"), _("For")), awards))
    grids.append(_bands_grid(_("Underdog"), _("Difference of ratings"), _("Bonus"), tables.underdog_bonus))
    return tuple(grids)


def chart_sheet(source: Book, chart: Chart) -> Sheet:
    """A chart in full."""
    return sheet_of("charts", chart, grids=(_chart_grid(chart),))


def chart_lists(source: Book) -> tuple[Grid, ...]:
    """All charts in full."""
    return tuple(_chart_grid(chart) for chart in source.charts.values())


def _chart_grid(chart: Chart) -> Grid:
    rows = tuple((words(row.key), words(row.value)) for row in chart.rows)
    return Grid(chart.name, (chart.key_heading, chart.value_heading), rows, anchor=chart.code)


def _bands_grid(caption: str, key: str, value: str, bands: tuple[Band, ...]) -> Grid:
    rows = tuple((words(band_words(band.low, band.high)), words(band.value)) for band in bands)
    return Grid(caption, (key, value), rows)


def _dice_words(result: ExplorationResult) -> str:
    return " ".join([str(result.face)] * result.dice) or _("a map or a merchant")


BUILDERS = {
    "scenarios": Builder(scenario_sheet, scenario_lists),
    "injuries": Builder(injury_sheet, injury_lists),
    "exploration": Builder(exploration_sheet, exploration_lists),
    "advances": Builder(advance_sheet, advance_lists),
    "charts": Builder(chart_sheet, chart_lists),
}
