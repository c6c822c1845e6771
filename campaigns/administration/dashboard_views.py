"""The arbitrator's dashboard: invitation, rounds, members, disputed results, notice, pause and close."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from campaigns.administration import takeover
from campaigns.administration.forms import NUMBERS, ChangeForm, FormulaForm, NoticeForm, RoleForm
from campaigns.administration.operations import MANAGE_ACTS, InviteByName
from campaigns.core.permissions import CampaignAccess, access_to_run
from campaigns.core.presets import preset_of
from campaigns.core.selectors import free_warbands_of, members_of
from campaigns.matches import view_data
from campaigns.matches.selectors import matches, rounds_of, views_of
from campaigns.members.forms import InviteForm
from campaigns.members.operations import AddNonPlayer
from campaigns.models import Campaign, CampaignStatus, Role
from campaigns.posts.selectors import flagged
from campaigns.rounds import planning
from campaigns.rounds.forms import PlanForm
from campaigns.rounds.operations import PlanRounds
from campaigns.standings.selectors import entries_of, formula_of, painted_waiting
from mordheim_site.look.svg.qr import qr_svg
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal


def join_url(request: HttpRequest, access: CampaignAccess) -> str:
    """The full address of the invitation."""
    return request.build_absolute_uri(reverse("campaigns:join", args=[access.campaign.join_code]))


@carries_out(InviteByName)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """The invitation as a link, a QR code and a message. A POST with a user name sends it to that user's inbox."""
    access = access_to_run(request.user, slug)
    address = join_url(request, access)
    form, refusal = InviteForm(request.POST if request.method == "POST" else None), None
    if request.method == "POST" and form.is_valid():
        try:
            person = _manage(request, access, "invite", person=form.cleaned_data["username"])
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("The invitation is in the inbox of %(name)s.") % {"name": person.shown_name})
            return redirect("campaigns:invite", slug)
    status = refusal.status if refusal is not None else 422 if form.is_bound else 200
    context = {"address": address, "qr": qr_svg(address), "form": form, "refusal": refusal, "status": status}
    return view_data.league_page(request, "campaigns/administration/invite.html", access, "dashboard", **context)


def _forms(access: CampaignAccess) -> dict[str, forms.Form]:
    campaign, preset = access.campaign, preset_of(access.campaign.preset)
    now = {name: getattr(campaign, name) for name in ChangeForm.base_fields}
    plan: dict[str, Any] = {"kind": preset.pairing, "rounds": preset.rounds, "days": preset.days or 7}
    plan |= {"groups": 2, "through": 2, "best_of": 1, "sides": 2}
    if (before := planning.last_planned(campaign)) is not None:
        plan |= {"kind": before.kind, "sides": before.sides}
    if preset.days:
        plan["first_day"] = timezone.localdate()
    return {
        "plan": PlanForm(initial=plan),
        "notice": NoticeForm(initial={"notice": campaign.notice}),
        "change": ChangeForm(initial=now),
        "formula": FormulaForm(initial=_standing_formula(campaign), resources=_countable(campaign)),
    }


def _standing_formula(campaign: Campaign) -> dict[str, Any]:
    formula = formula_of(campaign)
    breaks = {f"tie_break_{number}": code for number, code in enumerate(formula.tie_breaks[:3], 1)}
    return {**{name: getattr(formula, name) for name in NUMBERS}, **breaks, "resource": formula.resource}


def _countable(campaign: Campaign) -> list[str]:
    """The counters that can give points: those of the league, and the one in the current formula even if it was
    removed."""
    now = formula_of(campaign).resource
    return list(dict.fromkeys([*campaign.resources, *([now] if now else [])]))


def _render(request: HttpRequest, access: CampaignAccess, **context: Any) -> HttpResponse:
    campaign = access.campaign
    entries = [entry for entry in entries_of(campaign) if not entry.is_withdrawn]
    count = len(entries)
    painted_entries = painted_waiting(campaign)
    painted = [entry for entry in entries if entry.public_id in painted_entries][: view_data.PAGE_ROWS]
    members, query = view_data.named(members_of(campaign), request, lambda member: member.user.shown_name)
    entries, _query = view_data.named(entries, request, lambda entry: f"{entry.name} {entry.player_name}")
    members.sort(key=lambda member: not member.runs_it)
    may_step_up = access.role == Role.CO_ARBITRATOR and takeover.is_arbitrator_gone(campaign, timezone.now())
    open_rows = matches(campaign).filter(status__in=("disputed", "reported"), is_bye=False)
    waiting = [view_data.card(view, access.asker) for view in views_of(open_rows.order_by("reported_at", "pk")[:40])]
    return view_data.league_page(
        request,
        "campaigns/administration/dashboard.html",
        access,
        "dashboard",
        address=join_url(request, access),
        members=members[: view_data.PAGE_ROWS],
        query=query,
        may_step_up=may_step_up,
        is_long=len(members) > view_data.PAGE_ROWS or bool(query),
        warband_count=count,
        roles=[choice for choice in Role.choices if access.role == Role.ARBITRATOR or choice[0] != Role.ARBITRATOR],
        entries=entries[: view_data.PAGE_ROWS],
        waiting=waiting,
        painted=painted,
        rounds=rounds_of(campaign),
        flagged=flagged(campaign),
        own_warbands=[
            {"label": warband.name, "value": warband.public_id} for warband in free_warbands_of(request.user.pk)[:40]
        ],
        forms={**_forms(access), **context.pop("forms", {})},
        key=request.POST.get("idempotency_key", "")[:64],
        **context,
    )


@require_safe
@login_required
def dashboard(request: HttpRequest, slug: str) -> HttpResponse:
    """The page with everything that an arbitrator can do."""
    return _render(request, access_to_run(request.user, slug))


@carries_out(AddNonPlayer, *MANAGE_ACTS.values(), PlanRounds)
@require_POST
@login_required
def act(request: HttpRequest, slug: str, verb: str) -> HttpResponse:
    """Carry out one action of the dashboard."""
    access = access_to_run(request.user, slug)
    handler = HANDLERS.get(verb)
    if handler is None:
        raise Http404
    try:
        bad = handler(request, access)
    except Refusal as refusal:
        return _render(request, access, refusal=refusal)
    if bad is not None:
        return _render(request, access, forms={verb: bad}, status=422)
    return redirect(reverse("campaigns:dashboard", args=[slug]) + f"#{verb}")


Handler = Callable[[HttpRequest, CampaignAccess], "forms.Form | None"]


def _plan(request: HttpRequest, access: CampaignAccess) -> forms.Form | None:
    form = PlanForm(request.POST)
    if not form.is_valid():
        return form
    made = perform(request, PlanRounds, access, values=asdict(form.asked))
    messages.success(request, _("Planned: %(n)d rounds.") % {"n": len(made)})
    return None


def _notice(request: HttpRequest, access: CampaignAccess) -> forms.Form | None:
    form = NoticeForm(request.POST)
    if not form.is_valid():
        return form
    _manage(request, access, "change", change=form.cleaned_data)
    messages.success(
        request, _("The notice is posted.") if form.cleaned_data["notice"] else _("The notice is removed.")
    )
    return None


def _formula(request: HttpRequest, access: CampaignAccess) -> forms.Form | None:
    form = FormulaForm(request.POST, resources=_countable(access.campaign))
    if not form.is_valid():
        return form
    _manage(request, access, "change", change={"formula": form.formula})
    messages.success(request, _("The formula is saved. The standings are recalculated from every result."))
    return None


def _settings(request: HttpRequest, access: CampaignAccess) -> forms.Form | None:
    form = ChangeForm(request.POST)
    if not form.is_valid():
        return form
    _manage(request, access, "change", change=form.cleaned_data)
    messages.success(request, _("The settings are saved."))
    return None


def _manage(request: HttpRequest, access: CampaignAccess, action: str, **values: Any) -> Any:
    return perform(request, MANAGE_ACTS[action], access, values=values)


def _role(request: HttpRequest, access: CampaignAccess) -> None:
    form = RoleForm(request.POST)
    person = get_object_or_404(User, public_id=form.cleaned_data["user"]) if form.is_valid() else None
    if person is None:
        raise Http404
    given = _manage(request, access, "role", person=person.username, role=form.cleaned_data["role"])
    data = {"name": person.shown_name, "role": given.get_role_display()}
    messages.success(request, _("%(name)s: %(role)s.") % data)


def _status(request: HttpRequest, access: CampaignAccess) -> None:
    status = request.POST.get("status", "")
    if status not in CampaignStatus.values:
        raise Http404
    _manage(request, access, "status", status=status, reason=request.POST.get("reason", ""))
    words = {
        "running": _("The league is open."),
        "paused": _("The league is paused: nothing can be played until you reopen it."),
        "closed": _("The league is closed. The standings are final, and you can reopen it."),
        "archived": _("The league is archived: it is not listed anywhere, its pages stay, and you can reopen it."),
    }
    messages.success(request, words[status])


def _still_here(request: HttpRequest, access: CampaignAccess) -> None:
    _manage(request, access, "still_here")
    messages.success(request, _("The request is declined. The arbitrators do not change."))


def _become_arbitrator(request: HttpRequest, access: CampaignAccess) -> None:
    _manage(request, access, "step_up")
    messages.success(request, _("You are the arbitrator now. The previous one stays a co-arbitrator."))


def _new_link(request: HttpRequest, access: CampaignAccess) -> None:
    _manage(request, access, "new_link", old=request.POST.get("old", "")[:12])
    messages.success(request, _("The old link no longer works; this is the new one."))


def _non_player(request: HttpRequest, access: CampaignAccess) -> None:
    entry = perform(request, AddNonPlayer, access)
    messages.success(request, _("%(name)s joined; you play it.") % {"name": entry.warband.name})


HANDLERS: dict[str, Handler] = {
    "plan": _plan, "notice": _notice, "change": _settings, "role": _role, "status": _status, "link": _new_link,
    "non-player": _non_player, "still-here": _still_here, "step-up": _become_arbitrator, "formula": _formula,
}  # fmt: skip
