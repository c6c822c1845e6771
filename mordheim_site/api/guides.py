"""Serves the pages of docs/reference/ that the API documentation names, so that they can be read on a running site."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from mordheim_site.api.fields import ChoiceField, QuerySerializer, read_query

FOLDER: Final = Path(__file__).parents[2] / "docs" / "reference"
GUIDES: Final = {
    "packs": "packs.md",
    "packs-schema": "packs-schema.json",
    "tables": "tables.md",
    "catalogue-json": "catalogue-json.md",
    "rules": "rules.md",
    "aftermath-rules": "aftermath-rules.md",
    "roster-rules": "roster-rules.md",
}
"""File of each guide by name."""


class GuideQuery(QuerySerializer):
    """Which guide to read."""

    name = ChoiceField(choices=list(GUIDES), help_text="The name of the guide.")


class GuideOut(serializers.Serializer[dict[str, Any]]):
    """A guide: its name, and its text in Markdown (`packs-schema` in JSON)."""

    name = serializers.CharField()
    text = serializers.CharField()


class GuideView(APIView):
    """A page of the documentation that others refer to: formats of packs, tables and records, and rules by id."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="guides_read", parameters=[GuideQuery], responses=GuideOut)
    def get(self, request: Request) -> Response:
        name = read_query(GuideQuery, request)["name"]
        return Response({"name": name, "text": (FOLDER / GUIDES[name]).read_text(encoding="utf-8")})
