"""Pages of battle sheets: the sheet of a league match or of two to six warbands, and its confirmation by the other
players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limits import limited
from accounts.models import User
from battles.core.permissions import battle_to_read
from battles.core.selectors import title_of
from battles.core.viewers import current_user, wants_json
from battles.engine.aftermath.house_rules import battle_options
from battles.engine.rulesets.compile import rules_for
from battles.models import Battle, BattleStatus, Track
from battles.setup import match_battles
from battles.tabletop import phone_queue, scenarios
from battles.tabletop.permissions import readable, warband_address
from battles.tabletop.photos.selectors import photos_of_battle
from battles.tabletop.selectors import track_named, usual_ruleset
from battles.tabletop.sheets import amendments
from battles.tabletop.sheets import form as sheet_form
from battles.tabletop.sheets import reader as sheet_reader
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.confirmations import obstacle, waits_for
from battles.tabletop.sheets.operations import AmendSheet, AnswerSheet, ReportMatch, SendSheet
from battles.tabletop.sheets.sheet import LETTERS, Sheet
from battles.tabletop.sheets.warbands import NoSuchWarband
from battles.tabletop.stand_ins import links as stand_in_links
from battles.tabletop.stand_ins.services import stand_ins_of
from battles.tabletop.tracker import services as tracker_services
from battles.tabletop.tracker.cards import closed_sides
from battles.tabletop.tracker.results import sheet_of_track
from campaigns.core.permissions import match_to_read
from campaigns.models import Campaign, Match
from catalogue.packs.installed import book
from catalogue.rules.rulesets import ruleset_choices
from mordheim_site.look.svg.qr import qr_svg
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.models import WarbandStatus
from warbands.shared.selectors import warbands_of


@carries_out(ReportMatch)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def match_sheet(request: HttpRequest, pid: str) -> HttpResponse:
    """The sheet of a league match, for its players and the arbitrator. A confirmed sheet redirects to the aftermath."""
    match, _seat = match_to_read(request.user, pid)
    user = current_user(request)
    sides = list(match.sides.select_related("entry__warband").order_by("place"))
    if not 2 <= len(sides) <= len(LETTERS):
        raise Http404
    companies = {letter: load_state(side.entry.warband) for letter, side in zip(LETTERS, sides, strict=False)}
    if is_queued(request):
        return phone_queue.answer_once(request, user, lambda: address_of(_report(request, match, companies)))
    battle = sheets.sheet_of_match(match)
    if battle is not None and battle.status == BattleStatus.FINISHED:
        return redirect("battles:aftermath", battle.public_id)
    may_write = match_battles.may_begin(match, sides, user.pk if user is not None else None)
    refusal = None
    written = Sheet.from_data(battle.setup["sheet"]) if battle is not None else _tracked(request)
    if request.method == "POST":
        if user is None or not may_write:
            raise sheets.NotYourSheet
        try:
            written = sheet_reader.read(request.POST.dict(), companies, book())
            return redirect(address_of(_report(request, match, companies)))
        except Refusal as error:
            refusal = error
    scenario = scenarios.scenario_of(match) or request.GET.get("scenario", "")
    return _draw_form(request, companies, written, scenario, refusal, may_write, match, terms=match.campaign)


def is_queued(request: HttpRequest) -> bool:
    """Whether a script sends a sheet that was stored on a phone."""
    return request.method == "POST" and wants_json(request)


def address_of(battle: Battle) -> str:
    """The page of a sheet that was sent; once it counts, the page of its aftermath."""
    name = "battles:aftermath" if battle.status == BattleStatus.FINISHED else "battles:sheet"
    return reverse(name, args=[battle.public_id])


def _report(request: HttpRequest, match: Match, companies: dict[str, WarbandState]) -> Battle:
    sheet = sheet_reader.read(request.POST.dict(), companies, book())
    battle: Battle = perform(request, ReportMatch, match, values=sheet.as_data())
    _close_track(request, battle)
    return battle


def _send(request: HttpRequest, mine: str, theirs: list[str], companies: dict[str, WarbandState]) -> Battle:
    sheet = sheet_reader.read(request.POST.dict(), companies, book())
    values = {**sheet.as_data(), "mine": mine, "theirs": theirs[0], "more": theirs[1:]}
    if ruleset := request.POST.get("ruleset", "")[:20]:
        values["ruleset"] = ruleset
    battle: Battle = perform(request, SendSheet, None, values=values)
    _close_track(request, battle)
    return battle


def _scenarios(request: HttpRequest, match: Match | None, chosen: str) -> list[tuple[str, str]]:
    user = current_user(request)
    return scenarios.offered_for(match, user.pk if user is not None else None, chosen)


def _knows_killing_blows(terms: Battle | Campaign | None) -> bool:
    """Whether killing blows affect the roster under these terms. Outside of leagues the core rules apply."""
    if terms is None:
        return True
    options = terms.options if isinstance(terms, Battle) else terms.house_rules
    return rules_for(terms.ruleset, battle_options(options)).killing_blow == "roster"


@carries_out(SendSheet)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("computations")
def new_sheet(request: HttpRequest) -> HttpResponse:
    """A battle outside of leagues: choose the warbands, then fill in the sheet for their rosters."""
    user = current_user(request)
    if is_queued(request):
        return phone_queue.answer_once(request, user, lambda: _send_queued(request, user))
    if user is None:
        return redirect("account_login")
    mine, theirs = asked_for(request)
    own = list(warbands_of(user.pk).filter(status=WarbandStatus.FOUNDED, stand_in__isnull=True))
    companies = _companies(request, user, [mine, *theirs])
    if not companies:
        is_wrong = request.method == "POST" or bool(mine and theirs)
        given = [*theirs, *[""] * len(LETTERS)][1 : len(LETTERS) - 1]
        context = {"own": own, "mine": mine, "theirs": theirs, "is_wrong": is_wrong}
        context["further"] = list(enumerate(given, 3))
        context["mine"] = mine or (own[0].public_id if own else "")
        context["stand_ins"] = stand_ins_of(user.pk)
        return render(request, "battles/tabletop/sheet_pair.html", context, status=422 if is_wrong else 200)
    refusal, written = None, _tracked(request)
    if request.method == "POST":
        try:
            written = sheet_reader.read(request.POST.dict(), companies, book())
            return redirect(address_of(_send(request, mine, theirs, companies)))
        except Refusal as error:
            refusal = error
    return _draw_form(request, companies, written, request.GET.get("scenario", ""), refusal, True, None, mine, theirs)


def _send_queued(request: HttpRequest, user: User | None) -> str:
    """Send a sheet that was stored on a phone. Raises NoSuchWarband and the errors of `_send`."""
    mine, theirs = asked_for(request)
    companies = _companies(request, user, [mine, *theirs]) if user is not None else {}
    if not companies:
        raise NoSuchWarband
    return address_of(_send(request, mine, theirs, companies))


def _companies(request: HttpRequest, user: User, addresses: list[str]) -> dict[str, WarbandState]:
    """The warbands of a new sheet. Of a roster that is hidden from this user, those who take part in the tracked
    battle. Empty if a warband is unknown, or hidden and not tracked."""
    track = _track(request)
    played = tracker_services.warbands_of(track) if track is not None else {}
    if track is None or [row.public_id for row in played.values()] != [
        warband_address(text).public_id for text in addresses
    ]:
        found = readable(user, addresses)
        return {letter: load_state(row) for letter, row in zip(LETTERS, found, strict=False)}
    companies = {letter: load_state(row) for letter, row in played.items()}
    for letter in closed_sides(track, user):
        fielded = {piece["key"] for piece in track.setup["sides"][letter]["pieces"]}
        members = {key: member for key, member in companies[letter].members.items() if key in fielded}
        companies[letter] = replace(companies[letter], members=members)
    return companies


def asked_for(request: HttpRequest) -> tuple[str, list[str]]:
    """The warbands of a battle outside of leagues: the public id of `mine`, and `theirs`, which may be given as ids or
    as addresses of rosters, as the text of a WarbandAddress."""
    query = request.POST if request.method == "POST" else request.GET
    others = [warband_address(text) for text in query.getlist("theirs")]
    return query.get("mine", "")[:12], [str(other) for other in others if other.public_id]


def _track(request: HttpRequest) -> Track | None:
    """The tracked battle from which this sheet is made, if the user is one of its players."""
    user, pid = current_user(request), (request.POST.get("track") or request.GET.get("track", ""))[:12]
    row = track_named(pid, only_open=True)
    return row if row is not None and tracker_services.may_track(row, user.pk if user is not None else None) else None


def _tracked(request: HttpRequest) -> Sheet | None:
    row = _track(request)
    return sheet_of_track(row) if row is not None else None


def _close_track(request: HttpRequest, battle: Battle) -> None:
    row = _track(request)
    if row is not None:
        tracker_services.close(track=row, battle=battle, now=timezone.now())


def _draw_form(
    request: HttpRequest,
    companies: dict[str, WarbandState],
    written: Sheet | None,
    scenario: str,
    refusal: Refusal | None,
    may_write: bool,
    match: Match | None,
    mine: str = "",
    theirs: Sequence[str] = (),
    terms: Battle | Campaign | None = None,
    is_again: bool = False,
) -> HttpResponse:
    form = sheet_form.form_of_sheet(
        companies,
        book(),
        written,
        scenario,
        asks_killing=_knows_killing_blows(terms),
        scenarios=_scenarios(request, match, scenario or (written.scenario if written is not None else "")),
    )
    track, user = _track(request), current_user(request)
    context = {
        "form": form,
        "closed": closed_sides(track, user) if track is not None and user is not None and match is None else {},
        "match": match,
        "refusal": refusal,
        "may_write": may_write,
        "is_again": is_again,
        "mine": mine,
        "theirs": theirs,
        "rulesets": ruleset_choices() if match is None and track is None and not is_again else [],
        "ruleset": request.POST.get("ruleset", "") or usual_ruleset(user),
        "track": (request.POST.get("track") or request.GET.get("track", ""))[:12],
        "title": " – ".join(state.name for state in companies.values()),
    }
    return render(
        request, "battles/tabletop/sheet_form.html", context, status=refusal.status if refusal is not None else 200
    )


@carries_out(AnswerSheet, AmendSheet)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("computations")
def sheet(request: HttpRequest, pid: str) -> HttpResponse:
    """A sheet that waits for confirmation by the other players. A confirmed sheet redirects to the aftermath."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    if not battle.has_sheet:
        raise Http404
    if battle.status == BattleStatus.FINISHED:
        if user is not None and amendments.may_amend(battle, user.pk):
            return _amend(request, battle, user)
        return redirect("battles:aftermath", pid)
    refusal = None
    if request.method == "POST":
        act = "agree" if request.POST.get("act") == "agree" else "refuse"
        try:
            if user is None:
                raise sheets.NotYourSheet
            done = perform(request, AnswerSheet, battle, values={"act": act})
        except Refusal as error:
            refusal = error
        else:
            if done.status == BattleStatus.FINISHED:
                return redirect("battles:aftermath", pid)
            if done.status == BattleStatus.MUSTERING and request.POST.get("act") == "agree":
                return redirect("battles:sheet", pid)
            return redirect("battles:match_sheet", _match_of(done)) if done.match_id else redirect("battles:list")
    return _draw_sheet(request, battle, user, refusal)


def _amend(request: HttpRequest, battle: Battle, user: User) -> HttpResponse:
    """Show the form again for a sheet whose aftermath was reverted, and send it with a reason."""
    sides = sorted(battle.sides.select_related("warband"), key=lambda side: side.letter)
    companies = {side.letter: load_state(side.warband) for side in sides if side.warband is not None}
    refusal, written = None, Sheet.from_data(battle.setup["sheet"])
    if request.method == "POST":
        try:
            written = sheet_reader.read(request.POST.dict(), companies, book())
            values = {**written.as_data(), "reason": request.POST.get("reason", "")[:200]}
            perform(request, AmendSheet, battle, values=values)
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("The sheet was replaced. Start the aftermath again when you are ready."))
            return redirect("battles:aftermath", battle.public_id)
    scenario = scenarios.scenario_of(battle.match) or request.GET.get("scenario", "")
    return _draw_form(request, companies, written, scenario, refusal, True, battle.match, terms=battle, is_again=True)


def _match_of(battle: Battle) -> str:
    assert battle.match is not None
    return battle.match.public_id


def _is_awaited(battle: Battle, user: User) -> bool:
    """Whether this player still has to confirm the sheet. In a league, this is recorded with the result of the
    match."""
    if battle.match is None:
        return waits_for(battle, user.pk)
    return battle.match.sides.filter(entry__player=user, agreed_at__isnull=True).exists()


def _links(request: HttpRequest, battle: Battle, user: User | None) -> list[dict[str, Any]]:
    """The links with which the other sides can confirm without signing in, for users who may show them."""
    if user is None or not stand_in_links.may_show_links(battle, user.pk):
        return []
    shown = []
    for link in stand_in_links.open_links(battle):
        address = request.build_absolute_uri(reverse("battles:confirm_link", args=[link.key]))
        stand_in = stand_in_links.stand_in_of(link.side)
        shown.append(
            {
                "link": link,
                "player": stand_in_links.player_name(link),
                "address": address,
                "qr": qr_svg(address),
                "stand_in": stand_in,
            }
        )
    return shown


def _draw_sheet(request: HttpRequest, battle: Battle, user: User | None, refusal: Refusal | None) -> HttpResponse:
    sides = sorted(battle.sides.all(), key=lambda side: side.letter)
    companies = {side.letter: load_state(side.warband) for side in sides if side.warband is not None}
    written = Sheet.from_data(battle.setup["sheet"])
    is_player = user is not None and any(side.player_id == user.pk for side in sides)
    has_agreed = is_player and user is not None and not _is_awaited(battle, user)
    author = battle.match.reported_by_id if battle.match is not None else battle.created_by_id
    facts = book()
    context = {
        "battle": battle,
        "title": title_of(battle),
        "scenario": facts.scenarios[written.scenario].name if written.scenario in facts.scenarios else "",
        "form": sheet_form.form_of_sheet(companies, facts, written, ""),
        "falls": sheet_form.sheet_text(written, companies),
        "refusal": refusal,
        "obstacle": obstacle(battle) if is_player else None,
        "is_player": is_player,
        "has_agreed": has_agreed,
        "is_author": user is not None and author == user.pk,
        "links": _links(request, battle, user),
        "photos": photos_of_battle(battle, user.pk if user is not None else None),
    }
    return render(
        request, "battles/tabletop/sheet.html", context, status=refusal.status if refusal is not None else 200
    )
