"""Operations to correct an aftermath, and to revert it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final

from pydantic import Field

from battles.aftermath import reverts
from battles.aftermath.decisions import choices, rulings, undo
from battles.aftermath.operations.base import (
    AftermathOperation,
    Change,
    SideOperation,
    key_of,
    row_of,
)
from battles.models import Aftermath, Battle
from mordheim_site.operations.base import Call
from mordheim_site.operations.combined import CombinedOperation
from mordheim_site.operations.types import OptionalKey, choice
from warbands.builder.recruiting import NoSuchWarrior
from warbands.core.ledger import NotEnoughGold, NotEnoughShards
from warbands.core.undo import LaterChangesDepend
from warbands.roster import corrections
from warbands.roster.corrections import FATES, Correction


class CorrectRoster(
    SideOperation,
    name="aftermath_correct_roster",
    who="the arbitrator in a league, otherwise the player of the warband",
    example={"gold_gc": -10, "reason": "Counted twice."},
    errors=(
        undo.NotYoursToRevert,
        undo.StillRunning,
        undo.ReasonMissing,
        corrections.NothingCorrected,
        corrections.WarriorMissing,
        corrections.FateNotPossible,
        NoSuchWarrior,
        NotEnoughGold,
        NotEnoughShards,
    ),
):
    """Correct gold, shards, experience or a warrior's fate after a battle, with a reason that everyone can read.

    A correction of experience or fate needs the `warrior`.
    """

    reason: Annotated[str, Field(max_length=200)] = ""
    gold_gc: Change = 0
    shards: Change = 0
    warrior: Annotated[str, Field(max_length=12)] = ""
    experience: Change = 0
    fate: Annotated[str, *choice(FATES)] = ""

    def carry_out(self, target: Aftermath, call: Call) -> None:
        correction = Correction(
            gold_gc=self.gold_gc,
            shards=self.shards,
            warrior=self.warrior,
            experience=self.experience,
            fate=self.fate,
        )
        rulings.rule(
            aftermath_id=target.public_id,
            actor_id=call.actor.pk,
            correction=correction,
            reason=self.reason,
            key=key_of(call),
            now=call.at,
        )


class RevertOperation(
    AftermathOperation,
    who="the arbitrator in a league, otherwise the players",
    errors=(
        undo.NotYoursToRevert,
        undo.NoAftermathYet,
        undo.UsedByLaterBattle,
        undo.StillRunning,
        choices.ChoicesLeft,
        choices.AftermathReverted,
        LaterChangesDepend,
    ),
):
    """Base of operations on reverting the whole aftermath of a battle. `revert` in the response is an open request."""


class RequestRevert(
    RevertOperation,
    name="aftermath_request_revert",
    example={"reason": "Wrong scenario."},
    errors=(undo.ReasonMissing,),
):
    """Revert the whole aftermath of a battle, or ask for it.

    Every other player whose warband is affected has to accept. The arbitrator of a league who did not play can revert
    it without consent; then all members are notified.
    """

    reason: Annotated[str, Field(max_length=200)] = ""

    def carry_out(self, target: Battle, call: Call) -> None:
        reverts.request_revert(battle_id=target.pk, actor_id=call.actor.pk, reason=self.reason, now=call.at)


class RevertAnswer(RevertOperation, errors=(reverts.ConsentNotNeeded, reverts.NoOpenRequest)):
    """Base of the answers to the open request to revert."""

    word: ClassVar[str]

    def carry_out(self, target: Battle, call: Call) -> None:
        reverts.answer(battle_id=target.pk, actor_id=call.actor.pk, what=self.word, now=call.at)


class AcceptRevert(RevertAnswer, name="aftermath_accept_revert", who="the players whose warbands it affects"):
    """Agree to revert the aftermath. It is reverted as soon as all players have agreed."""

    word: ClassVar = "accept"


class DeclineRevert(RevertAnswer, name="aftermath_decline_revert", who="the players whose warbands it affects"):
    """Refuse to revert the aftermath."""

    word: ClassVar = "decline"


class WithdrawRevert(RevertAnswer, name="aftermath_withdraw_revert", who="the author of the request"):
    """Withdraw your own request to revert the aftermath."""

    word: ClassVar = "withdraw"


class RollAgain(RevertOperation, name="aftermath_roll_again", errors=(undo.NotReverted, undo.SecondPlayerNeeded)):
    """Roll a reverted aftermath again, with new dice."""

    def carry_out(self, target: Battle, call: Call) -> None:
        undo.roll_again(battle_id=target.pk, actor_id=call.actor.pk, now=call.at)


RULINGS: Final[Mapping[str, type[AftermathOperation]]] = {
    "correct": CorrectRoster,
    "back": RequestRevert,
    "accept": AcceptRevert,
    "decline": DeclineRevert,
    "withdraw": WithdrawRevert,
    "again": RollAgain,
}


class RuleOnAftermath(
    CombinedOperation,
    AftermathOperation,
    name="aftermath_rule",
    who="the arbitrator in a league, otherwise the players",
    component="RulingRequest",
    example={"act": "correct", "aftermath": "Ab12Cd34Ef56", "gold_gc": -10, "reason": "Counted twice."},
    errors=tuple(dict.fromkeys(kind for act in RULINGS.values() for kind in act.declaration.errors)),
):
    """One of the corrections of an aftermath, by `act`.

    `correct` corrects a roster; the others are operations about a revert (`back` requests one).
    """

    acts: ClassVar = RULINGS
    act: Annotated[str, *choice(list(RULINGS))]
    aftermath: OptionalKey = ""
    reason: Annotated[str, Field(max_length=200)] = ""
    gold_gc: Change = 0
    shards: Change = 0
    warrior: Annotated[str, Field(max_length=12)] = ""
    experience: Change = 0
    fate: Annotated[str, *choice(FATES)] = ""

    def carry_out(self, target: Battle, call: Call) -> None:
        """Perform the chosen action. Raises Http404 for an aftermath of another battle, and the errors of the
        action."""
        operation = self.resolved()
        operation.carry_out(row_of(target, self.aftermath) if isinstance(operation, SideOperation) else target, call)
