"""Reporting a warband as painted: its player and the arbitrators."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.core.permissions import access_to_read
from campaigns.members import painting
from campaigns.models import Entry


@require_POST
@login_required
def painting_action(request: HttpRequest, slug: str, pid: str) -> HttpResponse:
    """One action on the page of an entry: `act` is one of `painting.ACTS`."""
    seat = access_to_read(request.user, slug)
    found = get_object_or_404(Entry, campaign=seat.campaign, public_id=pid)
    act = request.POST.get("act", "")
    if act not in painting.ACTS:
        raise Http404
    stands = painting.record_painting(entry_id=found.pk, actor_id=request.user.pk, act=act, now=timezone.now())
    words = {
        "painted_declared": _("Reported as painted. An arbitrator has to confirm it."),
        "painted_confirmed": _("The warband is confirmed as painted, and the standings show it."),
    }
    messages.success(request, words.get(stands, _("The warband counts as unpainted.")))
    return redirect("campaigns:entry", slug, pid)
