"""Operations on deals and pacts: offers, answers, pacts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final

from django.shortcuts import get_object_or_404
from pydantic import BaseModel, ConfigDict, Field

from accounts.models import User
from campaigns.core import refusals
from campaigns.core.operation import CampaignOperation
from campaigns.core.permissions import CampaignAccess, access_to_read
from campaigns.deals import alliances, services
from campaigns.deals.api_shapes import market_shape, pacts_shape
from campaigns.deals.refusals import (
    AllianceExists,
    CannotPay,
    DealOver,
    EmptyDeal,
    NotInTheStash,
    NotYourCaptive,
    NotYourDeal,
    PactBarred,
    TooManyDeals,
)
from campaigns.deals.rules import MOST_GOLD, MOST_SHARDS, DealGoods, Thing
from campaigns.deals.serializers import MarketShape, OfferedShape, PactShape
from campaigns.models import Alliance, Deal
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.combined import CombinedOperation
from mordheim_site.operations.types import Key, OptionalKey, choice, text, whole
from mordheim_site.refusals import concerning

DealTarget = tuple[CampaignAccess, Deal]
TRADE_ERRORS = (
    refusals.CampaignNotRunning,
    NotYourDeal,
    NotInTheStash,
    NotYourCaptive,
    refusals.NoSuchWarband,
)


class Goods(BaseModel):
    """What one side hands over: gold, shards, equipment from its stash (`{key: number}`), and captives it holds
    (keys)."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    gold_gc: Annotated[int, *whole(0, MOST_GOLD)] = 0
    shards: Annotated[int, *whole(0, MOST_SHARDS)] = 0
    kit: Annotated[dict[str, Annotated[int, *whole(1, 999)]], Field(max_length=500)] = {}
    captives: Annotated[list[Key], Field(max_length=20)] = []

    @classmethod
    def of(cls, goods: DealGoods) -> Goods:
        """The same goods as an input of the operation."""
        return cls(
            gold_gc=goods.gold_gc,
            shards=goods.shards,
            kit={line.key: line.count for line in goods.kit},
            captives=[captive.key for captive in goods.captives],
        )

    @property
    def goods(self) -> DealGoods:
        """The goods in the form that the service expects; the service adds the names."""
        return DealGoods(
            self.gold_gc,
            self.shards,
            tuple(Thing(key, "", count) for key, count in self.kit.items()),
            tuple(Thing(key, "") for key in self.captives),
        )


class Offer(
    CampaignOperation,
    name="campaigns_offer",
    status=201,
    response=OfferedShape,
    example={"one": "4kPq8ZxTn2Lw", "other": "9sLm2CvBq7Rt", "gives": {"gold_gc": 25}, "takes": {"shards": 1}},
    errors=(*TRADE_ERRORS, refusals.SameWarband, EmptyDeal, TooManyDeals),
):
    """Offer a deal from one of your warbands to another warband. Nothing changes until the other side accepts."""

    one: Key
    other: Key
    gives: Goods
    takes: Goods
    note: Annotated[str, *text(300)] = ""

    def carry_out(self, target: CampaignAccess, call: Call) -> Deal:
        return services.offer(
            campaign_id=target.campaign.pk,
            actor_id=call.actor.pk,
            one=self.one,
            other=self.other,
            gives=self.gives.goods,
            takes=self.takes.goods,
            note=self.note,
            now=call.at,
            source_key=call.source_key,
        )

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Deal, call: Call) -> dict[str, Any]:
        return {**market_shape(target), "deal": result.public_id}


class DealOperation(
    CampaignOperation,
    who="the two sides of the deal",
    knows_keys=False,
    response=MarketShape,
    errors=(*TRADE_ERRORS, DealOver, CannotPay),
):
    """Base of the answers to an offer. Sending the same answer again changes nothing."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> DealTarget:
        """The caller's membership and the deal. Raises Http404."""
        access = access_to_read(actor, address["slug"])
        return access, get_object_or_404(Deal, campaign=access.campaign, public_id=address["pid"])

    @classmethod
    def response_of(cls, target: DealTarget, result: Deal, call: Call) -> dict[str, Any]:
        return market_shape(target[0])


class AcceptDeal(DealOperation, name="campaigns_accept_deal", who="the side that got the offer"):
    """Accept an offer: everything changes hands at once."""

    def carry_out(self, target: DealTarget, call: Call) -> Deal:
        return services.accept(deal_id=target[1].pk, actor_id=call.actor.pk, now=call.at)


class DeclineDeal(DealOperation, name="campaigns_decline_deal", who="the side that got the offer"):
    """Decline an offer."""

    def carry_out(self, target: DealTarget, call: Call) -> Deal:
        return services.decline(deal_id=target[1].pk, actor_id=call.actor.pk, now=call.at)


class WithdrawDeal(DealOperation, name="campaigns_withdraw_deal", who="the side that made the offer"):
    """Withdraw your own offer."""

    def carry_out(self, target: DealTarget, call: Call) -> Deal:
        return services.withdraw(deal_id=target[1].pk, actor_id=call.actor.pk, now=call.at)


DEAL_ANSWERS: Final[Mapping[str, type[DealOperation]]] = {
    "accept": AcceptDeal,
    "decline": DeclineDeal,
    "withdraw": WithdrawDeal,
}


class AnswerDeal(
    CombinedOperation, DealOperation, name="campaigns_deal_answer", component="DealAnswer", example={"act": "accept"}
):
    """One of the answers to an offer, by `act`."""

    acts: ClassVar = DEAL_ANSWERS
    act: Annotated[str, *choice(list(DEAL_ANSWERS))]


class PactOperation(
    CampaignOperation,
    who="the two sides of the pact",
    knows_keys=False,
    response=PactShape(many=True),
    errors=(refusals.CampaignNotRunning, NotYourDeal),
):
    """Base of the operations on pacts. The response is the list of pacts."""

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Alliance, call: Call) -> list[dict[str, Any]]:
        return pacts_shape(target)


class ProposePact(
    PactOperation,
    name="campaigns_propose_pact",
    who="the player of one of the warbands",
    example={"one": "4kPq8ZxTn2Lw", "other": "9sLm2CvBq7Rt"},
    errors=(refusals.NoSuchWarband, refusals.SameWarband, AllianceExists, PactBarred),
):
    """Propose a pact between two warbands of the campaign."""

    one: OptionalKey = ""
    other: OptionalKey = ""

    def carry_out(self, target: CampaignAccess, call: Call) -> Alliance:
        return alliances.propose(
            campaign_id=target.campaign.pk, actor_id=call.actor.pk, one=self.one, other=self.other, now=call.at
        )


class AgreeToPact(
    PactOperation,
    name="campaigns_agree_to_pact",
    example={"pact": "9sRt2VbYm5Qd"},
    errors=(AllianceExists, PactBarred),
):
    """Agree to a pact that the other side has proposed."""

    pact: OptionalKey = ""

    def carry_out(self, target: CampaignAccess, call: Call) -> Alliance:
        with concerning("pact"):
            pact = pact_of(target, self.pact)
        return alliances.agree(alliance_id=pact.pk, actor_id=call.actor.pk, now=call.at)


class EndPact(PactOperation, name="campaigns_end_pact", example={"pact": "9sRt2VbYm5Qd"}):
    """End a pact, or decline or withdraw a proposed one."""

    pact: OptionalKey = ""

    def carry_out(self, target: CampaignAccess, call: Call) -> Alliance:
        with concerning("pact"):
            pact = pact_of(target, self.pact)
        return alliances.end(alliance_id=pact.pk, actor_id=call.actor.pk, now=call.at)


def pact_of(access: CampaignAccess, public_id: str) -> Alliance:
    """A pact of the campaign. Raises Http404."""
    return get_object_or_404(Alliance, campaign=access.campaign, public_id=public_id)


PACT_ACTS: Final[Mapping[str, type[PactOperation]]] = {
    "propose": ProposePact,
    "agree": AgreeToPact,
    "end": EndPact,
}


class ChangePact(
    CombinedOperation,
    PactOperation,
    name="campaigns_pact",
    component="PactRequest",
    example={"act": "propose", "one": "4kPq8ZxTn2Lw", "other": "9sLm2CvBq7Rt"},
    errors=tuple(dict.fromkeys(kind for act in PACT_ACTS.values() for kind in act.declaration.errors)),
):
    """One of the actions on pacts, by `act`."""

    acts: ClassVar = PACT_ACTS
    act: Annotated[str, *choice(list(PACT_ACTS))]
    one: OptionalKey = ""
    other: OptionalKey = ""
    pact: OptionalKey = ""


OPERATIONS: tuple[type[Operation], ...] = (
    Offer,
    *DEAL_ANSWERS.values(),
    AnswerDeal,
    *PACT_ACTS.values(),
    ChangePact,
)
