"""Who runs a campaign."""

from __future__ import annotations

from campaigns.core.refusals import NotTheArbitrator
from campaigns.models import Campaign, Membership, Role


def is_run_by(campaign_id: int, user_id: int) -> bool:
    """Whether this user runs the campaign."""
    return Membership.objects.filter(
        campaign_id=campaign_id, user_id=user_id, role__in=(Role.ARBITRATOR, Role.CO_ARBITRATOR), left_at__isnull=True
    ).exists()


def locked_for_arbitrator(campaign_id: int, actor_id: int) -> Campaign:
    """The campaign row, locked for update by an arbitrator. Raises NotTheArbitrator."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    if not is_run_by(campaign_id, actor_id):
        raise NotTheArbitrator
    return campaign
