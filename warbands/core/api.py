"""API of warbands: lists, rosters, ledgers, and the start of a draft. Actions are in warbands/operations.py."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.idempotency import idempotent
from accounts.models import User
from mordheim_site.api.fields import read_query
from mordheim_site.operations.api import IDEMPOTENCY, source_key
from warbands.builder import founding
from warbands.core import selectors
from warbands.core import serializers as shapes
from warbands.core.permissions import warband_to_read
from warbands.roster.sheet import roster_of

LISTED = 200


class WarbandsView(APIView):
    """List your warbands, or public ones; POST starts a draft."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="warbands_list",
        parameters=[shapes.ListQuery],
        responses=shapes.CardOut(many=True),
    )
    def get(self, request: Request) -> Response:
        if read_query(shapes.ListQuery, request).get("public"):
            rows = selectors.public_warbands()[:LISTED]
        elif not request.user.is_authenticated:
            raise NotAuthenticated
        else:
            rows = selectors.warbands_of(request.user.pk)[:LISTED]
        return Response([shapes.card_json(card) for card in selectors.cards(rows)])

    @extend_schema(
        operation_id="warbands_start",
        parameters=[IDEMPOTENCY],
        request=shapes.StartIn,
        responses={201: shapes.RosterOut},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        asked = shapes.StartIn(data=request.data)
        asked.is_valid(raise_exception=True)
        user = request.user
        assert isinstance(user, User)
        limits.count_request(request, "warbands", user)
        started = founding.start_draft(
            owner_id=user.pk,
            at=timezone.now(),
            source_key=source_key(request),
            is_guest=user.is_guest,
            **asked.validated_data,
        )
        warband = warband_to_read(user, started.public_id)
        return Response(shapes.roster_json(roster_of(warband)), status=200 if started.was_there else 201)


class RosterView(APIView):
    """One roster."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="warband_roster", parameters=[shapes.ShareQuery], responses=shapes.RosterOut)
    def get(self, request: Request, pid: str) -> Response:
        warband = warband_to_read(request.user, pid, share_key=read_query(shapes.ShareQuery, request)["key"])
        return Response(shapes.roster_json(roster_of(warband)))


class HistoryView(APIView):
    """The ledger as text, newest first."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="warband_history", parameters=[shapes.ShareQuery], responses=shapes.HistoryOut(many=True)
    )
    def get(self, request: Request, pid: str) -> Response:
        warband = warband_to_read(request.user, pid, share_key=read_query(shapes.ShareQuery, request)["key"])
        return Response([shapes.history_json(line) for line in selectors.history(warband)])
