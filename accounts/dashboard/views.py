"""The front page: three entry points for a visitor, the dashboard for a user or guest with data."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.dashboard import lines
from accounts.models import User


@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """`waiting` (oldest first) and `sections` (fragments) for a user; for a visitor `live_battle`."""
    user = request.user
    if not isinstance(user, User):
        return render(request, "front.html", {"waiting": [], "sections": [], "live_battle": lines.first_showcase()})
    return render(request, "front.html", {"waiting": lines.lines_of(request), "sections": lines.sections()})
