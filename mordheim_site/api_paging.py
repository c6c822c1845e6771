"""Cursor pages, newest first: stable while rows are added, one index however deep a reader goes."""

from rest_framework.pagination import CursorPagination


class NewestFirstPagination(CursorPagination):
    """Rows need `created_at`; a view over other rows sets its own `ordering` on a subclass."""

    ordering = ("-created_at", "-pk")
    page_size_query_param = "page_size"
    max_page_size = 200
