"""API of the catalogue: read-only, public, answered from the Book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from django.http import Http404
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.limits import count_request
from catalogue.custom_packs.codes import is_own
from catalogue.custom_packs.permissions import book_to_read
from catalogue.packs.installed import book
from catalogue.packs.kinds import KIND_PAGES, SLUGS
from catalogue.packs.records import records
from catalogue.pages import serializers
from catalogue.search.index import search
from mordheim_site.api.fields import read_query

RECORDS_A_PAGE: Final = 500
KIND = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=serializers.KIND_SLUGS)


class OpenView(APIView):
    """Open to all; answers carry the version of the catalogue as their ETag."""

    permission_classes = (AllowAny,)
    same_for_all = True

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Let clients keep an answer for a while; it changes only with the packs."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        if answer.status_code == 200 and self.same_for_all:
            answer["ETag"] = f'"{book().version[:16]}"'
            answer["Cache-Control"] = "public, max-age=300"
        return answer


class KindsView(OpenView):
    """The kinds of the catalogue."""

    @extend_schema(responses=serializers.KindsSerializer, operation_id="catalogue_kinds")
    def get(self, request: Request) -> Response:
        kinds = [
            {
                "kind": page.kind,
                "slug": page.slug,
                "name": str(page.plural),
                "count": len(book().facts_of(kind)),
                "url": reverse("api-catalogue-kind", args=[page.slug]),
            }
            for kind, page in KIND_PAGES.items()
        ]
        return Response({"version": book().version, "kinds": kinds})


class FactsView(OpenView):
    """All facts of one kind."""

    @extend_schema(
        parameters=[KIND, serializers.FactsQuery],
        responses=serializers.FactsSerializer,
        operation_id="catalogue_facts",
    )
    def get(self, request: Request, kind: str) -> Response:
        if kind not in SLUGS:
            raise Http404
        query = read_query(serializers.FactsQuery, request)
        tier = query.pop("tier", None)
        found = [
            asdict(fact)
            for fact in book().facts_of(SLUGS[kind]).values()
            if (tier is None or fact.source.tier == tier)
            and all(getattr(fact, name, None) == value for name, value in query.items())
        ]
        return Response({"count": len(found), "results": found})


class FactView(OpenView):
    """One fact."""

    @extend_schema(parameters=[KIND], responses=OpenApiTypes.OBJECT, operation_id="catalogue_fact")
    def get(self, request: Request, kind: str, code: str) -> Response:
        if kind not in SLUGS:
            raise Http404
        source = book_to_read(request.user, code) if is_own(code) else book()
        if code not in source.facts_of(SLUGS[kind]):
            raise Http404
        self.same_for_all = not is_own(code)
        return Response(asdict(source.facts_of(SLUGS[kind])[code]))


class TablesView(OpenView):
    """The numbers of a campaign: limits, experience, exploration, income, trade."""

    @extend_schema(responses=OpenApiTypes.OBJECT, operation_id="catalogue_tables")
    def get(self, request: Request) -> Response:
        return Response(asdict(book().tables))


class PacksView(OpenView):
    """The installed packs."""

    @extend_schema(responses=OpenApiTypes.OBJECT, operation_id="catalogue_packs")
    def get(self, request: Request) -> Response:
        return Response({"results": [asdict(pack) for pack in book().packs.values()]})


class RecordsView(OpenView):
    """Every fact flat, as `manage.py catalogue --json` prints it (docs/reference/catalogue-json.md).

    In pages of 500; `count` is the number on all pages together.
    """

    @extend_schema(
        parameters=[serializers.RecordsQuery],
        responses=serializers.FactsSerializer,
        operation_id="catalogue_records",
    )
    def get(self, request: Request) -> Response:
        query = read_query(serializers.RecordsQuery, request)
        kind, warband = query.get("kind"), query.get("warband")
        found = [
            record
            for record in records(book())
            if (kind is None or record["kind"] == kind) and (warband is None or warband == warband_of(record))
        ]
        first = (query["page"] - 1) * RECORDS_A_PAGE
        return Response({"count": len(found), "results": found[first : first + RECORDS_A_PAGE]})


def warband_of(record: Mapping[str, Any]) -> str | None:
    """The code of the warband list that a record belongs to."""
    code: str | None = record.get("code") if record["kind"] == "warband_type" else record.get("warband")
    return code


class SearchView(OpenView):
    """Search that forgives typing mistakes."""

    same_for_all = False

    @extend_schema(
        parameters=[serializers.SearchQuery],
        responses=serializers.SectionSerializer(many=True),
        operation_id="catalogue_search",
    )
    def get(self, request: Request) -> Response:
        count_request(request, "computations")
        query = read_query(serializers.SearchQuery, request)
        found = search(query["q"], request.user)
        return Response(serializers.SectionSerializer([asdict(section) for section in found], many=True).data)
