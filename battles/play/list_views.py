"""Lists of battles, and the dashboard fragment."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.core import selectors
from battles.core.viewers import current_user


@require_safe
def battles(request: HttpRequest) -> HttpResponse:
    """Public battles. `?live` shows those in progress, `?mine` the user's own battles and open invitations."""
    user = current_user(request)
    which = "mine" if "mine" in request.GET and user else "live" if "live" in request.GET else ""
    found = selectors.public_battles()
    if which == "mine" and user is not None:
        found = selectors.own_battles(user.pk)
    elif which == "live":
        found = selectors.live_battles()
    return render(request, "battles/play/list.html", {"cards": selectors.cards(found, user), "which": which})


@require_safe
def dashboard_section(request: HttpRequest) -> HttpResponse:
    """The user's battles for the dashboard."""
    user = current_user(request)
    found = selectors.cards(selectors.own_battles(user.pk), user)[:6] if user is not None else []
    return render(request, "battles/play/_dashboard.html", {"cards": found})
