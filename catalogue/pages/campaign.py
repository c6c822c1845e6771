"""Pages of scenarios, injuries, exploration, advances, charts and the campaign tables."""

from __future__ import annotations

from django.utils.translation import gettext as _

from catalogue.custom_packs.codes import is_custom_code
from catalogue.packs.active_charts import active_advances, active_injuries, active_locations
from catalogue.packs.book import AdvanceRow, Book, Chart, ExplorationResult, Injury, Scenario
from catalogue.packs.cells import link, words
from catalogue.pages.builder import Builder
from catalogue.pages.sheets import Grid, Line, Sheet, effect_words, outcome_grid, sheet_of
from catalogue.pages.tables import (
    band_words,
    casualty_grid,
    ladder_grid,
    sale_grid,
    shards_grid,
    underdog_grid,
)
from catalogue.pages.terms import plain_text


def scenario_sheet(source: Book, scenario: Scenario) -> Sheet:
    """Page of a scenario, from set-up to end, with experience and rewards."""
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
            tuple((words(f"+{award.amount}"), plain_text(award.summary)) for award in scenario.experience),
        )
    ]
    if scenario.rewards:
        grids.append(outcome_grid(source, _("Rewards"), scenario.rewards, _("D6")))
    effects = effect_words(scenario.effects)
    return sheet_of("scenarios", scenario, lines=tuple(lines), grids=tuple(grids), effects=effects)


def scenario_lists(source: Book) -> tuple[Grid, ...]:
    """All scenarios with the 2D6 roll of each."""
    rows = [
        (
            words(scenario.number),
            (link("scenarios", scenario),),
            words(", ".join(map(str, scenario.table_rolls))),
            plain_text(scenario.summary),
        )
        for scenario in source.scenarios.values()
    ]
    return (Grid(_("Scenarios"), (_("Number"), _("Scenario"), _("2D6"), _("About")), tuple(rows)),)


def injury_sheet(source: Book, injury: Injury) -> Sheet:
    """A serious injury with its sub-table."""
    lines = (Line(_("D66"), words(band_words(injury.low, injury.high))),)
    grids = (outcome_grid(source, _("Result"), injury.outcomes, injury.roll),) if injury.outcomes else ()
    if is_custom_code(injury.code):
        grids = (*grids, injury_grid(source))
    return sheet_of("injuries", injury, lines=lines, grids=grids, effects=effect_words(injury.effects))


def injury_lists(source: Book) -> tuple[Grid, ...]:
    """The D66 table of heroes and the D6 table of henchmen."""
    return (injury_grid(source), casualty_grid(source))


def injury_grid(source: Book) -> Grid:
    """The D66 table of this Book."""
    rows = [
        (words(band_words(band.low, band.high)), (link("injuries", band.fact),), plain_text(band.fact.summary))
        for band in active_injuries(source)
    ]
    return Grid(_("Serious injuries of Heroes"), (_("D66"), _("Injury"), _("Effect")), tuple(rows))


def exploration_sheet(source: Book, result: ExplorationResult) -> Sheet:
    """Page of an exploration location with its finds."""
    lines = (Line(_("Found by"), words(_dice_words(result))),)
    grids = (outcome_grid(source, _("Finds"), result.outcomes, result.roll),) if result.outcomes else ()
    if is_custom_code(result.code):
        grids = (*grids, location_grid(source))
    return sheet_of("exploration", result, lines=lines, grids=grids, effects=effect_words(result.effects))


def exploration_lists(source: Book) -> tuple[Grid, ...]:
    """The chart of locations, shards by total of the dice, and prices for selling wyrdstone."""
    return (shards_grid(source), sale_grid(source), location_grid(source))


def location_grid(source: Book) -> Grid:
    """The locations of the exploration chart in this Book."""
    rows = [
        (words(_dice_words(location)), (link("exploration", location),), plain_text(location.summary))
        for location in active_locations(source)
    ]
    return Grid(_("Locations"), (_("Dice"), _("Location"), _("What is found there")), tuple(rows))


def advance_sheet(source: Book, row: AdvanceRow) -> Sheet:
    """One band of an advance table."""
    table = _("Heroes") if row.table == "hero" else _("Henchmen")
    lines = (Line(_("Table"), words(table)), Line(_("2D6"), words(band_words(row.low, row.high))))
    grids = (outcome_grid(source, _("Second die"), row.outcomes, row.roll),) if row.outcomes else ()
    if is_custom_code(row.code):
        grids = (*grids, advance_grid(source, row.table))
    return sheet_of("advances", row, lines=lines, grids=grids, effects=effect_words(row.effects))


def advance_lists(source: Book) -> tuple[Grid, ...]:
    """Both advance tables, the experience thresholds, awards and the underdog bonus."""
    awards = tuple((words(f"+{award.amount}"), plain_text(award.summary)) for award in source.tables.experience_awards)
    return (
        advance_grid(source, "hero"),
        advance_grid(source, "henchman"),
        ladder_grid(source),
        Grid(_("Experience"), (_("Points"), _("For")), awards),
        underdog_grid(source),
    )


def advance_grid(source: Book, table: str) -> Grid:
    """The "hero" or "henchman" table of this Book."""
    rows = []
    for band in active_advances(source, table):
        result = "; ".join(out.summary for out in band.fact.outcomes) or band.fact.summary
        rows.append((words(band_words(band.low, band.high)), (link("advances", band.fact),), words(result)))
    caption = _("Heroes") if table == "hero" else _("Henchmen")
    return Grid(caption, (_("2D6"), _("Advance"), _("Effect")), tuple(rows))


def chart_sheet(source: Book, chart: Chart) -> Sheet:
    """A chart in full."""
    return sheet_of("charts", chart, grids=(_chart_grid(chart),))


def chart_lists(source: Book) -> tuple[Grid, ...]:
    """All charts in full."""
    return tuple(_chart_grid(chart) for chart in source.charts.values())


def _chart_grid(chart: Chart) -> Grid:
    rows = tuple((words(row.key), words(row.value)) for row in chart.rows)
    return Grid(chart.name, (chart.key_heading, chart.value_heading), rows, anchor=chart.code)


def _dice_words(result: ExplorationResult) -> str:
    return " ".join([str(result.face)] * result.dice) or _("a map or a merchant")


BUILDERS = {
    "scenarios": Builder(scenario_sheet, scenario_lists),
    "injuries": Builder(injury_sheet, injury_lists),
    "exploration": Builder(exploration_sheet, exploration_lists),
    "advances": Builder(advance_sheet, advance_lists),
    "charts": Builder(chart_sheet, chart_lists),
}
