"""Operations of arbitrators on the public site of a campaign."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from campaigns.administration import addresses, services
from campaigns.core import refusals
from campaigns.core.operation import ArbitratorOperation
from campaigns.core.permissions import CampaignAccess
from campaigns.core.serializers import CampaignShape
from campaigns.matches.api_shapes import campaign_shape
from campaigns.models import Campaign, Theme
from campaigns.posts import services as posts_services
from mordheim_site.operations.base import Call
from mordheim_site.operations.types import FileContent, choice, text


class ChangeSite(
    ArbitratorOperation,
    name="campaigns_change_site",
    knows_keys=False,
    response=CampaignShape,
    example={"theme": "ember", "about": "Every Thursday at the club."},
    errors=(refusals.AddressTaken,),
):
    """Change address, colours, text and logo of the public site. Fields that are left out or null stay unchanged."""

    address: Annotated[str, Field(min_length=1), *text(80)] | None = None
    theme: Annotated[str, *choice(Theme.values)] | None = None
    about: Annotated[str, *text(8000)] | None = None
    logo: FileContent | None = None
    no_logo: Annotated[bool, Field(description="Remove the logo.")] = False

    def carry_out(self, target: CampaignAccess, call: Call) -> Campaign:
        by: dict[str, Any] = {"campaign_id": target.campaign.pk, "actor_id": call.actor.pk, "now": call.at}
        if self.logo is not None:
            posts_services.set_logo(**by, upload=self.logo)
        elif self.no_logo:
            posts_services.set_logo(**by, upload=None)
        changes: dict[str, Any] = {"theme": self.theme, "about": self.about}
        campaign = services.change(**by, **{name: value for name, value in changes.items() if value is not None})
        return addresses.change_address(**by, slug=self.address) if self.address is not None else campaign

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Campaign, call: Call) -> dict[str, Any]:
        return campaign_shape(result, target)


OPERATIONS = (ChangeSite,)
