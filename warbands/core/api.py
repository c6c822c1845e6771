"""API of warbands: lists, rosters, ledgers, and the start of a draft. Actions are in warbands/operations.py."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from mordheim_site.api.fields import read_query
from mordheim_site.operations.api import handler_of
from warbands.builder.draft_operations import DeleteDraft, StartDraft
from warbands.core import selectors
from warbands.core import serializers as shapes
from warbands.core.permissions import warband_to_read
from warbands.roster.operations import ChangeDetails
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

    post = handler_of(StartDraft)


class RosterView(APIView):
    """One roster; its owner changes its notes and visibility, and deletes a draft."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="warband_roster", parameters=[shapes.ShareQuery], responses=shapes.RosterOut)
    def get(self, request: Request, pid: str) -> Response:
        warband = warband_to_read(request.user, pid, share_key=read_query(shapes.ShareQuery, request)["key"])
        return Response(shapes.roster_json(roster_of(warband)))

    patch = handler_of(ChangeDetails)
    delete = handler_of(DeleteDraft)


class HistoryView(APIView):
    """The ledger as text, newest first."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="warband_history", parameters=[shapes.ShareQuery], responses=shapes.HistoryOut(many=True)
    )
    def get(self, request: Request, pid: str) -> Response:
        warband = warband_to_read(request.user, pid, share_key=read_query(shapes.ShareQuery, request)["key"])
        return Response([shapes.history_json(line) for line in selectors.history(warband)])
