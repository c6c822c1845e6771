"""The page on which a player chooses which warriors of a warband fight, and the button that saves a deployment."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from battles.core.permissions import battle_to_read
from battles.core.viewers import current_user
from battles.setup.line_up import services
from battles.setup.line_up.operations import ChooseFighters, SaveDeployment
from campaigns.core.responses import return_address
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal
from warbands.core.permissions import warband_to_act_on


@carries_out(ChooseFighters)
@require_http_methods(["GET", "HEAD", "POST"])
def line_up(request: HttpRequest, pid: str) -> HttpResponse:
    """Form for who fights and who stays at home; `next` is the page to return to."""
    warband = warband_to_act_on(request.user, pid)
    refusal = None
    if request.method == "POST":
        try:
            perform(request, ChooseFighters, warband)
        except Refusal as error:
            refusal = error
        else:
            return redirect(return_address(request, request.path))
    lines = services.lines_of(warband)
    context = {
        "warband": warband,
        "lines": lines,
        "models": sum(line.models for line in lines),
        "fights": sum(line.fights for line in lines),
        "back": request.POST.get("next", request.GET.get("next", ""))[:200],
        "refusal": refusal,
    }
    return render(request, "battles/setup/line_up.html", context, status=422 if refusal else 200)


@carries_out(SaveDeployment)
@require_POST
def save_deployment(request: HttpRequest, pid: str) -> HttpResponse:
    """Save the positions of all models of the player's own warband."""
    battle = battle_to_read(current_user(request), pid)
    SaveDeployment.check_actor(current_user(request), battle)
    perform(request, SaveDeployment, battle)
    messages.success(request, _("Deployment saved. It is used when your warband is set up on a table of this size."))
    return redirect("battles:board", pid=pid)
