"""Queries for matches, for pages and the API. A list takes two queries for any size."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.core.actions import MatchFacts, Viewer, available_actions, may_agree
from campaigns.core.names import versus
from campaigns.models import Campaign, Match, MatchSide, MatchStatus, Membership, Role
from catalogue.packs.installed import book
from mordheim_site.registry import Registry

OPEN = (MatchStatus.PLANNED, MatchStatus.PLAYING, MatchStatus.REPORTED, MatchStatus.DISPUTED)


@dataclass(frozen=True, slots=True)
class SideView:
    """One warband in a match. `kills` and `losses` count warriors out of action."""

    entry_id: int
    public_id: str
    name: str
    crest: str
    player_id: int | None
    player_name: str
    result: str
    kills: int
    losses: int
    rsvp: str = ""
    finish: int = 0
    team: str = ""
    has_agreed: bool = False
    warband_id: str = ""
    """The public id of the roster."""
    has_stand_in: bool = False


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match with its sides. `title` is "Round 2" or "Challenge"; times are timezone-aware."""

    id: int
    public_id: str
    slug: str
    status: str
    is_bye: bool
    how: str
    title: str
    round_number: int | None
    ends_on: datetime.date | None
    scenario: str
    planned_for: datetime.datetime | None
    played_at: datetime.datetime | None
    reported_at: datetime.datetime | None
    reported_by_id: int | None
    reported_by: str
    ruling: str
    note: str
    campaign_is_open: bool
    sides: tuple[SideView, ...]
    scenario_code: str = ""
    scenario_roll: str = ""
    district_code: str = ""
    series: str = ""
    best_of: int = 1
    game_number: int = 1
    created_at: datetime.datetime | None = None
    is_solo: bool = False

    @property
    def facts(self) -> MatchFacts:
        """The values that the match rules need."""
        return MatchFacts(
            status=self.status,
            is_bye=self.is_bye,
            players=tuple(side.player_id for side in self.sides),
            reported_by=self.reported_by_id,
            campaign_is_open=self.campaign_is_open,
            how=self.how,
            agreed=tuple(side.has_agreed for side in self.sides),
            has_date=self.planned_for is not None,
            has_scenario=bool(self.scenario_code),
            has_rolled_scenario=bool(self.scenario_roll),
            is_solo=self.is_solo,
            stand_ins=tuple(side.has_stand_in for side in self.sides),
            is_challenge=self.round_number is None and self.game_number == 1,
        )

    @property
    def has_many(self) -> bool:
        """Whether the match has three or more warbands."""
        return len(self.sides) > 2

    def acts_for(self, asker: Viewer) -> tuple[str, ...]:
        """The actions of this user on the match now."""
        return available_actions(self.facts, asker)

    @property
    def winner(self) -> str:
        """The entry of the only winner; "" before there is a result, after a draw and after a shared win."""
        won = [side.public_id for side in self.sides if side.result == "win"]
        return won[0] if len(won) == 1 else ""

    @property
    def names(self) -> str:
        """ "The Broken Lanterns against the Rat Tithe"."""
        if len(self.sides) == 1:
            return _("%(name)s has a bye") % {"name": self.sides[0].name}
        return versus([side.name for side in self.sides])


BATTLES: Registry[str, Callable[[Sequence[int]], Mapping[int, str]]] = Registry("source of battles of matches")
"""Functions that return the public ids of battles by match id, for the ids of some matches. Later apps add theirs."""

UNDER_WAY: Registry[str, Callable[[], QuerySet[Any]]] = Registry("source of matches under way")
"""Queries for the ids of planned matches that are being played elsewhere. The dashboard does not list them as matches
to play."""


def battles_of_matches(match_ids: Sequence[int]) -> dict[int, str]:
    """The public ids of the battles in which matches are played or recorded. One query for each source."""
    return {match: battle for source in BATTLES.values() for match, battle in source(match_ids).items()}


def matches(campaign: Campaign) -> QuerySet[Match]:
    """Matches that are not void, ordered by round, challenges last."""
    return (
        Match.objects.filter(campaign=campaign)
        .exclude(status=MatchStatus.VOID)
        .order_by("round__number", "planned_for", "pk")
    )


def views_of(rows: QuerySet[Match]) -> list[MatchView]:
    """Load matches with two queries."""
    sides = MatchSide.objects.select_related("entry__warband", "entry__player").order_by("place")
    drawn = rows.select_related("campaign", "round", "reported_by").prefetch_related(Prefetch("sides", sides))
    return [_view(match) for match in drawn]


def view_of(match: Match) -> MatchView:
    """Load one match for display."""
    return views_of(Match.objects.filter(pk=match.pk))[0]


def _view(match: Match) -> MatchView:
    scenario = book().scenarios.get(match.scenario_code)
    title = _("Challenge")
    if match.round is not None:
        title = match.round.name or _("Round %(number)d") % {"number": match.round.number}
    if match.group:
        title = f"{title}, {match.group}"
    if match.best_of > 1 or match.game_number > 1:
        title = _("%(title)s, game %(number)d") % {"title": title, "number": match.game_number}
    return MatchView(
        id=match.pk,
        public_id=match.public_id,
        slug=match.campaign.slug,
        status=match.status,
        is_bye=match.is_bye,
        how=match.how,
        title=title,
        round_number=match.round.number if match.round is not None else None,
        ends_on=match.round.ends_on if match.round is not None else None,
        scenario=scenario.name if scenario is not None else "",
        planned_for=match.planned_for,
        played_at=match.played_at,
        reported_at=match.reported_at,
        created_at=match.created_at,
        reported_by_id=match.reported_by_id,
        reported_by=match.reported_by.shown_name if match.reported_by is not None else "",
        ruling=match.ruling,
        note=match.note,
        campaign_is_open=match.campaign.is_open,
        sides=tuple(_side(side) for side in match.sides.all()),
        scenario_code=match.scenario_code,
        scenario_roll=match.scenario_roll,
        district_code=match.district_code,
        series=match.series,
        best_of=match.best_of,
        game_number=match.game_number,
        is_solo=match.campaign.is_solo,
    )


def _side(side: MatchSide) -> SideView:
    entry = side.entry
    return SideView(
        entry_id=entry.pk,
        public_id=entry.public_id,
        name=entry.warband.name,
        crest=entry.warband.emblem,
        player_id=entry.player_id,
        player_name=entry.player.shown_name if entry.player is not None else "",
        result=side.result,
        kills=side.kills,
        losses=side.losses,
        rsvp=side.rsvp,
        finish=side.finish,
        team=side.team,
        has_agreed=side.agreed_at is not None,
        warband_id=entry.warband.public_id,
        has_stand_in=side.has_stand_in,
    )


def next_matches(campaign: Campaign, limit: int = 6) -> list[MatchView]:
    """The matches to play or answer next: those in progress first, then by round. Two queries."""
    return views_of(matches(campaign).filter(status__in=OPEN, is_bye=False)[:limit])


def matches_of_entry(campaign: Campaign, entry_id: int) -> list[MatchView]:
    """Every match of one warband. Two queries."""
    return views_of(matches(campaign).filter(sides__entry_id=entry_id))


def rounds_of(campaign: Campaign) -> list[tuple[int, str, int, str]]:
    """(number, name, open matches, kind) of every round. One query."""
    rows = Match.objects.filter(campaign=campaign, round__isnull=False).exclude(status=MatchStatus.VOID)
    counted = rows.order_by("round__number").values_list("round__number", "round__name", "round__kind")
    return [
        (number, name, waiting, kind)
        for number, name, kind, waiting in counted.annotate(n=Count("pk", filter=Q(status__in=OPEN)))
    ]


def unanswered_by(user: User) -> list[MatchView]:
    """Reported results that this user has to confirm, oldest first. Two queries."""
    rows = Match.objects.filter(status=MatchStatus.REPORTED, sides__entry__player_id=user.pk).distinct()
    asker = Viewer(user.pk)
    return [view for view in views_of(rows.order_by("reported_at", "pk")) if may_agree(view.facts, asker)]


def to_be_decided_by(user: User) -> list[MatchView]:
    """Disputed results in campaigns that this user runs, oldest first. Two queries."""
    run = Membership.objects.filter(
        user_id=user.pk, role__in=(Role.ARBITRATOR, Role.CO_ARBITRATOR), left_at__isnull=True
    )
    rows = Match.objects.filter(status=MatchStatus.DISPUTED, campaign__in=run.values("campaign_id"))
    return views_of(rows.order_by("reported_at", "pk"))


def due_for(user: User, today: datetime.date) -> list[MatchView]:
    """Planned matches of this user in rounds that have begun, in open campaigns; the earliest deadline comes first. Two
    queries."""
    rows = Match.objects.filter(
        status=MatchStatus.PLANNED,
        sides__entry__player_id=user.pk,
        campaign__status="running",
        round__starts_on__lte=today,
    ).distinct()
    return views_of(_not_begun(rows).order_by("round__ends_on", "pk")[:10])


def challenges_to(user: User) -> list[MatchView]:
    """Open challenges that others sent to this user, oldest first. Two queries. A challenge has no round; its sender
    plays the first side.
    """
    rows = Match.objects.filter(
        status=MatchStatus.PLANNED, sides__entry__player_id=user.pk, campaign__status="running", round__isnull=True
    ).distinct()
    views = views_of(_not_begun(rows).order_by("pk")[:10])
    return [view for view in views if view.sides and view.sides[0].player_id != user.pk]


def _not_begun(rows: QuerySet[Match]) -> QuerySet[Match]:
    for source in UNDER_WAY.values():
        rows = rows.exclude(pk__in=source())
    return rows


def by_round(views: Iterable[MatchView]) -> list[tuple[str, list[MatchView]]]:
    """Matches grouped by the title of their round, in the given order."""
    groups: list[tuple[str, list[MatchView]]] = []
    for view in views:
        if not groups or groups[-1][0] != view.title:
            groups.append((view.title, []))
        groups[-1][1].append(view)
    return groups


def match_as_stored(pk: int) -> Match:
    """The match loaded again from the database, with its campaign and round. Used after a refused action."""
    return Match.objects.select_related("campaign", "round").get(pk=pk)
