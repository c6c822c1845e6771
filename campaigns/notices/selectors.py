"""Queries for a user's inbox and for notification settings and webhooks."""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, F, OuterRef, Q, Value
from django.db.models.functions import Concat

from campaigns.models import (
    Campaign,
    CampaignStatus,
    Delivery,
    DeliveryState,
    Membership,
    Notice,
    NoticeChoice,
    Webhook,
)

PAGE = 40
INVITED: Final = "invited:"
"""Prefix of the `source_key` of invitations to a league."""


def inbox_of(user_id: int, before: int = 0) -> tuple[list[Notice], int]:
    """Notices, newest first, and the number at which the next page begins (0 if there is none). One query."""
    rows = Notice.objects.filter(user_id=user_id).select_related("campaign")
    if before:
        rows = rows.filter(pk__lt=before)
    found = list(rows.order_by("-pk")[: PAGE + 1])
    return found[:PAGE], found[PAGE - 1].pk if len(found) > PAGE else 0


def invitations_to(user_id: int) -> list[Notice]:
    """Invitations to leagues that this user has neither accepted nor declined, oldest first. An invitation ends with
    its link. One query."""
    joined = Membership.objects.filter(
        Q(left_at__isnull=True) | Q(left_at__gte=OuterRef("at")), campaign=OuterRef("campaign"), user_id=user_id
    )
    link = Concat(Value(INVITED), F("campaign__public_id"), Value(":"), F("campaign__join_code"))
    rows = Notice.objects.filter(user_id=user_id, answered_at__isnull=True, source_key__startswith=INVITED)
    rows = rows.filter(~Exists(joined), source_key=link, campaign__status=CampaignStatus.RUNNING)
    return list(rows.select_related("campaign").order_by("at", "pk")[:10])


def unread_count(user_id: int) -> int:
    """The number of unread notices. One query."""
    return Notice.objects.filter(user_id=user_id, read_at__isnull=True).count()


def choice_of(user_id: int) -> NoticeChoice:
    """Notification settings of this user; unsaved defaults if they were never set. One query."""
    return NoticeChoice.objects.filter(user_id=user_id).first() or NoticeChoice(user_id=user_id)


def webhooks_of(campaign: Campaign) -> list[tuple[Webhook, list[Delivery], list[Delivery]]]:
    """Webhooks, each with its last ten deliveries and its last ten failed ones. One query, and two for each of at most
    five webhooks."""
    hooks = list(campaign.webhooks.order_by("pk"))
    found = []
    for hook in hooks:
        rows = hook.deliveries.select_related("event").order_by("-pk")
        found.append((hook, list(rows[:10]), list(rows.filter(state=DeliveryState.FAILED)[:10])))
    return found


def is_stop_key(key: str) -> bool:
    """Whether a user has this key in the unsubscribe link of their mails."""
    return NoticeChoice.objects.filter(stop_key=key).exists()
