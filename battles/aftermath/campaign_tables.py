"""Converts the campaign tables of the catalogue to the plain rows that `battles.engine.aftermath` reads."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final

from battles.engine.aftermath.experience import AwardRow
from battles.engine.aftermath.tables import AdvanceBand, Effect, InjuryRow, LocationRow, OutcomeRow, ValueBand
from catalogue.custom_packs.codes import is_custom_code
from catalogue.custom_packs.library import CHARTS
from catalogue.packs.active_charts import active_advances, active_injuries
from catalogue.packs.book import Award, Band, Book, EffectData, ExplorationResult, Outcome
from warbands.models import Warband

KEPT: Final = 48


@dataclass(frozen=True, slots=True)
class CampaignTables:
    """All tables that the aftermath uses."""

    injuries: tuple[InjuryRow, ...]
    casualties: tuple[OutcomeRow, ...]
    hero_advances: tuple[AdvanceBand, ...]
    henchman_advances: tuple[AdvanceBand, ...]
    hero_thresholds: tuple[int, ...]
    henchman_thresholds: tuple[int, ...]
    rise_limit: int
    underdog: tuple[ValueBand, ...]
    locations: tuple[LocationRow, ...]
    """Locations; those that replace others come first."""
    shards_found: tuple[ValueBand, ...]
    sale_sizes: tuple[ValueBand, ...]
    sale_prices: tuple[tuple[int, ...], ...]
    awards: dict[str, tuple[AwardRow, ...]]
    """Awards by code of the scenario; "" has those for every scenario."""
    rewards: dict[str, tuple[OutcomeRow, ...]]
    """Rewards by code of the scenario."""


def effects_of(effects: tuple[EffectData, ...]) -> tuple[Effect, ...]:
    """Effects of the catalogue as plain pairs (code, parameters)."""
    return tuple((effect.code, dict(effect.params)) for effect in effects)


def _outcome(line: Outcome) -> OutcomeRow:
    return OutcomeRow(
        summary=line.summary,
        effects=effects_of(line.effects),
        low=line.low or 0,
        high=line.high or 0,
        needs=line.needs or 0,
        after=line.after,
        only=frozenset(line.who.only),
        never=frozenset(line.who.never),
    )


def location_row(row: ExplorationResult) -> LocationRow:
    """A location as the engine reads it."""
    lines = tuple(map(_outcome, row.outcomes))
    return LocationRow(row.code, row.name, row.dice, row.face, effects_of(row.effects), row.roll, lines)


def _lines(outcomes: tuple[Outcome, ...]) -> tuple[OutcomeRow, ...]:
    return tuple(_outcome(line) for line in outcomes)


def _awards(awards: tuple[Award, ...]) -> tuple[AwardRow, ...]:
    return tuple(AwardRow(award.reason, award.amount, award.heroes_only, award.per) for award in awards)


def _bands(bands: tuple[Band, ...]) -> tuple[ValueBand, ...]:
    return tuple(ValueBand(band.low, band.high, band.value) for band in bands)


def charts_in_use(warband: Warband) -> dict[str, str]:
    """The custom packs whose charts now apply to this warband, as stored when its aftermath begins; empty if there are
    none."""
    if not warband.pack_pins.get(CHARTS):
        return {}
    return {code: version for code, version in warband.pack_pins.items() if code == CHARTS or is_custom_code(code)}


def with_scenario(tables: CampaignTables, book: Book, code: str) -> CampaignTables:
    """The tables with the awards of a scenario that the Book does not list: one of a custom pack, or one that is
    excluded."""
    if code in tables.rewards or code not in book.scenarios:
        return tables
    record = book.scenarios[code]
    earned = {code: _awards(record.experience)} if record.experience else {}
    return replace(
        tables,
        awards={**tables.awards, **earned},
        rewards={**tables.rewards, code: _lines(record.rewards)},
    )


_known: OrderedDict[tuple[object, ...], CampaignTables] = OrderedDict()


def campaign_tables(book: Book) -> CampaignTables:
    """The tables of a Book, computed once per version."""
    key = (book.version, book.tables.hero_advances_at, book.tables.henchman_advances_at)
    if key not in _known:
        _known[key] = _read(book)
        while len(_known) > KEPT:
            _known.popitem(last=False)
    return _known[key]


def _read(book: Book) -> CampaignTables:
    tables = book.tables
    advances = {
        kind: tuple(
            AdvanceBand(
                row.code,
                row.name,
                low,
                high,
                effects_of(row.effects),
                row.roll,
                tuple(map(_outcome, row.outcomes)),
            )
            for low, high, row in ((band.low, band.high, band.fact) for band in active_advances(book, kind))
        )
        for kind in ("hero", "henchman")
    }
    awards = {code: _awards(scenario.experience) for code, scenario in book.scenarios.items()}
    awards[""] = _awards(tables.experience_awards)
    return CampaignTables(
        injuries=tuple(
            InjuryRow(
                row.code,
                row.name,
                low,
                high,
                effects_of(row.effects),
                row.roll,
                tuple(map(_outcome, row.outcomes)),
            )
            for low, high, row in ((band.low, band.high, band.fact) for band in active_injuries(book))
        ),
        casualties=_lines(tables.henchman_injury),
        hero_advances=advances["hero"],
        henchman_advances=advances["henchman"],
        hero_thresholds=tables.hero_advances_at,
        henchman_thresholds=tables.henchman_advances_at,
        rise_limit=tables.henchman_increase_max,
        underdog=_bands(tables.underdog_bonus),
        locations=tuple(map(location_row, book.rows_in_force(book.exploration))),
        shards_found=_bands(tables.shards_found),
        sale_sizes=_bands(tables.sale_sizes),
        sale_prices=tuple(row.prices_gc for row in tables.sale_prices),
        awards=awards,
        rewards={code: _lines(scenario.rewards) for code, scenario in book.scenarios.items()},
    )
