"""Writing down what happened in a campaign. The only place that makes CampaignEvent rows."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from campaigns.models import Campaign, CampaignEvent
from mordheim_site.public_ids import new_public_id


def record(
    campaign: Campaign, kind: str, *, at: datetime, actor_id: int | None, source_key: str = "", **data: Any
) -> tuple[CampaignEvent, bool]:
    """Append an event; (event, True), or the earlier one and False when `source_key` was recorded before."""
    return CampaignEvent.objects.get_or_create(
        campaign=campaign,
        source_key=source_key or new_public_id(),
        defaults={"kind": kind, "at": at, "actor_id": actor_id, "data": data},
    )
