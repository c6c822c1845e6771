"""What members and arbitrators do about taking part: withdraw, leave, add non-player warbands, give awards."""

from __future__ import annotations

from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from pydantic import Field

from accounts.models import User
from campaigns.core import refusals
from campaigns.core.operation import ArbitratorOperation, CampaignOperation
from campaigns.core.permissions import CampaignAccess, access_to_read, access_to_run
from campaigns.members import awards, services
from campaigns.members.serializers import AwardOut, EntryOut, award_json, entry_json
from campaigns.models import Award, Entry
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import Key, Name, text
from warbands.models import Warband


class Withdraw(
    Operation,
    name="campaigns_withdraw",
    who="the player of the warband and arbitrators",
    is_idempotent=False,
    response=EntryOut,
    errors=(refusals.NotAMember,),
):
    """Withdraw a warband from the campaign. Its results stay. Doing it again changes nothing."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Entry:
        """The warband in the campaign. Raises Http404."""
        access = access_to_read(actor, address["slug"])
        return get_object_or_404(Entry, campaign=access.campaign, public_id=address["pid"])

    def carry_out(self, target: Entry, call: Call) -> Entry:
        return services.withdraw(entry_id=target.pk, actor_id=call.actor.pk, now=call.at)

    @classmethod
    def response_of(cls, target: Entry, result: Entry, call: Call) -> dict[str, Any]:
        return entry_json(result)


class Leave(
    CampaignOperation,
    name="campaigns_leave",
    who="members",
    status=204,
    is_idempotent=False,
    errors=(refusals.ArbitratorStays,),
):
    """Leave the campaign with all warbands. Results stay. The arbitrator hands the campaign over first."""

    def carry_out(self, target: CampaignAccess, call: Call) -> None:
        services.leave(campaign_id=target.campaign.pk, actor_id=call.actor.pk, now=call.at)


class AddNonPlayer(
    ArbitratorOperation,
    name="campaigns_add_non_player",
    status=201,
    is_idempotent=False,
    response=EntryOut,
    example={"warband": "4kPq8ZxTn2Lw"},
    errors=(
        refusals.NoSuchWarband,
        refusals.CampaignNotRunning,
        refusals.NotFounded,
        refusals.AlreadyIn,
        refusals.WrongStartingGold,
        refusals.AgainstHouseRules,
    ),
):
    """Add one of your warbands as a non-player warband. Adding it again changes nothing."""

    warband: Key

    def carry_out(self, target: CampaignAccess, call: Call) -> Entry:
        warband = Warband.objects.filter(public_id=self.warband, owner_id=call.actor.pk).first()
        if warband is None:
            raise refusals.NoSuchWarband
        return services.add_non_player(
            campaign_id=target.campaign.pk, actor_id=call.actor.pk, warband_id=warband.pk, now=call.at
        )

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Entry, call: Call) -> dict[str, Any]:
        return entry_json(result)


class GiveAward(
    ArbitratorOperation,
    name="campaigns_give_award",
    status=201,
    response=AwardOut,
    example={"entry": "4kPq8ZxTn2Lw", "title": "Best painted", "reason": "For the dogs."},
    errors=(refusals.NoSuchWarband,),
):
    """Give an award to a warband; the chronicle shows it."""

    entry: Annotated[Key, Field(description="The id of the warband in this campaign.")]
    title: Name
    reason: Annotated[str, *text(200)] = ""

    def carry_out(self, target: CampaignAccess, call: Call) -> Award:
        return awards.give_award(
            campaign_id=target.campaign.pk,
            actor_id=call.actor.pk,
            entry=self.entry,
            title=self.title,
            reason=self.reason,
            now=call.at,
            source_key=call.source_key,
        )

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Award, call: Call) -> dict[str, Any]:
        return award_json(result)


class WithdrawAward(ArbitratorOperation, name="campaigns_withdraw_award", status=204, is_idempotent=False):
    """Withdraw an award and its chronicle entry. Doing it again changes nothing."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> tuple[CampaignAccess, str]:
        """The caller's membership and the award. Raises Http404, NotTheArbitrator."""
        return access_to_run(actor, address["slug"]), address["pid"]

    def carry_out(self, target: tuple[CampaignAccess, str], call: Call) -> None:
        access, award = target
        awards.withdraw_award(campaign_id=access.campaign.pk, actor_id=call.actor.pk, award=award)


OPERATIONS = (Withdraw, Leave, AddNonPlayer, GiveAward, WithdrawAward)
