"""Fragments for pages of other apps: the user's leagues on the dashboard, the league of a warband on its roster."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from accounts.models import User
from campaigns.core import selectors
from campaigns.core.permissions import may_read as may_read_campaign
from campaigns.members.views import INVITED_KEY
from campaigns.models import Campaign, Entry
from campaigns.notices.selectors import unread_count
from campaigns.packs.selectors import newer_version_for
from warbands.core.permissions import may_read
from warbands.models import Warband, WarbandStatus


@require_safe
def dashboard_section(request: HttpRequest) -> HttpResponse:
    """The user's campaigns; a full page without JavaScript."""
    mine = list(selectors.campaigns_of(request.user)) if isinstance(request.user, User) else []
    template = "_dashboard" if request.headers.get("HX-Request") == "true" else "dashboard_section"
    unread = unread_count(request.user.pk) if isinstance(request.user, User) else 0
    return render(request, f"campaigns/core/{template}.html", {"mine": mine, "unread": unread})


@require_safe
def warband_section(request: HttpRequest, pid: str) -> HttpResponse:
    """The campaign of a warband, or for its owner how to join one."""
    warband = Warband.objects.filter(public_id=pid).first()
    if warband is None or not may_read(request.user, warband, share_key=request.GET.get("key", "")):
        raise Http404
    template = "_warband" if request.headers.get("HX-Request") == "true" else "warband_section"
    return render(request, f"campaigns/core/{template}.html", _warband_context(request, warband))


def roster_section(request: HttpRequest, warband: Warband) -> SafeString:
    """The same section as a part of the roster page."""
    return render_to_string("campaigns/core/_warband.html", _warband_context(request, warband), request)


def _warband_context(request: HttpRequest, warband: Warband) -> dict[str, Any]:
    entry = Entry.objects.select_related("campaign").filter(warband=warband, withdrawn_at__isnull=True).first()
    if entry is not None and not may_read_campaign(request.user, entry.campaign):
        entry = None
    invited = None
    is_owner = request.user.is_authenticated and request.user.pk == warband.owner_id
    if entry is None and is_owner and request.session.get(INVITED_KEY):
        invited = Campaign.objects.filter(join_code=request.session[INVITED_KEY]).first()
    return {
        "warband": warband,
        "entry": entry,
        "invited": invited,
        "newer": newer_version_for(warband) if is_owner and entry is None else None,
        "may_join": invited is not None and warband.status == WarbandStatus.FOUNDED,
    }
