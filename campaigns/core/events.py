"""Writing down what happened in a campaign. The only place that makes CampaignEvent rows.

Any kind of event may be recorded, also one that nobody has words for: the chronicle then shows `data["sentence"]` or
leaves it out. The kinds that have words of their own are listed in docs/arbitrators.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from campaigns.models import Campaign, CampaignEvent, Webhook
from campaigns.notices.rules import TELLINGS
from jobs.services import enqueue
from mordheim_site.public_ids import new_public_id

TELL = "campaigns.tell"
"""The job that tells people of an event."""


def record(
    campaign: Campaign, kind: str, *, at: datetime, actor_id: int | None, source_key: str = "", **data: Any
) -> tuple[CampaignEvent, bool]:
    """Append an event; (event, True), or the earlier one and False when `source_key` was recorded before."""
    event, is_new = CampaignEvent.objects.get_or_create(
        campaign=campaign,
        source_key=source_key or new_public_id(),
        defaults={"kind": kind[:40], "at": at, "actor_id": actor_id, "data": data},
    )
    if is_new and is_wanted(event):
        enqueue(kind=TELL, key=str(event.pk), payload={"event_id": event.pk})
    return event, is_new


def is_wanted(event: CampaignEvent) -> bool:
    """Whether anybody may want to be told of it: a kind that goes to inboxes, or a webhook that is on."""
    return event.kind in TELLINGS or Webhook.objects.filter(campaign_id=event.campaign_id, is_on=True).exists()


def earlier_press(campaign: Campaign, source_key: str) -> CampaignEvent | None:
    """The event of the first press of a form that is sent a second time; None for a first press."""
    if not source_key:
        return None
    return CampaignEvent.objects.filter(campaign=campaign, source_key=source_key).first()


def revoke_aftermath(campaign_id: int, source_keys: Sequence[str]) -> None:
    """Take what aftermaths told under these keys, finds and deaths, out of the record: they were taken back."""
    told = CampaignEvent.objects.filter(campaign_id=campaign_id, kind__in=("aftermath_done", "warrior_died"))
    told.filter(source_key__in=source_keys).update(is_revoked=True)


def revoke_results(campaign: Campaign, match_public_id: str) -> None:
    """Take the told results of a match out of the chronicle, since another result replaces them."""
    CampaignEvent.objects.filter(
        campaign=campaign, kind__in=("match_played", "result_ruled"), data__match=match_public_id, is_revoked=False
    ).update(is_revoked=True)
