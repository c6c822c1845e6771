"""Page to restore a warband to its state after an earlier entry of its ledger."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from battles.aftermath.restore import services
from battles.aftermath.restore.operations import RestoreRoster
from battles.core.viewers import current_user, number
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal
from warbands.core.ledger_text import sentence_for
from warbands.core.permissions import warband_to_read
from warbands.shared.selectors import ledger_entry


@carries_out(RestoreRoster)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: HttpRequest, pid: str) -> HttpResponse:
    """A page that lists what would be undone after entry `number` and asks for confirmation; a POST with the reason
    restores the roster."""
    warband = warband_to_read(request.user, pid)
    user = current_user(request)
    query = request.POST if request.method == "POST" else request.GET
    entry = number(query.get("number", ""))
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            if user is None:
                raise services.NotYoursToRestore
            values = {"number": entry, "reason": request.POST.get("reason", "")[:200]}
            perform(request, RestoreRoster, warband, actor=user, values=values)
        except Refusal as error:
            refusal = error
        else:
            return redirect("warbands:history", pid)
    found = ledger_entry(warband, entry)
    context = {
        "warband": warband,
        "number": entry,
        "entry": found,
        "sentence": sentence_for(found.kind, found.arguments) if found is not None else "",
        "later": max(0, warband.version - entry),
        "refusal": refusal,
        "may_restore": services.may_restore(warband, user.pk if user is not None else None),
    }
    return render(
        request, "battles/aftermath/restore.html", context, status=refusal.status if refusal is not None else 200
    )
