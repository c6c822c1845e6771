"""API of the map, factions and counters of a campaign. The operations that change them are in `operations.py`."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.city.api_shapes import city_of
from campaigns.city.operations import ActOnMap, AddFaction, ChooseMap, Count, NameCounters
from campaigns.city.serializers import CountersOut, FactionOut, counters_json, factions_json
from campaigns.core.permissions import access_to_read
from campaigns.deals.serializers import CityShape
from mordheim_site.operations.api import handler_of


class MapView(APIView):
    """The city: who holds which district."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=CityShape, operation_id="campaigns_map")
    def get(self, request: Request, slug: str) -> Response:
        return Response(city_of(access_to_read(request.user, slug)))

    post = handler_of(ActOnMap)
    put = handler_of(ChooseMap)


class FactionsView(APIView):
    """The factions of a campaign."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=FactionOut(many=True), operation_id="campaigns_factions")
    def get(self, request: Request, slug: str) -> Response:
        return Response(factions_json(access_to_read(request.user, slug).campaign))

    post = handler_of(AddFaction)


class CountersView(APIView):
    """The counters of a campaign, with the total of each warband."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=CountersOut, operation_id="campaigns_counters")
    def get(self, request: Request, slug: str) -> Response:
        return Response(counters_json(access_to_read(request.user, slug).campaign))

    put = handler_of(NameCounters)
    post = handler_of(Count)
