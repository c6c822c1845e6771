"""Queries for lists of campaigns, and for the members of one."""

from __future__ import annotations

from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404

from accounts.models import User
from campaigns.models import Audience, Campaign, CampaignStatus, Entry, Match, Membership
from warbands.models import Warband, WarbandStatus

SHOWN = 40


def _counted(rows: QuerySet[Campaign]) -> QuerySet[Campaign]:
    """Campaigns with their creator and the numbers of warbands and played matches (`warbands`, `played`)."""
    entries = Entry.objects.filter(campaign=OuterRef("pk"), withdrawn_at__isnull=True).order_by()
    played = Match.objects.filter(campaign=OuterRef("pk"), status="agreed", is_bye=False).order_by()
    return rows.select_related("created_by").annotate(
        warbands=Coalesce(_count(entries), 0), played=Coalesce(_count(played), 0)
    )


def _count(rows: QuerySet[Entry] | QuerySet[Match]) -> Subquery:
    return Subquery(rows.values("campaign").annotate(n=Count("pk")).values("n"))


def campaigns_of(user: User) -> QuerySet[Campaign]:
    """Campaigns of this user: open ones first, then the newest."""
    mine = Membership.objects.filter(user_id=user.pk, left_at__isnull=True).values("campaign_id")
    return _counted(Campaign.objects.filter(pk__in=mine)).order_by("closed_at", "-created_at", "-pk")


def public_campaigns(query: str = "", *, ruleset: str = "", is_open: bool = False) -> QuerySet[Campaign]:
    """Public campaigns whose name or text contains every word of `query`; running ones first."""
    rows = Campaign.objects.filter(audience=Audience.PUBLIC).exclude(status=CampaignStatus.ARCHIVED)
    for word in query.split()[:6]:
        rows = rows.filter(Q(name__icontains=word) | Q(about__icontains=word) | Q(slug__icontains=word))
    if ruleset:
        rows = rows.filter(ruleset=ruleset)
    if is_open:
        rows = rows.filter(status=CampaignStatus.RUNNING, allows_late_join=True)
    closed = Q(status=CampaignStatus.CLOSED)
    is_over = Case(When(closed, then=1), default=0, output_field=IntegerField())
    return _counted(rows).annotate(is_over=is_over).order_by("is_over", "-created_at", "-pk")


def public_addresses(limit: int = 5000) -> list[str]:
    """Addresses of public leagues, newest first; at most `limit`. One query."""
    rows = Campaign.objects.filter(audience=Audience.PUBLIC).exclude(status=CampaignStatus.ARCHIVED)
    return list(rows.order_by("-created_at", "-pk").values_list("slug", flat=True)[:limit])


def members_of(campaign: Campaign) -> list[Membership]:
    """All members, in the order of joining. One query."""
    return list(campaign.memberships.filter(left_at__isnull=True).select_related("user").order_by("joined_at", "pk"))


def free_warbands_of(user_id: int) -> QuerySet[Warband]:
    """Founded warbands of this user that are in no campaign, last changed first."""
    playing = Entry.objects.filter(warband=OuterRef("pk"), withdrawn_at__isnull=True)
    rows = Warband.objects.filter(owner_id=user_id, status=WarbandStatus.FOUNDED).exclude(Exists(playing))
    return rows.order_by("-changed_at", "pk")


def invited_campaign(join_code: str) -> Campaign:
    """The campaign of an invitation link. Raises Http404."""
    return get_object_or_404(Campaign.objects.select_related("created_by"), join_code=join_code)
