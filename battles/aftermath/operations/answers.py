"""Operations that answer the choices of an aftermath."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from battles.aftermath.decisions import choices, undo
from battles.aftermath.dice import requests as dice_requests
from battles.aftermath.operations.base import (
    AftermathOperation,
)
from battles.models import AftermathLine, Battle
from mordheim_site.operations.base import Call
from mordheim_site.operations.types import Key
from mordheim_site.refusals import NotFoundByField
from warbands.core.ledger import NotEnoughGold
from warbands.core.undo import LaterChangesDepend
from warbands.rules.violations import AgainstRules


class UndoAnswer(
    AftermathOperation,
    name="aftermath_undo",
    who="the player of the warband",
    component="UndoAnswerRequest",
    knows_keys=False,
    example={"line": "Ab12Cd34Ef56"},
    errors=(
        choices.NotYourChoice,
        choices.Confirmed,
        choices.AftermathReverted,
        dice_requests.DiceStillRequested,
        undo.NoAnswerToUndo,
        undo.AlreadyRolled,
        undo.OtherPlayersAffected,
        LaterChangesDepend,
    ),
):
    """Undo the latest answer of an aftermath, by its line."""

    line: Key

    def carry_out(self, target: Battle, call: Call) -> None:
        """Undo the answer. Raises the declared errors, and NoAnswerToUndo for a line of another battle."""
        if not AftermathLine.objects.filter(aftermath__side__battle=target, public_id=self.line).exists():
            raise undo.NoAnswerToUndo
        undo.undo_answer(line_id=self.line, actor_id=call.actor.pk, now=call.at)


class AnswerChoice(
    AftermathOperation,
    name="aftermath_answer",
    who="the player of the warband",
    component="AnswerRequest",
    knows_keys=False,
    example={"line": "Ab12Cd34Ef56", "option": "sell"},
    errors=(*UndoAnswer.declaration.errors, choices.NotAnOption, choices.ChosenAlready, NotEnoughGold, AgainstRules),
):
    """Answer an open line of the aftermath with an option.

    `back` undoes the latest answer instead; new programs use the operation for it.
    """

    line: Key
    option: Annotated[str, Field(max_length=120)] = ""
    back: bool = False

    def carry_out(self, target: Battle, call: Call) -> None:
        """Answer the line. Raises NotFoundByField for a line of another battle, and the declared errors."""
        if self.back:
            UndoAnswer(line=self.line).carry_out(target, call)
            return
        if not AftermathLine.objects.filter(aftermath__side__battle=target, public_id=self.line).exists():
            raise NotFoundByField("line")
        choices.answer(line_id=self.line, actor_id=call.actor.pk, option=self.option, now=call.at)
