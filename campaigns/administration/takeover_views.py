"""The page on which a player asks to take over an abandoned campaign, and takes it over."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.administration.operations import TakeOver
from campaigns.core.permissions import access_to_read
from mordheim_site.operations.pages import carries_out, perform


@carries_out(TakeOver)
@require_POST
@login_required
def take_over(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask to take over the campaign; after the waiting time, take it over."""
    access = access_to_read(request.user, slug)
    if perform(request, TakeOver, access, form={}):
        messages.success(request, _("You run this league now."))
        return redirect("campaigns:dashboard", slug)
    messages.success(
        request, _("The request is sent. The arbitrators have seven days to answer; then press the button again.")
    )
    return redirect("campaigns:people", slug)
