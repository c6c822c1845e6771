"""The page that starts a solo campaign."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from battles.core.viewers import current_user
from battles.simulation.solo.forms import SoloForm
from battles.simulation.solo.operations import StartSoloCampaign
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal


@carries_out(StartSoloCampaign)
@require_http_methods(["GET", "HEAD", "POST"])
def solo(request: HttpRequest) -> HttpResponse:
    """Start a solo campaign, and go to its home page with the first match."""
    user = current_user(request)
    if request.method == "POST" and not isinstance(user, User):
        return redirect(f"{reverse('account_signup')}?next={request.path}")
    form = SoloForm(request.POST if request.method == "POST" else None, user=user)
    refusal: Refusal | None = None
    if request.method == "POST" and form.is_valid():
        try:
            campaign = perform(request, StartSoloCampaign, None, values=form.values())
        except Refusal as error:
            refusal = error
        else:
            return redirect("campaigns:home", campaign.slug)
    context = {
        "form": form,
        "refusal": refusal,
        "key": request.POST.get("idempotency_key", "")[:64],
        "needs_account": user is None or user.is_guest,
        "crumbs": [{"label": _("Play a battle"), "url": reverse("battles:play")}],
    }
    status = refusal.status if refusal is not None else 422 if form.errors else 200
    return render(request, "battles/simulation/solo.html", context, status=status)
