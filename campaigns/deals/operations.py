"""What players do with each other's goods and as allies: offers, answers, pacts."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from pydantic import BaseModel, ConfigDict, Field

from accounts.models import User
from campaigns.core import refusals
from campaigns.core.operation import CampaignOperation
from campaigns.core.permissions import CampaignAccess, access_to_read
from campaigns.deals import alliances, services
from campaigns.deals.api_shapes import market_shape, pacts_shape
from campaigns.deals.refusals import (
    AllianceThere,
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
from campaigns.deals.serializers import MarketShape, PactShape
from campaigns.models import Alliance, Deal
from mordheim_site.operations.base import Call
from mordheim_site.operations.types import Key, OptionalKey, choice, text, whole

TRADE_ERRORS = (
    refusals.CampaignNotRunning,
    NotYourDeal,
    NotInTheStash,
    NotYourCaptive,
    refusals.NoSuchWarband,
)


class Goods(BaseModel):
    """What one side hands over: gold, shards, equipment of its stash (`{key: how many}`), captives it holds (keys)."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    gold_gc: Annotated[int, *whole(0, MOST_GOLD)] = 0
    shards: Annotated[int, *whole(0, MOST_SHARDS)] = 0
    kit: Annotated[dict[str, Annotated[int, *whole(1, 999)]], Field(max_length=500)] = {}
    captives: Annotated[list[Key], Field(max_length=20)] = []

    @classmethod
    def of(cls, goods: DealGoods) -> Goods:
        """The same goods as input."""
        return cls(
            gold_gc=goods.gold_gc,
            shards=goods.shards,
            kit={thing.key: thing.count for thing in goods.kit},
            captives=[thing.key for thing in goods.captives],
        )

    @property
    def goods(self) -> DealGoods:
        """As the service takes them; it fills in the names."""
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
    response=MarketShape,
    example={"one": "4kPq8ZxTn2Lw", "other": "9sLm2CvBq7Rt", "gives": {"gold_gc": 25}, "takes": {"shards": 1}},
    errors=(*TRADE_ERRORS, refusals.SameWarband, EmptyDeal, TooManyDeals),
):
    """Offer a deal from a warband of yours to another one. Nothing changes until the other side accepts."""

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
        return market_shape(target)


ANSWERS = {"accept": services.accept, "decline": services.decline, "withdraw": services.withdraw}


class AnswerDeal(
    CampaignOperation,
    name="campaigns_deal_answer",
    who="the two sides of the deal",
    component="DealAnswer",
    is_idempotent=False,
    response=MarketShape,
    example={"act": "accept"},
    errors=(*TRADE_ERRORS, DealOver, CannotPay),
):
    """Accept or decline an offer, or withdraw your own. Doing it again changes nothing."""

    act: Annotated[str, *choice(list(ANSWERS))]

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> tuple[CampaignAccess, Deal]:
        """The caller's membership and the deal. Raises Http404."""
        access = access_to_read(actor, address["slug"])
        return access, get_object_or_404(Deal, campaign=access.campaign, public_id=address["pid"])

    def carry_out(self, target: tuple[CampaignAccess, Deal], call: Call) -> Deal:
        _access, deal = target
        return ANSWERS[self.act](deal_id=deal.pk, actor_id=call.actor.pk, now=call.at)

    @classmethod
    def response_of(cls, target: tuple[CampaignAccess, Deal], result: Deal, call: Call) -> dict[str, Any]:
        return market_shape(target[0])


class ChangePact(
    CampaignOperation,
    name="campaigns_pact",
    who="the two sides of the pact",
    component="PactRequest",
    is_idempotent=False,
    response=PactShape(many=True),
    example={"act": "propose", "one": "4kPq8ZxTn2Lw", "other": "9sLm2CvBq7Rt"},
    errors=(
        refusals.CampaignNotRunning,
        refusals.NoSuchWarband,
        refusals.SameWarband,
        NotYourDeal,
        AllianceThere,
        PactBarred,
    ),
):
    """Propose a pact between two warbands (`one`, `other`), or agree to it or end it (`pact`)."""

    act: Annotated[str, *choice(("propose", "agree", "end"))]
    one: OptionalKey = ""
    other: OptionalKey = ""
    pact: OptionalKey = ""

    def carry_out(self, target: CampaignAccess, call: Call) -> Alliance:
        campaign, actor = target.campaign, call.actor.pk
        if self.act == "propose":
            return alliances.propose(
                campaign_id=campaign.pk, actor_id=actor, one=self.one, other=self.other, now=call.at
            )
        pact = Alliance.objects.filter(campaign=campaign, public_id=self.pact).first()
        if pact is None:
            raise Http404
        change = alliances.agree if self.act == "agree" else alliances.end
        return change(alliance_id=pact.pk, actor_id=actor, now=call.at)

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Alliance, call: Call) -> list[dict[str, Any]]:
        return pacts_shape(target)


OPERATIONS = (Offer, AnswerDeal, ChangePact)
