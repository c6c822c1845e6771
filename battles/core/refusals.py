"""Refusals of the battles app."""

from __future__ import annotations

from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from battles.core.engine_text import translate
from battles.engine.errors import IllegalAction
from mordheim_site.refusals import Refusal


class NotYourSide(Refusal):
    code = "not_your_side"
    message = _("This side is commanded by another player.")
    status = 403


class DidNotPlay(Refusal):
    code = "did_not_play"
    message = _("Only its players can play this battle again, after it has ended and outside leagues.")
    status = 403


class NotPlaying(Refusal):
    code = "not_playing"
    message = _("This battle is not in progress, so it takes no commands.")
    status = 409


class SeatTaken(Refusal):
    code = "seat_taken"
    message = _("Both sides of this battle are taken. You may watch it.")
    status = 409


class MissedRun(TypedDict):
    """The events of one command, in the log's compact form."""

    seq: int
    side: str
    events: list[object]
    reason: str


class StaleCommand(Refusal):
    """The command was written before something else happened; `missed` is what the sender missed, in the log's compact
    form."""

    code = "stale_order"
    message = _("Something else happened before your command arrived. The board now shows the current position.")
    status = 409

    def __init__(self, *, seq: int, missed: list[MissedRun]) -> None:
        super().__init__()
        self.seq = seq
        self.missed = missed

    def as_json(self) -> dict[str, object]:
        return {**super().as_json(), "seq": self.seq, "missed": self.missed}


class NothingToUndo(Refusal):
    code = "nothing_to_undo"
    message = _("The command cannot be undone: dice were rolled or the other side has acted since.")


class UnreadablePosition(Refusal):
    code = "unreadable_spot"
    message = _("That position is invalid or off the table. Choose a position on the table.")
    status = 400


class RefusedByRules(Refusal):
    """The engine refused a command; its sentence and rule are passed on."""

    def __init__(self, no: IllegalAction) -> None:
        super().__init__(code=no.code, message=translate(no.sentence), rule_id=no.rule or None)
