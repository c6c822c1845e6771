"""Views for the clock, default decisions, draw offers and annotations."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from battles.core.operation import BattleOperation
from battles.core.permissions import battle_to_read, sides_of
from battles.core.refusals import NotYourSide
from battles.core.viewers import current_user, wants_json
from battles.play.annotations import GuestsCannotAnnotate, UnreadableMark
from battles.play.bots.suggestions import Suggestion, suggestion_shape
from battles.play.command_views import fields_of
from battles.play.default_decisions.rules import POLICIES
from battles.play.operations import Annotate, AnswerDraw, AskForHint, ChangeClock, SetDefaultDecisions
from battles.play.page import screen
from battles.play.page.views import render_page as draw_board
from mordheim_site.operations.messages import NotUnderstood
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal


def _done(
    request: HttpRequest,
    pid: str,
    operation: type[BattleOperation],
    values: Mapping[str, Any],
    *,
    for_visitors: type[Refusal] = NotYourSide,
    for_bad_input: type[Refusal] = NotUnderstood,
) -> HttpResponse:
    """Carry out the operation, then return the changed board to a script or redirect a form to the page; a refusal is
    shown on the board. `for_visitors` is the error for readers without an account, `for_bad_input` the error for values
    that the board never sends."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    try:
        if user is None:
            raise for_visitors
        operation.check_actor(user, battle)
        try:
            perform(request, operation, battle, actor=user, values=values)
        except NotUnderstood as invalid:
            raise for_bad_input from invalid
    except Refusal as refusal:
        if wants_json(request):
            raise
        return draw_board(request, battle_to_read(user, pid), user, refusal=refusal)
    if wants_json(request):
        return JsonResponse(screen.board_state(request, battle_to_read(user, pid), user, log_after=battle.seq))
    return redirect("battles:board", pid=pid)


@require_POST
@carries_out(ChangeClock)
def clock(request: HttpRequest, pid: str) -> HttpResponse:
    """Give time, pause, resume, or claim victory."""
    fields = fields_of(request)
    what, _dash, side = str(fields.get("act", "")).partition("-")
    values = {"act": what, "side": side[:1], "reason": str(fields.get("reason", ""))[:300]}
    return _done(request, pid, ChangeClock, values)


@require_http_methods(["GET", "HEAD", "POST"])
@carries_out(AnswerDraw)
def draw(request: HttpRequest, pid: str) -> HttpResponse:
    """Offer, withdraw, accept or refuse a draw (`act`). GET shows the confirmation page for readers without
    JavaScript."""
    if request.method != "POST":
        battle = battle_to_read(current_user(request), pid)
        is_alone = len(sides_of(current_user(request), battle)) == len(battle.sides.all())
        context = {"battle": battle, "title": _("Draw offer"), "one_screen": is_alone}
        return render(request, "battles/draw.html", context)
    return _done(request, pid, AnswerDraw, {"act": str(fields_of(request).get("act", ""))})


@require_POST
@carries_out(SetDefaultDecisions)
def standing(request: HttpRequest, pid: str) -> HttpResponse:
    """Set or clear default decisions: a field for each kind of prompt, empty if the player wants to be asked."""
    fields = fields_of(request)
    orders = {stage: str(fields[stage])[:20] for stage in POLICIES if stage in fields}
    return _done(request, pid, SetDefaultDecisions, {"side": str(fields.get("side", ""))[:1], "orders": orders})


@require_POST
@carries_out(Annotate)
def annotate(request: HttpRequest, pid: str) -> HttpResponse:
    """Add an arrow or a ring (`x0`, `y0`, `x1`, `y1` in inches), or clear the author's annotations with `kind`
    "wipe"."""
    fields = {name: value for name, value in fields_of(request).items() if name in Annotate.model_fields}
    return _done(request, pid, Annotate, fields, for_visitors=GuestsCannotAnnotate, for_bad_input=UnreadableMark)


@require_POST
@carries_out(AskForHint)
def hint(request: HttpRequest, pid: str) -> HttpResponse:
    """What the commander bot would do: as JSON for a script, otherwise shown on the board."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    try:
        if user is None:
            raise NotYourSide
        AskForHint.check_actor(user, battle)
        side = str(fields_of(request).get("side", ""))[:1]
        found: Suggestion = perform(request, AskForHint, battle, actor=user, values={"side": side})
    except Refusal as refusal:
        if wants_json(request):
            raise
        return draw_board(request, battle, user, refusal=refusal)
    if wants_json(request):
        return JsonResponse(suggestion_shape(found))
    shape = suggestion_shape(found)
    return draw_board(request, battle, user, suggestion={**shape, "text": json.dumps(shape["command"])})
