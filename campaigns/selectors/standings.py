"""The table of a campaign, recomputed from agreed matches whenever it is read. Three queries, whatever the size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from campaigns.models import Campaign, Entry, Holding, MatchSide, MatchStatus
from campaigns.rules.standings import Formula, Line, Result, formula_from, standings
from catalogue.book import book
from warbands.models import Warrior
from warbands.selectors import rating_of_warband


@dataclass(frozen=True, slots=True)
class EntryView:
    """A warband that takes part, with its player. `rating` is what the roster gives now."""

    id: int
    public_id: str
    warband_public_id: str
    name: str
    crest: str
    type_name: str
    player_id: int | None
    player_name: str
    rating: int
    visibility: str
    share_key: str
    is_withdrawn: bool


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the table with the warband it is about."""

    entry: EntryView
    line: Line


def formula_of(campaign: Campaign) -> Formula:
    """What a result is worth in this campaign."""
    points = (campaign.points_win, campaign.points_draw, campaign.points_loss)
    return formula_from(points, campaign.formula if isinstance(campaign.formula, dict) else {})


def results_of(campaign_id: int) -> list[Result]:
    """Every counted part of a match, in the order played. One query."""
    rows = (
        MatchSide.objects.filter(match__campaign_id=campaign_id, match__status=MatchStatus.AGREED, match__is_bye=False)
        .exclude(result="")
        .order_by("match__played_at", "match_id", "place")
        .values_list("match_id", "entry_id", "result", "kills", "losses", "rating_before")
    )
    return paired([Part(*row) for row in rows])


@dataclass(frozen=True, slots=True)
class Part:
    """One side of a match as it is kept; `match` names the match, whatever by."""

    match: int | str
    entry: int
    outcome: str
    kills: int
    losses: int
    rating: int


def paired(parts: Sequence[Part]) -> list[Result]:
    """Results with who stood against whom, in the order given."""
    sides: dict[int | str, list[Part]] = {}
    for part in parts:
        sides.setdefault(part.match, []).append(part)
    results = []
    for part in parts:
        both = sides[part.match]
        other = next((one for one in both if one.entry != part.entry), None) if len(both) == 2 else None
        results.append(
            Result(
                part.entry,
                part.outcome,
                part.kills,
                part.losses,
                other.entry if other is not None else None,
                part.rating,
                other.rating if other is not None else 0,
            )
        )
    return results


def results_from_events(campaign: Campaign) -> list[Result]:
    """The same results told by the events alone: what the table must come to again from nothing else. Two queries."""
    ids = dict(Entry.objects.filter(campaign=campaign).values_list("public_id", "pk"))
    told: dict[str, list[Part]] = {}
    rows = campaign.events.filter(kind__in=("match_played", "result_ruled"), is_revoked=False).order_by("at", "pk")
    for data in rows.values_list("data", flat=True):
        match = str(data["match"])
        told[match] = [
            Part(match, ids[side["entry"]], side["result"], side["kills"], side["losses"], side["rating"])
            for side in data["sides"]
        ]
    return paired([part for parts in told.values() for part in parts])


def districts_of(campaign_id: int) -> dict[int, int]:
    """How many districts each entry holds. One query."""
    return dict(Counter(Holding.objects.filter(campaign_id=campaign_id).values_list("entry_id", flat=True)))


def entries_of(campaign: Campaign) -> list[EntryView]:
    """Everybody who takes or took part, in the order of joining. Two queries."""
    rows = (
        Entry.objects.filter(campaign=campaign)
        .select_related("warband", "player")
        .prefetch_related(Prefetch("warband__warriors", Warrior.objects.order_by("position", "pk")))
        .order_by("joined_at", "pk")
    )
    return [entry_view(entry) for entry in rows]


def entry_view(entry: Entry) -> EntryView:
    """One entry; free of queries when warband, player and warriors were fetched with it."""
    warband = entry.warband
    listed = book().warband_types.get(warband.warband_type_code)
    return EntryView(
        id=entry.pk,
        public_id=entry.public_id,
        warband_public_id=warband.public_id,
        name=warband.name,
        crest=warband.emblem,
        type_name=listed.name if listed is not None else warband.warband_type_code,
        player_id=entry.player_id,
        player_name=entry.player.shown_name if entry.player is not None else "",
        rating=rating_of_warband(warband),
        visibility=warband.visibility,
        share_key=warband.share_key,
        is_withdrawn=entry.withdrawn_at is not None,
    )


def table_of(
    entries: Sequence[EntryView],
    results: Sequence[Result],
    formula: Formula,
    districts: Mapping[int, int] | None = None,
) -> list[StandingRow]:
    """Fold results into rows; a warband that withdrew before its first match is left out."""
    by_id = {entry.id: entry for entry in entries}
    lines = standings(by_id, results, {entry.id: entry.rating for entry in entries}, formula, districts)
    played = {result.entry for result in results}
    kept = [line for line in lines if not by_id[line.entry].is_withdrawn or line.entry in played]
    return [StandingRow(by_id[line.entry], line) for line in kept]


def standings_of(campaign: Campaign) -> list[StandingRow]:
    """The table, first place first. Four queries at most. Rule: LG-STAND-01"""
    held = districts_of(campaign.pk) if campaign.map_code else {}
    return table_of(entries_of(campaign), results_of(campaign.pk), formula_of(campaign), held)
