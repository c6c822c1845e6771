"""The standings of a campaign, calculated from confirmed matches: they are recalculated when an event was recorded in
the campaign, and use current ratings. The number of queries does not grow with the league."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Count, Max, OuterRef, Prefetch, Q, Subquery, Sum, prefetch_related_objects
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Entry, Holding, MatchSide, MatchStatus, ResourceEntry
from campaigns.standings import outcomes
from campaigns.standings.extra_points import NO_EXTRAS, PAINTED_KINDS, ExtraPoints, extra_points_by_entry
from campaigns.standings.rules import Formula, Line, Result, Tally, fold, formula_from, placed
from catalogue.packs.installed import book
from warbands.exchange.sources import SOURCES as IMPORT_SOURCES
from warbands.models import Warband, WarbandStatus, Warrior
from warbands.models.ledger import EntryKind, LedgerEntry
from warbands.shared.selectors import rating_of_warband

TOTALS_TIMEOUT_S = 24 * 3600
"""Timeout of cached ratings and totals in seconds. They store the version of their rows, so they are never stale."""


@dataclass(frozen=True, slots=True)
class EntryView:
    """A warband in the league, with its player. `rating` is the current rating of the roster."""

    id: int
    public_id: str
    warband_public_id: str
    name: str
    crest: str
    type_code: str
    type_name: str
    player_id: int | None
    player_name: str
    rating: int
    visibility: str
    share_key: str
    is_withdrawn: bool
    is_archived: bool = False
    faction_id: int | None = None
    warband_id: int = 0
    imported_from: str = ""
    """Format of the file from which the roster was imported, a key of IMPORT_SOURCES; "" if it was founded here."""

    @property
    def origin(self) -> str:
        """Where an imported roster comes from, for the arbitrator and the league; "" for one that was founded here."""
        if not self.imported_from:
            return ""
        return _("Imported from %(source)s") % {"source": IMPORT_SOURCES.get(self.imported_from, _("a file"))}


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings with the warband it is about."""

    entry: EntryView
    line: Line


def formula_of(campaign: Campaign) -> Formula:
    """The formula that gives the value of a result in this campaign."""
    points = (campaign.points_win, campaign.points_draw, campaign.points_loss)
    return formula_from(points, campaign.formula if isinstance(campaign.formula, dict) else {})


def results_of(campaign_id: int) -> list[Result]:
    """Every side of a match whose result counts, in the order played. One query."""
    rows = (
        MatchSide.objects.filter(match__campaign_id=campaign_id, match__status=MatchStatus.AGREED, match__is_bye=False)
        .exclude(result="")
        .order_by("match__played_at", "match_id", "place")
        .values_list("match_id", "entry_id", "result", "kills", "losses", "rating_before", "finish", "team")
    )
    return with_opponents([Part(*row) for row in rows])


@dataclass(frozen=True, slots=True)
class Part:
    """One side of a stored match; `match` identifies the match."""

    match: int | str
    entry: int
    outcome: str
    kills: int
    losses: int
    rating: int
    finish: int = 0
    team: str = ""


def with_opponents(parts: Sequence[Part]) -> list[Result]:
    """Results with their opponents, in the given order."""
    sides: dict[int | str, list[Part]] = {}
    for part in parts:
        sides.setdefault(part.match, []).append(part)
    behind = {match: _beaten(found) for match, found in sides.items() if len(found) > 2}
    results = []
    for part in parts:
        everybody = sides[part.match]
        others = [
            player
            for player in everybody
            if player.entry != part.entry and not (part.team and player.team == part.team)
        ]
        others.sort(key=lambda other: -other.rating)
        strongest = others[0] if others else None
        results.append(
            Result(
                part.entry,
                part.outcome,
                part.kills,
                part.losses,
                strongest.entry if strongest is not None else None,
                part.rating,
                strongest.rating if strongest is not None else 0,
                tuple(other.entry for other in others[1:]),
                behind[part.match][part.entry] if part.match in behind else 0,
            )
        )
    return results


def _beaten(parts: Sequence[Part]) -> dict[int, int]:
    """Number of lower-placed enemies for each entry of a battle with several sides."""
    places = {part.entry: part.finish for part in parts if part.finish}
    if len(places) != len(parts):
        places = {part.entry: 1 if part.outcome != "loss" else 2 for part in parts}
    return outcomes.beaten(
        [part.entry for part in parts], outcomes.Ending(None, places, {part.entry: part.team for part in parts})
    )


def results_from_events(campaign: Campaign) -> list[Result]:
    """The same results computed from the events alone, because the standings must be reproducible from them. Two
    queries."""
    ids = dict(Entry.objects.filter(campaign=campaign).values_list("public_id", "pk"))
    parts_by_match: dict[str, list[Part]] = {}
    rows = campaign.events.filter(kind__in=("match_played", "result_ruled"), is_revoked=False).order_by("at", "pk")
    for data in rows.values_list("data", flat=True):
        match = str(data["match"])
        parts_by_match[match] = [
            Part(
                match,
                ids[side["entry"]],
                side["result"],
                side["kills"],
                side["losses"],
                side["rating"],
                side.get("finish", 0),
                side.get("team", ""),
            )
            for side in data["sides"]
        ]
    return with_opponents([part for parts in parts_by_match.values() for part in parts])


def districts_of(campaign_id: int) -> dict[int, int]:
    """How many districts each entry holds. One query."""
    return dict(Counter(Holding.objects.filter(campaign_id=campaign_id).values_list("entry_id", flat=True)))


ENTRY_FIELDS = (
    "campaign_id", "public_id", "player_id", "faction_id", "joined_at", "withdrawn_at", "warband__public_id",
    "warband__name", "warband__crest", "warband__warband_type_code", "warband__visibility", "warband__share_key",
    "warband__version", "warband__owner_id",
    "warband__founding_gold_gc", "warband__seed", "warband__status", "warband__treasury_gc", "warband__shards",
    "warband__house_rules", "warband__league_ruleset",
    "player__username", "player__display_name", "player__is_guest",
)  # fmt: skip


IMPORTS: Final = LedgerEntry.objects.filter(warband=OuterRef("warband"), kind=EntryKind.IMPORTED).order_by("number")
"""The entries of a roster's ledger that say from what it was imported."""


def entries_of(campaign: Campaign) -> list[EntryView]:
    """All current and former entries, in the order of joining. One query; three after ratings have changed."""
    rows = list(
        Entry.objects.filter(campaign=campaign)
        .select_related("warband", "player")
        .only(*ENTRY_FIELDS)
        .annotate(imported_from=Subquery(IMPORTS.values("arguments__source")[:1]))
        .order_by("joined_at", "pk")
    )
    ratings = ratings_of(campaign.pk, [entry.warband for entry in rows])
    return [_view(entry, ratings[entry.warband_id]) for entry in rows]


def ratings_of(campaign_id: int, warbands: Sequence[Warband]) -> dict[int, int]:
    """Ratings by warband id, cached with the version of the roster, so that a page of a large league loads no warriors
    while nothing changes."""
    key = f"ratings:{campaign_id}"
    known: dict[int, tuple[int, int]] = cache.get(key) or {}
    stale = [warband for warband in warbands if known.get(warband.pk, (-1, 0))[0] != warband.version]
    if stale:
        prefetch_related_objects(stale, Prefetch("warriors", Warrior.objects.order_by("position", "pk")))
        fresh = {warband.pk: (warband.version, rating_of_warband(warband)) for warband in stale}
        known = {**known, **fresh}
        cache.set(key, known, TOTALS_TIMEOUT_S)
    return {warband.pk: known[warband.pk][1] for warband in warbands}


def _view(entry: Entry, rating: int) -> EntryView:
    warband = entry.warband
    listed = book().warband_types.get(warband.warband_type_code)
    return EntryView(
        id=entry.pk,
        public_id=entry.public_id,
        warband_public_id=warband.public_id,
        name=warband.name,
        crest=warband.emblem,
        type_code=warband.warband_type_code,
        type_name=listed.name if listed is not None else warband.warband_type_code,
        player_id=entry.player_id,
        player_name=entry.player.shown_name if entry.player is not None else "",
        rating=rating,
        visibility=warband.visibility,
        share_key=warband.share_key,
        is_withdrawn=entry.withdrawn_at is not None,
        is_archived=warband.status == WarbandStatus.ARCHIVED,
        faction_id=entry.faction_id,
        warband_id=warband.pk,
        imported_from=getattr(entry, "imported_from", None) or "",
    )


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals of the campaign's events: results by entry, and extras by the public ids of entries."""

    tallies: dict[int, Tally]
    extras: dict[str, ExtraPoints]


KINDS_WITH_EXTRAS = ("aftermath_done", *PAINTED_KINDS)


def _folded(campaign: Campaign) -> Totals:
    """The totals, cached under the numbers of events and of revoked events and the id of the last event: every change
    of a result records or revokes an event. Three queries to recalculate, otherwise one."""
    state = campaign.events.aggregate(
        count=Count("pk"),
        last=Max("pk"),
        revoked=Count("pk", filter=Q(is_revoked=True)),
        with_extras=Count("pk", filter=Q(kind__in=KINDS_WITH_EXTRAS, is_revoked=False)),
    )
    formula = formula_of(campaign)
    totals: dict[Any, Totals] = campaign.__dict__.setdefault("_folded", {})
    key = f"league-totals:{campaign.pk}"
    mark = (state["count"], state["last"], state["revoked"], formula)
    if mark in totals:
        return totals[mark]
    found = cache.get(key)
    if found is None or found[0] != mark:
        extras = extra_points_by_entry(_counted_events(campaign)) if state["with_extras"] else {}
        found = (mark, Totals(fold(results_of(campaign.pk), formula), extras))
        cache.set(key, found, TOTALS_TIMEOUT_S)
    totals[mark] = found[1]
    return totals[mark]


def _counted_events(campaign: Campaign) -> list[tuple[str, dict[str, Any]]]:
    rows = campaign.events.filter(kind__in=KINDS_WITH_EXTRAS, is_revoked=False).order_by("at", "pk")
    return list(rows.values_list("kind", "data"))


def tallies_of(campaign: Campaign) -> dict[int, Tally]:
    """Totals of results by entry. One query if nothing has changed."""
    return _folded(campaign).tallies


def painted_waiting(campaign: Campaign) -> frozenset[str]:
    """Public ids of the entries reported as painted but not confirmed yet. One query if nothing has changed."""
    return frozenset(entry for entry, extras in _folded(campaign).extras.items() if extras.is_declared)


def _extras_of(
    campaign: Campaign, entries: Sequence[EntryView], extra_points: Mapping[str, ExtraPoints], formula: Formula
) -> dict[int, ExtraPoints]:
    """Extras by entry. One query if the formula uses a counter."""
    held: dict[int, int] = {}
    if formula.per_resource and formula.resource:
        rows = ResourceEntry.objects.filter(entry__campaign=campaign, resource=formula.resource).order_by()
        held = dict(rows.values_list("entry_id").annotate(total=Sum("delta")))
    if not extra_points and not held:
        return {}
    return {
        entry.id: replace(extra_points.get(entry.public_id, NO_EXTRAS), resource=held.get(entry.id, 0))
        for entry in entries
    }


def standings_rows(
    entries: Sequence[EntryView],
    tallies: Mapping[int, Tally],
    formula: Formula,
    districts: Mapping[int, int] | None = None,
    extras: Mapping[int, ExtraPoints] | None = None,
) -> list[StandingRow]:
    """The rows of the standings, first place first. A warband that withdrew before its first match is left out."""
    by_id = {entry.id: entry for entry in entries}
    lines = placed(by_id, tallies, {entry.id: entry.rating for entry in entries}, formula, districts, extras)
    kept = [line for line in lines if not by_id[line.entry].is_withdrawn or line.played]
    return [StandingRow(by_id[line.entry], line) for line in kept]


def standings_of(campaign: Campaign) -> list[StandingRow]:
    """The standings, first place first. At most eight queries, two if nothing has changed, and one more if a counter
    gives points. Rule: LG-STAND-01"""
    held = districts_of(campaign.pk) if campaign.map_code else {}
    entries, folded, formula = entries_of(campaign), _folded(campaign), formula_of(campaign)
    extras = _extras_of(campaign, entries, folded.extras, formula)
    return standings_rows(entries, folded.tallies, formula, held, extras)
