"""API of the aftermath: its lines, answers, market actions, confirmation, rulings."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.idempotency import idempotent
from accounts.models import User
from battles.aftermath import reverts, typed_corrections, typed_dice
from battles.aftermath.decisions import choices, confirmation, market, rulings, undo
from battles.aftermath.decisions.permissions import may_rule
from battles.aftermath.text import sentence_of
from battles.core.permissions import battle_to_read
from battles.models import Aftermath, AftermathLine, Battle
from battles.play.api import caller, checked, signed_in
from battles.tabletop import serializers as said
from warbands.core.corrections import Correction

KEY = OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER)


class AftermathView(APIView):
    """The aftermath of each side."""

    @extend_schema(responses=said.AftermathShape, operation_id="aftermath_read")
    def get(self, request: Request, pid: str) -> Response:
        return _answer(request, battle_to_read(caller(request), pid))


class AnswersView(APIView):
    """Answer one of your open lines, or undo your latest answer."""

    @extend_schema(request=said.AnswerRequest, responses=said.AftermathShape, operation_id="aftermath_answer")
    def post(self, request: Request, pid: str) -> Response:
        battle, user = battle_to_read(caller(request), pid), signed_in(request)
        wanted = checked(said.AnswerRequest, request)
        lines = AftermathLine.objects.filter(aftermath__side__battle=battle, public_id=wanted["line"])
        line = lines.first()
        if line is None:
            raise Http404
        if wanted["back"]:
            undo.undo_answer(line_id=line.public_id, actor_id=user.pk, now=timezone.now())
        else:
            choices.answer(line_id=line.public_id, actor_id=user.pk, option=wanted["option"], now=timezone.now())
        return _answer(request, battle)


class ActsView(APIView):
    """Operations on one of your aftermaths as a whole."""

    @extend_schema(
        request=said.ActRequest, responses=said.AftermathShape, operation_id="aftermath_act", parameters=[KEY]
    )
    @idempotent
    def post(self, request: Request, pid: str) -> Response:
        battle, user = battle_to_read(caller(request), pid), signed_in(request)
        wanted = checked(said.ActRequest, request)
        row = _row(battle, wanted["aftermath"])
        about: dict[str, Any] = {"aftermath_id": row.public_id, "actor_id": user.pk, "now": timezone.now()}
        act = wanted["act"]
        if act == "rest":
            choices.decide_rest(**about)
        elif act == "confirm":
            confirmation.confirm(**about)
        elif act == "reopen":
            confirmation.reopen(**about)
        elif act in ("faces", "roll"):
            faces = (wanted["faces"] or "-") if act == "faces" else ""
            typed_dice.give_faces(**about, faces=faces, given=wanted["given"])
        elif act == "correct":
            typed_corrections.correct(**about)
        elif act in ("here", "table"):
            typed_dice.switch(**about, by_hand=act == "table")
        else:
            key = request.headers.get("Idempotency-Key", "")
            market.act(**about, what=act, who=wanted["who"], thing=wanted["thing"], key=key)
        return _answer(request, battle)


class RulingsView(APIView):
    """Correct something, with a reason: for the arbitrator in a league, otherwise for the players.

    `back` asks to revert the whole aftermath. Every other player whose warband it affects has to `accept`; `revert` in
    the answer shows the request while it is open. The arbitrator of a league, unless they played, can revert without
    consent; all members are notified.
    """

    @extend_schema(
        request=said.RulingRequest, responses=said.AftermathShape, operation_id="aftermath_rule", parameters=[KEY]
    )
    @idempotent
    def post(self, request: Request, pid: str) -> Response:
        battle, user = battle_to_read(caller(request), pid), signed_in(request)
        wanted, now = checked(said.RulingRequest, request), timezone.now()
        if wanted["act"] == "back":
            reverts.request_revert(battle_id=battle.pk, actor_id=user.pk, reason=wanted["reason"], now=now)
        elif wanted["act"] in reverts.ANSWERS:
            reverts.answer(battle_id=battle.pk, actor_id=user.pk, what=wanted["act"], now=now)
        elif wanted["act"] == "again":
            undo.roll_again(battle_id=battle.pk, actor_id=user.pk, now=now)
        else:
            names = ("gold_gc", "shards", "warrior", "experience", "fate")
            rulings.rule(
                aftermath_id=_row(battle, wanted.get("aftermath", "")).public_id,
                actor_id=user.pk,
                correction=Correction(**{name: wanted[name] for name in names}),
                reason=wanted["reason"],
                key=request.headers.get("Idempotency-Key", ""),
                now=now,
            )
        return _answer(request, battle)


def _row(battle: Battle, public_id: str) -> Aftermath:
    row = Aftermath.objects.filter(side__battle=battle, public_id=public_id).first()
    if row is None:
        raise Http404
    return row


def _answer(request: Request, battle: Battle) -> Response:
    user = caller(request)
    rows = list(
        Aftermath.objects.filter(side__battle=battle)
        .select_related("side__battle__match", "warband")
        .prefetch_related(Prefetch("lines", AftermathLine.objects.order_by("number")))
        .order_by("side__letter")
    )
    battle.refresh_from_db(fields=["aftermath_done_at"])
    return Response(
        {
            "battle": battle.public_id,
            "may_rule": may_rule(battle, rows, user.pk if user is not None else None),
            "revert": _revert(battle, user),
            "done_at": battle.aftermath_done_at.isoformat() if battle.aftermath_done_at else None,
            "sides": [_side(row, user) for row in rows],
        }
    )


def _revert(battle: Battle, user: User | None) -> dict[str, Any] | None:
    request = reverts.open_request(battle)
    if request is None:
        return None
    return {
        "asked_by": request.asked_by.shown_name if request.asked_by is not None else "",
        "reason": request.reason,
        "expires_at": request.expires_at.isoformat(),
        "waits_for": [one.shown_name for one in User.objects.filter(pk__in={*request.needed} - {*request.agreed})],
        "is_asked_of_you": user is not None and user.pk in {*request.needed} - {*request.agreed},
        "is_yours": user is not None and user.pk == request.asked_by_id,
    }


def _side(row: Aftermath, user: User | None) -> dict[str, Any]:
    is_mine = user is not None and user.pk in (row.warband.owner_id, row.side.player_id)
    return {
        "id": row.public_id,
        "side": row.side.letter,
        "warband": row.side.name,
        "status": row.status,
        "stage": row.stage,
        "is_mine": is_mine,
        "is_confirmed": row.confirmed_at is not None,
        "rating_before": row.rating_before,
        "rating_after": row.rating_after,
        "due_at": row.due_at.isoformat() if row.due_at else None,
        "asked": row.asked if is_mine else None,
        "typed_last": typed_corrections.typed_last(row) if is_mine else "",
        "lines": [_line(line, is_mine=is_mine) for line in row.lines.all()],
    }


def _line(line: AftermathLine, *, is_mine: bool) -> dict[str, Any]:
    return {
        "id": line.public_id,
        "stage": line.stage,
        "kind": line.kind,
        "subject": line.subject,
        "sentence": sentence_of(line),
        "rolls": line.rolls,
        "options": line.options if is_mine and line.is_open else [],
        "answer": line.answer,
    }
