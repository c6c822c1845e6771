"""Pagination of long lists: numbered pages with a Link header. Pages beyond the end are empty."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param
from rest_framework.views import APIView

from mordheim_site.api.fields import QueryInteger, QuerySerializer, read_query

MOST_PAGES = 1_000_000


class PageQuery(QuerySerializer):
    """The requested page of a list."""

    page = QueryInteger(min_value=1, max_value=MOST_PAGES, default=1, help_text="The number of the page, from 1.")


class NumberedPagination(BasePagination):
    """`{"count": total number of rows, "results": [...]}`. A view uses it as `pagination_class` and calls `page_of`.

    The addresses of the next and the previous page are in the header `Link`.
    """

    page_size = 50
    count = 0
    number = 1
    headers: ClassVar[dict[str, str]] = {
        "Link": 'Addresses of other pages: `<...>; rel="next"` and `rel="prev"`. Missing if there is only one page.'
    }
    """Headers of the response, with their meaning, for the schema."""

    def paginate_queryset(self, queryset: QuerySet[Any], request: Request, view: APIView | None = None) -> Any:
        """The rows of the requested page, not loaded yet. One query. Raises ValidationError for a bad page number."""
        self.number = read_query(PageQuery, request)["page"]
        self.address = request.build_absolute_uri()
        first = (self.number - 1) * self.page_size
        self.count = queryset.count()
        return queryset[first : first + self.page_size]

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"count": self.count, "results": data}, headers=self.links())

    def links(self) -> dict[str, str]:
        """The `Link` header with the next and the previous page; empty if there is neither."""
        last = max(1, -(-self.count // self.page_size))
        near = {"next": self.number + 1, "prev": min(self.number - 1, last)}
        found = [f'<{self.address_of(page)}>; rel="{name}"' for name, page in near.items() if 1 <= page <= last]
        return {"Link": ", ".join(found)} if found else {}

    def address_of(self, page: int) -> str:
        """The address of this list with another page."""
        if page == 1:
            return str(remove_query_param(self.address, "page"))
        return str(replace_query_param(self.address, "page", page))

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "object",
            "required": ["count", "results"],
            "properties": {
                "count": {"type": "integer", "minimum": 0, "description": "Number of rows on all pages."},
                "results": {**schema, "maxItems": self.page_size},
            },
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return [
            {
                "name": "page",
                "in": "query",
                "description": f"From 1; {self.page_size} to a page.",
                "schema": {"type": "integer", "minimum": 1, "maximum": MOST_PAGES, "default": 1},
            }
        ]


class ArrayPagination(NumberedPagination):
    """One page of a list as a plain array; the header `X-Total-Count` says how many rows there are in total."""

    headers: ClassVar[dict[str, str]] = {**NumberedPagination.headers, "X-Total-Count": "Number of rows on all pages."}

    def get_paginated_response(self, data: Any) -> Response:
        return Response(data, headers={"X-Total-Count": str(self.count), **self.links()})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {**schema, "maxItems": self.page_size}


def pages_of(size: int, kind: type[NumberedPagination] = NumberedPagination) -> type[NumberedPagination]:
    """A pagination class with this number of rows per page."""
    return type(f"{kind.__name__}{size}", (kind,), {"page_size": size})
