"""Pages of the catalogue, its kinds and its facts."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import limits
from catalogue import pages
from catalogue.custom_packs.codes import is_custom_code
from catalogue.custom_packs.permissions import book_to_read
from catalogue.packs.installed import book
from catalogue.packs.kinds import KIND_PAGES, SLUGS
from catalogue.pages.filters import narrowed, narrowing

ROWS_PER_UNIT = 50
"""Number of rows of a list that count as one more request towards the limit of computations; they take about 50 ms to
render."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """All kinds with their counts."""
    source = book()
    kinds = [
        {"page": page, "url": reverse("catalogue:kind", args=[page.slug]), "count": len(source.facts_of(kind))}
        for kind, page in KIND_PAGES.items()
    ]
    part = narrowing(source, "warband_types", {"tier": "1"})
    warbands = narrowed(source, "warband_types", pages.lists(source, "warband_types"), part)
    more = [{"title": title, "count": count, "tier": tier} for tier, title, count in part.tiers if tier != part.tier]
    return render(request, "catalogue/pages/home.html", {"kinds": kinds, "grids": warbands, "more": more})


@require_safe
def kind_page(request: HttpRequest, slug: str) -> HttpResponse:
    """All facts of one kind. 404 if unknown. Raises RateLimitExceeded: the longest list takes half a second."""
    kind = SLUGS.get(slug)
    if kind is None:
        raise Http404
    source = book()
    part = narrowing(source, kind, request.GET)
    grids = narrowed(source, kind, pages.lists(source, kind), part)
    limits.count_request(request, "computations", units=1 + sum(len(grid.rows) for grid in grids) // ROWS_PER_UNIT)
    crumbs = [{"label": _("Catalogue"), "url": reverse("catalogue:home")}]
    context = {"page": KIND_PAGES[kind], "grids": grids, "part": part, "crumbs": crumbs}
    return render(request, "catalogue/pages/kind.html", context)


@require_safe
def fact_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The page of one fact. 404 for an unknown kind or code, and for a fact of a custom pack that the reader may not
    read."""
    kind = SLUGS.get(slug)
    if kind is None:
        raise Http404
    source = book_to_read(request.user, code) if is_custom_code(code) else book()
    if code not in source.facts_of(kind):
        raise Http404
    sheet = pages.sheet(source, kind, code)
    return render(request, "catalogue/pages/fact.html", {"sheet": sheet, "crumbs": sheet.crumbs})
