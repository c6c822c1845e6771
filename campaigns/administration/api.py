"""API of matches, rounds and the settings of a league. The operations that change them are declared in the operations
modules."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.administration.operations import ChangeSettings
from campaigns.core.permissions import access_to_read
from campaigns.core.serializers import LeagueSettingsShape
from campaigns.matches.api_shapes import settings_shape
from campaigns.matches.selectors import rounds_of
from campaigns.rounds import serializers as shapes
from campaigns.rounds.operations import PlanRounds
from mordheim_site.operations.api import handler_of


class SettingsView(APIView):
    """The settings of a league. A POST changes them."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=LeagueSettingsShape, operation_id="campaigns_settings")
    def get(self, request: Request, slug: str) -> Response:
        return Response(settings_shape(access_to_read(request.user, slug).campaign))

    post = handler_of(ChangeSettings)


class RoundsView(APIView):
    """The rounds of a league. A POST plans more."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=shapes.RoundShape(many=True), operation_id="campaigns_rounds")
    def get(self, request: Request, slug: str) -> Response:
        rows = rounds_of(access_to_read(request.user, slug).campaign)
        shown = [{"number": number, "name": name, "kind": kind, "open": left} for number, name, left, kind in rows]
        return Response(shown)

    post = handler_of(PlanRounds)
