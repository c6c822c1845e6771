"""Pages of tracked battles: the start, the battle turn by turn, and the link to its sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from battles.core.availability import fails_up_to, fit_to_fight
from battles.core.defaults import PLAIN_SCENARIO
from battles.core.viewers import current_user, wants_json
from battles.models import Track
from battles.setup import match_battles
from battles.tabletop import phone_queue, scenarios
from battles.tabletop.conflicts import Conflict
from battles.tabletop.permissions import readable, track_to_read
from battles.tabletop.photos.selectors import photos_of
from battles.tabletop.selectors import usual_ruleset
from battles.tabletop.sheets import form as sheet_form
from battles.tabletop.sheets.services import NotYourSheet
from battles.tabletop.sheets.sheet import LETTERS
from battles.tabletop.sheets.views import asked_for
from battles.tabletop.tracker import services
from battles.tabletop.tracker import text as tracker_text
from battles.tabletop.tracker.operations import BACK, RecordEvent, TrackMatch, TrackWarbands
from campaigns.core.permissions import match_to_read
from campaigns.models import Match
from campaigns.standings.outcomes import PARTIES
from catalogue.packs.installed import book
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from catalogue.rules.rulesets import ruleset_choices
from mordheim_site.api.fields import PUBLIC_ID
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal
from warbands.core.state_storage import load_state
from warbands.models import Warband

NUMBERS = ("turn", "phase", "lost")
REGION = "battles/tabletop/_track_region.html"


@carries_out(TrackMatch)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start_match(request: HttpRequest, pid: str) -> HttpResponse:
    """The start page of a league match. If it is already tracked, redirect to its battle."""
    match, _seat = match_to_read(request.user, pid)
    user = current_user(request)
    sides = list(match.sides.select_related("entry__warband").order_by("place"))
    if not 2 <= len(sides) <= len(LETTERS):
        raise Http404
    known = services.open_track(match)
    if known is not None:
        return redirect("battles:track", known.public_id)
    rows = [side.entry.warband for side in sides]
    may_write = match_battles.may_begin(match, sides, user.pk if user is not None else None)
    refusal = None
    if request.method == "POST":
        try:
            if user is None:
                raise NotYourSheet
            track = perform(request, TrackMatch, match, values=_values_of_muster(request, rows))
        except Refusal as error:
            refusal = error
        else:
            return redirect("battles:track", track.public_id)
    return _muster(request, rows, match, may_write, refusal)


@carries_out(TrackWarbands)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """The start page of a battle between two or more warbands outside of leagues: `mine` and `theirs` are public
    ids."""
    user = current_user(request)
    if user is None:
        return redirect("account_login")
    mine, theirs = asked_for(request)
    rows = readable(user, [mine, *theirs])
    if not rows:
        back = urlencode({"mine": mine, "theirs": theirs}, doseq=True)
        return redirect(f"{reverse('battles:new_sheet')}?{back}")
    refusal = None
    if request.method == "POST":
        try:
            values = {**_values_of_muster(request, rows), "mine": mine, "theirs": theirs[0], "more": theirs[1:]}
            values["ruleset"] = request.POST.get("ruleset", DEFAULT_RULESET)[:20]
            track = perform(request, TrackWarbands, None, values=values)
        except Refusal as error:
            refusal = error
        else:
            return redirect("battles:track", track.public_id)
    return _muster(request, rows, None, rows[0].owner_id == user.pk, refusal, [mine, *theirs])


def _values_of_muster(request: HttpRequest, rows: list[Warband]) -> dict[str, Any]:
    """The fields of the operation from the start form. Values that no field accepts are left out."""
    form = request.POST
    values: dict[str, Any] = {"at_home": [], "old_wounds": {}, "marks": {}, "teams": {}, "fielded": {}}
    if form.get("scenario"):
        values["scenario"] = form["scenario"][:60]
    if form.get("first", "") in tuple(LETTERS):
        values["first"] = form["first"]
    for letter, row in zip(LETTERS, rows, strict=False):
        team = form.get(f"team-{letter}", "")[:1]
        if "a" <= team <= "z":
            values["teams"][letter] = team
        for warrior in load_state(row).active():
            name = f"{letter}-{warrior.key}"
            if f"fights-{name}" not in form:
                values["at_home"].append(warrior.key)
            face = form.get(f"wound-{name}", "").strip()
            if face in ("1", "2", "3", "4", "5", "6"):
                values["old_wounds"][warrior.key] = int(face)
            count = _number(form.get(f"count-{name}", ""))
            if f"fights-{name}" in form and 1 <= count < 100:
                values["fielded"][warrior.key] = count
            mark = form.get(f"mark-{name}", "")
            if re.fullmatch(PUBLIC_ID, mark):
                values["marks"][warrior.key] = mark
    return values


def _muster(
    request: HttpRequest,
    rows: list[Warband],
    match: Match | None,
    may_write: bool,
    refusal: Refusal | None,
    addresses: Sequence[str] = (),
) -> HttpResponse:
    facts, query = book(), request.POST if request.method == "POST" else None
    user = current_user(request)
    companies = {letter: load_state(row) for letter, row in zip(LETTERS, rows, strict=False)}
    sides = []
    for letter, row in zip(LETTERS, rows, strict=False):
        state = companies[letter]
        lines = [
            {
                "member": state.members[key],
                "entry": facts.warrior_types[state.members[key].warrior_type_code].name,
                "name": f"fights-{letter}-{key}",
                "fights": query is None or f"fights-{letter}-{key}" in query,
                "count_name": f"count-{letter}-{key}",
                "count": query.get(f"count-{letter}-{key}", "") if query is not None else "",
                "wound_name": f"wound-{letter}-{key}",
                "wound": query.get(f"wound-{letter}-{key}", "") if query is not None else "",
                "fails": fails_up_to(state, key, facts),
                "hunts": sheet_form.is_hunter(state.members[key], facts),
                "mark_name": f"mark-{letter}-{key}",
                "mark": query.get(f"mark-{letter}-{key}", "") if query is not None else "",
            }
            for key in fit_to_fight(state)
        ]
        team = query.get(f"team-{letter}", "") if query is not None else ""
        enemies = sheet_form.heroes_of(company for other, company in companies.items() if other != letter)
        sides.append({"letter": letter, "name": row.name, "rows": lines, "team": team, "heroes": enemies})
    chosen = scenarios.scenario_of(match) or (query.get("scenario", "") if query is not None else "")
    context = {
        "match": match,
        "addresses": addresses,
        "teams": [(party.lower(), party) for party in PARTIES[: len(rows) // 2]] if len(rows) > 2 else [],
        "sides": sides,
        "first": query.get("first", "a") if query is not None else "a",
        "scenarios": scenarios.offered_for(match, user.pk if user is not None else None, chosen),
        "scenario": chosen or PLAIN_SCENARIO,
        "rulesets": ruleset_choices() if match is None else [],
        "ruleset": query.get("ruleset", "") if query is not None else usual_ruleset(user),
        "may_write": may_write,
        "refusal": refusal,
        "title": " – ".join(row.name for row in rows),
    }
    return render(
        request, "battles/tabletop/track_start.html", context, status=refusal.status if refusal is not None else 200
    )


@never_cache
@require_safe
def track(request: HttpRequest, pid: str) -> HttpResponse:
    """The current state, for everyone who may see the battle; only its players can record events. `since` is the
    version that a page shows: if nothing has changed, the response is empty (204)."""
    row = track_to_read(current_user(request), pid)
    if request.GET.get("since") == row.version:
        return HttpResponse(status=204)
    return render_tracker(request, row)


@carries_out(RecordEvent)
@require_POST
def act(request: HttpRequest, pid: str) -> HttpResponse:
    """Record one tap: `kind` with its fields, or `back` with the number of the last tap. A script that sends queued
    taps requests JSON; see `phone_queue`."""
    user = current_user(request)
    is_queued = wants_json(request)
    if user is None and request.headers.get("HX-Request") == "true":
        raise phone_queue.SignedOut
    if is_queued:
        phone_queue.check_player(request, user)
    row = track_to_read(user, pid)
    try:
        _perform(request, row, user)
    except Conflict as error:
        return phone_queue.refused(request, error, **tracker_text.versions_of(row, error.theirs))
    except Refusal as error:
        if is_queued:
            return phone_queue.refused(request, error)
        return render_tracker(request, row, error)
    row.refresh_from_db()
    if is_queued:
        return JsonResponse({"accepted": phone_queue.id_of(request), "html": region_of(request, row, user)})
    return render_tracker(request, row) if request.headers.get("HX-Request") else redirect("battles:track", pid)


def _perform(request: HttpRequest, row: Track, user: User | None) -> None:
    query = request.POST
    if user is None:
        raise NotYourSheet
    if "back" in query:
        place = max(0, _number(query["back"]))
        perform(request, RecordEvent, row, values={"kind": BACK, "data": {"number": place}})
        return
    data: dict[str, Any] = {
        name: query[name][:300]
        for name in ("piece", "by", "posture", "side", "text", "thing", "how", "to")
        if name in query
    }
    for name in NUMBERS:
        if name in query:
            data[name] = _number(query[name])
    if "killing_blow" in query:
        data["killing_blow"] = True
    if query.get("kind") == "rout":
        data["passed"] = query.get("passed") == "yes"
        if "willing" in query:
            data["willing"] = True
    key = query.get("idempotency_key", "")[:64]
    values = {"kind": query.get("kind", "")[:12], "data": data, "command_id": key}
    if wants_json(request) and "seen" in query:
        values["seen"] = _number(query["seen"])
        values["replaces"] = [_number(part) for part in query.get("replaces", "").split(",")[:60] if part]
    perform(request, RecordEvent, row, values=values)


def _number(text: str) -> int:
    """A whole number of at most five digits; -1 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else -1


def region_of(request: HttpRequest, row: Track, user: User | None) -> str:
    """The parts of the page that change with each entry, as HTML."""
    return render_to_string(REGION, _context(request, row, user), request)


def _context(request: HttpRequest, row: Track, user: User | None) -> dict[str, Any]:
    """Template context of the page. `announced` is the newest entry as text for screen readers; empty if the page was
    only opened."""
    user_id = user.pk if user is not None else None
    is_player = services.may_track(row, user_id)
    view = tracker_text.view_of(row)
    announced = view.log[0] if view.log else ""
    if "back" in request.POST:
        announced = _("The last entry was undone.")
    return {
        "view": view,
        "track": row,
        "may_write": is_player and row.ended_at is None,
        "is_player": is_player,
        "own_sides": [
            letter for letter, side in services.warbands_of(row).items() if user_id and side.owner_id == user_id
        ],
        "photos": photos_of(row, user_id),
        "announced": announced if request.method == "POST" or "since" in request.GET else "",
    }


def render_tracker(request: HttpRequest, row: Track, refusal: Refusal | None = None) -> HttpResponse:
    """The tracker with a refusal above it, or only its region for a script."""
    context = {**_context(request, row, current_user(request)), "refusal": refusal}
    template = REGION if request.headers.get("HX-Request") else "battles/tabletop/track.html"
    return render(request, template, context, status=refusal.status if refusal is not None else 200)
