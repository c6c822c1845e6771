"""Pack pages of a league: choice of packs, and a preview of newer versions."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.core.permissions import access_to_run
from campaigns.core.refusals import NoSuchPack
from campaigns.matches import view_data
from campaigns.packs import selectors as reads
from campaigns.packs.forms import PacksForm
from campaigns.packs.operations import ChoosePacks, UpdatePack, UpdateWarband
from catalogue.custom_packs.codes import is_custom_code, release_code
from catalogue.custom_packs.selectors import newest_release_number, pack_named
from catalogue.custom_packs.versions import changes_between, release_at
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal
from warbands.core.permissions import warband_to_act_on


@carries_out(ChoosePacks)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def packs(request: HttpRequest, slug: str) -> HttpResponse:
    """Form for publications to exclude and custom packs to use. A POST saves the choice."""
    access = access_to_run(request.user, slug)
    campaign, refusal = access.campaign, None
    offered = reads.offered_to(request.user, campaign.packs)
    if request.method == "POST":
        form = PacksForm(request.POST, offered=offered)
        if form.is_valid():
            try:
                own = {**form.own, **_by_address(form.cleaned_data["own_address"])}
                perform(request, ChoosePacks, access, values={"left_out": list(form.leaves_out), "own": own})
            except Refusal as error:
                refusal = error
            else:
                messages.success(request, _("The choice of packs is saved."))
                return redirect("campaigns:packs", slug)
    else:
        held = [code for code in campaign.packs if is_custom_code(code)]
        out = [code for code in campaign.packs if not is_custom_code(code)]
        form = PacksForm(offered=offered, initial={"left_out": out, "custom_packs": held})
    played = reads.used_packs(campaign)
    return view_data.league_page(
        request,
        "campaigns/packs/packs.html",
        access,
        "dashboard",
        form=form,
        played=played,
        charts=reads.charts_text(played),
        refusal=refusal,
        status=(refusal.status if refusal is not None else 422) if request.method == "POST" else 200,
    )


def _by_address(public_id: str) -> dict[str, int]:
    if not public_id:
        return {}
    found = reads.pack_at_address(public_id)
    if found is None:
        raise NoSuchPack
    return {found.code: found.number}


@carries_out(UpdateWarband)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def single_warband(request: HttpRequest, pid: str) -> HttpResponse:
    """What the newest version would change on a warband that is in no league. A POST updates it."""
    warband, refusal = warband_to_act_on(request.user, pid), None
    newer = reads.newer_version_for(warband)
    if newer is None:
        return redirect("warbands:roster", pid)
    if request.method == "POST":
        text = request.POST.get("to", "")
        number = int(text[:3]) if text.isascii() and text.isdecimal() else 0
        try:
            perform(request, UpdateWarband, warband, values={"to": number})
        except Refusal as error:
            refusal = error
        else:
            said_now = {"name": newer.pack.name, "n": number}
            messages.success(request, _("The roster now uses version %(n)d of %(name)s.") % said_now)
            return redirect("warbands:roster", pid)
    left, taken = release_code(newer.pack.key, newer.held), release_code(newer.pack.key, newer.newest)
    context = {
        "warband": warband,
        "newer": newer,
        "changes": changes_between(left, taken),
        "difference": reads.single_roster_changes(warband, newer, newer.newest),
        "refusal": refusal,
        "crumbs": [{"label": warband.name, "url": reverse("warbands:roster", args=[pid])}],
    }
    status = refusal.status if refusal is not None else 200
    return render(request, "campaigns/packs/warband_version.html", context, status=status)


@carries_out(UpdatePack)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def version(request: HttpRequest, slug: str, pid: str) -> HttpResponse:
    """What another version (`to`, by default the newest) would change on each roster. A POST updates the campaign."""
    access = access_to_run(request.user, slug)
    campaign, refusal = access.campaign, None
    pack = pack_named(pid)
    held = campaign.packs.get(pack.code) if pack is not None else None
    if pack is None or held is None:
        raise Http404
    text = request.POST.get("to", "") if request.method == "POST" else request.GET.get("to", "")
    newest = newest_release_number(pack) or held
    number = int(text[:3]) if text.isascii() and text.isdecimal() else newest
    taken = release_at(pack, number)
    if taken is None:
        raise Http404
    if request.method == "POST":
        try:
            left = request.POST.get("left", "")
            perform(request, UpdatePack, (access, pack), values={"to": number, "left": left[:3]})
        except Refusal as error:
            refusal = error
        else:
            said_now = {"name": pack.name, "n": number}
            messages.success(request, _("The league now uses version %(n)d of %(name)s.") % said_now)
            return redirect("campaigns:packs", slug)
    changes = changes_between(release_code(pack.key, held), release_code(pack.key, number)) if number != held else ()
    return view_data.league_page(
        request,
        "campaigns/packs/pack_version.html",
        access,
        "dashboard",
        pack=pack,
        held=held,
        taken=taken,
        changes=changes,
        is_charts=any(change.is_chart for change in changes),
        touched=reads.roster_changes(campaign, pack, held, number) if number != held else [],
        refusal=refusal,
    )
