"""The page to report a problem; every page links to it."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.guests.services import current_or_new_guest
from accounts.problem_reports.operations import PAGE, SendProblemReport
from mordheim_site.operations.messages import NotUnderstood
from mordheim_site.operations.pages import carries_out, perform, read_form


@carries_out(SendProblemReport)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest) -> HttpResponse:
    """Show the form for a report about the page `?page=` or the one that the reader comes from. After sending it,
    return to that page."""
    page, refusal = _page_of(request), None
    if request.method == "POST":
        form = {
            "text": request.POST.get("text", ""),
            "page": page,
            "browser": request.headers.get("User-Agent", "")[:200],
        }
        try:
            # Checked before a guest is created for a visitor.
            read_form(SendProblemReport, form)
            perform(request, SendProblemReport, None, actor=current_or_new_guest(request), form=form)
        except NotUnderstood as error:
            refusal = error
        else:
            messages.success(request, _("Your report was sent to the staff of this site. Thank you."))
            return redirect(page or "/")
    context = {"page_address": page, "text": request.POST.get("text", "")[:2000], "refusal": refusal}
    status = refusal.status if refusal is not None else 200
    return render(request, "accounts/problem_reports/report.html", context, status=status)


def _page_of(request: HttpRequest) -> str:
    """The path of the page that the report is about, "" if it is not one of this site."""
    page = (request.POST if request.method == "POST" else request.GET).get("page")
    if page is None:
        came_from = urlsplit(request.headers.get("Referer", ""))
        page = came_from.path if came_from.netloc == request.get_host() else ""
    return path_of(page)


def path_of(address: str) -> str:
    """The path of an address of this site, "" if the address is invalid or belongs to another site."""
    path = address.partition("?")[0].partition("#")[0]
    # Two slashes at the start would lead to another site.
    return path if re.fullmatch(PAGE, path) and not path.startswith("//") else ""
