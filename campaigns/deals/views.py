"""Deals: offers, captives, pacts."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.core import view_data
from campaigns.core.permissions import CampaignAccess, access_to_read, shows_its_stash
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
from campaigns.models import Alliance, Entry
from mordheim_site.operations.pages import carries_out, perform, user_of
from mordheim_site.refusals import Refusal


def _page(request: HttpRequest, seat: CampaignAccess, **context: Any) -> HttpResponse:
    entries = standing_entries(seat.campaign)
    mine = [one for one in entries if seat.asker.speaks_for(one.player_id)]
    own = {one.pk for one in mine}
    pacts = alliances_of(seat.campaign)
    return view_data.league_page(
        request,
        "campaigns/deals/list.html",
        seat,
        "deals",
        open_deals=deals_of(seat.campaign, seat.asker, is_open=True),
        struck=deals_of(seat.campaign, seat.asker, is_open=False),
        captives=[_held(one, own) for one in captives_of(seat.campaign, entries)],
        pacts=[_pact(one, own) for one in pacts if one.agreed_at or {one.one_id, one.other_id} & own],
        mine=mine,
        others=[one for one in entries if one.pk not in own or len(own) > 1],
        **context,
    )


def _held(captive: Captive, own: set[int]) -> dict[str, Any]:
    """A captive with the warbands that can make an offer for them."""
    may_free = captive.holder is not None and captive.owner.pk in own and captive.holder.pk not in own
    may_sell = captive.holder is not None and captive.holder.pk in own
    return {"captive": captive, "may_free": may_free, "may_sell": may_sell}


def _pact(one: Alliance, own: set[int]) -> dict[str, Any]:
    is_part = bool({one.one_id, one.other_id} & own)
    return {"row": one, "may_agree": one.agreed_at is None and one.other_id in own, "may_end": is_part}


@require_safe
def deals(request: HttpRequest, slug: str) -> HttpResponse:
    """Open offers of the reader, captives, pacts, and bargains struck."""
    return _page(request, access_to_read(request.user, slug))


@carries_out(Offer)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Put an offer together: who with, what for what."""
    seat = access_to_read(request.user, slug)
    entries = standing_entries(seat.campaign)
    mine = [one for one in entries if seat.asker.speaks_for(one.player_id)]
    query = request.POST if request.method == "POST" else request.GET
    one = next((entry for entry in mine if entry.public_id == query.get("one")), mine[0] if mine else None)
    others = [entry for entry in entries if one is None or entry.pk != one.pk]
    other = next((entry for entry in others if entry.public_id == query.get("other")), None)
    captives = captives_of(seat.campaign, entries)
    form, refusal = None, None
    if one is not None and other is not None:
        form = DealForm(
            request.POST if request.method == "POST" else None,
            ours=stash_of(one.warband_id),
            theirs=stash_of(other.warband_id) if shows_its_stash(other, seat) else [],
            our_captives=[found for found in captives if found.holder is not None and found.holder.pk == one.pk],
            their_captives=[found for found in captives if found.holder is not None and found.holder.pk == other.pk],
            asked_for=query.get("captive", ""),
        )
        if form.is_bound and form.is_valid():
            try:
                asked = {
                    "one": one.public_id,
                    "other": other.public_id,
                    "gives": Goods.of(form.lot("give")),
                    "takes": Goods.of(form.lot("take")),
                    "note": form.cleaned_data["note"],
                }
                perform(request, Offer, seat, values=asked)
            except Refusal as said_no:
                refusal = said_no
            else:
                name = {"name": other.warband.name}
                messages.success(request, _("The offer is sent. Nothing changes until %(name)s accepts.") % name)
                return redirect("campaigns:deals", slug)
    return view_data.league_page(
        request,
        "campaigns/deals/new.html",
        seat,
        "deals",
        form=form,
        refusal=refusal,
        one=one,
        other=other,
        mine=[_chip(entry, one) for entry in mine],
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
    """Agree, decline or take back."""
    seat, deal = DealOperation.target_for(user_of(request), slug=slug, pid=pid)
    act = request.POST.get("act", "")
    if act not in DEAL_ANSWERS:
        raise Http404
    try:
        perform(request, DEAL_ANSWERS[act], (seat, deal))
    except Refusal as refusal:
        return _page(request, seat, refusal=refusal)
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
    seat = access_to_read(request.user, slug)
    sent = request.POST
    try:
        if "one" in sent:
            ends = {"one": sent["one"], "other": sent.get("other", "")}
            perform(request, ProposePact, seat, form=ends)
            messages.success(request, _("The pact is proposed. The other side has to accept."))
        else:
            operation = AgreeToPact if sent.get("act") == "agree" else EndPact
            perform(request, operation, seat, form={"pact": sent.get("pact", "")})
            messages.success(request, _("Done. The chronicle shows it."))
    except Refusal as refusal:
        return _page(request, seat, refusal=refusal)
    return redirect("campaigns:deals", slug)
