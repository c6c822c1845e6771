"""Handles the league data of a deleted account."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.administration import takeover
from campaigns.matches.references import references
from campaigns.members import services as members_services
from campaigns.models import (
    Campaign,
    CampaignStatus,
    Entry,
    Match,
    MatchSide,
    MatchStatus,
    Membership,
    Notice,
    NoticeChoice,
    PushDevice,
    Rhythm,
    Role,
)
from campaigns.notices import delivery
from mordheim_site.refusals import Fix

OVER = (CampaignStatus.CLOSED, CampaignStatus.ARCHIVED)
OPEN = (MatchStatus.PLANNED, MatchStatus.PLAYING, MatchStatus.REPORTED, MatchStatus.DISPUTED)


def leagues_run(user: User) -> Iterable[Fix]:
    """Leagues that would be left without an arbitrator, because there is no co-arbitrator who could take over."""
    for campaign in _run_by(user):
        if takeover.next_arbitrator(campaign) is None:
            yield Fix(campaign.name, reverse("campaigns:people", args=[campaign.slug]))


def _run_by(user: User) -> list[Campaign]:
    memberships = Membership.objects.filter(user=user, role=Role.ARBITRATOR, left_at__isnull=True).select_related(
        "campaign"
    )
    return [membership.campaign for membership in memberships.exclude(campaign__status__in=OVER).order_by("pk")]


def hand_over_leagues(user: User, now: datetime) -> None:
    """Hand the user's leagues to their first co-arbitrators. A second run finds nothing to do. Rule: LG-TAKE-02"""
    for campaign in _run_by(user):
        takeover.hand_to_co_arbitrator(campaign_id=campaign.pk, now=now)


def end_league_activities(user: User) -> None:
    """Hand over the user's leagues, and stop all mails and push notifications to the user."""
    hand_over_leagues(user, timezone.now())
    PushDevice.objects.filter(user=user).delete()
    NoticeChoice.objects.filter(user=user).update(rhythm=Rhythm.OFF)


def in_leagues(owner_id: int) -> Iterable[int]:
    """Warbands that must stay because a league's records contain them."""
    return Entry.objects.filter(warband__owner_id=owner_id).values_list("warband_id", flat=True)


def delete_user_data(user: User, now: datetime) -> None:
    """Notify opponents in open matches, withdraw the user's warbands, and empty the inbox. Results, posts and comments
    stay. A second run finds nothing to do."""
    hand_over_leagues(user, now)
    for match in Match.objects.filter(status__in=OPEN, sides__entry__player=user).distinct().select_related("campaign"):
        _notify_arbitrators(match, user, now)
    memberships = Membership.objects.filter(user=user, left_at__isnull=True).exclude(role=Role.ARBITRATOR)
    for campaign_id in list(memberships.values_list("campaign_id", flat=True)):
        members_services.leave(campaign_id=campaign_id, actor_id=user.pk, now=now)
    Campaign.objects.filter(takeover_by=user).update(takeover_by=None, takeover_asked_at=None)
    Notice.objects.filter(user=user).delete()
    NoticeChoice.objects.filter(user=user).delete()
    PushDevice.objects.filter(user=user).delete()


def _notify_arbitrators(match: Match, user: User, now: datetime) -> None:
    sides = list(MatchSide.objects.filter(match=match).select_related("entry__warband").order_by("place"))
    runners = Membership.objects.filter(
        campaign=match.campaign, role__in=(Role.ARBITRATOR, Role.CO_ARBITRATOR), left_at__isnull=True
    )
    people = {side.entry.player_id for side in sides} | set(runners.values_list("user_id", flat=True))
    own = [side.entry.warband.name for side in sides if side.entry.player_id == user.pk]
    delivery.write_notices(
        people - {user.pk},
        campaign=match.campaign,
        kind="match",
        sentence=_("The player of %(warband)s has deleted their account. Settle your match with the arbitrator.")
        % {"warband": ", ".join(own)},
        url=reverse("campaigns:match", args=[match.campaign.slug, match.public_id]),
        source=f"left:{user.public_id}:{match.public_id}",
        now=now,
        about=references(match.campaign, match),
    )
