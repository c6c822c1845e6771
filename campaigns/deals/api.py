"""Deals, pacts, the map and house rules for machines: the same permissions and services as the pages."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.idempotency import idempotent
from accounts.models import User
from campaigns.city import services as city_services
from campaigns.city.selectors import map_view
from campaigns.core.api_shapes import campaign_shape
from campaigns.core.permissions import CampaignAccess, access_to_read, access_to_run, match_to_read, shows_its_stash
from campaigns.core.serializers import CampaignShape
from campaigns.deals import alliances, services
from campaigns.deals import serializers as said
from campaigns.deals.api_shapes import captive_shape, city_shape, deal_shape, goods_shape, pact_shape
from campaigns.deals.selectors import alliances_of, captives_of, deals_of, standing_entries, stash_of
from campaigns.house_rules import services as house_rules_services
from campaigns.models import Alliance, Deal
from campaigns.standings.selectors import entries_of
from mordheim_site.api.fields import read_body

KEY = OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER)


def actor_of(request: Request) -> User:
    """Who asks, signed in."""
    user = request.user
    assert isinstance(user, User)
    return user


def checked(kind: type[Any], request: Request) -> dict[str, Any]:
    """The request's fields, checked. Raises ValidationError."""
    return read_body(kind, request)


def source_key(request: Request) -> str:
    """The key of a request that may be sent twice; empty when it carries none."""
    key = request.headers.get("Idempotency-Key", "")[:64]
    return f"api:{key}" if key else ""


def _market(seat: CampaignAccess) -> dict[str, Any]:
    entries = standing_entries(seat.campaign)
    return {
        "open": [deal_shape(one) for one in deals_of(seat.campaign, seat.asker, is_open=True)],
        "struck": [deal_shape(one) for one in deals_of(seat.campaign, seat.asker, is_open=False)],
        "captives": [captive_shape(one) for one in captives_of(seat.campaign, entries)],
        "stashes": {
            entry.public_id: [
                {"key": line.key, "name": line.name, "count": line.count} for line in stash_of(entry.warband_id)
            ]
            for entry in entries
            if seat.asker.speaks_for(entry.player_id)
        },
    }


class DealsView(APIView):
    """The market of a league: offers of yours, bargains struck, captives, your stashes; a new offer."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=said.MarketShape, operation_id="campaigns_deals")
    def get(self, request: Request, slug: str) -> Response:
        return Response(_market(access_to_read(request.user, slug)))

    @extend_schema(
        request=said.OfferRequest,
        responses={201: said.MarketShape},
        operation_id="campaigns_offer",
        parameters=[KEY],
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        seat, wanted = access_to_read(request.user, slug), checked(said.OfferRequest, request)
        services.offer(
            campaign_id=seat.campaign.pk,
            actor_id=actor_of(request).pk,
            one=wanted["one"],
            other=wanted["other"],
            gives=goods_shape(wanted["gives"]),
            takes=goods_shape(wanted["takes"]),
            note=wanted["note"],
            now=timezone.now(),
            source_key=source_key(request),
        )
        return Response(_market(seat), status=201)


class StashView(APIView):
    """The stash of an entry, for users who may see it."""

    @extend_schema(responses={200: list[dict[str, Any]]}, operation_id="campaigns_stash")
    def get(self, request: Request, slug: str, pid: str) -> Response:
        seat = access_to_read(request.user, slug)
        entry = next((one for one in standing_entries(seat.campaign) if one.public_id == pid), None)
        if entry is None or not shows_its_stash(entry, seat):
            raise Http404
        lines = stash_of(entry.warband_id)
        return Response([{"key": line.key, "name": line.name, "count": line.count} for line in lines])


class DealView(APIView):
    """Agree to an offer, decline it, or take your own back."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=said.DealAnswer, responses=said.MarketShape, operation_id="campaigns_deal_answer")
    def post(self, request: Request, slug: str, pid: str) -> Response:
        seat = access_to_read(request.user, slug)
        deal = get_object_or_404(Deal, campaign=seat.campaign, public_id=pid)
        act = checked(said.DealAnswer, request)["act"]
        doing = {"accept": services.accept, "decline": services.decline, "withdraw": services.withdraw}[act]
        doing(deal_id=deal.pk, actor_id=actor_of(request).pk, now=timezone.now())
        return Response(_market(seat))


class PactsView(APIView):
    """Pacts that stand or are proposed; proposing, agreeing, ending."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=said.PactShape(many=True), operation_id="campaigns_pacts")
    def get(self, request: Request, slug: str) -> Response:
        return self._answer(access_to_read(request.user, slug))

    @extend_schema(request=said.PactRequest, responses=said.PactShape(many=True), operation_id="campaigns_pact")
    def post(self, request: Request, slug: str) -> Response:
        seat, wanted = access_to_read(request.user, slug), checked(said.PactRequest, request)
        who, now = actor_of(request).pk, timezone.now()
        if wanted["act"] == "propose":
            one, other = wanted.get("one", ""), wanted.get("other", "")
            alliances.propose(campaign_id=seat.campaign.pk, actor_id=who, one=one, other=other, now=now)
        else:
            row = get_object_or_404(Alliance, campaign=seat.campaign, public_id=wanted.get("pact", ""))
            doing = alliances.agree if wanted["act"] == "agree" else alliances.end
            doing(alliance_id=row.pk, actor_id=who, now=now)
        return self._answer(seat)

    @staticmethod
    def _answer(seat: CampaignAccess) -> Response:
        own = {one.pk for one in standing_entries(seat.campaign) if seat.asker.speaks_for(one.player_id)}
        rows = [one for one in alliances_of(seat.campaign) if one.agreed_at or {one.one_id, one.other_id} & own]
        return Response([pact_shape(one) for one in rows])


class MapView(APIView):
    """The city: holders of districts; staking a district, and the arbitrator's actions."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=said.CityShape, operation_id="campaigns_map")
    def get(self, request: Request, slug: str) -> Response:
        return self._answer(access_to_read(request.user, slug))

    @extend_schema(request=said.MapRequest, responses=said.CityShape, operation_id="campaigns_map_act")
    def post(self, request: Request, slug: str) -> Response:
        seat, wanted = access_to_read(request.user, slug), checked(said.MapRequest, request)
        who, now = actor_of(request).pk, timezone.now()
        if wanted["act"] == "stake":
            match, _seat = match_to_read(request.user, wanted.get("match", ""))
            if match.campaign_id != seat.campaign.pk:
                raise Http404
            city_services.set_prize(match_id=match.pk, actor_id=who, district=wanted["district"], now=now)
        elif wanted["act"] == "give":
            given = {"district": wanted["district"], "entry": wanted["entry"]}
            city_services.assign_district(campaign_id=seat.campaign.pk, actor_id=who, now=now, **given)
        else:
            city_services.pay_district_income(campaign_id=seat.campaign.pk, actor_id=who, now=now)
        return self._answer(seat)

    @staticmethod
    def _answer(seat: CampaignAccess) -> Response:
        mine = [
            one.id for one in entries_of(seat.campaign) if seat.user_id is not None and one.player_id == seat.user_id
        ]
        return Response(city_shape(seat.campaign.map_code, map_view(seat.campaign, mine)))


class HouseRulesView(APIView):
    """Replace the house rules of a league, for arbitrators."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=said.HouseRulesRequest, responses=CampaignShape, operation_id="campaigns_house_rules")
    def put(self, request: Request, slug: str) -> Response:
        seat = access_to_run(request.user, slug)
        switches = checked(said.HouseRulesRequest, request)["house_rules"]
        campaign = house_rules_services.change(
            campaign_id=seat.campaign.pk, actor_id=actor_of(request).pk, now=timezone.now(), switches=switches
        )
        return Response(campaign_shape(campaign, seat))
