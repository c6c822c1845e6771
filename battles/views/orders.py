"""Orders given to a battle, by form or by script, and what a client reads back. The same door for both:
`services.play`."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from battles import options, screens
from battles.models import Battle
from battles.permissions import battle_to_read, sides_of
from battles.refusals import NotYourSide
from battles.services import chatting, play
from mordheim_site.public_ids import new_public_id
from mordheim_site.refusals import Refusal

MAX_ORDER = 20_000


class UnreadableOrder(Refusal):
    code = "unreadable_order"
    message = _("The order could not be read. Load the board again and repeat it.")
    status = 400


def person(request: HttpRequest) -> User | None:
    """The signed-in person or guest, or None for a visitor without a seat."""
    return request.user if isinstance(request.user, User) else None


def wants_json(request: HttpRequest) -> bool:
    """Did a script ask?"""
    return request.headers.get("Accept", "").startswith("application/json")


def _order(request: HttpRequest) -> tuple[Any, int, str, str]:
    """(command, expected seq, command id, side) from a JSON body or a form."""
    if request.content_type == "application/json":
        if len(request.body) > MAX_ORDER:
            raise UnreadableOrder
        try:
            fields = json.loads(request.body)
        except (ValueError, RecursionError) as fault:
            raise UnreadableOrder from fault
        if not isinstance(fields, dict):
            raise UnreadableOrder
        command = fields.get("command")
    else:
        fields = request.POST.dict()
        try:
            command = json.loads(fields.get("command", "")[:MAX_ORDER])
        except (ValueError, RecursionError) as fault:
            raise UnreadableOrder from fault
    try:
        seq = int(fields.get("expected_seq", -1))
    except (TypeError, ValueError) as fault:
        raise UnreadableOrder from fault
    command_id = str(fields.get("command_id") or new_public_id())[:64]
    return command, seq, command_id, str(fields.get("side", ""))[:1]


def _side(user: User | None, battle: Battle, asked: str) -> str:
    """The side the order is for: the one asked for, else the awaited one of this person's."""
    mine = [side.letter for side in sides_of(user, battle)]
    if not mine or (asked and asked not in mine):
        raise NotYourSide
    if asked:
        return asked
    awaited = [letter for letter in mine if letter in battle.awaiting]
    return awaited[0] if awaited else mine[0]


def _answer(request: HttpRequest, battle: Battle, played: play.Played) -> HttpResponse:
    if wants_json(request):
        return JsonResponse(
            {"seq": played.seq, "first": played.first, "events": played.data, "repeated": played.repeated}
        )
    return redirect("battles:board", pid=battle.public_id)


@require_POST
def order(request: HttpRequest, pid: str) -> HttpResponse:
    """Give one order."""
    user = person(request)
    battle = battle_to_read(user, pid)
    command, seq, command_id, asked = _order(request)
    played = play.give_order(
        battle_id=battle.pk,
        actor_id=user.pk if user else None,
        side=_side(user, battle, asked),
        command=command,
        expected_seq=seq,
        command_id=command_id,
        now=timezone.now(),
    )
    return _answer(request, battle, played)


@require_POST
def undo(request: HttpRequest, pid: str) -> HttpResponse:
    """Take back the last order."""
    user = person(request)
    battle = battle_to_read(user, pid)
    if user is None:
        raise NotYourSide
    fields = json.loads(request.body or b"{}") if request.content_type == "application/json" else request.POST
    played = play.undo(
        battle_id=battle.pk, actor_id=user.pk, expected_seq=int(fields.get("expected_seq", -1)), now=timezone.now()
    )
    return _answer(request, battle, played)


@require_POST
def say(request: HttpRequest, pid: str) -> HttpResponse:
    """Say something beside the board."""
    user = person(request)
    battle = battle_to_read(user, pid)
    line = chatting.say(battle_id=battle.pk, author_id=user.pk if user else 0, text=request.POST.get("text", ""))
    if wants_json(request):
        return JsonResponse({"said": line.text})
    return redirect("battles:board", pid=battle.public_id)


@require_GET
def events(request: HttpRequest, pid: str) -> HttpResponse:
    """What happened after event `after`."""
    battle = battle_to_read(person(request), pid)
    after = request.GET.get("after", "0")
    seq = int(after) if after.isdigit() else 0
    return JsonResponse({"seq": battle.seq, "awaiting": battle.awaiting, "runs": play.runs_after(battle, seq)})


@require_GET
def state(request: HttpRequest, pid: str) -> HttpResponse:
    """Everything the board draws that changes, for this person."""
    user = person(request)
    battle = battle_to_read(user, pid)
    return JsonResponse(screens.board_state(battle, user))


@require_GET
def choices(request: HttpRequest, pid: str, who: str) -> HttpResponse:
    """What one model may do now, with what each needs and its odds."""
    user = person(request)
    battle = battle_to_read(user, pid)
    return JsonResponse(options.for_model(battle, user, who))
