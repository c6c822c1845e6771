"""Lists of campaigns, and the people of one."""

from __future__ import annotations

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import User
from campaigns.models import Audience, Campaign, CampaignStatus, Entry, Membership
from warbands.models import Warband, WarbandStatus

SHOWN = 40


def _counted(rows: QuerySet[Campaign]) -> QuerySet[Campaign]:
    """With `warbands` and `played`, and who began it."""
    played = Q(matches__status="agreed", matches__is_bye=False)
    return rows.select_related("created_by").annotate(
        warbands=Count("entries", filter=Q(entries__withdrawn_at__isnull=True), distinct=True),
        played=Count("matches", filter=played, distinct=True),
    )


def campaigns_of(user: User) -> QuerySet[Campaign]:
    """Campaigns this person takes part in: open ones first, then the newest."""
    mine = Membership.objects.filter(user_id=user.pk, left_at__isnull=True).values("campaign_id")
    return _counted(Campaign.objects.filter(pk__in=mine)).order_by("closed_at", "-created_at", "-pk")


def public_campaigns(query: str = "") -> QuerySet[Campaign]:
    """Campaigns that everybody may read and whose name holds every word of `query`; running ones first."""
    rows = Campaign.objects.filter(audience=Audience.PUBLIC).exclude(status=CampaignStatus.ARCHIVED)
    for word in query.split()[:6]:
        rows = rows.filter(name__icontains=word)
    closed = Q(status=CampaignStatus.CLOSED)
    return _counted(rows).annotate(is_over=Count("pk", filter=closed)).order_by("is_over", "-created_at", "-pk")


def members_of(campaign: Campaign) -> list[Membership]:
    """Everybody who takes part, in the order of joining. One query."""
    return list(campaign.memberships.filter(left_at__isnull=True).select_related("user").order_by("joined_at", "pk"))


def free_warbands_of(user_id: int) -> QuerySet[Warband]:
    """Founded warbands of this person that play in no campaign, last changed first."""
    playing = Entry.objects.filter(warband=OuterRef("pk"), withdrawn_at__isnull=True)
    rows = Warband.objects.filter(owner_id=user_id, status=WarbandStatus.FOUNDED).exclude(Exists(playing))
    return rows.order_by("-changed_at", "pk")
