"""Answers to the choices of an aftermath: who may answer, and what an answer does. A repeated request changes nothing.
Rule: AF-CHOICE-01"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.aftermath.activities import belongings, searches
from battles.aftermath.captives import captives, ransom
from battles.aftermath.context import AftermathContext, open_lines
from battles.aftermath.decisions import defaults
from battles.aftermath.decisions.undo_points import undo_point
from battles.aftermath.dice import requests as dice_requests
from battles.aftermath.finds import locations
from battles.aftermath.stages import advances, closing, exploration, injuries, league, market
from battles.aftermath.stored.line import Lapsed, snapshot
from battles.engine.aftermath.rolls import DiceWanted
from battles.models import Aftermath, AftermathLine, AftermathStatus, Battle
from mordheim_site.refusals import Refusal
from mordheim_site.registry import Registry

MOST_ANSWERS = 400
AFTER_ADVANCES = ("sale", "upkeep", "veterans", "decide", "rating", "over")
"""Stages before which all due advances have been rolled. Advances that become due later are rolled together with the
choice that causes them."""


class NotYourChoice(Refusal):
    """The warband belongs to another player."""

    code = "not_your_choice"
    message = _("Only the player of that warband can make this choice.")
    status = 403


class NotAnOption(Refusal):
    """The line does not have the option that the page sent."""

    code = "not_an_option"
    about = ("option",)
    message = _("That option is not available. Reload the page and choose again.")


class ChosenAlready(Refusal):
    """The line was answered differently before."""

    code = "chosen_already"
    message = _("This choice was already made and carried out.")
    status = 409


class Confirmed(Refusal):
    """A confirmed aftermath cannot be changed."""

    code = "confirmed"
    message = _("This aftermath is confirmed. You can reopen it until the warband fights another battle.")
    rule_id = "AF-CONFIRM-01"
    status = 409


class ChoicesLeft(Refusal):
    """Choices are still open."""

    code = "choices_left"
    message = _("Choices of this aftermath are still open. Make them first, or let the site decide the rest.")
    rule_id = "AF-CONFIRM-01"
    status = 409


class AftermathReverted(Refusal):
    """Choices in a reverted aftermath cannot be answered."""

    code = "taken_back"
    message = _("This aftermath was reverted. Start it again to continue.")
    rule_id = "AF-BACK-02"
    status = 409


def _settle_find(context: AftermathContext, line: AftermathLine, key: str) -> None:
    (exploration if line.kind in exploration.ASKS else locations).settle(context, line, key)


def _settle_injury(context: AftermathContext, line: AftermathLine, key: str) -> None:
    injuries.settle(context, line, key)


SETTLE: dict[str, Callable[[AftermathContext, AftermathLine, str], None]] = {
    injuries.STAGE: _settle_injury,
    advances.STAGE: advances.take,
    locations.STAGE: _settle_find,
    ransom.STAGE: captives.settle,
    closing.SALE: closing.settle_sale,
    closing.UPKEEP: closing.settle_upkeep,
    searches.STAGE: market.settle,
    belongings.STAGE: belongings.settle,
}


@transaction.atomic
def answer(*, line_id: str, actor_id: int | None, option: str, now: datetime) -> AftermathLine:
    """Choose an option of an open line (by public id) and carry it out.

    Choosing the same option again returns the line. If the option needs dice that the player types in, they are
    requested, and the line stays open until they are entered. Raises NotYourChoice, NotAnOption, ChosenAlready, and the
    errors of the warband's services (not enough gold, a maximum reached); then nothing is changed and the line stays
    open.
    """
    row = locked(AftermathLine.objects.values_list("aftermath_id", flat=True).get(public_id=line_id))
    must_own(row, actor_id)
    line = AftermathLine.objects.get(public_id=line_id)
    if line.answer:
        if line.answer == option:
            return line
        raise ChosenAlready
    if option not in {str(option["key"]) for option in line.options}:
        raise NotAnOption
    if row.asked is not None:
        raise dice_requests.DiceStillRequested
    try:
        with transaction.atomic():
            carry_out(row, line, option, now=now, actor_id=actor_id)
    except DiceWanted as wanted:
        dice_requests.ask(row, wanted, line=line.public_id, option=option)
        line.refresh_from_db()
        return line
    settle_status(row, now)
    continue_rolls(row, now)
    return line


CONTINUATIONS: Registry[str, Callable[[Aftermath, datetime], None]] = Registry("continuation of an aftermath")
"""Function that continues the aftermath's rolls after a choice that they waited for (`stages.runner.continue_run`)."""


def continue_rolls(row: Aftermath, now: datetime) -> None:
    """Continue rolls that waited for a choice. Does nothing while the job runs, or if the rolls are finished."""
    if row.stage != "over" and row.status == AftermathStatus.WAITING and row.asked is None:
        for continue_run in CONTINUATIONS.values():
            continue_run(row, now)


@transaction.atomic
def decide_rest(*, aftermath_id: str, actor_id: int | None, now: datetime) -> int:
    """Answer every open choice of an aftermath (by public id) with the default rule. Returns how many. Raises
    NotYourChoice, DiceStillRequested."""
    row = locked(Aftermath.objects.values_list("pk", flat=True).get(public_id=aftermath_id))
    must_own(row, actor_id)
    if row.asked is not None:
        raise dice_requests.DiceStillRequested
    row.hand_dice = False  # Not stored: what the rule decides is rolled here, what the player decides later is not.
    count = 0
    while count < MOST_ANSWERS and decide_one(row, now, actor_id):
        count += 1
        if not open_lines(row):
            continue_rolls(row, now)
            row.refresh_from_db()
    settle_status(row, now)
    return count


def decide_one(row: Aftermath, now: datetime, actor_id: int | None = None) -> bool:
    """Answer the first open choice of a locked aftermath with the default rule. Returns False if none is open."""
    lines = open_lines(row)
    if not lines:
        return False
    line = lines[0]
    wanted = defaults.choose(AftermathContext(row, now, line, actor_id), line)
    reason = ""
    for option in dict.fromkeys((wanted, str(line.options[-1]["key"]))):
        try:
            with transaction.atomic():
                carry_out(row, line, option, now=now, actor_id=actor_id)
        except Refusal as refusal:
            reason = str(refusal)
            line.refresh_from_db()
        else:
            return True
    AftermathContext(row, now, line).answered(line, "lapsed", Lapsed(refused=reason))
    return True


def carry_out(row: Aftermath, line: AftermathLine, option: str, *, now: datetime, actor_id: int | None) -> None:
    """Carry out an option of an open line, then roll advances that become due because of it."""
    line.before = {**undo_point(row), "rolls": len(line.rolls), "data": snapshot(line)}
    context = AftermathContext(row, now, line, actor_id)
    SETTLE[line.stage](context, line, option)
    only = "" if row.stage in AFTER_ADVANCES else line.subject
    roll_due(context, only)
    if row.faces:
        row.faces = []
        row.save(update_fields=["faces"])


def roll_due(context: AftermathContext, only: str = "") -> None:
    """Roll the advances that are due, or only those of the warrior with the key `only`."""
    while (member := advances.next_due(context, only)) is not None:
        advances.roll_one(context, member)


def settle_status(row: Aftermath, now: datetime) -> None:
    """Once the rolls are finished, update whether choices are still open. Also updates the rating and
    the league's chronicle after a late choice."""
    if row.stage != "over":
        return
    closing.update_rating(AftermathContext(row, now))
    if row.asked is not None or open_lines(row):
        row.status, row.done_at = AftermathStatus.WAITING, None
    else:
        row.status, row.done_at = AftermathStatus.DONE, now
    row.save(update_fields=["status", "done_at"])
    league.report_finds_again(row)


def locked(aftermath_pk: int) -> Aftermath:
    """The aftermath, locked after its battle. The job locks in the same order, so that the two never deadlock."""
    battle = Aftermath.objects.values_list("side__battle_id", flat=True).get(pk=aftermath_pk)
    Battle.objects.select_for_update().get(pk=battle)
    return Aftermath.objects.select_related("side__battle", "warband").get(pk=aftermath_pk)


def must_own(row: Aftermath, actor_id: int | None) -> None:
    """Raise NotYourChoice for all users except the warband's player, and Confirmed or AftermathReverted if nothing can
    be changed."""
    if actor_id is None or actor_id not in (row.warband.owner_id, row.side.player_id):
        raise NotYourChoice
    if row.status == AftermathStatus.BACK:
        raise AftermathReverted
    if row.confirmed_at is not None:
        raise Confirmed
