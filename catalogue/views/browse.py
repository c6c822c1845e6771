"""The catalogue, its kinds, and one page a fact."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from catalogue import pages
from catalogue.book import book
from catalogue.kinds import KIND_PAGES, SLUGS


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The kinds with their counts."""
    source = book()
    kinds = [
        {"page": page, "url": reverse("catalogue:kind", args=[page.slug]), "count": len(source.facts_of(kind))}
        for kind, page in KIND_PAGES.items()
    ]
    warbands = pages.lists(source, "warband_types")
    return render(request, "catalogue/home.html", {"kinds": kinds, "grids": warbands})


@require_safe
def kind_page(request: HttpRequest, slug: str) -> HttpResponse:
    """All facts of one kind. 404 for an unknown kind."""
    kind = SLUGS.get(slug)
    if kind is None:
        raise Http404
    crumbs = [{"label": _("Catalogue"), "url": reverse("catalogue:home")}]
    context = {"page": KIND_PAGES[kind], "grids": pages.lists(book(), kind), "crumbs": crumbs}
    return render(request, "catalogue/kind.html", context)


@require_safe
def fact_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """One fact. 404 for an unknown kind or code."""
    kind = SLUGS.get(slug)
    if kind is None or code not in book().facts_of(kind):
        raise Http404
    sheet = pages.sheet(book(), kind, code)
    return render(request, "catalogue/fact.html", {"sheet": sheet, "crumbs": sheet.crumbs})
