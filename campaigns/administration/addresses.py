"""The address of a league: chosen by its arbitrator; previous addresses redirect permanently."""

from __future__ import annotations

import re
from datetime import datetime

from django.db import IntegrityError, transaction

from campaigns.administration.services import RESERVED_SLUGS
from campaigns.core.arbitrators import locked_for_arbitrator
from campaigns.core.events import record
from campaigns.core.refusals import AddressTaken
from campaigns.models import Campaign, CampaignAddress

ADDRESS = re.compile(r"[a-z0-9][a-z0-9-]{1,78}[a-z0-9]")


@transaction.atomic
def change_address(*, campaign_id: int, actor_id: int, slug: str, now: datetime) -> Campaign:
    """Give the campaign another address. Nothing happens if it already has this address. Raises NotTheArbitrator,
    AddressTaken."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    if slug == campaign.slug:
        return campaign
    if not ADDRESS.fullmatch(slug) or slug in RESERVED_SLUGS:
        raise AddressTaken
    if CampaignAddress.objects.filter(slug=slug).exclude(campaign=campaign).exists():
        raise AddressTaken
    CampaignAddress.objects.filter(slug=slug).delete()
    old, campaign.slug = campaign.slug, slug
    try:
        with transaction.atomic():
            campaign.save(update_fields=["slug"])
    except IntegrityError as taken:
        raise AddressTaken from taken
    CampaignAddress.objects.get_or_create(slug=old, defaults={"campaign": campaign})
    record(campaign, "address_changed", at=now, actor_id=actor_id, was=old, now=slug)
    return campaign
