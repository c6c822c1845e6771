"""The search page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.limits import limited
from catalogue.search.index import MAX_QUERY, search


@require_safe
@limited("computations")
def search_page(request: HttpRequest) -> HttpResponse:
    """The results of a query, by section; the query is in the address."""
    query = request.GET.get("q", "").replace("\x00", "").strip()[:MAX_QUERY]
    context = {"query": query, "sections": search(query, request.user), "max_query": MAX_QUERY}
    return render(request, "catalogue/search/search.html", context)
