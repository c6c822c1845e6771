"""Planning matches: rounds by pairing, and free challenges."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from campaigns.models import Campaign, Entry, Match, MatchSide, MatchStatus, Membership, Role, Round
from campaigns.refusals import CampaignNotRunning, MatchNotOpen, NotYourMatch, SameWarband, TooFewWarbands
from campaigns.rules.pairing import round_robin
from campaigns.services.events import record
from campaigns.services.running import locked_for_arbitrator


def _new_match(campaign: Campaign, entries: tuple[Entry, ...], round_: Round | None, scenario_code: str = "") -> Match:
    match = Match.objects.create(
        campaign=campaign,
        round=round_,
        scenario_code=scenario_code,
        is_bye=len(entries) == 1,
        status=MatchStatus.AGREED if len(entries) == 1 else MatchStatus.PLANNED,
    )
    for place, entry in enumerate(entries):
        MatchSide.objects.create(match=match, entry=entry, place=place)
    return match


@transaction.atomic
def plan_round_robin(*, campaign_id: int, actor_id: int, now: datetime, rounds: int = 0) -> list[Round]:
    """Plan rounds in which everybody meets everybody, after those that already stand. `rounds` 0 plans one full cycle.

    Raises NotTheArbitrator, CampaignNotRunning, TooFewWarbands.
    """
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    if not campaign.is_open:
        raise CampaignNotRunning
    entries = list(campaign.entries.filter(withdrawn_at__isnull=True).order_by("joined_at", "pk"))
    if len(entries) < 2:
        raise TooFewWarbands
    last = campaign.rounds.aggregate(last=Max("number"))["last"] or 0
    made = []
    for offset, pairs in enumerate(round_robin(entries, rounds), 1):
        round_ = Round.objects.create(campaign=campaign, number=last + offset)
        for one, other in pairs:
            _new_match(campaign, (one,) if other is None else (one, other), round_)
        made.append(round_)
    record(campaign, "rounds_planned", at=now, actor_id=actor_id, first=last + 1, count=len(made))
    return made


@transaction.atomic
def challenge(
    *, campaign_id: int, actor_id: int, entry_id: int, other_entry_id: int, now: datetime, scenario_code: str = ""
) -> Match:
    """A free match between two warbands; the challenger plays one of them or runs the campaign.

    Raises CampaignNotRunning, SameWarband, NotYourMatch.
    """
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
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
    if len(found) != 2 or not (found[entry_id].player_id == actor_id or _runs(campaign, actor_id)):
        raise NotYourMatch
    match = _new_match(campaign, (found[entry_id], found[other_entry_id]), None, scenario_code)
    record(
        campaign,
        "match_arranged",
        at=now,
        actor_id=actor_id,
        match=match.public_id,
        warbands=[found[entry_id].warband.name, found[other_entry_id].warband.name],
    )
    return match


def _runs(campaign: Campaign, user_id: int) -> bool:
    return Membership.objects.filter(
        campaign=campaign, user_id=user_id, role__in=(Role.ARBITRATOR, Role.CO_ARBITRATOR), left_at__isnull=True
    ).exists()


@transaction.atomic
def mark_playing(*, match_id: int) -> Match:
    """A battle for this match has begun. Raises MatchNotOpen when it was played or decided already."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.status not in (MatchStatus.PLANNED, MatchStatus.PLAYING):
        raise MatchNotOpen
    match.status = MatchStatus.PLAYING
    match.save(update_fields=["status"])
    return match


@transaction.atomic
def cancel(*, match_id: int, actor_id: int, now: datetime) -> Match:
    """Void a match that has no agreed result. Raises NotTheArbitrator, MatchNotOpen."""
    match = Match.objects.select_for_update().select_related("campaign").get(pk=match_id)
    locked_for_arbitrator(match.campaign_id, actor_id)
    if match.status == MatchStatus.AGREED:
        raise MatchNotOpen
    match.status = MatchStatus.VOID
    match.save(update_fields=["status"])
    record(match.campaign, "match_voided", at=now, actor_id=actor_id, match=match.public_id)
    return match
