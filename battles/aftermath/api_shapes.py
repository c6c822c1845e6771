"""JSON of the aftermath of a battle, as the API returns it."""

from __future__ import annotations

from django.db.models import Prefetch

from accounts.models import User
from battles.aftermath import reverts
from battles.aftermath.decisions.permissions import may_rule
from battles.aftermath.dice import typed_corrections
from battles.aftermath.text import sentence_of
from battles.models import Aftermath, AftermathLine, Battle
from mordheim_site.api.times import utc_text


def aftermath_shape(battle: Battle, user: User | None) -> dict[str, object]:
    """The aftermath of each side as this user may see it (AftermathShape)."""
    rows = list(
        Aftermath.objects.filter(side__battle=battle)
        .select_related("side__battle__match", "warband")
        .prefetch_related(Prefetch("lines", AftermathLine.objects.order_by("number")))
        .order_by("side__letter")
    )
    battle.refresh_from_db(fields=["aftermath_done_at"])
    # An answer after the last stage can ask for dice again.
    done_at = None if any(row.asked is not None for row in rows) else battle.aftermath_done_at
    return {
        "battle": battle.public_id,
        "may_rule": may_rule(battle, rows, user.pk if user is not None else None),
        "revert": _revert(battle, user),
        "done_at": utc_text(done_at) if done_at is not None else None,
        "sides": [_side(row, user) for row in rows],
    }


def _revert(battle: Battle, user: User | None) -> dict[str, object] | None:
    request = reverts.open_request(battle)
    if request is None:
        return None
    return {
        "asked_by": request.asked_by.shown_name if request.asked_by is not None else "",
        "reason": request.reason,
        "expires_at": utc_text(request.expires_at),
        "waits_for": [user.shown_name for user in User.objects.filter(pk__in={*request.needed} - {*request.agreed})],
        "is_asked_of_you": user is not None and user.pk in {*request.needed} - {*request.agreed},
        "is_yours": user is not None and user.pk == request.asked_by_id,
    }


def _side(row: Aftermath, user: User | None) -> dict[str, object]:
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
        "due_at": utc_text(row.due_at) if row.due_at else None,
        "asked": row.asked if is_mine else None,
        "typed_last": typed_corrections.typed_last(row) if is_mine else "",
        "lines": [_line(line, is_mine=is_mine) for line in row.lines.all()],
    }


def _line(line: AftermathLine, *, is_mine: bool) -> dict[str, object]:
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
