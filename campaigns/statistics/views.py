"""Pages of statistics, the graveyard, and awards."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import limited
from campaigns.core.permissions import CampaignAccess, access_to_read, access_to_run
from campaigns.matches import view_data
from campaigns.matches.forms import AwardForm
from campaigns.members.operations import GiveAward, WithdrawAward
from campaigns.statistics.selectors import Figures, dead_warriors_of, figures_of
from mordheim_site.operations.pages import carries_out, perform

GRAVES = 60


@require_safe
@limited("computations")
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """Charts and lists. With `?entry=`, the rating of that warband is listed first."""
    access = access_to_read(request.user, slug)
    figures = figures_of(access.campaign, request.GET.get("entry", "")[:12])
    return _page(
        request, access, figures=figures, form=AwardForm() if access.runs_it and "award" in request.GET else None
    )


def _page(request: HttpRequest, access: CampaignAccess, **context: object) -> HttpResponse:
    figures = context.pop("figures", None) or figures_of(access.campaign)
    assert isinstance(figures, Figures)
    rows = figures.everybody if context.get("form") is not None else ()
    entries = [row.entry for row in rows if not row.entry.is_withdrawn]
    return view_data.league_page(
        request,
        "campaigns/statistics/statistics.html",
        access,
        "statistics",
        **context,
        figures=figures,
        entries=entries,
    )


@require_safe
def graveyard(request: HttpRequest, slug: str) -> HttpResponse:
    """All warriors who died in this league, newest first."""
    access = access_to_read(request.user, slug)
    older_than = request.GET.get("before", "")
    before = int(older_than) if older_than.isdecimal() and len(older_than) < 18 else 0
    found = dead_warriors_of(access.campaign, GRAVES + 1, before)
    return view_data.league_page(
        request,
        "campaigns/statistics/graveyard.html",
        access,
        "statistics",
        graves=[grave for _pk, grave in found[:GRAVES]],
        older=found[GRAVES - 1][0] if len(found) > GRAVES else 0,
    )


@carries_out(GiveAward, WithdrawAward)
@require_POST
@login_required
def award(request: HttpRequest, slug: str) -> HttpResponse:
    """Give an award, or withdraw one."""
    access = access_to_run(request.user, slug)
    if award_id := request.POST.get("take_back", "")[:12]:
        perform(request, WithdrawAward, (access, award_id))
        messages.success(request, _("The award is withdrawn."))
        return redirect("campaigns:statistics", slug)
    form = AwardForm(request.POST)
    if not form.is_valid():
        return _page(request, access, form=form, status=422)
    perform(request, GiveAward, access)
    messages.success(request, _("The award is given. The chronicle shows it."))
    return redirect("campaigns:statistics", slug)
