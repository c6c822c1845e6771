"""Plans matches: round-robin rounds, challenges, dates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime

from django.db import transaction

from campaigns.core.actions import MatchFacts, Viewer, is_in, may_decline
from campaigns.core.arbitrators import is_run_by, locked_for_arbitrator
from campaigns.core.events import earlier_submission, record
from campaigns.core.refusals import (
    CampaignNotRunning,
    DateInThePast,
    NotYourMatch,
    OpponentOutOfReach,
    SameWarband,
    TooManySides,
)
from campaigns.matches import preparation
from campaigns.matches.refusals import OWN_CHALLENGE, NotAChallenge, WarbandArchived, not_open
from campaigns.matches.rows import new_matches
from campaigns.models import Campaign, Match, MatchStatus, Round, RoundKind
from campaigns.rounds.planning import Plan, plan
from campaigns.standings.ladder import is_in_reach
from campaigns.standings.ladder_selectors import ladder_of
from campaigns.standings.outcomes import MOST_SIDES
from mordheim_site.registry import Registry
from warbands.models import Warband, WarbandStatus

CANCEL_LISTENERS: Registry[str, Callable[[Match, datetime], None]] = Registry("listener to cancelled matches")
"""Functions called when a match is cancelled, in its transaction; later apps add theirs."""


def plan_round_robin(
    *,
    campaign_id: int,
    actor_id: int,
    now: datetime,
    rounds: int = 0,
    first_day: date | None = None,
    days: int = 7,
    source_key: str = "",
) -> list[Round]:
    """Plan round-robin rounds after the existing ones. `rounds` 0 plans one full cycle.

    With `first_day` the rounds get dates, `days` long each. A second call with the same `source_key` changes nothing.
    Raises NotTheArbitrator, CampaignNotRunning, TooFewWarbands, TooManyMatches. Rule: LG-PAIR-01
    """
    wanted = Plan(kind=RoundKind.ROUND_ROBIN, rounds=rounds, first_day=first_day, days=days)
    return plan(campaign_id=campaign_id, actor_id=actor_id, now=now, asked=wanted, source_key=source_key)


@transaction.atomic
def challenge(
    *,
    campaign_id: int,
    actor_id: int,
    entry_id: int,
    other_entry_id: int,
    now: datetime,
    scenario_code: str = "",
    best_of: int = 1,
    source_key: str = "",
    more: Sequence[int] = (),
) -> Match:
    """Create a match outside of rounds between two warbands, or with `more` entries among three to six. The challenger
    plays the first of them or is an arbitrator. A battle with several sides is a single game. A second call with the
    same `source_key` returns the first match. On a ladder a player can challenge only a limited number of rungs up.
    Raises CampaignNotRunning, SameWarband, NotYourMatch, WarbandArchived, OpponentOutOfReach, TooManySides,
    ScenarioForTwoSides."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    earlier = earlier_submission(campaign, source_key)
    if earlier is not None:
        return campaign.matches.get(public_id=earlier.match)
    if not campaign.is_open:
        raise CampaignNotRunning
    public_ids = (entry_id, other_entry_id, *more)
    if len(set(public_ids)) != len(public_ids):
        raise SameWarband
    if len(public_ids) > MOST_SIDES:
        raise TooManySides
    found = {
        entry.pk: entry
        for entry in campaign.entries.filter(pk__in=public_ids, withdrawn_at__isnull=True).select_related("warband")
    }
    if len(found) != len(public_ids) or not (found[entry_id].player_id == actor_id or is_run_by(campaign_id, actor_id)):
        raise NotYourMatch
    pair = tuple(found[public_id] for public_id in public_ids)
    refuse_archived([entry.warband for entry in pair])
    reach = campaign.ladder_reach if not is_run_by(campaign_id, actor_id) else 0
    if reach:
        rungs = ladder_of(campaign)
        if not all(is_in_reach(rungs, entry_id, other, reach) for other in public_ids[1:]):
            raise OpponentOutOfReach(reach=reach)
    match = new_matches(campaign, None, [pair], best_of=best_of if len(pair) == 2 else 1)[0]
    if scenario_code:
        preparation.refuse_if_not_for(campaign, scenario_code, len(pair))
        match.scenario_code = scenario_code
        match.save(update_fields=["scenario_code"])
    record(
        campaign,
        "match_arranged",
        at=now,
        actor_id=actor_id,
        source_key=source_key,
        match=match.public_id,
        sides=[{"entry": entry.public_id, "warband": entry.warband.name} for entry in pair],
    )
    return match


@transaction.atomic
def set_date(*, match_id: int, actor_id: int, planned_for: datetime | None, now: datetime) -> Match:
    """Set the date on which a match is played, or None to leave it open. A new date deletes all answers to the previous
    one. Raises NotYourMatch, MatchNotOpen, DateInThePast."""
    match = Match.objects.select_for_update().get(pk=match_id)
    asker = Viewer(actor_id, is_run_by(match.campaign_id, actor_id))
    players = match.sides.values_list("entry__player_id", flat=True)
    if not asker.runs_it and not any(asker.speaks_for(player) for player in players):
        raise NotYourMatch
    if match.status != MatchStatus.PLANNED:
        raise not_open(match)
    if match.planned_for != planned_for:
        if planned_for is not None and planned_for < now:
            raise DateInThePast
        match.planned_for = planned_for
        match.save(update_fields=["planned_for"])
        match.sides.exclude(rsvp="").update(rsvp="")
        when = planned_for.isoformat() if planned_for else ""
        record(match.campaign, "match_dated", at=now, actor_id=actor_id, match=match.public_id, when=when)
    return match


def refuse_archived(warbands: Iterable[Warband]) -> None:
    """Raise WarbandArchived if one of these warbands is archived."""
    if archived := [warband.name for warband in warbands if warband.status == WarbandStatus.ARCHIVED]:
        raise WarbandArchived.named(archived)


@transaction.atomic
def mark_playing(*, match_id: int) -> Match:
    """Record that a battle for this match has begun. Raises MatchNotOpen if it was already played or decided, and
    CampaignNotRunning."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.is_bye or match.status not in (MatchStatus.PLANNED, MatchStatus.PLAYING):
        raise not_open(match)
    if not match.campaign.is_open:
        raise CampaignNotRunning
    match.status = MatchStatus.PLAYING
    match.save(update_fields=["status"])
    return match


@transaction.atomic
def mark_not_playing(*, match_id: int) -> Match:
    """Make the match planned again after its battle was abandoned. Does nothing if it is not being played."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.status == MatchStatus.PLAYING:
        match.status = MatchStatus.PLANNED
        match.save(update_fields=["status"])
    return match


@transaction.atomic
def cancel(*, match_id: int, actor_id: int, now: datetime) -> Match:
    """Cancel a match that has no confirmed result. If a battle for it is being played, it is abandoned and changes no
    roster. Calling it again changes nothing. Raises NotTheArbitrator, MatchNotOpen."""
    match = Match.objects.select_for_update().get(pk=match_id)
    locked_for_arbitrator(match.campaign_id, actor_id)
    if match.status == MatchStatus.VOID:
        return match
    if match.status == MatchStatus.AGREED:
        raise not_open(match)
    names = _void(match, now)
    record(match.campaign, "match_voided", at=now, actor_id=actor_id, match=match.public_id, warbands=names)
    return match


@transaction.atomic
def decline(*, match_id: int, actor_id: int, now: datetime, reason: str = "") -> Match:
    """Decline a challenge, as a player who was challenged. The match is cancelled, and its page shows the reason.
    Raises NotYourMatch, NotAChallenge (a match of a round, or sent by the user), MatchNotOpen (begun, reported or
    cancelled)."""
    match = Match.objects.select_for_update().get(pk=match_id)
    asker = Viewer(actor_id, is_run_by(match.campaign_id, actor_id))
    sides = list(match.sides.order_by("place").values_list("entry__player_id", "entry__warband__name"))
    facts = MatchFacts(
        status=match.status,
        is_bye=match.is_bye,
        players=tuple(player_id for player_id, _name in sides),
        reported_by=match.reported_by_id,
        campaign_is_open=match.campaign.is_open,
        is_challenge=match.round_id is None and match.game_number == 1,
    )
    if not is_in(facts, asker):
        raise NotYourMatch
    if match.status != MatchStatus.PLANNED:
        raise not_open(match)
    if not may_decline(facts, asker):
        is_own = facts.is_challenge and asker.speaks_for(sides[0][0])
        raise NotAChallenge(message=OWN_CHALLENGE if is_own else None)
    match.note = reason.strip()[:300]
    match.save(update_fields=["note"])
    _void(match, now)
    decliner = next(name for player_id, name in sides[1:] if asker.speaks_for(player_id))
    record(
        match.campaign,
        "match_declined",
        at=now,
        actor_id=actor_id,
        match=match.public_id,
        warbands=[sides[0][1], decliner],
        reason=match.note,
    )
    return match


def _void(match: Match, now: datetime) -> list[str]:
    """Cancel a match and tell the listeners. Returns the names of its warbands in their order."""
    if match.series == match.public_id:
        # The other games of the series stay together, under the id of the first game that is left.
        others = Match.objects.filter(series=match.public_id).exclude(pk=match.pk).order_by("game_number", "pk")
        heir = others.exclude(status=MatchStatus.VOID).first()
        if heir is not None:
            others.update(series=heir.public_id)
    match.status = MatchStatus.VOID
    match.save(update_fields=["status"])
    for listener in CANCEL_LISTENERS.values():
        listener(match, now)
    return list(match.sides.order_by("place").values_list("entry__warband__name", flat=True))
