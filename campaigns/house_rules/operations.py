"""What arbitrators do with the house rules of a campaign."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from campaigns.core.api_shapes import campaign_shape
from campaigns.core.operation import ArbitratorOperation
from campaigns.core.permissions import CampaignAccess
from campaigns.core.serializers import CampaignShape
from campaigns.house_rules import services
from campaigns.house_rules.switches import BadHouseRules
from campaigns.models import Campaign
from mordheim_site.operations.base import Call


class ChangeHouseRules(
    ArbitratorOperation,
    name="campaigns_house_rules",
    component="HouseRulesRequest",
    is_idempotent=False,
    response=CampaignShape,
    example={"house_rules": {}},
    errors=(BadHouseRules,),
):
    """Replace the house rules: every switch that differs from the printed rules, by its code."""

    house_rules: Annotated[dict[str, Any], Field(max_length=500)]

    def carry_out(self, target: CampaignAccess, call: Call) -> Campaign:
        return services.change(
            campaign_id=target.campaign.pk, actor_id=call.actor.pk, now=call.at, switches=self.house_rules
        )

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Campaign, call: Call) -> dict[str, Any]:
        return campaign_shape(result, target)


OPERATIONS = (ChangeHouseRules,)
