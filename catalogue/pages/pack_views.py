"""Pages of content packs and their contents."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from catalogue.custom_packs.codes import is_custom_code, key_and_number, release_of
from catalogue.custom_packs.permissions import pack_of_code
from catalogue.packs.installed import book
from catalogue.packs.selectors import pack_contents, pack_summaries


@require_safe
def pack_list(request: HttpRequest) -> HttpResponse:
    """Every installed pack with the number of its facts."""
    return render(request, "catalogue/pages/packs.html", {"packs": pack_summaries(book())})


@require_safe
def pack_page(request: HttpRequest, code: str) -> HttpResponse:
    """One pack and its facts by kind. 404 for an unknown pack; a version of a custom pack has its own page."""
    if is_custom_code(code):
        pack = pack_of_code(request.user, code)
        _key, number = key_and_number(release_of(code) or code)
        return redirect(f"{reverse('catalogue:own_pack', args=[pack.public_id])}?v={number}")
    source = book()
    if code not in source.packs:
        raise Http404
    crumbs = [{"label": _("Packs"), "url": reverse("catalogue:packs")}]
    context = {"pack": source.packs[code], "contents": pack_contents(source, code), "crumbs": crumbs}
    return render(request, "catalogue/pages/pack.html", context)
