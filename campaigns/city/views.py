"""The city page: map, factions, counters, and the arbitrator's actions on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from campaigns.city.factions import MOST_RESOURCES
from campaigns.city.forms import CountForm, FactionForm, ResourcesForm
from campaigns.city.maps import all_maps
from campaigns.city.operations import (
    MAPS,
    AddFaction,
    AssignDistrict,
    ChooseMap,
    Count,
    JoinFaction,
    NameCounters,
    PayIncome,
    RemoveFaction,
)
from campaigns.city.selectors import factions_of, map_view, resources_of
from campaigns.core.permissions import CampaignAccess, access_to_read
from campaigns.core.refusals import NotTheArbitrator
from campaigns.matches import view_data
from campaigns.standings.selectors import standings_of
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal

HELD_SHOWN = 60


def _page(request: HttpRequest, access: CampaignAccess, **context: Any) -> HttpResponse:
    campaign = access.campaign
    rows = standings_of(campaign)
    mine = [row.entry for row in rows if access.user_id is not None and row.entry.player_id == access.user_id]
    counted = resources_of(campaign)
    factions = factions_of(campaign, rows)
    holding = [row for row in rows if row.entry.id in counted][:HELD_SHOWN]
    return view_data.league_page(
        request,
        "campaigns/city/city.html",
        access,
        "city",
        map=map_view(campaign, [entry.id for entry in mine]),
        maps=all_maps().values(),
        factions=factions,
        choosing=[entry for entry in mine if entry.faction_id is None and not entry.is_withdrawn] if factions else [],
        counted=[(row.entry, [counted[row.entry.id].get(name, 0) for name in campaign.resources]) for row in holding],
        entries=[row.entry for row in rows if not row.entry.is_withdrawn][:500] if access.runs_it else [],
        resources_text="\n".join(campaign.resources),
        **context,
    )


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The city page: the map with its holders, factions and counters."""
    return _page(request, access_to_read(request.user, slug))


@carries_out(AssignDistrict, PayIncome, ChooseMap, AddFaction, RemoveFaction, JoinFaction, NameCounters, Count)
@require_POST
@login_required
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Carry out one action on the city page, named by `act`."""
    access = access_to_read(request.user, slug)
    handler = HANDLERS.get(request.POST.get("act", ""))
    if handler is None:
        raise Http404
    try:
        handler(request, access)
    except Refusal as refusal:
        return _page(request, access, refusal=refusal)
    return redirect("campaigns:city", slug)


def _choose_map(request: HttpRequest, access: CampaignAccess) -> None:
    code = request.POST.get("map", "")
    if code not in MAPS:
        raise Http404
    perform(request, ChooseMap, _run(access), values={"map": code})
    messages.success(request, _("The map is in use.") if code else _("The league has no map now."))


def _give(request: HttpRequest, access: CampaignAccess) -> None:
    perform(request, AssignDistrict, access)
    messages.success(request, _("The district has a new holder."))


def _dues(request: HttpRequest, access: CampaignAccess) -> None:
    paid = perform(request, PayIncome, access, form={})
    messages.success(request, ngettext("%(n)d district has paid.", "%(n)d districts have paid.", paid) % {"n": paid})


def _add_faction(request: HttpRequest, access: CampaignAccess) -> None:
    form = FactionForm(request.POST)
    if not form.is_valid():
        raise Refusal(code="no_name", message=_("A faction needs a name of at most 60 letters."))
    perform(request, AddFaction, _run(access), values=form.cleaned_data)
    messages.success(request, _("The faction is added."))


def _remove_faction(request: HttpRequest, access: CampaignAccess) -> None:
    perform(request, RemoveFaction, (_run(access), request.POST.get("faction", "")[:12]), form={})
    messages.success(request, _("The faction is removed; its warbands have none now."))


def _join_faction(request: HttpRequest, access: CampaignAccess) -> None:
    perform(request, JoinFaction, (access, request.POST.get("entry", "")[:12]))
    messages.success(request, _("The warband's faction is saved."))


def _resources(request: HttpRequest, access: CampaignAccess) -> None:
    form = ResourcesForm(request.POST)
    names = [name for name in form.cleaned_data["names"].splitlines() if name.strip()] if form.is_valid() else None
    if names is None or len(names) > MOST_RESOURCES or any(len(name) > 40 for name in names):
        raise Refusal(code="too_long", message=_("Enter at most eight counters, one per line, 40 letters each."))
    perform(request, NameCounters, _run(access), values={"names": names})
    messages.success(request, _("The counters are saved."))


def _count(request: HttpRequest, access: CampaignAccess) -> None:
    form = CountForm(request.POST)
    if not form.is_valid():
        _run(access)
        raise Refusal(code="not_counted", message=_("Choose a warband and a counter, and enter a number and a reason."))
    perform(request, Count, _run(access), values=form.cleaned_data)
    messages.success(request, _("The change is saved."))


def _run(access: CampaignAccess) -> CampaignAccess:
    if not access.runs_it:
        raise NotTheArbitrator
    return access


HANDLERS: dict[str, Callable[[HttpRequest, CampaignAccess], None]] = {
    "map": _choose_map, "give": _give, "dues": _dues, "add-faction": _add_faction,
    "remove-faction": _remove_faction, "join-faction": _join_faction, "resources": _resources, "count": _count,
}  # fmt: skip
