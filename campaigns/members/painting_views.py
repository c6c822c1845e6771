"""View for players and arbitrators to report a warband as painted."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.members import painting
from campaigns.members.operations import ReportPainted
from mordheim_site.operations.pages import carries_out, perform, user_of


@carries_out(ReportPainted)
@require_POST
@login_required
def painting_action(request: HttpRequest, slug: str, pid: str) -> HttpResponse:
    """Carry out one action on the page of an entry: `act` is one of `painting.ACTS`."""
    found = ReportPainted.target_for(user_of(request), slug=slug, pid=pid)
    if request.POST.get("act", "") not in painting.ACTS:
        raise Http404
    stands = perform(request, ReportPainted, found)
    words = {
        "painted_declared": _("Reported as painted. An arbitrator has to confirm it."),
        "painted_confirmed": _("The warband is confirmed as painted, and the standings show it."),
    }
    messages.success(request, words.get(stands, _("The warband counts as unpainted.")))
    return redirect("campaigns:entry", slug, pid)
