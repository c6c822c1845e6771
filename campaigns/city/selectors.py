"""Queries for the map with its holders, factions with their points, and counters with their totals. The number of
queries does not depend on the size of the league."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Sum

from campaigns.city.map_rules import CityMap, in_reach
from campaigns.city.maps import map_of
from campaigns.models import Campaign, Faction, Holding, ResourceEntry
from campaigns.standings.selectors import StandingRow


@dataclass(frozen=True, slots=True)
class DistrictView:
    """A district for the map and the list. `points` is an SVG polygon."""

    code: str
    name: str
    points: str
    x: int
    y: int
    gold_gc: int
    shards: int
    holder: str
    holder_entry: str
    borders: tuple[str, ...]
    is_mine: bool
    is_in_reach: bool


@dataclass(frozen=True, slots=True)
class MapView:
    """The whole city map: districts, connections and size."""

    city: CityMap
    districts: tuple[DistrictView, ...]
    waters: tuple[str, ...]
    free: int


def _points(points: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def map_view(campaign: Campaign, mine: Sequence[int]) -> MapView | None:
    """The map of a campaign for a reader who plays the entries `mine`; None if it has no map. One query."""
    city = map_of(campaign.map_code)
    if city is None:
        return None
    rows = Holding.objects.filter(campaign=campaign).select_related("entry__warband")
    held = {row.district_code: row.entry for row in rows}
    own = [code for code, entry in held.items() if entry.pk in mine]
    near = in_reach(city, own) if mine else frozenset()
    districts = tuple(
        DistrictView(
            code=district.code,
            name=district.name,
            points=_points(district.points),
            x=district.label[0],
            y=district.label[1],
            gold_gc=district.gold_gc,
            shards=district.shards,
            holder=held[district.code].warband.name if district.code in held else "",
            holder_entry=held[district.code].public_id if district.code in held else "",
            borders=tuple(sorted(city.districts[other].name for other in city.borders[district.code])),
            is_mine=district.code in own,
            is_in_reach=district.code in near,
        )
        for district in city.districts.values()
    )
    free = sum(not district.holder for district in districts)
    return MapView(city, districts, tuple(_points(water) for water in city.waters), free)


@dataclass(frozen=True, slots=True)
class FactionView:
    """A faction with the total points of its warbands."""

    row: Faction
    points: int
    warbands: tuple[StandingRow, ...]


def factions_of(campaign: Campaign, rows: Sequence[StandingRow]) -> list[FactionView]:
    """The factions, the one with the most points first. One query."""
    listed = list(campaign.factions.order_by("name", "pk"))
    found = []
    for district in listed:
        own = tuple(row for row in rows if row.entry.faction_id == district.pk)
        found.append(FactionView(district, sum(row.line.points for row in own), own))
    return sorted(found, key=lambda view: -view.points)


def resources_of(campaign: Campaign) -> dict[int, dict[str, int]]:
    """Totals of the counters for each entry, summed from the changes. One query, or none if the league has no
    counters."""
    if not campaign.resources:
        return {}
    rows = ResourceEntry.objects.filter(entry__campaign=campaign).values_list("entry_id", "resource")
    found: dict[int, dict[str, int]] = {}
    for entry, resource, total in rows.annotate(total=Sum("delta")).order_by():
        found.setdefault(entry, {})[resource] = total
    return found
