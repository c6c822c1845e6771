"""Records campaign events. The only place that creates CampaignEvent rows.

Any kind of event may be recorded, also one without its own text: the chronicle then shows `data["sentence"]` or leaves
it out. The kinds with their own text are listed in docs/developers/chronicle.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat

from campaigns.core.event_data import EventData
from campaigns.core.notice_rules import NOTICE_RULES
from campaigns.models import Campaign, CampaignEvent, Webhook
from jobs.services import enqueue
from mordheim_site.public_ids import new_public_id

NOTIFY_JOB = "campaigns.tell"
"""Kind of the job that notifies users of an event."""


def record(
    campaign: Campaign, kind: str, *, at: datetime, actor_id: int | None, source_key: str = "", **data: Any
) -> tuple[CampaignEvent, bool]:
    """Append an event; (event, True), or the earlier one and False when `source_key` was recorded before."""
    event, is_new = CampaignEvent.objects.get_or_create(
        campaign=campaign,
        source_key=source_key or new_public_id(),
        defaults={"kind": kind[:40], "at": at, "actor_id": actor_id, "data": data},
    )
    if is_new and has_subscribers(event):
        enqueue(kind=NOTIFY_JOB, key=str(event.pk), payload={"event_id": event.pk})
    return event, is_new


def has_subscribers(event: CampaignEvent) -> bool:
    """Whether a subscriber is possible: a kind that goes to inboxes, or an active webhook."""
    return event.kind in NOTICE_RULES or Webhook.objects.filter(campaign_id=event.campaign_id, is_on=True).exists()


def earlier_submission(campaign: Campaign, source_key: str) -> EventData | None:
    """What the event of an earlier submission of the same form says; None for the first."""
    event = CampaignEvent.objects.filter(campaign=campaign, source_key=source_key).first() if source_key else None
    return EventData.read(event.data) if event is not None else None


def revoke_aftermath(campaign_id: int, source_keys: Sequence[str], *, are_reported_again: bool = False) -> None:
    """Revoke the events of aftermaths, finds and deaths, with these keys.

    If they `are_reported_again`, the keys become free for new events.
    """
    events = CampaignEvent.objects.filter(campaign_id=campaign_id, kind__in=("aftermath_done", "warrior_died"))
    found = events.filter(source_key__in=source_keys)
    if are_reported_again:
        found.update(is_revoked=True, source_key=Concat(Value("revoked:"), Cast("pk", CharField())))
    else:
        found.update(is_revoked=True)


def revoke_results(campaign: Campaign, match_public_id: str) -> None:
    """Revoke the result events of a match whose result is replaced."""
    CampaignEvent.objects.filter(
        campaign=campaign, kind__in=("match_played", "result_ruled"), data__match=match_public_id, is_revoked=False
    ).update(is_revoked=True)
