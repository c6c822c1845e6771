"""Planning matches: rounds by pairing, and free challenges."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Max

from campaigns.models import Campaign, Entry, Match, MatchSide, MatchStatus, Round
from campaigns.refusals import (
    CampaignNotRunning,
    MatchNotOpen,
    NotYourMatch,
    SameWarband,
    TooFewWarbands,
    TooManyMatches,
)
from campaigns.rules.match_acts import Asker
from campaigns.rules.pairing import round_robin
from campaigns.services.events import earlier_press, record
from campaigns.services.running import locked_for_arbitrator, runs

MOST_MATCHES = 2000


def _new_matches(campaign: Campaign, round_: Round | None, pairs: Sequence[tuple[Entry, ...]]) -> list[Match]:
    """Rows of matches and their sides; one entry alone is a bye. Two writes, however many."""
    made = Match.objects.bulk_create(
        Match(
            campaign=campaign,
            round=round_,
            is_bye=len(entries) == 1,
            status=MatchStatus.AGREED if len(entries) == 1 else MatchStatus.PLANNED,
        )
        for entries in pairs
    )
    MatchSide.objects.bulk_create(
        MatchSide(match=match, entry=entry, place=place)
        for match, entries in zip(made, pairs, strict=True)
        for place, entry in enumerate(entries)
    )
    return made


@transaction.atomic
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
    """Plan rounds in which everybody meets everybody, after those that already stand. `rounds` 0 plans one full cycle.

    With `first_day` the rounds get dates, `days` long each. The same `source_key` plans once. Raises NotTheArbitrator,
    CampaignNotRunning, TooFewWarbands, TooManyMatches. Rule: LG-PAIR-01
    """
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    earlier = earlier_press(campaign, source_key)
    if earlier is not None:
        first, count = earlier.data["first"], earlier.data["count"]
        return list(campaign.rounds.filter(number__gte=first, number__lt=first + count))
    if not campaign.is_open:
        raise CampaignNotRunning
    entries = list(campaign.entries.filter(withdrawn_at__isnull=True).order_by("joined_at", "pk"))
    if len(entries) < 2:
        raise TooFewWarbands
    if (rounds or len(entries)) * len(entries) // 2 > MOST_MATCHES:
        raise TooManyMatches
    last = campaign.rounds.aggregate(last=Max("number"))["last"] or 0
    made = []
    for offset, pairs in enumerate(round_robin(entries, rounds)):
        starts_on = first_day + timedelta(days=offset * days) if first_day else None
        ends_on = starts_on + timedelta(days=max(days - 1, 0)) if starts_on else None
        round_ = Round.objects.create(campaign=campaign, number=last + offset + 1, starts_on=starts_on, ends_on=ends_on)
        _new_matches(campaign, round_, [(one,) if other is None else (one, other) for one, other in pairs])
        made.append(round_)
    record(
        campaign, "rounds_planned", at=now, actor_id=actor_id, source_key=source_key, first=last + 1, count=len(made)
    )
    return made


@transaction.atomic
def challenge(
    *,
    campaign_id: int,
    actor_id: int,
    entry_id: int,
    other_entry_id: int,
    now: datetime,
    scenario_code: str = "",
    source_key: str = "",
) -> Match:
    """A free match between two warbands; the challenger plays one of them or runs the campaign.

    The same `source_key` arranges one match. Raises CampaignNotRunning, SameWarband, NotYourMatch.
    """
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    earlier = earlier_press(campaign, source_key)
    if earlier is not None:
        return campaign.matches.get(public_id=earlier.data["match"])
    if not campaign.is_open:
        raise CampaignNotRunning
    if entry_id == other_entry_id:
        raise SameWarband
    found = {
        entry.pk: entry
        for entry in campaign.entries.filter(
            pk__in=(entry_id, other_entry_id), withdrawn_at__isnull=True
        ).select_related("warband")
    }
    if len(found) != 2 or not (found[entry_id].player_id == actor_id or runs(campaign_id, actor_id)):
        raise NotYourMatch
    pair = (found[entry_id], found[other_entry_id])
    match = _new_matches(campaign, None, [pair])[0]
    if scenario_code:
        match.scenario_code = scenario_code
        match.save(update_fields=["scenario_code"])
    record(
        campaign,
        "match_arranged",
        at=now,
        actor_id=actor_id,
        source_key=source_key,
        match=match.public_id,
        sides=[{"entry": one.public_id, "warband": one.warband.name} for one in pair],
    )
    return match


@transaction.atomic
def set_date(*, match_id: int, actor_id: int, planned_for: datetime | None, now: datetime) -> Match:
    """Agree on when a match is played, or leave it open. Raises NotYourMatch, MatchNotOpen."""
    match = Match.objects.select_for_update().get(pk=match_id)
    asker = Asker(actor_id, runs(match.campaign_id, actor_id))
    players = match.sides.values_list("entry__player_id", flat=True)
    if not asker.runs_it and not any(asker.speaks_for(player) for player in players):
        raise NotYourMatch
    if match.status != MatchStatus.PLANNED:
        raise MatchNotOpen
    if match.planned_for != planned_for:
        match.planned_for = planned_for
        match.save(update_fields=["planned_for"])
        when = planned_for.isoformat() if planned_for else ""
        record(match.campaign, "match_dated", at=now, actor_id=actor_id, match=match.public_id, when=when)
    return match


@transaction.atomic
def mark_playing(*, match_id: int) -> Match:
    """A battle for this match has begun. Raises MatchNotOpen when it was played or decided already, and
    CampaignNotRunning."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.is_bye or match.status not in (MatchStatus.PLANNED, MatchStatus.PLAYING):
        raise MatchNotOpen
    if not match.campaign.is_open:
        raise CampaignNotRunning
    match.status = MatchStatus.PLAYING
    match.save(update_fields=["status"])
    return match


@transaction.atomic
def mark_not_playing(*, match_id: int) -> Match:
    """The battle of this match was abandoned: it is planned again. One that is not being played stays as it is."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.status == MatchStatus.PLAYING:
        match.status = MatchStatus.PLANNED
        match.save(update_fields=["status"])
    return match


@transaction.atomic
def cancel(*, match_id: int, actor_id: int, now: datetime) -> Match:
    """Void a match that has no agreed result. A second press changes nothing. Raises NotTheArbitrator,
    MatchNotOpen."""
    match = Match.objects.select_for_update().get(pk=match_id)
    locked_for_arbitrator(match.campaign_id, actor_id)
    if match.status == MatchStatus.VOID:
        return match
    if match.status == MatchStatus.AGREED:
        raise MatchNotOpen
    match.status = MatchStatus.VOID
    match.save(update_fields=["status"])
    names = list(match.sides.order_by("place").values_list("entry__warband__name", flat=True))
    record(match.campaign, "match_voided", at=now, actor_id=actor_id, match=match.public_id, warbands=names)
    return match
