"""What players and arbitrators decide in an aftermath: answers, dice, the market, confirmation, corrections."""

from __future__ import annotations

from typing import Annotated

from django.http import Http404
from pydantic import Field

from battles.aftermath import dice_requests, reverts, typed_corrections, typed_dice
from battles.aftermath.activities import named_people, searches
from battles.aftermath.api_shapes import aftermath_shape
from battles.aftermath.decisions import choices, confirmation, market, rulings, undo
from battles.aftermath.serializers import AftermathShape
from battles.core.operation import BattleOperation
from battles.models import Aftermath, AftermathLine, Battle
from mordheim_site.operations.base import Call
from mordheim_site.operations.types import Key, OptionalKey, choice, whole
from warbands.core.corrections import Correction

Change = Annotated[int, *whole(-9999, 9999)]
MOST_DICE = 9999
"""More dice than an aftermath ever asks for."""


class AftermathOperation(BattleOperation, response=AftermathShape):
    """The response is the aftermath of each side."""

    @classmethod
    def response_of(cls, target: Battle, result: None, call: Call) -> dict[str, object]:
        return aftermath_shape(target, call.actor)


class AnswerChoice(
    AftermathOperation,
    name="aftermath_answer",
    who="the player of the warband",
    component="AnswerRequest",
    is_idempotent=False,
    example={"line": "Ab12Cd34Ef56", "option": "sell"},
    errors=(
        choices.NotYourChoice,
        choices.NotAnOption,
        choices.ChosenAlready,
        choices.Confirmed,
        choices.AftermathReverted,
        dice_requests.DiceFirst,
        undo.NoAnswerToUndo,
        undo.AlreadyRolled,
        undo.OtherPlayersAffected,
    ),
):
    """Answer an open line of the aftermath with an option, or undo the latest answer with `back`."""

    line: Key
    option: Annotated[str, Field(max_length=120)] = ""
    back: bool = False

    def carry_out(self, target: Battle, call: Call) -> None:
        """Raises Http404 for a line of another battle, and the errors."""
        found = AftermathLine.objects.filter(aftermath__side__battle=target, public_id=self.line).exists()
        if self.back:
            if not found:
                raise undo.NoAnswerToUndo
            undo.undo_answer(line_id=self.line, actor_id=call.actor.pk, now=call.at)
            return
        if not found:
            raise Http404
        choices.answer(line_id=self.line, actor_id=call.actor.pk, option=self.option, now=call.at)


class ActOnAftermath(
    AftermathOperation,
    name="aftermath_act",
    who="the player of the warband",
    component="ActRequest",
    example={"aftermath": "Ab12Cd34Ef56", "act": "confirm"},
    errors=(
        choices.NotYourChoice,
        choices.Confirmed,
        choices.AftermathReverted,
        confirmation.ChoicesLeft,
        undo.UsedByLaterBattle,
        dice_requests.NotTheseDice,
        dice_requests.NoDiceRequested,
        typed_corrections.NoTypedDice,
        typed_corrections.ChoicesSince,
        searches.CannotSearch,
        searches.NothingToSeek,
        searches.TooSoon,
        named_people.NotAvailable,
    ),
):
    """Act on the aftermath of one warband: decide the rest by the default rule, confirm, reopen, dice, the market.

    `faces` gives dice that were rolled at the table, `roll` rolls them on the site, and `correct` takes back the last
    typed dice; `here` and `table` say where dice are rolled from now on. `veteran`, `seek`, `persona` and `hire` are
    those of the market: `who` is a group or hero, `thing` an item, a person or an entry.
    """

    aftermath: Key
    act: Annotated[
        str,
        *choice(["rest", "confirm", "reopen", "faces", "roll", "correct", "here", "table", *market.ACTS]),
    ]
    faces: Annotated[str, Field(max_length=40)] = ""
    given: Annotated[int, *whole(0, MOST_DICE), Field(description="The number of dice known when they were asked.")] = 0
    who: Annotated[str, Field(max_length=12)] = ""
    thing: Annotated[str, Field(max_length=60)] = ""

    def carry_out(self, target: Battle, call: Call) -> None:
        """Raises Http404 for an aftermath of another battle, and the errors."""
        row, actor, now = row_of(target, self.aftermath).public_id, call.actor.pk, call.at
        if self.act == "rest":
            choices.decide_rest(aftermath_id=row, actor_id=actor, now=now)
        elif self.act == "confirm":
            confirmation.confirm(aftermath_id=row, actor_id=actor, now=now)
        elif self.act == "reopen":
            confirmation.reopen(aftermath_id=row, actor_id=actor, now=now)
        elif self.act in ("faces", "roll"):
            faces = (self.faces or "-") if self.act == "faces" else ""
            typed_dice.give_faces(aftermath_id=row, actor_id=actor, faces=faces, given=self.given, now=now)
        elif self.act == "correct":
            typed_corrections.correct(aftermath_id=row, actor_id=actor, now=now)
        elif self.act in ("here", "table"):
            typed_dice.switch(aftermath_id=row, actor_id=actor, by_hand=self.act == "table", now=now)
        else:
            market.act(
                aftermath_id=row,
                actor_id=actor,
                what=self.act,
                warrior=self.who,
                thing=self.thing,
                key=key_of(call),
                now=now,
            )


class RuleOnAftermath(
    AftermathOperation,
    name="aftermath_rule",
    who="the arbitrator in a league, otherwise the players",
    component="RulingRequest",
    example={"act": "correct", "aftermath": "Ab12Cd34Ef56", "gold_gc": -10, "reason": "Counted twice."},
    errors=(
        undo.NotForYou,
        undo.SecondPlayerNeeded,
        undo.UsedByLaterBattle,
        undo.StillRunning,
        undo.ReasonMissing,
        reverts.ConsentNotNeeded,
        reverts.NoOpenRequest,
        choices.AftermathReverted,
    ),
):
    """Correct something, with a reason: for the arbitrator in a league, otherwise for the players.

    `back` asks to revert the whole aftermath. Every other player whose warband it affects has to `accept`; `revert` in
    the answer shows the request while it is open. The arbitrator of a league, unless they played, can revert without
    consent; all members are notified. `again` restarts a reverted aftermath.
    """

    act: Annotated[str, *choice(["correct", "back", "accept", "decline", "withdraw", "again"])]
    aftermath: OptionalKey = ""
    reason: Annotated[str, Field(max_length=200)] = ""
    gold_gc: Change = 0
    shards: Change = 0
    warrior: Annotated[str, Field(max_length=12)] = ""
    experience: Change = 0
    fate: Annotated[str, Field(max_length=12)] = ""

    def carry_out(self, target: Battle, call: Call) -> None:
        """Raises Http404 for an aftermath of another battle, and the errors."""
        actor, now = call.actor.pk, call.at
        if self.act == "back":
            reverts.request_revert(battle_id=target.pk, actor_id=actor, reason=self.reason, now=now)
        elif self.act in reverts.ANSWERS:
            reverts.answer(battle_id=target.pk, actor_id=actor, what=self.act, now=now)
        elif self.act == "again":
            undo.roll_again(battle_id=target.pk, actor_id=actor, now=now)
        else:
            correction = Correction(
                gold_gc=self.gold_gc,
                shards=self.shards,
                warrior=self.warrior,
                experience=self.experience,
                fate=self.fate,
            )
            rulings.rule(
                aftermath_id=row_of(target, self.aftermath).public_id,
                actor_id=actor,
                correction=correction,
                reason=self.reason,
                key=key_of(call),
                now=now,
            )


def key_of(call: Call) -> str:
    """The key without its prefix, as the services store it."""
    return call.source_key.partition(":")[2]


def row_of(battle: Battle, public_id: str) -> Aftermath:
    """The aftermath of one side of this battle. Raises Http404."""
    row = Aftermath.objects.filter(side__battle=battle, public_id=public_id).first()
    if row is None:
        raise Http404
    return row


OPERATIONS = (AnswerChoice, ActOnAftermath, RuleOnAftermath)
