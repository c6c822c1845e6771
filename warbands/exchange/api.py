"""API endpoints that return a roster as files."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.limits import count_request
from mordheim_site.api.fields import read_query
from mordheim_site.api.typed_fields import TypedField
from warbands.core.permissions import warband_to_read
from warbands.core.state_storage import load_state
from warbands.exchange import csv_table, save, tabletop_simulator, text
from warbands.exchange.save import Document
from warbands.shared.serializers import ShareQuery
from warbands.shared.sheet import roster_of


class ExportOut(serializers.Serializer[dict[str, Any]]):
    """A warband in several formats: as a document that `warbands/import/` accepts, as text, as CSV, and as cards for
    Tabletop Simulator."""

    document = TypedField(Document)
    text = serializers.CharField()
    csv = serializers.CharField()
    tts = serializers.CharField()


class ExportView(APIView):
    """A warband as files. PDF sheets are at `/warbands/<id>/export/sheet/` and `cards/`."""

    permission_classes = (AllowAny,)

    @extend_schema(parameters=[ShareQuery], responses=ExportOut, operation_id="warband_export")
    def get(self, request: Request, pid: str) -> Response:
        count_request(request, "computations")
        warband = warband_to_read(request.user, pid, share_key=read_query(ShareQuery, request)["key"])
        roster, saved = roster_of(warband), save.save_of(load_state(warband))
        document = save.document_of(saved, house_rules=roster.house_lines, not_by_the_book=roster.violation_lines)
        return Response(
            {
                "document": document.model_dump(mode="json"),
                "text": text.text_of(roster, saved),
                "csv": csv_table.csv_of(roster),
                "tts": tabletop_simulator.cards_of(roster),
            }
        )
