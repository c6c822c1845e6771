"""Drawing on the board: an arrow or a ring for the others to see, until the turn is over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from battles.core.refusals import NotPlaying
from battles.models import Battle, BattleSide, BattleStatus
from battles.play.live import broadcast
from battles.play.models.annotations import BoardMark, MarkKind
from mordheim_site.refusals import Refusal

MOST_A_TURN = 30
"""Drawings of one person in one turn."""


class UnreadableMark(Refusal):
    code = "unreadable_mark"
    message = _("That drawing could not be read, or it lies off the table.")
    status = 400


class TooManyMarks(Refusal):
    code = "too_many_marks"
    message = _("That is enough drawn for one turn. Wipe yours away first.")


class GuestsDoNotDraw(Refusal):
    code = "guests_do_not_draw"
    message = _("Drawing on a battle that you watch needs an account. Sign up, and you come back to this board.")
    status = 403


def marks_for(row: Battle, mine: tuple[str, ...]) -> list[BoardMark]:
    """The drawings of this turn that a reader may see: players do not see the gallery's while they play. One query."""
    marks = BoardMark.objects.filter(battle=row, turn=_turn(row))
    return list(marks.exclude(side="") if mine and row.is_playing else marks)


def _turn(row: Battle) -> str:
    """The turn that drawings belong to now: a snapshot is taken as each begins."""
    last = row.snapshots.order_by("-seq").values_list("seq", flat=True).first()
    return str(last or 0)


def hundredths(inches: Iterable[Any]) -> list[int]:
    """Lengths in inches as they came in, in hundredths; empty, which `draw` refuses, when one cannot be read."""
    try:
        return [round(float(value) * 100) for value in inches]
    except (TypeError, ValueError, OverflowError):
        return []


@transaction.atomic
def draw(*, battle_id: int, author_id: int, kind: str, points: list[int]) -> None:
    """Put an arrow or a ring on the board of a battle that is played; `points` are x0, y0, x1, y1 in hundredths.

    Raises NotPlaying, GuestsDoNotDraw, UnreadableMark and TooManyMarks.
    """
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
def wipe(*, battle_id: int, author_id: int) -> None:
    """Take one's own drawings away. Raises NotPlaying and GuestsDoNotDraw."""
    row = Battle.objects.select_for_update().defer("setup", "table").get(pk=battle_id)
    _letter(row, author_id)
    BoardMark.objects.filter(battle=row, author_id=author_id).delete()
    broadcast.changed_after_commit(row)


def _letter(row: Battle, author_id: int) -> str:
    """The author's side, "" for a spectator with an account."""
    if row.status != BattleStatus.PLAYING:
        raise NotPlaying
    seat = BattleSide.objects.filter(battle=row, player_id=author_id, bot="").first() if author_id else None
    if seat is None and (not author_id or User.objects.filter(pk=author_id, is_guest=True).exists()):
        raise GuestsDoNotDraw
    return seat.letter if seat is not None else ""
