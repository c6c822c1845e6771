"""API of warbands: lists, rosters, ledgers, and the start of a draft. Actions are in warbands/operations.py."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api_keys.services import Scope
from accounts.models import ApiKey
from mordheim_site.api.fields import read_query
from mordheim_site.api.paging import ArrayPagination, pages_of
from mordheim_site.operations.api import handler_of
from warbands.builder.draft_operations import DeleteDraft, StartDraft
from warbands.core.permissions import warband_to_act_on, warband_to_read
from warbands.roster.operations import ChangeDetails
from warbands.shared import selectors
from warbands.shared import serializers as shapes
from warbands.shared.sheet import roster_of


class WarbandsView(APIView):
    """List the user's warbands, or public ones. A POST starts a draft."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = pages_of(200, ArrayPagination)

    @extend_schema(
        operation_id="warbands_list",
        parameters=[shapes.ListQuery],
        responses=shapes.CardOut(many=True),
    )
    def get(self, request: Request) -> Response:
        if read_query(shapes.ListQuery, request).get("public"):
            rows = selectors.public_warbands()
        elif not request.user.is_authenticated:
            raise NotAuthenticated
        else:
            rows = selectors.warbands_of(request.user.pk)
        pages = self.pagination_class()
        cards = selectors.cards(pages.paginate_queryset(rows, request))
        return pages.get_paginated_response([shapes.card_json(card) for card in cards])

    post = handler_of(StartDraft)


class RosterView(APIView):
    """One roster. Its owner can change its notes and visibility, and delete a draft."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="warband_roster", parameters=[shapes.ShareQuery], responses=shapes.RosterOut)
    def get(self, request: Request, pid: str) -> Response:
        warband = warband_to_read(request.user, pid, share_key=read_query(shapes.ShareQuery, request)["key"])
        return Response(shapes.roster_json(roster_of(warband)))

    patch = handler_of(ChangeDetails)
    delete = handler_of(DeleteDraft)


class SettingsView(APIView):
    """Notes, visibility and share key of a roster; only for its owner."""

    @extend_schema(operation_id="warband_settings", responses=shapes.DetailsOut)
    def get(self, request: Request, pid: str) -> Response:
        warband = warband_to_act_on(request.user, pid)
        details = dict(shapes.DetailsOut(warband).data)
        # The link opens the roster to others, so an API key that may not share warbands does not get it.
        may_share = not isinstance(request.auth, ApiKey) or Scope.WARBANDS in request.auth.scopes
        return Response(details if may_share else {**details, "share_key": ""})


class HistoryView(APIView):
    """The ledger as text, newest first."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="warband_history", parameters=[shapes.ShareQuery], responses=shapes.HistoryOut(many=True)
    )
    def get(self, request: Request, pid: str) -> Response:
        warband = warband_to_read(request.user, pid, share_key=read_query(shapes.ShareQuery, request)["key"])
        return Response([shapes.history_json(line) for line in selectors.history(warband)])
