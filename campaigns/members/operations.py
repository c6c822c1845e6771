"""Operations on membership: join, decline, withdraw, leave, add non-player warbands, give awards."""

from __future__ import annotations

from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from pydantic import Field

from accounts.models import User
from campaigns.core import refusals
from campaigns.core.operation import ArbitratorOperation, CampaignOperation
from campaigns.core.permissions import CampaignAccess, access_to_read, access_to_run
from campaigns.core.serializers import EntryShape
from campaigns.house_rules import services as house_rules_services
from campaigns.members import awards, invitations, painting, services
from campaigns.members.serializers import AwardOut, EntryOut, award_json, entry_json
from campaigns.models import Award, Campaign, Entry
from campaigns.notices.questions import NotInvited
from campaigns.rounds.serializers import PaintedShape
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import Code, Key, Name, choice, text
from mordheim_site.refusals import concerning
from warbands.builder import founding
from warbands.core.drafts import Started, TooManyForGuest
from warbands.models import Warband

JOIN_ERRORS = (
    refusals.NoSuchWarband,
    refusals.CampaignNotRunning,
    refusals.TooManyWarbands,
    refusals.AgainstHouseRules,
    refusals.PackNotPlayed,
    refusals.NoLateJoin,
)


class Withdraw(
    Operation,
    name="campaigns_withdraw",
    who="the player of the warband and arbitrators",
    knows_keys=False,
    response=EntryOut,
    errors=(refusals.NotAMember, refusals.NotYourEntry),
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
    knows_keys=False,
    errors=(refusals.ArbitratorStays,),
):
    """Leave the campaign with all warbands. Results stay. An arbitrator has to hand the campaign over first."""

    def carry_out(self, target: CampaignAccess, call: Call) -> None:
        services.leave(campaign_id=target.campaign.pk, actor_id=call.actor.pk, now=call.at)


class AddNonPlayer(
    ArbitratorOperation,
    name="campaigns_add_non_player",
    status=201,
    knows_keys=False,
    response=EntryOut,
    example={"warband": "4kPq8ZxTn2Lw"},
    errors=(
        refusals.NoSuchWarband,
        refusals.CampaignNotRunning,
        refusals.NotFounded,
        refusals.WarbandAlreadyEntered,
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
    errors=(refusals.NoSuchMember,),
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


class WithdrawAward(ArbitratorOperation, name="campaigns_withdraw_award", status=204, knows_keys=False):
    """Withdraw an award and its chronicle entry."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> tuple[CampaignAccess, str]:
        """The caller's membership and the award. Raises Http404, NotTheArbitrator."""
        access = access_to_run(actor, address["slug"])
        return access, get_object_or_404(Award, campaign=access.campaign, public_id=address["pid"]).public_id

    def carry_out(self, target: tuple[CampaignAccess, str], call: Call) -> None:
        access, award = target
        awards.withdraw_award(campaign_id=access.campaign.pk, actor_id=call.actor.pk, award=award)


class JoinOperation(Operation, who="every player with the link", status=201):
    """Base of the operations that join the campaign of an invitation."""

    join_code: Annotated[Key, Field(description="The code at the end of the invitation link.")]

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the code is part of the input."""

    @property
    def campaign(self) -> Campaign:
        """The campaign with this invitation code. Raises Http404."""
        with concerning("join_code"):
            return get_object_or_404(Campaign, join_code=self.join_code)


class Join(
    JoinOperation,
    name="campaigns_join",
    knows_keys=False,
    response=EntryShape,
    example={"join_code": "9sLm2CvBq7Rt", "warband": "4kPq8ZxTn2Lw"},
    errors=(*JOIN_ERRORS, refusals.NotFounded, refusals.WarbandAlreadyEntered, refusals.WrongStartingGold),
):
    """Join a campaign with one of your founded warbands."""

    warband: Key

    def carry_out(self, target: None, call: Call) -> Entry:
        campaign = self.campaign
        warband = Warband.objects.filter(public_id=self.warband, owner_id=call.actor.pk).first()
        if warband is None:
            raise refusals.NoSuchWarband
        return services.join(join_code=campaign.join_code, actor_id=call.actor.pk, warband_id=warband.pk, now=call.at)

    @classmethod
    def response_of(cls, target: None, result: Entry, call: Call) -> dict[str, Any]:
        return {
            "campaign": result.campaign.slug,
            "entry": result.public_id,
            "warband": result.warband.public_id,
        }


class JoinWithNew(
    JoinOperation,
    name="campaigns_join_with_new",
    limit="warbands",
    knows_keys=True,
    response=EntryShape,
    example={"join_code": "9sLm2CvBq7Rt", "warband_type": "reiklanders"},
    errors=(*JOIN_ERRORS, TooManyForGuest),
):
    """Start a warband for a campaign: `suggested` founds the suggested warband and joins with it.

    `by_hand` starts a draft with the gold and house rules of the campaign; `entry` is "" until it has joined."""

    warband_type: Code
    how: Annotated[str, *choice(("suggested", "by_hand"))] = "suggested"

    def carry_out(self, target: None, call: Call) -> Entry | Started:
        campaign, actor = self.campaign, call.actor
        if self.how == "suggested":
            return services.join_with_new(
                join_code=campaign.join_code,
                actor_id=actor.pk,
                warband_type=self.warband_type,
                now=call.at,
                is_guest=actor.is_guest,
                source_key=call.source_key,
            )
        return founding.start_draft(
            owner_id=actor.pk,
            warband_type=self.warband_type,
            at=call.at,
            founding_gold_gc=campaign.starting_gold_gc,
            source_key=call.source_key,
            is_guest=actor.is_guest,
            house_rules=house_rules_services.for_founding(campaign.house_rules),
            packs=campaign.packs,
        )

    @classmethod
    def response_of(cls, target: None, result: Entry | Started, call: Call) -> dict[str, Any]:
        if isinstance(result, Started):
            return {"campaign": "", "entry": "", "warband": result.public_id}
        return Join.response_of(None, result, call)


class DeclineInvitation(
    JoinOperation,
    name="campaigns_decline",
    who="the player who was invited by name",
    knows_keys=False,
    status=204,
    example={"join_code": "9sLm2CvBq7Rt"},
    errors=(NotInvited,),
):
    """Decline an invitation to a campaign; the arbitrator who sent it is notified. Doing it again changes nothing."""

    def carry_out(self, target: None, call: Call) -> None:
        invitations.decline(join_code=self.campaign.join_code, actor_id=call.actor.pk, now=call.at)


class ReportPainted(
    CampaignOperation,
    name="campaigns_painted",
    who="the player of the warband and arbitrators",
    component="PaintedRequest",
    knows_keys=False,
    response=PaintedShape,
    example={"act": "declare"},
    errors=(refusals.CampaignNotRunning, refusals.NotYourPaintedWarband),
):
    """Report a warband as painted, confirm this as an arbitrator, or withdraw the report."""

    act: Annotated[str, *choice(painting.ACTS)]

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Entry:
        """The warband in the campaign. Raises Http404."""
        access = access_to_read(actor, address["slug"])
        return get_object_or_404(Entry, campaign=access.campaign, public_id=address["pid"])

    def carry_out(self, target: Entry, call: Call) -> str:
        return painting.record_painting(entry_id=target.pk, actor_id=call.actor.pk, act=self.act, now=call.at)

    @classmethod
    def response_of(cls, target: Entry, result: str, call: Call) -> dict[str, Any]:
        return {"stands": result}


OPERATIONS = (
    Withdraw,
    Leave,
    AddNonPlayer,
    GiveAward,
    WithdrawAward,
    Join,
    JoinWithNew,
    DeclineInvitation,
    ReportPainted,
)
