"""Errors of the battles app."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypedDict

import yaml
from django.utils.translation import gettext_lazy as _

from battles.core.engine_text import translate
from battles.engine.errors import IllegalAction
from mordheim_site.refusals import Refusal

RULE_CODES: Final = Path(__file__).parent / "rule_codes.yaml"


class NotYourSide(Refusal):
    code = "not_your_side"
    message = _("This side is commanded by another player.")
    status = 403


class DidNotPlay(Refusal):
    code = "did_not_play"
    message = _(
        "No rematch was started: only the players of a finished battle can start one, and not for a league match."
    )
    status = 403


class NotPlaying(Refusal):
    code = "not_playing"
    message = _("This battle is not in progress, so it takes no commands.")
    status = 409


class NotBegun(Refusal):
    code = "not_begun"
    message = _("This battle has not begun, so it has no table and no moves yet.")
    status = 409


class PlayedWithMiniatures(Refusal):
    """The battle is a tabletop battle, which has a sheet or a tracker but no board."""

    code = "played_with_miniatures"
    message = _(
        "This battle was played with miniatures, so there is no record of its moves and dice. Read its sheet and its "
        "aftermath instead."
    )
    status = 409


class NoSuchEvent(Refusal):
    """The battle log has no event with this number."""

    code = "no_such_event"
    message = _("The battle log has no event {event}. Its last event is {last}.")
    about = ("event",)

    def __init__(self, *, event: int, last: int) -> None:
        super().__init__(message=str(self.message).format(event=event, last=last))


class SideTaken(Refusal):
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
    """Other events happened after the command was written; `missed` contains them in the log's compact form."""

    code = "stale_order"
    about = ("expected_seq",)
    message = _("Something else happened before your command arrived. The board now shows the current position.")
    status = 409

    def __init__(self, *, seq: int, missed: list[MissedRun], expected: int = 0) -> None:
        ahead = _("The battle log ends at event {last}, before the position that you sent. Send the latest position.")
        super().__init__(message=str(ahead).format(last=seq) if expected > seq else None)
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
    """The rules forbid the command. The message and the rule id come from the engine."""

    about = ("command", "text")

    def __init__(self, illegal: IllegalAction) -> None:
        super().__init__(code=illegal.code, message=translate(illegal.sentence), rule_id=illegal.rule or None)

    @classmethod
    def meanings(cls) -> dict[str, str]:
        """The codes with which the engine refuses a command."""
        return dict(rule_codes())


@cache
def rule_codes() -> Mapping[str, str]:
    """The codes with which the engine refuses a command, with their meanings."""
    found: Mapping[str, str] = yaml.load(RULE_CODES.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return found
