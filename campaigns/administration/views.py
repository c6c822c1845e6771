"""Public leagues, the user's leagues, and the form for a new one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from campaigns.administration.forms import CreateForm
from campaigns.administration.operations import CreateCampaign
from campaigns.core import selectors as core_selectors
from campaigns.core.presets import DEFAULT, PRESETS, preset_of
from campaigns.models import Campaign
from campaigns.packs import selectors as packs_selectors
from campaigns.packs.forms import PacksForm
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from catalogue.rules.rulesets import ruleset_choices, ruleset_words
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal


def _rows(rows: list[Campaign]) -> list[dict[str, object]]:
    return [{"campaign": row, "preset": preset_of(row.preset), "ruleset": ruleset_words(row.ruleset)} for row in rows]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The user's leagues first, then public ones by name, with a search."""
    query = request.GET.get("q", "").strip()[:60]
    ruleset, is_open = request.GET.get("ruleset", ""), "open" in request.GET
    is_narrowed = bool(query or ruleset or is_open)
    mine = list(core_selectors.campaigns_of(request.user)) if isinstance(request.user, User) else []
    known = {campaign.pk for campaign in mine} if not is_narrowed else set()
    found = list(core_selectors.public_campaigns(query, ruleset=ruleset, is_open=is_open)[: core_selectors.SHOWN + 1])
    context = {
        "mine": _rows(mine),
        "found": _rows([row for row in found[: core_selectors.SHOWN] if row.pk not in known]),
        "more": len(found) > core_selectors.SHOWN,
        "query": query,
        "is_narrowed": is_narrowed,
        "ruleset": ruleset,
        "is_open": is_open,
        "rulesets": ruleset_choices(),
    }
    return render(request, "campaigns/administration/list.html", context)


@carries_out(CreateCampaign)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Create a league with one field and one click; redirects to the invitation."""
    user, refusal = request.user, None
    form = CreateForm(request.POST if request.method == "POST" else None)
    packs = PacksForm(request.POST if request.method == "POST" else None, offered=packs_selectors.offered_to(user, {}))
    if request.method == "POST" and not isinstance(user, User):
        return redirect(f"{reverse('account_signup')}?next={request.path}")
    if request.method == "POST" and isinstance(user, User) and form.is_valid() and packs.is_valid():
        data = form.cleaned_data
        preset = preset_of(data["preset"])
        try:
            values = {
                "name": data["name"],
                "ruleset": data["ruleset"] or DEFAULT_RULESET,
                "preset": preset.code,
                "starting_gold_gc": data["starting_gold_gc"],
                "house_rules": form.house_rules,
                "audience": data["audience"] or "public",
                "warbands_per_player": data["warbands_per_player"] or preset.warbands,
                "left_out": list(packs.leaves_out),
                "own": packs.own,
            }
            campaign = perform(request, CreateCampaign, None, values=values)
        except Refusal as error:
            refusal = error
        else:
            return redirect("campaigns:invite", campaign.slug)
    context = {
        "form": form,
        "packs": packs,
        "needs_account": not isinstance(user, User) or user.is_guest,
        "refusal": refusal,
        "presets": PRESETS,
        "chosen": form["preset"].value() or DEFAULT.code,
        "rulesets": ruleset_choices(),
        "ruleset": form["ruleset"].value() or DEFAULT_RULESET,
        "key": request.POST.get("idempotency_key", "")[:64],
        "crumbs": [{"label": _("Leagues"), "url": reverse("campaigns:list")}],
    }
    status = refusal.status if refusal is not None else 422 if form.is_bound else 200
    return render(request, "campaigns/administration/new.html", context, status=status)
