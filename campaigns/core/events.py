"""Records campaign events. Only this module creates CampaignEvent rows. Any kind of event may be recorded, also without
a text of its own: the chronicle then shows `data["sentence"]`, or leaves the event out. The kinds with a text are
listed in docs/developers/chronicle.md."""

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
"""Kind of the job that notifies users about an event."""


def record(
    campaign: Campaign, kind: str, *, at: datetime, actor_id: int | None, source_key: str = "", **data: Any
) -> tuple[CampaignEvent, bool]:
    """Append an event. Returns (event, True), or (earlier event, False) if `source_key` was recorded before."""
    event, is_new = CampaignEvent.objects.get_or_create(
        campaign=campaign,
        source_key=source_key or new_public_id(),
        defaults={"kind": kind[:40], "at": at, "actor_id": actor_id, "data": data},
    )
    if is_new and has_subscribers(event):
        enqueue(kind=NOTIFY_JOB, key=str(event.pk), payload={"event_id": event.pk})
    return event, is_new


def has_subscribers(event: CampaignEvent) -> bool:
    """Whether the event may have subscribers: its kind goes to inboxes, or there is an active webhook."""
    return event.kind in NOTICE_RULES or Webhook.objects.filter(campaign_id=event.campaign_id, is_on=True).exists()


def earlier_submission(campaign: Campaign, source_key: str) -> EventData | None:
    """The data of the event from an earlier submission of the same form; None if this is the first."""
    event = CampaignEvent.objects.filter(campaign=campaign, source_key=source_key).first() if source_key else None
    return EventData.read(event.data) if event is not None else None


def revoke_aftermath(campaign_id: int, source_keys: Sequence[str], *, are_reported_again: bool = False) -> None:
    """Revoke the events of aftermaths, finds and deaths that have these keys. With `are_reported_again`, new events may
    use the keys again."""
    events = CampaignEvent.objects.filter(campaign_id=campaign_id, kind__in=("aftermath_done", "warrior_died"))
    found = events.filter(source_key__in=source_keys)
    if are_reported_again:
        found.update(is_revoked=True, source_key=Concat(Value("revoked:"), Cast("pk", CharField())))
    else:
        found.update(is_revoked=True)


def revoke_results(campaign: Campaign, match_public_id: str) -> None:
    """Revoke the result events of a match, because its result is replaced."""
    CampaignEvent.objects.filter(
        campaign=campaign, kind__in=("match_played", "result_ruled"), data__match=match_public_id, is_revoked=False
    ).update(is_revoked=True)
