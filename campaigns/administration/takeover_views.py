"""An abandoned campaign: a player asks for it and takes it over."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.administration import takeover
from campaigns.core.permissions import access_to_read


@require_POST
@login_required
def take_over(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for it; asked already, take it."""
    seat = access_to_read(request.user, slug)
    who, now = request.user.pk, timezone.now()
    if seat.campaign.takeover_by_id == who:
        takeover.take_over(campaign_id=seat.campaign.pk, actor_id=who, now=now)
        messages.success(request, _("You run this campaign now."))
        return redirect("campaigns:desk", slug)
    takeover.request_takeover(campaign_id=seat.campaign.pk, actor_id=who, now=now)
    messages.success(
        request, _("The request is sent. The arbitrators have seven days to answer; then press the button again.")
    )
    return redirect("campaigns:people", slug)
