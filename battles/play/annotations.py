"""Annotations on the board: arrows and rings that other people see until the turn ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from battles.core.refusals import NotPlaying
from battles.core.selectors import turn_starts
from battles.models import Battle, BattleSide, BattleStatus
from battles.play.live import broadcast
from battles.play.models.annotations import BoardMark, MarkKind
from mordheim_site.refusals import Refusal
from mordheim_site.reuse.prepared_queries import PreparedQuery

MOST_A_TURN = 30
"""Maximum number of annotations per user and turn."""


class UnreadableMark(Refusal):
    code = "unreadable_mark"
    message = _("The annotation is invalid or off the table. Draw it inside the table.")
    status = 400


class TooManyMarks(Refusal):
    code = "too_many_marks"
    message = _("You have reached the maximum number of annotations for this turn. Clear yours to add new ones.")


class GuestsCannotAnnotate(Refusal):
    code = "guests_do_not_draw"
    message = _("You need an account to draw on a battle that you watch. After signing up you return to this board.")
    status = 403


def marks_for(row: Battle, mine: tuple[str, ...]) -> list[BoardMark]:
    """Annotations of this turn that a reader may see. During the battle, players do not see those of spectators. One
    query."""
    marks = _MARKS.rows(row.pk, _turn(row))
    return [mark for mark in marks if mark.side] if mine and row.is_playing else marks


_MARKS = PreparedQuery(
    lambda battle_id, turn: BoardMark.objects.filter(battle_id=battle_id, turn=turn).order_by("pk"), int, str
)


def _turn(row: Battle) -> str:
    """Key of the current turn for annotations: the event after which it began."""
    return str(next(iter(turn_starts(row)), 0))


def hundredths(inches: Iterable[Any]) -> list[int]:
    """Lengths in inches converted to hundredths. Empty if one is not a number, which `add_annotation` then refuses."""
    try:
        return [round(float(value) * 100) for value in inches]
    except (TypeError, ValueError, OverflowError):
        return []


@transaction.atomic
def add_annotation(*, battle_id: int, author_id: int, kind: str, points: list[int]) -> None:
    """Add an arrow or a ring to the board of a battle in progress. `points` are x0, y0, x1, y1 in hundredths of an
    inch. Raises NotPlaying, GuestsCannotAnnotate, UnreadableMark and TooManyMarks."""
    row = Battle.objects.select_for_update().defer("setup").get(pk=battle_id)
    side = _letter(row, author_id)
    width, length = int(row.table.get("width", 0)), int(row.table.get("length", 0))
    limits = (width, length, width, length)
    if kind not in MarkKind.values or len(points) != 4:
        raise UnreadableMark
    if any(not 0 <= value <= most for value, most in zip(points, limits, strict=True)):
        raise UnreadableMark
    turn = _turn(row)
    BoardMark.objects.filter(battle=row).exclude(turn=turn).delete()
    if BoardMark.objects.filter(battle=row, author_id=author_id).count() >= MOST_A_TURN:
        raise TooManyMarks
    x0, y0, x1, y1 = points
    BoardMark.objects.create(
        battle=row, author_id=author_id, side=side, kind=kind, x0=x0, y0=y0, x1=x1, y1=y1, turn=turn
    )
    broadcast.changed_after_commit(row)


@transaction.atomic
def clear_annotations(*, battle_id: int, author_id: int) -> None:
    """Remove the author's annotations. Raises NotPlaying and GuestsCannotAnnotate."""
    row = Battle.objects.select_for_update().defer("setup", "table").get(pk=battle_id)
    _letter(row, author_id)
    BoardMark.objects.filter(battle=row, author_id=author_id).delete()
    broadcast.changed_after_commit(row)


def _letter(row: Battle, author_id: int) -> str:
    """The letter of the author's side; "" for a spectator with an account."""
    if row.status != BattleStatus.PLAYING:
        raise NotPlaying
    seat = BattleSide.objects.filter(battle=row, player_id=author_id, bot="").first() if author_id else None
    if seat is None and (not author_id or User.objects.filter(pk=author_id, is_guest=True).exists()):
        raise GuestsCannotAnnotate
    return seat.letter if seat is not None else ""
