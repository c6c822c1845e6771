"""Pages to export and import a league as one file."""

from __future__ import annotations

import json

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.core.permissions import access_to_run
from campaigns.core.refusals import BadHandover
from campaigns.exchange import document
from campaigns.exchange.export import document_of
from campaigns.exchange.operations import HandOver, ImportCampaign
from campaigns.members.forms import HandOverForm, LeagueFileForm
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal


@require_safe
@login_required
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the complete league, for a backup or for another site."""
    access = access_to_run(request.user, slug)
    data = document_of(access.campaign).model_dump(mode="json", exclude_defaults=False)
    text = json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True)
    answer = HttpResponse(text + "\n", content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{access.campaign.slug}.league.json"'
    return answer


@carries_out(ImportCampaign)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_league(request: HttpRequest) -> HttpResponse:
    """Import a league from a file."""
    form, refusal = LeagueFileForm(request.POST if request.method == "POST" else None, request.FILES or None), None
    if request.method == "POST" and form.is_valid():
        try:
            values = {"document": document.read_json(form.cleaned_data["file"].read())}
            campaign = perform(request, ImportCampaign, None, values=values)
        except Refusal as error:
            refusal = error
        else:
            messages.success(
                request, _("The league is imported. Only its members can read it until you make it public.")
            )
            return redirect("campaigns:home", campaign.slug)
    status = refusal.status if refusal is not None else 422 if request.method == "POST" else 200
    context = {
        "form": form,
        "refusal": refusal,
        "key": request.POST.get("idempotency_key", "")[:64],
        "crumbs": [{"label": _("Leagues"), "url": reverse("campaigns:list")}],
    }
    return render(request, "campaigns/exchange/import.html", context, status=status)


@carries_out(HandOver)
@require_POST
@login_required
def hand_over(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand a non-player warband to its player."""
    access = access_to_run(request.user, slug)
    form = HandOverForm(request.POST)
    if not form.is_valid():
        raise BadHandover
    target = (access, form.cleaned_data["entry"])
    row = perform(request, HandOver, target, values={"username": form.cleaned_data["username"]})
    messages.success(request, _("%(name)s now belongs to its player.") % {"name": row.warband.name})
    return redirect("campaigns:people", slug)
