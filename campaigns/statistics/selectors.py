"""Queries for the statistics of a campaign: charts, awards, deadliest warriors, and the dead."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Award, Campaign, MatchSide, MatchStatus
from campaigns.standings.selectors import StandingRow, formula_of, standings_of, tallies_of
from campaigns.statistics.charts import BarChart, LineChart, Series, bar_chart, line_chart
from campaigns.statistics.luck import LuckRow, luck_of
from catalogue.packs.installed import book
from warbands.models import EntryKind, LedgerEntry, Warrior, WarriorStatus

LINES = 6
BARS = 12
SHOWN = 20


@dataclass(frozen=True, slots=True)
class Killer:
    """A warrior with the number of enemies taken out of action in their whole career."""

    name: str
    type_name: str
    warband: str
    entry: str
    kills: int
    battles: int
    is_dead: bool


@dataclass(frozen=True, slots=True)
class DeadWarrior:
    """A dead warrior; `because` is the cause in the ledger."""

    name: str
    type_name: str
    warband: str
    entry: str
    at: datetime.datetime
    because: str
    count: int


@dataclass(frozen=True, slots=True)
class Achievement:
    """An award if `is_given` (by an arbitrator), otherwise an achievement."""

    title: str
    warband: str
    entry: str
    reason: str
    is_given: bool
    public_id: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """Data of the statistics page."""

    battles: int
    warbands: int
    kills: int
    upsets: int
    ratings: LineChart | None
    results: BarChart | None
    casualties: BarChart | None
    rows: Sequence[StandingRow]
    everybody: Sequence[StandingRow]
    killers: Sequence[Killer]
    luck: Sequence[LuckRow]
    honours: Sequence[Achievement]


def figures_of(campaign: Campaign, shown: str = "") -> Figures:
    """Charts of the top of the standings. The rating of the entry `shown` (public id) is listed first."""
    rows = standings_of(campaign)
    tallies = tallies_of(campaign)
    most = [row for row in rows if row.line.played][:BARS]
    drawn = sorted(most, key=lambda row: row.entry.public_id != shown)[:LINES]
    if shown and all(row.entry.public_id != shown for row in drawn):
        drawn = [*[row for row in rows if row.entry.public_id == shown], *drawn][:LINES]
    return Figures(
        battles=sum(row.line.played for row in rows) // 2,
        warbands=sum(not row.entry.is_withdrawn for row in rows),
        kills=sum(row.line.kills for row in rows),
        upsets=sum(tally.upsets for tally in tallies.values()),
        ratings=_ratings(campaign, drawn),
        results=bar_chart([_results_bar(row) for row in most]),
        casualties=bar_chart([_casualties_bar(row) for row in most]),
        rows=most,
        everybody=rows,
        killers=killers_of(campaign),
        luck=luck_of(campaign, rows),
        honours=achievements_of(campaign, rows),
    )


def _results_bar(row: StandingRow) -> tuple[str, list[tuple[str, int]], str]:
    line = row.line
    data = {"won": line.won, "drawn": line.drawn, "lost": line.lost}
    words = _("%(won)d won, %(drawn)d drawn, %(lost)d lost") % data
    return row.entry.name, [("won", line.won), ("drawn", line.drawn), ("lost", line.lost)], words


def _casualties_bar(row: StandingRow) -> tuple[str, list[tuple[str, int]], str]:
    line = row.line
    words = _("%(kills)d enemies taken out, %(losses)d own casualties") % {"kills": line.kills, "losses": line.losses}
    return row.entry.name, [("kills", line.kills), ("losses", line.losses)], words


def _day(moment: datetime.datetime) -> str:
    return formats.date_format(timezone.localtime(moment), "j F")


def _ratings(campaign: Campaign, rows: Sequence[StandingRow]) -> LineChart | None:
    """Ratings before each match, then the current ones. One query."""
    ids = [row.entry.id for row in rows]
    played = MatchSide.objects.filter(
        entry_id__in=ids,
        match__campaign=campaign,
        match__status=MatchStatus.AGREED,
        match__played_at__isnull=False,
        rating_before__gt=0,
    )
    points: dict[int, list[tuple[float, int, str]]] = {}
    moments: list[datetime.datetime] = []
    for entry, at, rating in played.order_by("match__played_at", "match_id").values_list(
        "entry_id", "match__played_at", "rating_before"
    ):
        if at is None:
            continue
        moments.append(at)
        words = _("rating %(rating)d on %(day)s") % {"rating": rating, "day": _day(at)}
        points.setdefault(entry, []).append((at.timestamp(), rating, words))
    if not moments:
        return None
    end = max(moments) + datetime.timedelta(hours=1)
    for row in rows:
        words = _("rating %(rating)d now") % {"rating": row.entry.rating}
        points.setdefault(row.entry.id, []).append((end.timestamp(), row.entry.rating, words))
    series = [Series(row.entry.name, points[row.entry.id]) for row in rows]
    return line_chart(series, _day(min(moments)), _("now"))


def _warriors(campaign: Campaign) -> QuerySet[Warrior]:
    return Warrior.objects.filter(warband__entries__campaign=campaign).select_related("warband")


def _type_name(code: str) -> str:
    known = book().warrior_types.get(code)
    return known.name if known is not None else code


def killers_of(campaign: Campaign, limit: int = SHOWN) -> list[Killer]:
    """The warriors who have taken the most enemies out of action. One query."""
    rows = _warriors(campaign).filter(kills__gt=0).annotate(entry=F("warband__entries__public_id"))
    return [
        Killer(
            name=row.name,
            type_name=_type_name(row.warrior_type_code),
            warband=row.warband.name,
            entry=row.entry,
            kills=row.kills,
            battles=row.battles_fought,
            is_dead=row.status == WarriorStatus.DEAD,
        )
        for row in rows.order_by("-kills", "pk")[:limit]
    ]


def dead_warriors_of(campaign: Campaign, limit: int = 60, before: int = 0) -> list[tuple[int, DeadWarrior]]:
    """Dead warriors since their warbands joined, newest first, each with the number at which the next page begins. One
    query."""
    rows = LedgerEntry.objects.filter(
        kind=EntryKind.KILLED,
        reverted_by__isnull=True,
        warband__entries__campaign=campaign,
        at__gte=F("warband__entries__joined_at"),
    )
    if before:
        rows = rows.filter(pk__lt=before)
    found = rows.select_related("warband").annotate(entry=F("warband__entries__public_id")).order_by("-pk")[:limit]
    return [
        (
            row.pk,
            DeadWarrior(
                name=str(row.arguments.get("name", "")),
                type_name=str(row.arguments.get("entry", "")),
                warband=row.warband.name,
                entry=row.entry,
                at=row.at,
                because=str(row.arguments.get("because", "")),
                count=int(row.arguments.get("count", 1)),
            ),
        )
        for row in found
    ]


def achievements_of(campaign: Campaign, rows: Sequence[StandingRow]) -> list[Achievement]:
    """Awards first, then achievements. One query."""
    given = [
        Achievement(award.title, award.entry.warband.name, award.entry.public_id, award.reason, True, award.public_id)
        for award in Award.objects.filter(campaign=campaign).select_related("entry__warband")
    ]
    return [*given, *_earned(campaign, [row for row in rows if row.line.played])]


def _earned(campaign: Campaign, rows: Sequence[StandingRow]) -> list[Achievement]:
    tallies = tallies_of(campaign) if rows else {}
    ahead = formula_of(campaign).underdog_from

    def upsets(row: StandingRow) -> int:
        return tallies[row.entry.id].upsets

    kinds: list[tuple[str, Callable[[StandingRow], int], Callable[[int], str]]] = [
        (_("Most victories"), lambda row: row.line.won, lambda n: ngettext("%d win", "%d wins", n) % n),
        (
            _("Sharpest blades"),
            lambda row: row.line.kills,
            lambda n: ngettext("%d enemy out of action", "%d enemies out of action", n) % n,
        ),
        (
            _("The surgeons' best customers"),
            lambda row: row.line.losses,
            lambda n: ngettext("%d own casualty", "%d own casualties", n) % n,
        ),
        (
            _("Giant slayers"),
            upsets,
            lambda n: (
                ngettext("%(n)d win", "%(n)d wins", n) % {"n": n}
                + " "
                + _("against a rating higher by %(ahead)d or more") % {"ahead": ahead}
            ),
        ),
        (_("Never missing"), lambda row: row.line.played, lambda n: ngettext("%d battle", "%d battles", n) % n),
    ]
    found = []
    for title, figure, words in kinds:
        best = max(rows, key=lambda row: (figure(row), -row.line.place), default=None)
        if best is not None and figure(best) > 0:
            found.append(Achievement(title, best.entry.name, best.entry.public_id, words(figure(best)), False))
    return found
