"""The invitation page: who sent it, how the league is played, and three ways to join."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.guests.services import current_or_new_guest
from accounts.models import User
from accounts.names import clean_name
from accounts.services import change_settings
from campaigns.core.permissions import access_of, entries_of_user
from campaigns.core.presets import preset_of
from campaigns.core.responses import return_address
from campaigns.core.selectors import free_warbands_of, invited_campaign, members_of
from campaigns.house_rules.text import differences
from campaigns.members.forms import JoinForm, NewWarbandForm
from campaigns.members.invitations import may_decline
from campaigns.members.operations import DeclineInvitation, Join, JoinWithNew
from campaigns.models import Campaign, Entry
from campaigns.packs.selectors import packs_text
from campaigns.standings.selectors import entries_of
from catalogue.rules.rulesets import ruleset_words
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal
from warbands.builder.list_choice import lists_by_tier

INVITED_KEY = "invited_to"
"""Session key of an invitation, used while the user builds a warband for it."""


def _free_warbands(request: HttpRequest, campaign: Campaign) -> list[dict[str, Any]]:
    """The user's founded warbands that are in no campaign, as chips. Those that cannot join have the reason."""
    if not request.user.is_authenticated:
        return []
    chips: list[dict[str, Any]] = []
    for row in free_warbands_of(request.user.pk)[:40]:
        wanted = campaign.starting_gold_gc
        why = ""
        if wanted is not None and wanted != row.founding_gold_gc:
            why = _("founded with %(had)d gc, this league starts with %(wanted)d") % {
                "had": row.founding_gold_gc,
                "wanted": wanted,
            }
        chips.append({"label": row.name, "value": row.public_id, "why": why, "chosen": not chips and not why})
    return chips


def _joining_player(request: HttpRequest) -> User:
    """The user who joins: a visitor becomes a guest, under the name that they gave. Raises BadName."""
    name = clean_name(request.POST.get("player_name", "").strip())
    actor = current_or_new_guest(request)
    if name and actor.is_guest and not actor.display_name:
        return change_settings(user_id=actor.pk, display_name=name)
    return actor


def _page(request: HttpRequest, campaign: Campaign, refusal: Refusal | None = None, **context: Any) -> HttpResponse:
    members = members_of(campaign)
    mine = entries_of_user(request.user, campaign)
    context.setdefault("status", refusal.status if refusal is not None else 200)
    return render(
        request,
        "campaigns/members/join.html",
        {
            "campaign": campaign,
            "preset": preset_of(campaign.preset),
            "ruleset": ruleset_words(campaign.ruleset),
            "differences": differences(campaign),
            "arbitrator": next((member.user for member in members if member.role == "arbitrator"), campaign.created_by),
            "entries": [entry for entry in entries_of(campaign) if not entry.is_withdrawn],
            "access": access_of(request.user, campaign),
            "may_decline": may_decline(request.user.pk, campaign),
            "is_full": len(mine) >= campaign.warbands_per_player,
            "warbands": _free_warbands(request, campaign),
            "shelves": lists_by_tier(pins=campaign.packs),
            "packs": packs_text(campaign),
            "refusal": refusal,
            "asks_name": not request.user.is_authenticated or (request.user.is_guest and not request.user.display_name),
            "key": request.POST.get("idempotency_key", "")[:64],
            **context,
        },
        status=context["status"],
    )


@carries_out(Join)
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Show the invitation; a POST joins with an existing warband."""
    campaign = invited_campaign(code)
    if request.method != "POST":
        return _page(request, campaign)
    form = JoinForm(request.POST)
    if not form.is_valid():
        return _page(request, campaign, errors=form.errors.get("warband"), status=422)
    try:
        actor = _joining_player(request)
        values = {"join_code": code, "warband": form.cleaned_data["warband"]}
        entry = perform(request, Join, None, actor=actor, values=values)
    except Refusal as refusal:
        return _page(request, campaign, refusal)
    return _arrived(request, campaign, entry.warband.name)


def _arrived(request: HttpRequest, campaign: Campaign, name: str) -> HttpResponse:
    request.session.pop(INVITED_KEY, None)
    messages.success(request, _("%(name)s joined %(league)s.") % {"name": name, "league": campaign.name})
    return redirect("campaigns:home", campaign.slug)


@carries_out(JoinWithNew)
@require_POST
def join_with_new(request: HttpRequest, code: str) -> HttpResponse:
    """Create a warband for this campaign: the suggested one, which joins at once, or a draft to build by hand."""
    campaign = invited_campaign(code)
    form = NewWarbandForm(request.POST, pins=campaign.packs)
    if not form.is_valid():
        return _page(request, campaign, type_errors=form.errors.get("warband_type"), status=422)
    try:
        actor = _joining_player(request)
        started = perform(request, JoinWithNew, None, actor=actor, values={"join_code": code, **form.cleaned_data})
    except Refusal as refusal:
        return _page(request, campaign, refusal)
    if isinstance(started, Entry):
        return _arrived(request, campaign, started.warband.name)
    request.session[INVITED_KEY] = code
    messages.info(request, _("Build and found it, then come back to the invitation: it is saved for you."))
    return redirect("warbands:draft", started.public_id)


@carries_out(DeclineInvitation)
@require_POST
@login_required
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Decline an invitation, then return to the page of the button."""
    perform(request, DeclineInvitation, None, values={"join_code": code})
    messages.success(request, _("Invitation declined."))
    return redirect(return_address(request, reverse("accounts:front")))
