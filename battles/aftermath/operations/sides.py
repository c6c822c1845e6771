"""Operations of a player on the aftermath of one warband: choices, dice, the market, confirmation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final

from pydantic import Field

from battles.aftermath.activities import named_people, searches
from battles.aftermath.decisions import choices, confirmation, market, undo
from battles.aftermath.decisions.market import MarketRequest
from battles.aftermath.dice import requests as dice_requests
from battles.aftermath.dice import typed_corrections, typed_dice
from battles.aftermath.operations.base import (
    MOST_DICE,
    AftermathOperation,
    FactCode,
    RosterKey,
    SideOperation,
    key_of,
    row_of,
)
from battles.aftermath.stages.market import NoVeterans
from battles.models import Aftermath, Battle
from mordheim_site.operations.base import Call
from mordheim_site.operations.combined import CombinedOperation
from mordheim_site.operations.types import Key, choice, whole
from warbands.builder.recruiting import NoSuchWarrior, NotAGroup
from warbands.core.ledger import NotEnoughGold
from warbands.core.undo import LaterChangesDepend
from warbands.rules.violations import AgainstRules


class DecideRest(SideOperation, name="aftermath_decide_rest", errors=(dice_requests.DiceStillRequested,)):
    """Answer all open choices of a warband's aftermath by the default rule."""

    def carry_out(self, target: Aftermath, call: Call) -> None:
        choices.decide_rest(aftermath_id=target.public_id, actor_id=call.actor.pk, now=call.at)


class ConfirmAftermath(
    SideOperation,
    name="aftermath_confirm",
    errors=(dice_requests.DiceStillRequested, choices.ChoicesLeft, undo.StillRunning),
):
    """Confirm a warband's aftermath. Afterwards nothing in it can be undone.

    A confirmed aftermath stays as it is.
    """

    def carry_out(self, target: Aftermath, call: Call) -> None:
        confirmation.confirm(aftermath_id=target.public_id, actor_id=call.actor.pk, now=call.at)


class ReopenAftermath(SideOperation, name="aftermath_reopen", errors=(undo.UsedByLaterBattle,)):
    """Reopen a confirmed aftermath if the warband has not fought again. Further dice come from a new seed.

    An aftermath that is not confirmed stays as it is.
    """

    def carry_out(self, target: Aftermath, call: Call) -> None:
        confirmation.reopen(aftermath_id=target.public_id, actor_id=call.actor.pk, now=call.at)


class DiceOperation(SideOperation, errors=(dice_requests.NoDiceRequested, dice_requests.OtherDiceRequested)):
    """Base of the operations on dice that the aftermath waits for."""

    given: Annotated[
        int, *whole(0, MOST_DICE), Field(description="The number of dice used so far, as in `given` of `asked`.")
    ] = 0


class EnterDice(
    DiceOperation,
    name="aftermath_enter_dice",
    example={"faces": "3 5", "given": 0},
    errors=(dice_requests.InvalidDice,),
):
    """Enter the requested dice that were rolled at the table."""

    faces: Annotated[str, Field(max_length=40)] = ""

    def carry_out(self, target: Aftermath, call: Call) -> None:
        typed_dice.give_faces(
            aftermath_id=target.public_id,
            actor_id=call.actor.pk,
            faces=self.faces or "-",
            given=self.given,
            now=call.at,
        )


class RollDice(DiceOperation, name="aftermath_roll_dice", example={"given": 0}):
    """Let the site roll the requested dice."""

    def carry_out(self, target: Aftermath, call: Call) -> None:
        typed_dice.give_faces(
            aftermath_id=target.public_id, actor_id=call.actor.pk, faces="", given=self.given, now=call.at
        )


class CorrectDice(
    SideOperation,
    name="aftermath_correct_dice",
    errors=(
        typed_corrections.NoTypedDice,
        typed_corrections.AnotherWarbandAffected,
        typed_corrections.DiceOfASearch,
        typed_corrections.ChoicesSince,
        undo.StillRunning,
        LaterChangesDepend,
    ),
):
    """Undo the dice that were entered last, so that they can be entered again.

    They are in `typed_last` while this is possible; the dice of a search cannot be undone.
    """

    def carry_out(self, target: Aftermath, call: Call) -> None:
        typed_corrections.correct(aftermath_id=target.public_id, actor_id=call.actor.pk, now=call.at)


class RollHere(SideOperation, name="aftermath_roll_here"):
    """Let the site roll all dice from now on, including requested ones."""

    def carry_out(self, target: Aftermath, call: Call) -> None:
        typed_dice.switch(aftermath_id=target.public_id, actor_id=call.actor.pk, by_hand=False, now=call.at)


class RollAtTable(SideOperation, name="aftermath_roll_at_table", errors=(typed_dice.DiceRolledByTheSite,)):
    """Enter all further dice by hand. After a league battle that was played on the board, the site rolls them."""

    def carry_out(self, target: Aftermath, call: Call) -> None:
        typed_dice.switch(aftermath_id=target.public_id, actor_id=call.actor.pk, by_hand=True, now=call.at)


class MarketOperation(SideOperation, errors=(searches.TooSoon, dice_requests.DiceStillRequested)):
    """Base of the operations that are possible between the sale and the confirmation."""

    def request(self, target: Aftermath, call: Call) -> MarketRequest:
        """The service's input: which aftermath, who acts, and the key with which the request acts only once."""
        return MarketRequest(target.public_id, call.actor.pk, call.at, key_of(call))


class HireVeteran(
    MarketOperation,
    name="aftermath_hire_veteran",
    example={"group": "9sRt2VbYm5Qd"},
    errors=(NoVeterans, NoSuchWarrior, NotAGroup, NotEnoughGold, AgainstRules),
):
    """Add a veteran to a henchman group. This costs experience from the pool, and gold for the equipment."""

    group: RosterKey

    def carry_out(self, target: Aftermath, call: Call) -> None:
        market.hire_veteran(self.request(target, call), group=self.group)


class SearchItem(
    MarketOperation,
    name="aftermath_search_item",
    example={"hero": "9sRt2VbYm5Qd", "item": "elven_cloak"},
    errors=(searches.CannotSearch, searches.NothingToSearchFor),
):
    """Send a hero to find a rare item."""

    hero: RosterKey
    item: FactCode

    def carry_out(self, target: Aftermath, call: Call) -> None:
        market.search_item(self.request(target, call), hero=self.hero, item=self.item)


class SearchPerson(
    MarketOperation,
    name="aftermath_search_person",
    example={"hero": "9sRt2VbYm5Qd", "persona": "aenur"},
    errors=(searches.CannotSearch, searches.NothingToSearchFor),
):
    """Send a hero to find one of the dramatis personae."""

    hero: RosterKey
    persona: FactCode

    def carry_out(self, target: Aftermath, call: Call) -> None:
        market.search_person(self.request(target, call), hero=self.hero, persona=self.persona)


class HireSword(
    MarketOperation,
    name="aftermath_hire_sword",
    example={"entry": "pit_fighter"},
    errors=(named_people.NotForHire, named_people.NotAvailable, NotEnoughGold, AgainstRules),
):
    """Hire a hired sword for the fee."""

    entry: FactCode

    def carry_out(self, target: Aftermath, call: Call) -> None:
        market.hire_sword(self.request(target, call), entry=self.entry)


SIDE_ACTS: Final[Mapping[str, type[SideOperation]]] = {
    "rest": DecideRest,
    "confirm": ConfirmAftermath,
    "reopen": ReopenAftermath,
    "faces": EnterDice,
    "roll": RollDice,
    "correct": CorrectDice,
    "here": RollHere,
    "table": RollAtTable,
    "veteran": HireVeteran,
    "seek": SearchItem,
    "persona": SearchPerson,
    "hire": HireSword,
}


class ActOnAftermath(
    CombinedOperation,
    AftermathOperation,
    name="aftermath_act",
    who="the player of the warband",
    component="ActRequest",
    example={"aftermath": "Ab12Cd34Ef56", "act": "confirm"},
    errors=tuple(dict.fromkeys(kind for act in SIDE_ACTS.values() for kind in act.declaration.errors)),
):
    """One of the operations on the aftermath of one warband, by `act`."""

    acts: ClassVar = SIDE_ACTS
    sent_as: ClassVar = {"group": "who", "hero": "who", "item": "thing", "persona": "thing", "entry": "thing"}
    aftermath: Key
    act: Annotated[str, *choice(list(SIDE_ACTS))]
    faces: Annotated[str, Field(max_length=40)] = ""
    given: Annotated[int, *whole(0, MOST_DICE)] = 0
    who: Annotated[str, Field(max_length=12)] = ""
    thing: Annotated[str, Field(max_length=60)] = ""

    def carry_out(self, target: Battle, call: Call) -> None:
        """Perform the chosen action. Raises Http404 for an aftermath of another battle, and the errors of the
        action."""
        self.resolved().carry_out(row_of(target, self.aftermath), call)
