"""The front page: three doors for a visitor, the desk for somebody who has things here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import desk
from accounts.models import User


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """`waiting` (oldest first) and `sections` (fragment addresses) for a person; for a visitor `live_battle`."""
    user = request.user
    if not isinstance(user, User):
        return render(request, "front.html", {"waiting": [], "sections": [], "live_battle": desk.exhibit()})
    return render(request, "front.html", {"waiting": desk.lines_of(request), "sections": desk.section_urls()})
