"""The webhooks page of the arbitrator's dashboard."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.core.permissions import CampaignAccess, access_to_run
from campaigns.matches import view_data
from campaigns.notices.forms import WebhookForm
from campaigns.notices.selectors import webhooks_of
from campaigns.webhooks.operations import AddWebhook, RemoveWebhook, SendAgain, SendTest, SwitchWebhook
from mordheim_site.operations.pages import call_of, carries_out, perform, user_of
from mordheim_site.refusals import Refusal


@carries_out(AddWebhook, SwitchWebhook, RemoveWebhook, SendTest, SendAgain)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def hooks(request: HttpRequest, slug: str) -> HttpResponse:
    """List webhooks with their latest and failed deliveries; add, test, turn off or remove them, and repeat
    deliveries."""
    access = access_to_run(request.user, slug)
    if request.method != "POST":
        return _page(request, access, form=WebhookForm())
    sent = request.POST
    try:
        if "remove" in sent:
            perform(request, RemoveWebhook, (access, sent["remove"][:12]))
            messages.success(request, _("The webhook is removed."))
        elif "test" in sent:
            perform(request, SendTest, (access, sent["test"][:12]), form={})
            messages.success(request, _("A test message is sent. Reload this page to see the response."))
        elif "again" in sent:
            perform(request, SendAgain, (access, sent["again"][:12]), form={})
            messages.success(request, _("The delivery is sent again."))
        elif "on" in sent or "off" in sent:
            is_on = "on" in sent
            webhook = sent["on" if is_on else "off"][:12]
            perform(request, SwitchWebhook, (access, webhook), form={"is_on": "true" if is_on else "false"})
            messages.success(request, _("The webhook is on.") if is_on else _("The webhook is off."))
        else:
            form = WebhookForm(sent)
            if not form.is_valid():
                return _page(request, access, form=form, status=422)
            AddWebhook(**form.cleaned_data).carry_out(access, call_of(request, user_of(request)))
            messages.success(request, _("The webhook is added. The next chronicle event is sent to it."))
    except Refusal as refusal:
        return _page(request, access, form=WebhookForm(request.POST), refusal=refusal)
    return redirect("campaigns:hooks", slug)


def _page(request: HttpRequest, access: CampaignAccess, **context: Any) -> HttpResponse:
    return view_data.league_page(
        request, "campaigns/webhooks/webhooks.html", access, "dashboard", hooks=webhooks_of(access.campaign), **context
    )
