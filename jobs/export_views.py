"""The data export page: request and download. Users see only their own export, so no id is in the address."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from jobs import export_files
from jobs.operations import RequestExport
from mordheim_site.operations.pages import carries_out, perform


@carries_out(RequestExport)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def bundle(request: HttpRequest) -> HttpResponse:
    """Status of the export; POST requests one and redirects to the progress page."""
    user, now = request.user, timezone.now()
    assert isinstance(user, User)
    if request.method == "POST":
        return redirect("jobs:progress", perform(request, RequestExport, None).public_id)
    crumbs = [{"label": _("Settings"), "url": "/accounts/settings/"}]
    return render(
        request, "jobs/bundle.html", {"bundle": export_files.bundle_of(user_id=user.pk, now=now), "crumbs": crumbs}
    )


@never_cache
@require_safe
@login_required
def bundle_file(request: HttpRequest) -> HttpResponse:
    """The file itself. Raises NoExport."""
    user = request.user
    assert isinstance(user, User)
    return answer_with(user)


def answer_with(user: User) -> HttpResponse:
    """The user's export as a download that proxies may not cache. Raises NoExport."""
    now = timezone.now()
    answer = HttpResponse(export_files.content_of(user_id=user.pk, now=now), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="mordheim-{now:%Y-%m-%d}.zip"'
    answer["Cache-Control"] = "private, no-store"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
