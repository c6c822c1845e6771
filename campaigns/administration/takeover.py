"""Succession in a campaign without an active arbitrator. A player asks to take it over, waits, and becomes the
arbitrator (LG-TAKE-01). A co-arbitrator can become the arbitrator at once, and does so automatically when the
arbitrator's account is closed (LG-TAKE-02)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Max

from campaigns.core.arbitrators import locked_for_arbitrator
from campaigns.core.events import record
from campaigns.core.refusals import (
    ArbitratorAnswered,
    ArbitratorIsActive,
    GuestsCannotRunLeagues,
    NotAMember,
    NotTheArbitrator,
    StillWaiting,
)
from campaigns.models import Campaign, CampaignStatus, Membership, Role

INACTIVE_AFTER: Final = timedelta(days=30)
"""Time without any action or sign-in after which an arbitrator counts as inactive."""
WAIT: Final = timedelta(days=7)
"""Time that the arbitrators have to answer a request to take over."""


RUNNERS: Final = (Role.ARBITRATOR, Role.CO_ARBITRATOR)


def last_activity(campaign: Campaign, roles: tuple[str, ...] = RUNNERS) -> datetime:
    """When a member with one of these roles was last active in the campaign or signed in; at the earliest the start of
    the campaign. Two queries."""
    runners = Membership.objects.filter(campaign=campaign, role__in=roles, left_at__isnull=True)
    seen = runners.aggregate(last=Max("user__last_login"))["last"]
    acted = campaign.events.filter(actor_id__in=runners.values("user_id")).aggregate(last=Max("at"))["last"]
    return max(moment for moment in (seen, acted, campaign.created_at) if moment is not None)


def is_inactive(campaign: Campaign, now: datetime) -> bool:
    """Whether the arbitrators are inactive, so that a player may ask to take over the campaign."""
    return campaign.status != CampaignStatus.ARCHIVED and now - last_activity(campaign) > INACTIVE_AFTER


def is_arbitrator_gone(campaign: Campaign, now: datetime) -> bool:
    """Whether a co-arbitrator may become the arbitrator, because the arbitrator is inactive or has closed their
    account. Three queries."""
    memberships = Membership.objects.filter(campaign=campaign, role=Role.ARBITRATOR, left_at__isnull=True)
    if not memberships.filter(user__closed_at__isnull=True, user__left_at__isnull=True).exists():
        return True
    return now - last_activity(campaign, (Role.ARBITRATOR,)) > INACTIVE_AFTER


def next_arbitrator(campaign: Campaign) -> Membership | None:
    """The co-arbitrator who becomes the arbitrator when the arbitrator's account is closed: the one who joined first,
    or None. One query."""
    memberships = Membership.objects.filter(campaign=campaign, role=Role.CO_ARBITRATOR, left_at__isnull=True)
    there = memberships.filter(user__closed_at__isnull=True, user__left_at__isnull=True, user__is_guest=False)
    return there.select_related("user").order_by("joined_at", "pk").first()


@transaction.atomic
def promote_co_arbitrator(*, campaign_id: int, actor_id: int, now: datetime) -> Membership:
    """Make a co-arbitrator the arbitrator if the arbitrator has been inactive for 30 days. Calling it again changes
    nothing. Raises NotTheArbitrator, GuestsCannotRunLeagues, ArbitratorAnswered. Rule: LG-TAKE-02"""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    memberships = Membership.objects.select_related("user")
    member = memberships.filter(campaign=campaign, user_id=actor_id, left_at__isnull=True).first()
    if member is None:
        raise NotTheArbitrator
    if member.role == Role.ARBITRATOR:
        return member
    if member.user.is_guest:
        raise GuestsCannotRunLeagues
    if not is_arbitrator_gone(campaign, now):
        raise ArbitratorAnswered
    return _make_arbitrator(campaign, member, actor_id=actor_id, now=now)


@transaction.atomic
def hand_to_co_arbitrator(*, campaign_id: int, now: datetime) -> Membership | None:
    """Make the first co-arbitrator the arbitrator, because the arbitrator leaves the site. Returns None if there is no
    co-arbitrator."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    heir = next_arbitrator(campaign)
    return _make_arbitrator(campaign, heir, actor_id=None, now=now) if heir is not None else None


def _make_arbitrator(campaign: Campaign, member: Membership, *, actor_id: int | None, now: datetime) -> Membership:
    """Make a member the arbitrator. The previous arbitrator becomes a co-arbitrator and can be given the role again."""
    Membership.objects.filter(campaign=campaign, role=Role.ARBITRATOR).update(role=Role.CO_ARBITRATOR)
    member.role = Role.ARBITRATOR
    member.save(update_fields=["role"])
    if campaign.takeover_by_id is not None:
        campaign.takeover_by, campaign.takeover_asked_at = None, None
        campaign.save(update_fields=["takeover_by", "takeover_asked_at"])
    record(
        campaign,
        "arbitrator_replaced",
        at=now,
        actor_id=actor_id,
        person=member.user.shown_name,
        has_left=actor_id is None,
    )
    return member


@transaction.atomic
def request_takeover(*, campaign_id: int, actor_id: int, now: datetime) -> Campaign:
    """Ask to take over an abandoned campaign, as a player. Calling it again changes nothing. Raises NotAMember,
    GuestsCannotRunLeagues, ArbitratorIsActive."""
    campaign, member = _locked(campaign_id, actor_id)
    if campaign.takeover_by_id is not None:
        return campaign
    if member.user.is_guest:
        raise GuestsCannotRunLeagues
    if not is_inactive(campaign, now):
        raise ArbitratorIsActive
    campaign.takeover_by_id, campaign.takeover_asked_at = actor_id, now
    campaign.save(update_fields=["takeover_by", "takeover_asked_at"])
    record(campaign, "takeover_asked", at=now, actor_id=actor_id, person=member.user.shown_name)
    return campaign


@transaction.atomic
def take_over(*, campaign_id: int, actor_id: int, now: datetime) -> Membership:
    """Make the user who asked the arbitrator once the waiting time is over. The former arbitrator becomes a player and
    can be given a role again. Raises NotAMember, StillWaiting; ArbitratorIsActive if the arbitrator has come back in
    the meantime."""
    campaign, member = _locked(campaign_id, actor_id)
    if member.role == Role.ARBITRATOR:
        return member
    if campaign.takeover_by_id != actor_id or campaign.takeover_asked_at is None:
        raise NotAMember
    if now - campaign.takeover_asked_at < WAIT:
        raise StillWaiting
    if last_activity(campaign) > campaign.takeover_asked_at:
        raise ArbitratorIsActive
    Membership.objects.filter(campaign=campaign, role=Role.ARBITRATOR).update(role=Role.PLAYER)
    member.role = Role.ARBITRATOR
    member.save(update_fields=["role"])
    campaign.takeover_by, campaign.takeover_asked_at = None, None
    campaign.save(update_fields=["takeover_by", "takeover_asked_at"])
    person = member.user.shown_name
    record(campaign, "role_given", at=now, actor_id=actor_id, person=person, role=Role.ARBITRATOR)
    return member


@transaction.atomic
def decline_takeover(*, campaign_id: int, actor_id: int, now: datetime) -> Campaign:
    """Decline the request to take over, as an arbitrator. Raises NotTheArbitrator."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    if campaign.takeover_by_id is not None:
        campaign.takeover_by, campaign.takeover_asked_at = None, None
        campaign.save(update_fields=["takeover_by", "takeover_asked_at"])
        record(campaign, "takeover_refused", at=now, actor_id=actor_id)
    return campaign


def _locked(campaign_id: int, actor_id: int) -> tuple[Campaign, Membership]:
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    members = Membership.objects.filter(campaign=campaign, left_at__isnull=True).select_related("user")
    member = members.filter(user_id=actor_id).exclude(role=Role.GUEST).first()
    if member is None:
        raise NotAMember
    return campaign, member
