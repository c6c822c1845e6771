"""The house rules page of a league, for arbitrators."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.core.permissions import access_to_run
from campaigns.house_rules.forms import HouseForm
from campaigns.house_rules.operations import ChangeHouseRules
from campaigns.matches import view_data
from catalogue.rules.rulesets import ruleset_words
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal


@carries_out(ChangeHouseRules)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def house_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every switch with its current value. A POST saves them and redirects to the rules page."""
    access = access_to_run(request.user, slug)
    campaign, refusal = access.campaign, None
    if request.method == "POST":
        form = HouseForm(request.POST, ruleset=campaign.ruleset)
        if form.is_valid():
            try:
                perform(request, ChangeHouseRules, access, values={"house_rules": form.house_rules})
            except Refusal as error:
                refusal = error
            else:
                messages.success(request, _("The house rules are saved. The chronicle shows what changed."))
                return redirect("campaigns:rules", slug)
    else:
        form = HouseForm.showing(campaign.house_rules, campaign.ruleset)
    return view_data.league_page(
        request,
        "campaigns/house_rules/house_rules.html",
        access,
        "dashboard",
        form=form,
        ruleset=ruleset_words(campaign.ruleset),
        refusal=refusal,
        status=422 if request.method == "POST" else 200,
    )
