"""Pagination of long lists: fifty rows and the total count. Pages beyond the end are empty."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from mordheim_site.api.fields import QueryInteger, QuerySerializer, read_query

MOST_PAGES = 1_000_000


class PageQuery(QuerySerializer):
    """The requested page of a list."""

    page = QueryInteger(min_value=1, max_value=MOST_PAGES, default=1)


class NumberedPagination(BasePagination):
    """`{"count": rows in all, "results": [...]}`. A view uses it as `pagination_class` and calls `page_of`."""

    page_size = 50
    count = 0

    def paginate_queryset(self, queryset: QuerySet[Any], request: Request, view: APIView | None = None) -> Any:
        """The rows of the requested page, not loaded yet. One query. Raises ValidationError for a bad page number."""
        first = (read_query(PageQuery, request)["page"] - 1) * self.page_size
        self.count = queryset.count()
        return queryset[first : first + self.page_size]

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"count": self.count, "results": data})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "object",
            "required": ["count", "results"],
            "properties": {
                "count": {"type": "integer", "minimum": 0, "description": "Rows on all pages together."},
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
