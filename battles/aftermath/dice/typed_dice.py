"""Dice that a player types in, or lets the site roll instead; then the step that requested them continues. Rule:
AF-DICE-02"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.aftermath.context import ROLLED, next_place
from battles.aftermath.decisions import choices
from battles.aftermath.dice import requests as dice_requests
from battles.aftermath.dice import seeds, typed_corrections
from battles.aftermath.dice.requests import NoDiceRequested, OtherDiceRequested, faces_of
from battles.aftermath.stages import market, runner
from battles.aftermath.stored.requests import DiceRequest, TypedMoment
from battles.engine.aftermath.rolls import TYPED, DiceWanted
from battles.models import Aftermath, AftermathLine, AftermathStatus
from mordheim_site.refusals import Refusal


class DiceRolledByTheSite(Refusal):
    """A league battle was played on the board, so that nobody chooses the dice of its aftermath."""

    code = "dice_rolled_by_the_site"
    message = _("The site rolls all dice after a league battle that was played on the board.")


@transaction.atomic
def give_faces(*, aftermath_id: str, actor_id: int | None, faces: str, given: int, now: datetime) -> Aftermath:
    """Enter the dice that an aftermath (by public id) waits for, then continue. If `faces` is empty, the site rolls
    them. `given` is the number of dice known when the page was rendered, so that a repeated request gets
    NoDiceRequested. Raises NotYourChoice, InvalidDice, NoDiceRequested, OtherDiceRequested."""
    row = choices.locked(Aftermath.objects.values_list("pk", flat=True).get(public_id=aftermath_id))
    choices.must_own(row, actor_id)
    dice_request: DiceRequest | None = row.asked
    if dice_request is None:
        raise NoDiceRequested
    if dice_request["given"] != given:
        raise OtherDiceRequested
    count = int(dice_request["count"])
    moment: TypedMoment | None = None
    if faces.strip():
        moment = typed_corrections.moment_before(row, dice_request, faces)
        new = [[face, TYPED, 0] for face in faces_of(faces, count)]
    else:
        new = [[face, ROLLED, place] for place, face in _rolled(row, dice_request, count)]
    row.faces = [*row.faces, *new]
    row.asked, row.status = None, AftermathStatus.RUNNING
    row.save(update_fields=["faces", "asked", "status", "dice_position"])
    _do(row, dice_request, actor_id, now)
    continue_run(row, now)
    if not dice_request["line"]:  # Dice of a choice are corrected by undoing the choice.
        typed_corrections.remember(row, moment)
    return row


def _do(row: Aftermath, dice_request: DiceRequest, actor_id: int | None, now: datetime) -> None:
    """Carry out an action that a player started outside of the run: a choice, or a search."""
    if not dice_request["line"]:
        return
    if dice_request["option"]:
        choices.answer(line_id=dice_request["line"], actor_id=actor_id, option=dice_request["option"], now=now)
    else:
        line = AftermathLine.objects.get(public_id=dice_request["line"])
        try:
            with transaction.atomic():
                market.resume(row, line, now, actor_id)
        except DiceWanted as wanted:
            dice_requests.ask(row, wanted, line=line.public_id)
        else:
            choices.settle_status(row, now)  # The run is over, so nothing else updates it.
    row.refresh_from_db()


def continue_run(row: Aftermath, now: datetime) -> None:
    """Continue the run as far as possible without further dice."""
    runner.run(battle_id=row.side.battle_id, now=now)
    row.refresh_from_db()


def _rolled(row: Aftermath, dice_request: DiceRequest, count: int) -> list[tuple[int, int]]:
    """The next faces of the stream for the current step, each with its position."""
    line = AftermathLine.objects.get(public_id=dice_request["line"]) if dice_request["line"] else None
    dice = seeds.dice_on(row, seeds.stream_of(row, line), next_place(row, line))
    found = []
    for _die in range(count):
        place = dice.position
        found.append((place, dice.face(dice_request["purpose"])))
    if line is None:
        row.dice_position = dice.position
    return found


@transaction.atomic
def switch(*, aftermath_id: str, actor_id: int | None, by_hand: bool, now: datetime) -> Aftermath:
    """Switch between typed dice and dice rolled by the site. Raises NotYourChoice, DiceRolledByTheSite. Rule:
    AF-DICE-02"""
    row = choices.locked(Aftermath.objects.values_list("pk", flat=True).get(public_id=aftermath_id))
    choices.must_own(row, actor_id)
    if by_hand:
        battle = row.side.battle
        if battle.match_id is not None and not battle.is_on_paper:
            raise DiceRolledByTheSite
        row.hand_dice = True
        row.save(update_fields=["hand_dice"])
    else:
        roll_here(row, now)
    return row


def roll_here(row: Aftermath, now: datetime) -> None:
    """Switch a locked aftermath to dice rolled by the site: requested dice are rolled and the run continues."""
    dice_request: DiceRequest | None = row.asked
    row.hand_dice, row.asked = False, None
    row.save(update_fields=["hand_dice", "asked"])
    if dice_request is None:
        return
    _do(row, dice_request, row.warband.owner_id, now)
    continue_run(row, now)
    if not dice_request["line"]:
        typed_corrections.remember(row, None)
