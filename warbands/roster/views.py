"""Pages of warbands: lists, the start of a draft, one warband."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests.services import current_or_new_guest
from accounts.models import User
from catalogue.custom_packs.codes import is_custom_code
from catalogue.custom_packs.permissions import pack_of_code
from catalogue.packs.alignments import ALIGNMENT_WORDS
from catalogue.packs.installed import book
from catalogue.pages.sheets import TIERS
from mordheim_site.look.svg import qr
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal
from warbands.builder import forms, founding
from warbands.builder.draft_operations import CopyWarband, DeleteDraft, StartDraft
from warbands.builder.favourites import MarkFavourite
from warbands.builder.list_choice import shelves_for, type_card
from warbands.core.permissions import warband_to_act_on, warband_to_read
from warbands.core.reconcile import roster_on
from warbands.models import Visibility, Warband
from warbands.roster import earlier_history
from warbands.roster.fragments import draw, legality_strip, rating_parts, states_of, tally, view_from
from warbands.roster.operations import ChangeDetails
from warbands.shared import selectors
from warbands.shared.sheet import roster_of

PUBLIC_SHOWN = 24


@require_safe
def warband_list(request: HttpRequest) -> HttpResponse:
    """List the user's warbands, then public ones."""
    mine: list[selectors.WarbandCard] = []
    archived: list[selectors.WarbandCard] = []
    if request.user.is_authenticated:
        mine = selectors.cards(selectors.warbands_of(request.user.pk))
        archived = (
            selectors.cards(selectors.warbands_of(request.user.pk, archived=True)) if "archived" in request.GET else []
        )
    rows = selectors.public_warbands()
    if request.user.is_authenticated:
        rows = rows.exclude(owner_id=request.user.pk)
    public = selectors.cards(rows[:PUBLIC_SHOWN])
    return render(request, "warbands/roster/list.html", {"mine": mine, "archived": archived, "public": public})


@require_safe
def dashboard_section(request: HttpRequest) -> HttpResponse:
    """The user's warbands as a fragment of the dashboard."""
    mine = selectors.cards(selectors.warbands_of(request.user.pk)) if request.user.is_authenticated else []
    return render(request, "warbands/roster/_dashboard.html", {"mine": mine})


@require_safe
def new(request: HttpRequest) -> HttpResponse:
    """Search the warband lists; each can be started with one click."""
    return _choice(request, request.user.favourite_lists if isinstance(request.user, User) else [])


def _choice(request: HttpRequest, favourites: list[str]) -> HttpResponse:
    """The lists that match the query in the address: the whole page, or the lists alone for htmx."""
    query, wanted_tier = request.GET.get("q", "")[:60], request.GET.get("tier", "")
    tier = next((level for level in TIERS if str(level) == wanted_tier), None)
    context: dict[str, Any] = {
        "shelves": shelves_for(favourites, query, tier),
        "shows_all": bool(query or tier),
        "back": request.GET.urlencode(),
        "query": query,
        "tier": tier,
        "tiers": TIERS,
        "crumbs": _crumbs(),
    }
    if not request.user.is_authenticated or request.user.is_guest:
        context["guest_limit"] = founding.GUEST_WARBANDS
    template = (
        "warbands/roster/_warband_types.html"
        if request.headers.get("HX-Request") == "true"
        else "warbands/roster/new.html"
    )
    return render(request, template, context)


@carries_out(MarkFavourite)
@require_POST
def favourite(request: HttpRequest, code: str) -> HttpResponse:
    """Mark a list as a favourite or remove the mark (guests too), then show the lists again as they were searched."""
    if code not in book().warband_types:
        raise Http404
    actor = current_or_new_guest(request)
    form = {"warband_type": code, "favourite": request.POST.get("favourite") == "on"}
    actor.favourite_lists = perform(request, MarkFavourite, actor, actor=actor, values=form)
    if request.headers.get("HX-Request") == "true":
        return _choice(request, actor.favourite_lists)
    query = request.GET.urlencode()
    return redirect(reverse("warbands:new") + (f"?{query}" if query else "") + f"#list-{code}")


def _crumbs(*more: tuple[str, str]) -> list[dict[str, str]]:
    first = [(_("Warbands"), reverse("warbands:list")), *more]
    return [{"label": label, "url": url} for label, url in first]


@carries_out(StartDraft)
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, code: str) -> HttpResponse:
    """The contents of one warband list. A POST starts a draft, for a new guest if the visitor is not signed in."""
    if is_custom_code(code):
        pack_of_code(request.user, code)
    if code not in book().warband_types:
        raise Http404
    refusal = None
    if request.method == "POST":
        try:
            actor = current_or_new_guest(request)
            form = {**request.POST.dict(), "warband_type": code}
            started = perform(request, StartDraft, None, actor=actor, form=form)
            return redirect("warbands:draft", started.public_id)
        except Refusal as error:
            refusal = error
    context: dict[str, Any] = {
        "card": type_card(code),
        "entries": book().warrior_types_of(code),
        "alignments": [(alignment, ALIGNMENT_WORDS[alignment]) for alignment in book().warband_types[code].alignment],
        "refusal": refusal,
        "crumbs": _crumbs((_("New warband"), reverse("warbands:new"))),
    }
    return render(request, "warbands/roster/start.html", context, status=refusal.status if refusal else 200)


@require_safe
def draft(request: HttpRequest, pid: str) -> HttpResponse:
    """The builder of a draft; for a founded warband, a redirect to its roster."""
    warband = warband_to_read(request.user, pid, share_key=request.GET.get("key", ""))
    if not warband.is_draft or request.user.pk != warband.owner_id:
        return redirect(reverse("warbands:roster", args=[pid]) + _key(request))
    return draw(request, warband, view_from(request, "draft"))


def _key(request: HttpRequest) -> str:
    return f"?key={request.GET['key']}" if request.GET.get("key", "").isalnum() else ""


@require_safe
def roster(request: HttpRequest, pid: str) -> HttpResponse:
    """The roster: with actions for its owner, read-only for others."""
    key = request.GET.get("key", "")
    warband = warband_to_read(request.user, pid, share_key=key)
    if warband.is_draft and request.user.is_authenticated and request.user.pk == warband.owner_id:
        return redirect("warbands:draft", pid)
    return draw(request, warband, view_from(request, "roster"), share_key=key)


@require_safe
def trade(request: HttpRequest, pid: str) -> HttpResponse:
    """The stash and the price chart."""
    warband = warband_to_act_on(request.user, pid)
    return draw(request, warband, view_from(request, "trade"))


@require_safe
def warrior(request: HttpRequest, pid: str, wid: str) -> HttpResponse:
    """One warrior with everything recorded about them."""
    warband = warband_to_read(request.user, pid, share_key=request.GET.get("key", ""))
    return render(request, "warbands/roster/warrior.html", warrior_context(request, warband, wid))


def warrior_context(request: HttpRequest, warband: Warband, wid: str) -> dict[str, Any]:
    """Template context of the page of one warrior. Raises Http404 if this warrior was never on the roster."""
    shown = roster_of(warband)
    warrior = shown.warrior(wid)
    if warrior is None:
        raise Http404
    is_owner = request.user.is_authenticated and request.user.pk == warband.owner_id
    return {
        "warband": warband,
        "roster": shown,
        "warrior": warrior,
        "states": states_of(warrior),
        "history": selectors.history(warband, subject=wid),
        "is_owner": is_owner,
        "may_lead": warrior.kind == "hero" and not any(other.is_leader for other in shown.warriors),
        "crumbs": _crumbs((shown.name, reverse("warbands:roster", args=[warband.public_id]) + _key(request))),
    }


@require_safe
def history(request: HttpRequest, pid: str) -> HttpResponse:
    """The ledger as text, newest first; `?day=12` also shows the roster after entry 12."""
    warband = warband_to_read(request.user, pid, share_key=request.GET.get("key", ""))
    number = request.GET.get("day", "")
    then = None
    if number.isdecimal() and len(number) < 9:
        then = roster_of(warband, roster_on(warband, number=int(number)))
    context = {
        "warband": warband,
        "lines": selectors.history(warband),
        "then": then,
        "day": number,
        "share_key": request.GET.get("key", ""),
        "is_owner": request.user.is_authenticated and request.user.pk == warband.owner_id,
        "crumbs": _crumbs((warband.name, reverse("warbands:roster", args=[pid]) + _key(request))),
    }
    return render(request, "warbands/roster/history.html", context)


def _printed_qr(address: str) -> SafeString:
    """The address as a QR code for paper: dark on light, with fixed dots."""
    # Imported only when needed, to save memory in every process.
    import segno

    return mark_safe(segno.make(address, error="m").svg_inline(scale=2, dark="#000", light="#fff"))


def _key_of(request: HttpRequest, warband: Warband) -> str:
    """The share key, if the reader has it or owns a warband that is shared by link."""
    is_owner = request.user.is_authenticated and request.user.pk == warband.owner_id
    if is_owner and warband.visibility == Visibility.LINK:
        return f"?key={warband.share_key}"
    return _key(request)


@require_safe
def print_page(request: HttpRequest, pid: str) -> HttpResponse:
    """The printable sheet; every option is in the address."""
    warband = warband_to_read(request.user, pid, share_key=request.GET.get("key", ""))
    shown = roster_of(warband)
    address = request.build_absolute_uri(reverse("warbands:roster", args=[pid]) + _key_of(request, warband))
    context = {
        "warband": warband,
        "roster": shown,
        "tally": tally(shown),
        "rating_parts": rating_parts(shown),
        "legality": legality_strip(shown),
        "with_rules": "rules" in request.GET,
        "with_dead": "dead" in request.GET,
        "printed_at": timezone.now(),
        "key_query": _key(request),
        "qr": _printed_qr(address),
        "crumbs": _crumbs((shown.name, reverse("warbands:roster", args=[pid]) + _key(request))),
    }
    return render(request, "warbands/roster/print.html", context)


@carries_out(ChangeDetails)
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, pid: str) -> HttpResponse:
    """Form for notes, visibility and the share link."""
    warband = warband_to_act_on(request.user, pid)
    now = {name: getattr(warband, name) for name in ("notes_public", "notes_private", "visibility")}
    form = forms.NotesForm(request.POST if request.method == "POST" else None, initial=now)
    if request.method == "POST" and form.is_valid():
        perform(request, ChangeDetails, warband)
        return redirect("warbands:settings", pid)
    share = request.build_absolute_uri(reverse("warbands:roster", args=[pid]) + f"?key={warband.share_key}")
    context = {
        "warband": warband,
        "form": form,
        "share_url": share,
        "share_qr": qr.qr_svg(share),
        "past_is_open": earlier_history.is_open(warband.pk, warband.status),
        "crumbs": _crumbs((warband.name, selectors.page_url(warband))),
    }
    return render(request, "warbands/roster/settings.html", context, status=422 if form.is_bound else 200)


@carries_out(CopyWarband)
@require_POST
def copy(request: HttpRequest, pid: str) -> HttpResponse:
    """Start a draft of the user as a copy of this warband."""
    warband_to_read(request.user, pid, share_key=request.POST.get("key", ""))
    started = perform(request, CopyWarband, pid, actor=current_or_new_guest(request))
    return redirect("warbands:draft", started.public_id)


@carries_out(DeleteDraft)
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, pid: str) -> HttpResponse:
    """Ask for confirmation, then delete a draft permanently."""
    warband = warband_to_act_on(request.user, pid)
    if request.method == "POST":
        perform(request, DeleteDraft, warband)
        return redirect("warbands:list")
    return render(request, "warbands/roster/delete.html", {"warband": warband, "crumbs": _crumbs()})
