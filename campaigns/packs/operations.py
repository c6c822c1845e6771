"""Operations of arbitrators on the packs of a campaign, and of owners on those of a warband outside campaigns."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404
from pydantic import Field

from accounts.models import User
from campaigns.core import refusals
from campaigns.core.operation import ArbitratorOperation
from campaigns.core.permissions import CampaignAccess, access_to_run
from campaigns.models import Campaign
from campaigns.packs import services
from campaigns.packs.serializers import LeaguePacksOut, packs_shape
from catalogue.custom_packs.codes import is_custom_code
from catalogue.models import CustomPack
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import whole
from warbands.core.permissions import ReadOnly, warband_to_act_on
from warbands.models import Warband
from warbands.shared.serializers import RosterOut, roster_json
from warbands.shared.sheet import roster_of

Number = Annotated[int, *whole(1, 999)]


class ChoosePacks(
    ArbitratorOperation,
    name="campaign_packs_choose",
    component="PacksIn",
    knows_keys=False,
    response=LeaguePacksOut,
    example={"left_out": [], "own": {}},
    errors=(refusals.NoSuchPack, refusals.PackStillPlayed),
):
    """Replace the choice of packs: publications to exclude, and custom packs with the version to start with."""

    left_out: Annotated[list[Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]+$", max_length=64)]], Field(max_length=100)]
    own: Annotated[dict[str, Number], Field(max_length=40)]

    def carry_out(self, target: CampaignAccess, call: Call) -> Campaign:
        services.check_left_out(self.left_out)
        if not all(is_custom_code(code) and len(code) <= 64 for code in self.own):
            raise refusals.NoSuchPack
        return services.choose(
            campaign_id=target.campaign.pk,
            actor_id=call.actor.pk,
            now=call.at,
            left_out=self.left_out,
            own=self.own,
        )

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Campaign, call: Call) -> dict[str, Any]:
        return packs_shape(result)


def pack_in_use(campaign: Campaign, pid: str) -> tuple[CustomPack, int]:
    """A custom pack that the campaign uses, and its version. Raises Http404."""
    pack = CustomPack.objects.filter(public_id=pid).defer("text").first()
    held = campaign.packs.get(pack.code) if pack is not None else None
    if pack is None or held is None:
        raise Http404
    return pack, int(held)


class UpdatePack(
    ArbitratorOperation,
    name="campaign_pack_take",
    component="TakeIn",
    knows_keys=False,
    response=LeaguePacksOut,
    example={"to": 2, "left": 1},
    errors=(refusals.NoSuchPack, refusals.MatchOnTheBoard),
):
    """Update the campaign and its rosters to version `to`.

    `left` is the version that the caller saw as the current one.
    """

    to: Number
    left: Number

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> tuple[CampaignAccess, CustomPack]:
        """The caller's membership and the pack. Raises Http404, NotTheArbitrator."""
        access = access_to_run(actor, address["slug"])
        return access, pack_in_use(access.campaign, address["pid"])[0]

    def carry_out(self, target: tuple[CampaignAccess, CustomPack], call: Call) -> Campaign:
        access, pack = target
        return services.update_campaign(
            campaign_id=access.campaign.pk,
            actor_id=call.actor.pk,
            pack_code=pack.code,
            number=self.to,
            left=self.left,
            now=call.at,
        )

    @classmethod
    def response_of(cls, target: Any, result: Campaign, call: Call) -> dict[str, Any]:
        return packs_shape(result)


class UpdateWarband(
    Operation,
    name="warband_update_pack",
    who="the owner of the warband",
    knows_keys=False,
    response=RosterOut,
    example={"to": 2},
    errors=(ReadOnly, refusals.NoSuchPack, refusals.LeagueDecides),
):
    """Update a warband that is in no campaign to another version of the custom pack that contains its list."""

    to: Number

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Warband:
        """The warband. Raises Http404, ReadOnly."""
        return warband_to_act_on(actor, address["pid"])

    def carry_out(self, target: Warband, call: Call) -> None:
        services.update_warband(warband_id=target.pk, actor_id=call.actor.pk, number=self.to, now=call.at)

    @classmethod
    def response_of(cls, target: Warband, result: None, call: Call) -> dict[str, Any]:
        target.refresh_from_db()
        return roster_json(roster_of(target))


OPERATIONS = (ChoosePacks, UpdatePack, UpdateWarband)
