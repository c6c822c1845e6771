"""Views that send commands to a battle, from a form or a script, and return what the client needs."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from accounts import limits
from accounts.models import User
from battles.core.permissions import after_command, battle_to_read, sides_of
from battles.core.refusals import NotPlaying, NotYourSide
from battles.core.viewers import current_user, number, wants_json
from battles.models import Battle
from battles.play import chat, commands, runs
from battles.play import typed_commands as typed_orders
from battles.play.command_ids import UnreadableCommand
from battles.play.operations import BoardCommand, PostMessage, SendCommand, SendTypedCommand, Undo
from battles.play.page import screen
from battles.play.page.views import render_page
from mordheim_site.operations.messages import NotUnderstood
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.public_ids import new_public_id
from mordheim_site.refusals import Refusal

MAX_COMMAND = 20_000


def fields_of(request: HttpRequest) -> dict[str, Any]:
    """The fields of a JSON body or a form. Raises UnreadableCommand."""
    if request.content_type != "application/json":
        return dict(request.POST.items())
    if len(request.body) > MAX_COMMAND:
        raise UnreadableCommand
    try:
        fields = json.loads(request.body or b"{}")
        text = json.dumps(fields, ensure_ascii=False)
        text.encode()
    except (ValueError, RecursionError) as fault:
        raise UnreadableCommand from fault
    if not isinstance(fields, dict) or "\\u0000" in text:
        raise UnreadableCommand
    return fields


def side_for(user: User | None, battle: Battle, requested: str) -> str:
    """The side of the command: the requested one, or the user's side that has to act. Raises NotYourSide."""
    mine = [side.letter for side in sides_of(user, battle)]
    if not mine or (requested and requested not in mine):
        raise NotYourSide
    awaited = [letter for letter in mine if letter in battle.awaiting]
    return requested or (awaited[0] if awaited else mine[0])


def carried_out(request: HttpRequest, pid: str, operation: type[BoardCommand]) -> HttpResponse:
    """Carry out a command, then return the new state of the board to a script, or redirect a form to the board. A
    refusal is shown on the board."""
    user = current_user(request)
    battle = battle_to_read(user, pid, with_names=wants_json(request))
    fields: dict[str, Any] = {}
    try:
        operation.check_actor(user, battle)
        fields = fields_of(request)
        played = _performed(request, operation, battle, user, fields)
    except Refusal as refusal:
        if wants_json(request):
            raise
        return render_page(request, battle_to_read(user, pid), user, refusal=refusal)
    model_id = str(fields.get("who", ""))[:4]
    if wants_json(request):
        fresh = after_command(battle, played.row) if played.row is not None else battle_to_read(user, pid)
        state = screen.board_state(
            request,
            fresh,
            user,
            acted=model_id,
            log_after=number(str(fields.get("log_after", ""))),
            shown=str(fields.get("shown", "")),
        )
        return JsonResponse({**state, "first": played.first, "repeated": played.repeated})
    keep = "&".join(f"{name}={fields[name]}" for name in ("view", "level") if str(fields.get(name, "")).isalnum())
    return redirect(f"{reverse('battles:board', args=[pid])}{'?' + keep if keep else ''}")


def _performed(
    request: HttpRequest, operation: type[BoardCommand], battle: Battle, user: User | None, fields: dict[str, Any]
) -> runs.Played:
    """The result of the command. A form that was sent without JavaScript has no `command_id`, so it gets one. Raises
    UnreadableCommand."""
    form = {**fields, "command_id": fields.get("command_id") or new_public_id()}
    try:
        played: runs.Played = perform(request, operation, battle, actor=user, form=form)
    except NotUnderstood as invalid:
        raise UnreadableCommand from invalid
    return played


@require_POST
@carries_out(SendCommand)
def order(request: HttpRequest, pid: str) -> HttpResponse:
    """Send one command."""
    return carried_out(request, pid, SendCommand)


@require_POST
@carries_out(SendTypedCommand)
def typed(request: HttpRequest, pid: str) -> HttpResponse:
    """Send the command that a typed line describes."""
    return carried_out(request, pid, SendTypedCommand)


@require_GET
def completed(request: HttpRequest, pid: str) -> HttpResponse:
    """Completions of the line `text`, and the command it already forms, or why it forms none."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    if not battle.is_playing:
        raise NotPlaying
    side = side_for(user, battle, request.GET.get("side", "")[:1])
    return JsonResponse(typed_orders.completions_json(screen.engine_of(battle), side, request.GET.get("text", "")))


@require_POST
@carries_out(Undo)
def undo(request: HttpRequest, pid: str) -> HttpResponse:
    """Undo the last command."""
    return carried_out(request, pid, Undo)


@require_POST
@carries_out(PostMessage)
def say(request: HttpRequest, pid: str) -> HttpResponse:
    """Send a chat message."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    text = str(fields_of(request).get("text", ""))[:2000]
    if user is None:
        limits.count_request(request, "messages")
        raise chat.EmptyMessage if not text.strip() else chat.GuestsCannotChat
    line = perform(request, PostMessage, battle, actor=user, values={"text": text})
    if wants_json(request):
        return JsonResponse({"said": line.text})
    return redirect(f"{reverse('battles:board', args=[pid])}#chat")


@require_GET
def events(request: HttpRequest, pid: str) -> HttpResponse:
    """The events after event `after`."""
    battle = battle_to_read(current_user(request), pid)
    seq = number(request.GET.get("after", ""))
    return JsonResponse({"seq": battle.seq, "awaiting": battle.awaiting, "runs": commands.runs_after(battle, seq)})
