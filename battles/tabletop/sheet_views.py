"""Pages of battle sheets: the sheet of a league match or of two to six warbands, and its confirmation by the other
players."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limits import limited
from accounts.models import User
from battles.core.permissions import battle_to_read
from battles.core.selectors import title_of
from battles.core.viewers import current_user
from battles.engine.aftermath.house_rules import battle_options
from battles.engine.rulesets.compile import rules_for
from battles.models import Battle, BattleStatus, Track
from battles.setup import match_battles
from battles.tabletop import amendments, scenarios, sheet_form, sheet_reader, sheets, tracker_commands
from battles.tabletop.permissions import readable
from battles.tabletop.sheet import LETTERS, Sheet
from battles.tabletop.sheet_operations import AmendSheet, AnswerSheet, ReportMatch, SendSheet
from battles.tabletop.tracker import sheet_of
from campaigns.core.permissions import match_to_read
from campaigns.models import Campaign, Match
from catalogue.packs.installed import book
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal
from warbands.core.selectors import warbands_of
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.models import WarbandStatus


@carries_out(ReportMatch)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def match_sheet(request: HttpRequest, pid: str) -> HttpResponse:
    """The sheet of a league match, for its players and the arbitrator; a confirmed one leads to the aftermath."""
    match, _seat = match_to_read(request.user, pid)
    user = current_user(request)
    sides = list(match.sides.select_related("entry__warband").order_by("place"))
    if not 2 <= len(sides) <= len(LETTERS):
        raise Http404
    battle = sheets.sheet_of_match(match)
    if battle is not None and battle.status == BattleStatus.FINISHED:
        return redirect("battles:aftermath", battle.public_id)
    may_write = match_battles.may_begin(match, sides, user.pk if user is not None else None)
    companies = {letter: load_state(side.entry.warband) for letter, side in zip(LETTERS, sides, strict=False)}
    refusal = None
    written = Sheet.from_data(battle.setup["sheet"]) if battle is not None else _tracked(request)
    if request.method == "POST":
        if user is None or not may_write:
            raise sheets.NotYourSheet
        try:
            sheet = sheet_reader.read(request.POST.dict(), companies, book())
            written = sheet
            battle = perform(request, ReportMatch, match, values=sheet.as_data())
            _close_track(request, battle)
        except Refusal as no:
            refusal = no
        else:
            if battle.status == BattleStatus.FINISHED:
                return redirect("battles:aftermath", battle.public_id)
            return redirect("battles:sheet", battle.public_id)
    scenario = request.GET.get("scenario", "") or ("" if written is not None else match.scenario_code)
    return _draw_form(request, companies, written, scenario, refusal, may_write, match, terms=match.campaign)


def _scenarios(request: HttpRequest, match: Match | None, chosen: str) -> list[tuple[str, str]]:
    user = current_user(request)
    pins = match.campaign.packs if match is not None else None
    return scenarios.offered(user.pk if user is not None else None, pins, chosen)


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
    """Outside of leagues: choose the warbands, then fill in the sheet for their rosters."""
    user = current_user(request)
    if user is None:
        return redirect("account_login")
    mine, theirs = asked_for(request)
    own = list(warbands_of(user.pk).filter(status=WarbandStatus.FOUNDED))
    found = readable(user, [mine, *theirs])
    if len(found) < 2:
        is_wrong = request.method == "POST" or bool(mine or theirs)
        given = [*theirs, *[""] * len(LETTERS)][1 : len(LETTERS) - 1]
        context = {"own": own, "mine": mine, "theirs": theirs, "is_wrong": is_wrong}
        context["further"] = list(enumerate(given, 3))
        return render(request, "battles/tabletop/sheet_pair.html", context, status=422 if is_wrong else 200)
    companies = {letter: load_state(row) for letter, row in zip(LETTERS, found, strict=False)}
    refusal, written = None, _tracked(request)
    if request.method == "POST":
        try:
            written = sheet_reader.read(request.POST.dict(), companies, book())
            sides = {"mine": mine, "theirs": theirs[0], "more": theirs[1:]}
            battle = perform(request, SendSheet, None, values={**written.as_data(), **sides})
            _close_track(request, battle)
        except Refusal as no:
            refusal = no
        else:
            name = "battles:aftermath" if battle.status == BattleStatus.FINISHED else "battles:sheet"
            return redirect(name, battle.public_id)
    return _draw_form(request, companies, written, request.GET.get("scenario", ""), refusal, True, None, mine, theirs)


def asked_for(request: HttpRequest) -> tuple[str, list[str]]:
    """The public ids of a battle outside of leagues: `mine`, and `theirs` as ids or addresses of rosters."""
    query = request.POST if request.method == "POST" else request.GET
    others = [one.strip().rstrip("/").rpartition("/")[2][:12] for one in query.getlist("theirs")]
    return query.get("mine", "")[:12], [one for one in others if one]


def _track(request: HttpRequest) -> Track | None:
    """The tracked battle of this sheet, for one of its players."""
    user, pid = current_user(request), (request.POST.get("track") or request.GET.get("track", ""))[:12]
    row = (
        Track.objects.select_related("match", "first", "second")
        .prefetch_related("others")
        .filter(public_id=pid, ended_at=None)
        .first()
    )
    return row if row is not None and tracker_commands.may_track(row, user.pk if user is not None else None) else None


def _tracked(request: HttpRequest) -> Sheet | None:
    row = _track(request)
    return sheet_of(row.setup, tracker_commands.tally(row), row.scenario_code) if row is not None else None


def _close_track(request: HttpRequest, battle: Battle) -> None:
    row = _track(request)
    if row is not None:
        tracker_commands.close(track=row, battle=battle, now=timezone.now())


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
    form = sheet_form.draw(
        companies,
        book(),
        written,
        scenario,
        asks_killing=_knows_killing_blows(terms),
        scenarios=_scenarios(request, match, scenario or (written.scenario if written is not None else "")),
    )
    context = {
        "form": form,
        "match": match,
        "refusal": refusal,
        "may_write": may_write,
        "is_again": is_again,
        "mine": mine,
        "theirs": theirs,
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
    """A sheet that waits for confirmation by the other players; a confirmed one leads to the aftermath."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    if not battle.is_on_paper or battle.status == BattleStatus.ABANDONED:
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
        except Refusal as no:
            refusal = no
        else:
            if done.status == BattleStatus.FINISHED:
                return redirect("battles:aftermath", pid)
            if done.status == BattleStatus.MUSTERING and request.POST.get("act") == "agree":
                return redirect("battles:sheet", pid)
            return redirect("battles:match_sheet", _match_of(done)) if done.match_id else redirect("battles:list")
    return _draw_sheet(request, battle, user, refusal)


def _amend(request: HttpRequest, battle: Battle, user: User) -> HttpResponse:
    """The form again, for a sheet whose aftermath was reverted; it needs a reason."""
    sides = sorted(battle.sides.select_related("warband"), key=lambda side: side.letter)
    companies = {side.letter: load_state(side.warband) for side in sides if side.warband is not None}
    refusal, written = None, Sheet.from_data(battle.setup["sheet"])
    if request.method == "POST":
        try:
            written = sheet_reader.read(request.POST.dict(), companies, book())
            values = {**written.as_data(), "reason": request.POST.get("reason", "")[:200]}
            perform(request, AmendSheet, battle, values=values)
        except Refusal as no:
            refusal = no
        else:
            messages.success(request, _("The sheet was replaced. Start the aftermath again when you are ready."))
            return redirect("battles:aftermath", battle.public_id)
    scenario = request.GET.get("scenario", "")
    return _draw_form(request, companies, written, scenario, refusal, True, battle.match, terms=battle, is_again=True)


def _match_of(battle: Battle) -> str:
    assert battle.match is not None
    return battle.match.public_id


def _is_awaited(battle: Battle, user: User) -> bool:
    """Whether this player still has to confirm. In a league, the result of the match records it."""
    if battle.match is None:
        return sheets.waits_for(battle, user.pk)
    return battle.match.sides.filter(entry__player=user, agreed_at__isnull=True).exists()


def _draw_sheet(request: HttpRequest, battle: Battle, user: User | None, refusal: Refusal | None) -> HttpResponse:
    sides = sorted(battle.sides.all(), key=lambda side: side.letter)
    companies = {side.letter: load_state(side.warband) for side in sides if side.warband is not None}
    written = Sheet.from_data(battle.setup["sheet"])
    is_player = user is not None and any(side.player_id == user.pk for side in sides)
    has_agreed = is_player and user is not None and not _is_awaited(battle, user)
    author = battle.match.reported_by_id if battle.match is not None else battle.created_by_id
    context = {
        "battle": battle,
        "title": title_of(battle),
        "form": sheet_form.draw(companies, book(), written, ""),
        "falls": sheet_form.sheet_text(written, companies),
        "refusal": refusal,
        "is_player": is_player,
        "has_agreed": has_agreed,
        "is_author": user is not None and author == user.pk,
    }
    return render(
        request, "battles/tabletop/sheet.html", context, status=refusal.status if refusal is not None else 200
    )
