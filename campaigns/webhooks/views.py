"""The webhooks page of the arbitrator's dashboard."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.core import view_data
from campaigns.core.permissions import CampaignAccess, access_to_run
from campaigns.notices.forms import WebhookForm
from campaigns.notices.selectors import webhooks_of
from campaigns.webhooks import services
from mordheim_site.refusals import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def hooks(request: HttpRequest, slug: str) -> HttpResponse:
    """List webhooks; add, turn off, remove."""
    seat = access_to_run(request.user, slug)
    if request.method != "POST":
        return _page(request, seat, form=WebhookForm())
    said = {"campaign_id": seat.campaign.pk, "actor_id": request.user.pk}
    try:
        if "remove" in request.POST:
            services.remove(**said, webhook=request.POST["remove"][:12])
            messages.success(request, _("The webhook is removed."))
        elif "on" in request.POST or "off" in request.POST:
            is_on = "on" in request.POST
            services.switch(**said, webhook=request.POST["on" if is_on else "off"][:12], is_on=is_on)
            messages.success(request, _("The webhook is on.") if is_on else _("The webhook is off."))
        else:
            form = WebhookForm(request.POST)
            if not form.is_valid():
                return _page(request, seat, form=form, status=422)
            services.add(**said, now=timezone.now(), **form.cleaned_data)
            messages.success(request, _("The webhook is added. The next chronicle event is sent to it."))
    except Refusal as refusal:
        return _page(request, seat, form=WebhookForm(request.POST), refusal=refusal)
    return redirect("campaigns:hooks", slug)


def _page(request: HttpRequest, seat: CampaignAccess, **context: Any) -> HttpResponse:
    return view_data.league_page(request, "hooks", seat, "desk", hooks=webhooks_of(seat.campaign), **context)
