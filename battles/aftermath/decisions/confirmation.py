"""Confirming an aftermath, reopening it, and the deadline after which the default rule finishes it. Rule:
AF-CONFIRM-01"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from battles.aftermath.activities import belongings
from battles.aftermath.context import open_lines
from battles.aftermath.decisions import choices
from battles.aftermath.decisions.permissions import later_battle
from battles.aftermath.decisions.undo import StillRunning, UsedByLaterBattle
from battles.aftermath.dice import requests as dice_requests
from battles.aftermath.dice import seeds, typed_dice
from battles.models import Aftermath, AftermathStatus
from mordheim_site.isolation import isolated


@transaction.atomic
def confirm(*, aftermath_id: str, actor_id: int | None, now: datetime) -> Aftermath:
    """Confirm an aftermath. Afterwards nothing in it can be undone. A repeated request changes nothing. Raises
    NotYourChoice, DiceStillRequested, ChoicesLeft, StillRunning, AftermathReverted."""
    row = choices.locked(Aftermath.objects.values_list("pk", flat=True).get(public_id=aftermath_id))
    if row.confirmed_at is not None and actor_id in (row.warband.owner_id, row.side.player_id):
        return row
    choices.must_own(row, actor_id)
    _close(row, actor_id, now)
    return row


def _close(row: Aftermath, actor_id: int | None, now: datetime) -> None:
    if row.asked is not None:
        raise dice_requests.DiceStillRequested
    if open_lines(row):
        raise choices.ChoicesLeft
    if row.status != AftermathStatus.DONE:
        raise StillRunning
    belongings.settle_cravings(row, actor_id, now)
    row.confirmed_at, row.confirmed_by_id, row.last_typed = now, actor_id, None
    row.save(update_fields=["confirmed_at", "confirmed_by", "last_typed"])
    seeds.commit_next(row, now)


@transaction.atomic
def reopen(*, aftermath_id: str, actor_id: int | None, now: datetime) -> Aftermath:
    """Reopen a confirmed aftermath if the warband has fought no later battle. Further dice come from a new seed. Raises
    NotYourChoice, UsedByLaterBattle. Rule: AF-DICE-03"""
    row = choices.locked(Aftermath.objects.values_list("pk", flat=True).get(public_id=aftermath_id))
    if actor_id is None or actor_id not in (row.warband.owner_id, row.side.player_id):
        raise choices.NotYourChoice
    if row.confirmed_at is None:
        return row
    if later_battle(row):
        raise UsedByLaterBattle
    belongings.return_departed(row, actor_id, now)
    row.confirmed_at, row.confirmed_by = None, None
    row.save(update_fields=["confirmed_at", "confirmed_by"])
    seeds.take_next(row, now)
    return row


@transaction.atomic
def close(*, aftermath_pk: int, now: datetime) -> bool:
    """Roll, decide and confirm the rest of an aftermath with the default rule. Returns False while the job runs. Can
    safely run twice. Rule: AF-CONFIRM-02"""
    row = choices.locked(aftermath_pk)
    if row.confirmed_at is not None or row.status == AftermathStatus.BACK:
        return True
    if row.hand_dice or row.asked is not None:
        typed_dice.roll_here(row, now)
        row.refresh_from_db()
    if row.status == AftermathStatus.RUNNING:
        return False
    while choices.decide_one(row, now):
        pass
    choices.settle_status(row, now)
    _close(row, None, now)
    return True


def close_due(*, now: datetime) -> int:
    """Close the aftermaths whose deadline has passed. Returns how many. Called by a periodic task."""
    due = Aftermath.objects.filter(confirmed_at__isnull=True, due_at__lte=now).exclude(status=AftermathStatus.BACK)
    closed = 0
    for key in list(due.order_by("due_at").values_list("pk", flat=True)):
        with isolated("battles.close_due", key):
            closed += close(aftermath_pk=key, now=now)
    return closed


def close_open_of(*, warband_id: int, now: datetime) -> int:
    """Close the open aftermaths of a warband with the default rule, because its next battle begins. Returns how many.
    Rule: AF-CONFIRM-02"""
    keys = Aftermath.objects.filter(warband_id=warband_id, confirmed_at__isnull=True).exclude(
        status=AftermathStatus.BACK
    )
    return sum(close(aftermath_pk=key, now=now) for key in list(keys.order_by("pk").values_list("pk", flat=True)))
