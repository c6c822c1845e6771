"""API of tabletop battles: current sheets and tracked battles. The operations that change them are declared in the
operations modules."""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import ApiKey
from battles.core.permissions import battle_to_read
from battles.play.api import caller
from battles.tabletop import serializers
from battles.tabletop.api_shapes import sheet_shape, track_shape
from battles.tabletop.permissions import track_to_read
from battles.tabletop.sheets import operations as sheet_operations
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.refusals import NoSheetYet
from battles.tabletop.tracker import operations
from battles.tabletop.tracker import services as tracker_services
from campaigns.core.permissions import match_to_read
from mordheim_site.api.read_refusals import refuses
from mordheim_site.operations.api import handler_of


def scopes_of(request: Request) -> frozenset[str] | None:
    """The scopes of the API key in the request; None without one."""
    return frozenset(request.auth.scopes) if isinstance(request.auth, ApiKey) else None


class MatchSheetView(APIView):
    """The sheet of a league match. Sending it reports the match."""

    put = handler_of(sheet_operations.ReportMatch)

    @refuses(NoSheetYet)
    @extend_schema(responses=serializers.SheetShape, operation_id="sheets_of_match")
    def get(self, request: Request, pid: str) -> Response:
        match, _seat = match_to_read(request.user, pid)
        battle = sheets.sheet_of_match(match)
        if battle is None:
            raise NoSheetYet
        return Response(sheet_shape(battle, request.user.pk, scopes_of(request)))


class SheetView(APIView):
    """A sheet that waits for confirmation: agree or refuse. After its aftermath was reverted, it can be rewritten with
    a reason."""

    post = handler_of(sheet_operations.AnswerSheet)
    put = handler_of(sheet_operations.AmendSheet)

    @extend_schema(responses=serializers.SheetShape, operation_id="sheets_read")
    def get(self, request: Request, pid: str) -> Response:
        battle = battle_to_read(caller(request), pid)
        if not battle.has_sheet:
            raise Http404
        return Response(sheet_shape(battle, request.user.pk, scopes_of(request)))


class TrackView(APIView):
    """A tracked battle. A POST records an event at the table."""

    post = handler_of(operations.RecordEvent)

    @extend_schema(responses=serializers.TrackShape, operation_id="tracks_read")
    def get(self, request: Request, pid: str) -> Response:
        reader = caller(request)
        return Response(track_shape(track_to_read(reader, pid), reader.pk if reader is not None else None))


class MatchTrackView(APIView):
    """The tracked battle of a league match. A POST begins it."""

    post = handler_of(operations.TrackMatch)

    @extend_schema(responses=serializers.TrackShape, operation_id="tracks_of_match")
    def get(self, request: Request, pid: str) -> Response:
        match, _seat = match_to_read(request.user, pid)
        row = tracker_services.open_track(match)
        if row is None:
            raise Http404
        reader = caller(request)
        return Response(track_shape(row, reader.pk if reader is not None else None))
