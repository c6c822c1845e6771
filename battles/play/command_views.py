"""Views that send commands to a battle, by form or by script, and return what the client needs. All use
`commands.py`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from accounts import limits
from accounts.models import User
from battles.board import screen
from battles.board.views import number, render_page
from battles.core.permissions import battle_to_read, sides_of
from battles.core.refusals import NotPlaying, NotYourSide
from battles.core.viewers import current_user, wants_json
from battles.models import Battle
from battles.play import chat, commands, runs
from battles.play import typed_commands as typed_orders
from battles.play.bots.guest_limits import bot_turns_of_guests
from battles.setup import deployment
from mordheim_site.public_ids import new_public_id
from mordheim_site.refusals import Refusal

MAX_COMMAND = 20_000


class UnreadableCommand(Refusal):
    code = "unreadable_order"
    message = _("The command is invalid. Reload the board and try again.")
    status = 400


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


def command_in(fields: dict[str, Any]) -> Any:
    """The command: an object, or its JSON text from a form. Raises UnreadableCommand."""
    command = fields.get("command", "")
    if isinstance(command, str):
        try:
            return json.loads(command[:MAX_COMMAND])
        except (ValueError, RecursionError) as fault:
            raise UnreadableCommand from fault
    return command


def seq_in(fields: dict[str, Any]) -> int:
    """The sequence number at which the command was written. Raises UnreadableCommand."""
    try:
        return int(fields.get("expected_seq", -1))
    except (TypeError, ValueError, OverflowError) as fault:
        raise UnreadableCommand from fault


def side_for(user: User | None, battle: Battle, asked: str) -> str:
    """The side of the command: the requested one, else the user's side that is to act. Raises NotYourSide."""
    mine = [side.letter for side in sides_of(user, battle)]
    if not mine or (asked and asked not in mine):
        raise NotYourSide
    awaited = [letter for letter in mine if letter in battle.awaiting]
    return asked or (awaited[0] if awaited else mine[0])


def _carried_out(
    request: HttpRequest, pid: str, act: Callable[[User | None, Battle, dict[str, Any]], runs.Played]
) -> HttpResponse:
    """Carry out `act`, then return the new board state to a script or redirect a form to the board; a refusal is shown
    on the board."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    try:
        limits.count_request(request, "orders")
        fields = fields_of(request)
        with bot_turns_of_guests(request, user, battle):
            played = act(user, battle, fields)
    except Refusal as no:
        if wants_json(request):
            raise
        return render_page(request, battle_to_read(user, pid), user, refusal=no)
    who = str(fields.get("who", ""))[:4]
    if wants_json(request):
        fresh = battle_to_read(user, pid)
        state = screen.board_state(request, fresh, user, acted=who, log_after=number(str(fields.get("log_after", ""))))
        return JsonResponse({**state, "first": played.first, "repeated": played.repeated})
    keep = "&".join(f"{name}={fields[name]}" for name in ("view", "level") if str(fields.get(name, "")).isalnum())
    return redirect(f"{reverse('battles:board', args=[pid])}{'?' + keep if keep else ''}")


@require_POST
def order(request: HttpRequest, pid: str) -> HttpResponse:
    """Send one command."""

    def act(user: User | None, battle: Battle, fields: dict[str, Any]) -> runs.Played:
        if user is None or not sides_of(user, battle):
            raise NotYourSide
        return commands.carry_out_command(
            battle_id=battle.pk,
            actor_id=user.pk,
            side=str(fields.get("side", ""))[:1],
            command=command_in(fields),
            expected_seq=seq_in(fields),
            command_id=str(fields.get("command_id") or new_public_id())[:64],
            now=timezone.now(),
        )

    return _carried_out(request, pid, act)


@require_POST
def typed(request: HttpRequest, pid: str) -> HttpResponse:
    """Send the command that a typed line describes."""

    def act(user: User | None, battle: Battle, fields: dict[str, Any]) -> runs.Played:
        if user is None:
            raise NotYourSide
        return commands.carry_out_command(
            battle_id=battle.pk,
            actor_id=user.pk,
            side=str(fields.get("side", ""))[:1],
            command=commands.TypedLine(str(fields.get("text", ""))),
            expected_seq=seq_in(fields),
            command_id=str(fields.get("command_id") or new_public_id())[:64],
            now=timezone.now(),
        )

    return _carried_out(request, pid, act)


@require_GET
def completed(request: HttpRequest, pid: str) -> HttpResponse:
    """Completions of the line `text`, and the command it already describes, or why it describes none."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    if not battle.is_playing:
        raise NotPlaying
    side = side_for(user, battle, request.GET.get("side", "")[:1])
    return JsonResponse(typed_orders.completions_json(screen.engine_of(battle), side, request.GET.get("text", "")))


@require_POST
def place(request: HttpRequest, pid: str) -> HttpResponse:
    """Set up all models of a side as the engine suggests."""

    def act(user: User | None, battle: Battle, fields: dict[str, Any]) -> runs.Played:
        if user is None:
            raise NotYourSide
        return deployment.place_all(
            battle_id=battle.pk,
            actor_id=user.pk,
            side=str(fields.get("side", ""))[:1],
            expected_seq=seq_in(fields),
            command_id=str(fields.get("command_id") or new_public_id())[:64],
            now=timezone.now(),
        )

    return _carried_out(request, pid, act)


@require_POST
def undo(request: HttpRequest, pid: str) -> HttpResponse:
    """Undo the last command."""

    def act(user: User | None, battle: Battle, fields: dict[str, Any]) -> runs.Played:
        if user is None or not sides_of(user, battle):
            raise NotYourSide
        return commands.undo(battle_id=battle.pk, actor_id=user.pk, expected_seq=seq_in(fields), now=timezone.now())

    return _carried_out(request, pid, act)


@require_POST
def say(request: HttpRequest, pid: str) -> HttpResponse:
    """Send a chat message."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    limits.count_request(request, "words")
    text = str(fields_of(request).get("text", ""))
    line = chat.post_message(battle_id=battle.pk, author_id=user.pk if user else 0, text=text)
    if wants_json(request):
        return JsonResponse({"said": line.text})
    return redirect(f"{reverse('battles:board', args=[pid])}#chat")


@require_GET
def events(request: HttpRequest, pid: str) -> HttpResponse:
    """What happened after event `after`."""
    battle = battle_to_read(current_user(request), pid)
    seq = number(request.GET.get("after", ""))
    return JsonResponse({"seq": battle.seq, "awaiting": battle.awaiting, "runs": commands.runs_after(battle, seq)})
