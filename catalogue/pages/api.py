"""API of the catalogue: read-only, public, and answered from memory (the Book)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.limits import count_request
from catalogue.custom_packs.codes import is_custom_code
from catalogue.custom_packs.permissions import book_to_read
from catalogue.facts import Tables
from catalogue.packs.installed import book
from catalogue.packs.kinds import KIND_PAGES, KindPage
from catalogue.packs.records import records
from catalogue.packs.schema import KINDS
from catalogue.pages import serializers
from catalogue.search.index import search
from mordheim_site.api.fields import QuerySerializer, read_query
from mordheim_site.api.paging import NumberedPagination
from mordheim_site.api.typed_fields import typed_response
from mordheim_site.refusals import Refusal

RECORDS_A_PAGE: Final = 500


class PublicView(APIView):
    """Base of views that are open to all; the ETag of responses is the version of the catalogue."""

    permission_classes = (AllowAny,)
    same_for_all = True

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Let clients cache a response for a while, because it changes only with the packs."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        if answer.status_code == 200 and self.same_for_all:
            answer["ETag"] = f'"{book().version[:16]}"'
            answer["Cache-Control"] = "public, max-age=300"
        return answer


class KindsView(PublicView):
    """The kinds of the catalogue."""

    @extend_schema(responses=serializers.KindsSerializer, operation_id="catalogue_kinds")
    def get(self, request: Request) -> Response:
        kinds = [
            {
                "kind": page.kind,
                "slug": page.slug,
                "name": str(page.plural),
                "count": len(book().facts_of(kind)),
                "url": reverse(f"api-catalogue-{page.slug}"),
            }
            for kind, page in KIND_PAGES.items()
        ]
        return Response({"version": book().version, "kinds": kinds})


class FactsView(PublicView):
    """All facts of one kind. `views_of` creates a subclass for each kind."""

    page: KindPage
    query: type[QuerySerializer]

    def listed(self, request: Request) -> Response:
        """The facts that match the query."""
        query = read_query(self.query, request)
        tier = query.pop("tier", None)
        check_codes(self.page.kind, query)
        found = [
            asdict(fact)
            for fact in book().facts_of(self.page.kind).values()
            if (tier is None or fact.source.tier == tier)
            and all(getattr(fact, name) == value for name, value in query.items())
        ]
        return Response({"count": len(found), "results": found})


class FactView(PublicView):
    """One fact of one kind."""

    page: KindPage

    def read(self, request: Request, code: str) -> Response:
        """The fact with this code. It may come from a custom pack that the caller may read."""
        source = book_to_read(request.user, code) if is_custom_code(code) else book()
        facts = source.facts_of(self.page.kind)
        if code not in facts:
            raise Http404
        self.same_for_all = not is_custom_code(code)
        return Response(asdict(facts[code]))


def views_of(page: KindPage) -> tuple[type[FactsView], type[FactView]]:
    """The views of one kind: its list and a single fact. Each kind has operations of its own, so that a typed client
    knows what it gets."""
    fact, name = KINDS[page.kind], page.slug.replace("-", "_")
    query = serializers.query_of(fact)

    @extend_schema(
        operation_id=f"catalogue_{name}",
        description=page.lede,
        parameters=[query],
        responses=serializers.list_of(fact),
    )
    def get_list(view: FactsView, request: Request) -> Response:
        return view.listed(request)

    @extend_schema(
        operation_id=f"catalogue_{name}_one",
        description=f"One {fact.__name__}, by its code.",
        responses={200: {"$ref": f"#/components/schemas/{fact.__name__}"}},
    )
    def get_fact(view: FactView, request: Request, code: str) -> Response:
        return view.read(request, code)

    return (
        type(f"{fact.__name__}ListView", (FactsView,), {"page": page, "query": query, "get": get_list}),
        type(f"{fact.__name__}View", (FactView,), {"page": page, "get": get_fact}),
    )


class TablesView(PublicView):
    """The tables and numbers of a campaign: limits, experience, exploration, income, trade."""

    @extend_schema(responses=typed_response(Tables), operation_id="catalogue_tables")
    def get(self, request: Request) -> Response:
        return Response(asdict(book().tables))


class PacksView(PublicView):
    """The installed packs."""

    @extend_schema(responses=serializers.InstalledPacksSerializer, operation_id="catalogue_packs")
    def get(self, request: Request) -> Response:
        return Response({"results": [asdict(pack) for pack in book().packs.values()]})


def check_codes(kind: str, query: Mapping[str, Any]) -> None:
    """Raise NoSuchFacts for a filter whose value is neither that of a fact of this kind nor the code of any fact."""
    facts = book().facts_of(kind).values()
    unknown = [
        name
        for name, value in query.items()
        if not any(getattr(fact, name) == value for fact in facts)
        and not any(value in book().facts_of(other) for other in KINDS)
    ]
    if unknown:
        raise NoSuchFacts(fields={name: [_("Nothing in the catalogue has this value.")] for name in unknown})


class NoSuchFacts(Refusal):
    """A filter of a list has a value that nothing in the catalogue has, such as the code of a list of skills that does
    not exist."""

    code = "no_such_facts"
    message = gettext_lazy("There are no such facts. Use values that other facts of the catalogue have.")


class NoSuchRecords(Refusal):
    """The query names a kind of record or a warband list that does not exist."""

    code = "no_such_records"
    message = gettext_lazy("There are no such records. Choose an existing kind and the code of a warband list.")


class RecordPages(NumberedPagination):
    """The addresses of other pages of records."""

    page_size = RECORDS_A_PAGE


class RecordsView(PublicView):
    """All facts as flat records; `guides/?name=catalogue-json` describes them.

    In pages of 500; `count` is the number on all pages together.
    """

    @extend_schema(
        parameters=[serializers.RecordsQuery],
        responses=serializers.RecordsSerializer,
        operation_id="catalogue_records",
    )
    def get(self, request: Request) -> Response:
        query = read_query(serializers.RecordsQuery, request)
        kind, warband = query.get("kind"), query.get("warband")
        every = list(records(book()))
        if kind is not None and kind not in (kinds := {record["kind"] for record in every}):
            raise NoSuchRecords(
                fields={"kind": [_("Choose one of these: {kinds}.").format(kinds=", ".join(sorted(kinds)))]}
            )
        if warband is not None and warband not in book().warband_types:
            raise NoSuchRecords(fields={"warband": [_("This is not the code of a warband list.")]})
        found = [
            record
            for record in every
            if (kind is None or record["kind"] == kind) and (warband is None or warband == warband_of(record))
        ]
        first, links = (query["page"] - 1) * RECORDS_A_PAGE, RecordPages()
        links.number, links.count, links.address = query["page"], len(found), request.build_absolute_uri()
        page = found[first : first + RECORDS_A_PAGE]
        return Response({"count": len(found), "results": page}, headers=links.links())


def warband_of(record: Mapping[str, Any]) -> str | None:
    """The code of the warband list that a record belongs to."""
    code: str | None = record.get("code") if record["kind"] == "warband_type" else record.get("warband")
    return code


class SearchView(PublicView):
    """Search that tolerates typing mistakes."""

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
