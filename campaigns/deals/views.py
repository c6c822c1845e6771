"""Pages of deals: offers, captives, pacts."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.core.permissions import CampaignAccess, access_to_read, may_see_stash
from campaigns.deals.forms import DealForm
from campaigns.deals.operations import (
    DEAL_ANSWERS,
    PACT_ACTS,
    AgreeToPact,
    DealOperation,
    EndPact,
    Goods,
    Offer,
    ProposePact,
)
from campaigns.deals.selectors import Captive, alliances_of, captives_of, deals_of, standing_entries, stash_of
from campaigns.matches import view_data
from campaigns.models import Alliance, Entry
from mordheim_site.operations.pages import carries_out, perform, user_of
from mordheim_site.refusals import Refusal


def _page(request: HttpRequest, access: CampaignAccess, **context: Any) -> HttpResponse:
    entries = standing_entries(access.campaign)
    mine = [entry for entry in entries if access.asker.speaks_for(entry.player_id)]
    own = {entry.pk for entry in mine}
    pacts = alliances_of(access.campaign)
    return view_data.league_page(
        request,
        "campaigns/deals/list.html",
        access,
        "deals",
        open_deals=deals_of(access.campaign, access.asker, is_open=True),
        struck=deals_of(access.campaign, access.asker, is_open=False),
        captives=[_held(captive, own) for captive in captives_of(access.campaign, entries)],
        pacts=[_pact(pact, own) for pact in pacts if pact.agreed_at or {pact.one_id, pact.other_id} & own],
        mine=mine,
        others=[entry for entry in entries if entry.pk not in own or len(own) > 1],
        **context,
    )


def _held(captive: Captive, own: set[int]) -> dict[str, Any]:
    """A captive for the page, with the warbands that can make an offer for them."""
    may_free = captive.holder is not None and captive.owner.pk in own and captive.holder.pk not in own
    may_sell = captive.holder is not None and captive.holder.pk in own
    return {"captive": captive, "may_free": may_free, "may_sell": may_sell}


def _pact(alliance: Alliance, own: set[int]) -> dict[str, Any]:
    is_part = bool({alliance.one_id, alliance.other_id} & own)
    return {"row": alliance, "may_agree": alliance.agreed_at is None and alliance.other_id in own, "may_end": is_part}


@require_safe
def deals(request: HttpRequest, slug: str) -> HttpResponse:
    """Open offers of the reader, captives, pacts, and completed deals."""
    return _page(request, access_to_read(request.user, slug))


@carries_out(Offer)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """The form for an offer."""
    access = access_to_read(request.user, slug)
    entries = standing_entries(access.campaign)
    mine = [entry for entry in entries if access.asker.speaks_for(entry.player_id)]
    query = request.POST if request.method == "POST" else request.GET
    own = next((entry for entry in mine if entry.public_id == query.get("one")), mine[0] if mine else None)
    others = [entry for entry in entries if own is None or entry.pk != own.pk]
    other = next((entry for entry in others if entry.public_id == query.get("other")), None)
    captives = captives_of(access.campaign, entries)
    form, refusal = None, None
    if own is not None and other is not None:
        form = DealForm(
            request.POST if request.method == "POST" else None,
            ours=stash_of(own.warband_id),
            theirs=stash_of(other.warband_id) if may_see_stash(other, access) else [],
            our_captives=[found for found in captives if found.holder is not None and found.holder.pk == own.pk],
            their_captives=[found for found in captives if found.holder is not None and found.holder.pk == other.pk],
            asked_for=query.get("captive", ""),
        )
        if form.is_bound and form.is_valid():
            try:
                context = {
                    "one": own.public_id,
                    "other": other.public_id,
                    "gives": Goods.of(form.lot("give")),
                    "takes": Goods.of(form.lot("take")),
                    "note": form.cleaned_data["note"],
                }
                perform(request, Offer, access, values=context)
            except Refusal as said_no:
                refusal = said_no
            else:
                name = {"name": other.warband.name}
                messages.success(request, _("The offer is sent. Nothing changes until %(name)s accepts.") % name)
                return redirect("campaigns:deals", slug)
    return view_data.league_page(
        request,
        "campaigns/deals/new.html",
        access,
        "deals",
        form=form,
        refusal=refusal,
        one=own,
        other=other,
        mine=[_chip(entry, own) for entry in mine],
        others=[_chip(entry, other) for entry in others],
        key=request.POST.get("idempotency_key", "")[:64],
        status=refusal.status if refusal is not None else 422 if request.method == "POST" else 200,
    )


def _chip(entry: Entry, chosen: Entry | None) -> dict[str, Any]:
    is_chosen = chosen is not None and chosen.pk == entry.pk
    return {"label": entry.warband.name, "value": entry.public_id, "chosen": is_chosen}


@carries_out(*DEAL_ANSWERS.values())
@require_POST
@login_required
def answer(request: HttpRequest, slug: str, pid: str) -> HttpResponse:
    """Accept, decline or withdraw an offer."""
    access, deal = DealOperation.target_for(user_of(request), slug=slug, pid=pid)
    act = request.POST.get("act", "")
    if act not in DEAL_ANSWERS:
        raise Http404
    try:
        perform(request, DEAL_ANSWERS[act], (access, deal))
    except Refusal as refusal:
        return _page(request, access, refusal=refusal)
    data = {
        "accept": _("Accepted. Everything has been traded; both ledgers show it."),
        "decline": _("Declined. Nothing was changed."),
        "withdraw": _("Your offer is withdrawn."),
    }
    messages.success(request, data[act])
    return redirect("campaigns:deals", slug)


@carries_out(*PACT_ACTS.values())
@require_POST
@login_required
def pact(request: HttpRequest, slug: str) -> HttpResponse:
    """Propose, agree to or end a pact."""
    access = access_to_read(request.user, slug)
    sent = request.POST
    try:
        if "one" in sent:
            ends = {"one": sent["one"], "other": sent.get("other", "")}
            perform(request, ProposePact, access, form=ends)
            messages.success(request, _("The pact is proposed. The other side has to accept."))
        else:
            operation = AgreeToPact if sent.get("act") == "agree" else EndPact
            perform(request, operation, access, form={"pact": sent.get("pact", "")})
            messages.success(request, _("Done. The chronicle shows it."))
    except Refusal as refusal:
        return _page(request, access, refusal=refusal)
    return redirect("campaigns:deals", slug)
