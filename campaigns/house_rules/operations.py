"""Operations of arbitrators on the house rules of a campaign."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, WithJsonSchema

from campaigns.core.operation import ArbitratorOperation
from campaigns.core.permissions import CampaignAccess
from campaigns.core.serializers import CampaignShape
from campaigns.house_rules import services
from campaigns.house_rules.switches import BadHouseRules
from campaigns.matches.api_shapes import campaign_shape
from campaigns.models import Campaign
from mordheim_site.operations.base import Call

HouseRules = Annotated[
    dict[str, Any],
    Field(max_length=500),
    WithJsonSchema(
        {
            "type": "object",
            "maxProperties": 500,
            "additionalProperties": {
                "anyOf": [
                    {"type": "boolean"},
                    {"type": "integer"},
                    {"type": "string"},
                    {"type": "array", "items": {"type": "integer"}},
                ]
            },
            "description": "By code; `GET house-rules/` of a campaign lists the codes with their values.",
        }
    ),
]
"""House rules that differ from the printed ones. The service checks codes and values (BadHouseRules)."""


class ChangeHouseRules(
    ArbitratorOperation,
    name="campaigns_house_rules",
    component="HouseRulesRequest",
    knows_keys=False,
    response=CampaignShape,
    example={"house_rules": {}},
    errors=(BadHouseRules,),
):
    """Replace the house rules. The input has every switch that differs from the printed rules, by its code."""

    house_rules: HouseRules

    def carry_out(self, target: CampaignAccess, call: Call) -> Campaign:
        return services.change(
            campaign_id=target.campaign.pk, actor_id=call.actor.pk, now=call.at, switches=self.house_rules
        )

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Campaign, call: Call) -> dict[str, Any]:
        return campaign_shape(result, target)


OPERATIONS = (ChangeHouseRules,)
