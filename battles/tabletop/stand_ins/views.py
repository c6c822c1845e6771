"""Pages for opponents without an account: the form that enters their warband, the page to confirm a sheet by link, and
the page to claim the warband."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests.services import current_or_new_guest
from battles.core.selectors import title_of
from battles.core.viewers import current_user
from battles.tabletop.sheets.confirmations import obstacle
from battles.tabletop.sheets.operations import tabletop_battle
from battles.tabletop.stand_ins import links, paper_rosters
from battles.tabletop.stand_ins.operations import (
    AnswerByLink,
    ClaimStandIn,
    CountUnconfirmed,
    EnterStandIn,
    RemovePaperRoster,
    SetPaperRoster,
)
from catalogue.packs.installed import book
from mordheim_site.operations.pages import carries_out, perform, read_form
from mordheim_site.pictures import MOST_BYTES, PICTURE_POLICY, NotAPicture, PictureTooLarge
from mordheim_site.refusals import Refusal
from warbands.core.permissions import warband_to_act_on
from warbands.models import Warband


@carries_out(EnterStandIn)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest) -> HttpResponse:
    """The form for the opponent's name, list and rating. It then leads to the sheet of the battle, with the same
    `mine`."""
    user = current_user(request)
    if user is None:
        return redirect("account_login")
    mine = request.GET.get("mine", "")[:12]
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            row = perform(request, EnterStandIn, None)
        except Refusal as error:
            refusal = error
        else:
            query = urlencode({"mine": request.POST.get("mine", "")[:12], "theirs": row.warband.public_id})
            return redirect(f"{reverse('battles:new_sheet')}?{query}")
    facts = book()
    lists = sorted(
        ((listed.code, listed.name) for listed in facts.warband_types.values() if facts.deals_in(listed)),
        key=lambda listed: listed[1],
    )
    context = {"mine": request.POST.get("mine", mine), "lists": lists, "refusal": refusal, "form": request.POST}
    status = refusal.status if refusal is not None else 200
    return render(request, "battles/tabletop/stand_ins/enter.html", context, status=status)


@carries_out(AnswerByLink)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, key: str) -> HttpResponse:
    """The main numbers of a sheet, with buttons to confirm and reject it, for anyone who has the link."""
    user = current_user(request)
    link = AnswerByLink.target_for(user, key=key)
    refusal: Refusal | None = None
    if request.method == "POST":
        form = {"is_right": request.POST.get("is_right", ""), "message": request.POST.get("message", "")}
        try:
            # Checked before a guest is created for a visitor.
            read_form(AnswerByLink, form)
            perform(request, AnswerByLink, link, actor=current_or_new_guest(request), form=form)
        except Refusal as error:
            refusal = error
        else:
            return redirect("battles:confirm_link", key)
    battle = link.side.battle
    context = {
        "link": link,
        "battle": battle,
        "title": title_of(battle),
        "numbers": links.numbers_of(battle),
        "author": battle.created_by,
        "stand_in": links.stand_in_of(link.side),
        "refusal": refusal,
        "obstacle": obstacle(battle),
        "may_answer": links.may_answer(link, user.pk if user is not None else None),
        "message": request.POST.get("message", "")[: links.LONGEST_MESSAGE],
    }
    status = refusal.status if refusal is not None else 200
    return render(request, "battles/tabletop/stand_ins/confirm.html", context, status=status)


@carries_out(ClaimStandIn)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, key: str) -> HttpResponse:
    """The page on which an opponent claims the warband that was entered for them."""
    row = ClaimStandIn.target_for(current_user(request), key=key)
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            perform(request, ClaimStandIn, row, actor=current_or_new_guest(request), values={})
        except Refusal as error:
            refusal = error
        else:
            text = _("%(name)s is your warband now. You can add a photo of your paper roster.")
            messages.success(request, text % {"name": row.warband.name})
            return redirect("warbands:roster", row.warband.public_id)
    context = {"stand_in": row, "warband": row.warband, "refusal": refusal}
    status = refusal.status if refusal is not None else 200
    return render(request, "battles/tabletop/stand_ins/claim.html", context, status=status)


@require_safe
def paper_roster(request: HttpRequest, pid: str) -> HttpResponse:
    """The photo of a paper roster. Its address cannot be guessed and never shows another picture."""
    photo = paper_rosters.photo_named(pid)
    if photo is None:
        raise Http404
    answer = HttpResponse(bytes(photo.content), content_type=photo.media_type)
    patch_cache_control(answer, private=True, max_age=31536000, immutable=True)
    answer["Content-Security-Policy"] = PICTURE_POLICY
    return answer


@carries_out(SetPaperRoster, RemovePaperRoster)
@require_POST
def change_paper_roster(request: HttpRequest, pid: str) -> HttpResponse:
    """Upload the photo of a paper roster (`photo`), or delete it (`remove`), and return to the roster."""
    warband = warband_to_act_on(request.user, pid)
    row = paper_rosters.stand_in_of(warband)
    if row is None:
        raise Http404
    try:
        if "remove" in request.POST:
            perform(request, RemovePaperRoster, row, values={})
        else:
            upload = request.FILES.get("photo")
            if upload is None:
                raise NotAPicture(message=_("Choose a photo first."))
            if upload.size is not None and upload.size > MOST_BYTES:
                raise PictureTooLarge
            perform(request, SetPaperRoster, row, values={"content": upload.read()})
    except (NotAPicture, PictureTooLarge) as error:
        messages.error(request, str(error.message))
    return redirect("warbands:roster", pid)


def paper_roster_section(request: HttpRequest, warband: Warband) -> SafeString:
    """The section of the roster page with the photo of the paper roster; empty for warbands that were not entered
    for an opponent. One query."""
    row = paper_rosters.stand_in_of(warband)
    if row is None:
        return mark_safe("")  # noqa: S308 - constant
    photo = getattr(row, "paper_roster", None)
    context = {"warband": warband, "photo": photo}
    return render_to_string("battles/tabletop/stand_ins/_paper_roster.html", context, request)


@carries_out(CountUnconfirmed)
@require_POST
def count(request: HttpRequest, pid: str) -> HttpResponse:
    """Let a sheet count without the confirmation of opponents without an account."""
    user = current_user(request)
    if user is None:
        return redirect("account_login")
    battle = tabletop_battle(user, pid)
    try:
        perform(request, CountUnconfirmed, battle, values={})
    except Refusal as error:
        messages.error(request, str(error.message))
        return redirect("battles:sheet", pid)
    return redirect("battles:aftermath", pid)
