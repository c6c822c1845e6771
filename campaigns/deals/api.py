"""API of deals and pacts. The operations that change them are in `operations.py`."""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from campaigns.core.permissions import access_to_read, may_see_stash
from campaigns.deals import serializers as said
from campaigns.deals.api_shapes import market_shape, pacts_shape
from campaigns.deals.operations import ChangePact, Offer
from campaigns.deals.selectors import standing_entries, stash_of
from mordheim_site.operations.api import handler_of


def actor_of(request: Request) -> User:
    """The signed-in user."""
    user = request.user
    assert isinstance(user, User)
    return user


class DealsView(APIView):
    """The market of a league: the caller's offers, completed deals, captives, the caller's stashes. A POST makes an
    offer."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=said.MarketShape, operation_id="campaigns_deals")
    def get(self, request: Request, slug: str) -> Response:
        return Response(market_shape(access_to_read(request.user, slug)))

    post = handler_of(Offer)


class StashView(APIView):
    """The stash of an entry, for users who may see it."""

    @extend_schema(responses=said.StashLineShape(many=True), operation_id="campaigns_stash")
    def get(self, request: Request, slug: str, pid: str) -> Response:
        access = access_to_read(request.user, slug)
        entry = next((entry for entry in standing_entries(access.campaign) if entry.public_id == pid), None)
        if entry is None or not may_see_stash(entry, access):
            raise Http404
        lines = stash_of(entry.warband_id)
        return Response([{"key": line.key, "name": line.name, "count": line.count} for line in lines])


class PactsView(APIView):
    """Active and proposed pacts. A POST proposes, accepts or ends one."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=said.PactShape(many=True), operation_id="campaigns_pacts")
    def get(self, request: Request, slug: str) -> Response:
        return Response(pacts_shape(access_to_read(request.user, slug)))

    post = handler_of(ChangePact)
