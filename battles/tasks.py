"""Jobs of the battles room: one service call each."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.utils import timezone

from battles.services import bots, clocks, finish, nonces
from battles.services.aftermath import confirming, reverting, walk
from jobs.models import Job
from jobs.registry import job
from jobs.steps import Json, StepResult, finished, more

BOT_LEASE_SECONDS = 10
"""Longer than a bot thinks about one command on a busy machine."""


def choose_for_bot(row: Job, payload: dict[str, Any], cursor: Json) -> bots.Choice | None:
    """Choose the next command of a battle's bots, outside any transaction."""
    return bots.choose(battle_id=payload["battle_id"])


@job(bots.KIND, prepare=choose_for_bot, lease_seconds=BOT_LEASE_SECONDS, on_failure=bots.show_stopped)
def bot_step(row: Job, payload: dict[str, Any], cursor: Json, choice: bots.Choice | None) -> StepResult:
    """Give one command for a battle's bots. A second delivery finds the command given and stops."""
    return bots.step(row, choice)


@job(finish.KIND)
def aftermath_step(row: Job, payload: dict[str, Any], cursor: Json) -> StepResult:
    """Do one step of a battle's aftermath. A second delivery finds the step done: where the walk stands is stored with
    what it did."""
    progress = walk.step(battle_id=payload["battle_id"], now=timezone.now())
    if progress.is_over:
        return finished(sentence=progress.sentence)
    return more(progress.position, done=progress.done, total=progress.total, sentence=progress.sentence)


@shared_task(name="battles.close_due_aftermaths")
def close_due_aftermaths() -> None:
    """Close the aftermaths whose time is up, and requests to revert one. A second delivery finds them closed."""
    reverting.expire_due(now=timezone.now())
    confirming.close_due(now=timezone.now())


@shared_task(name="battles.pass_due_clocks")
def pass_due_clocks() -> None:
    """Begin battles whose players had their time to add to the dice, then do what silence means where a player's time
    is out. A second delivery finds nothing due."""
    nonces.begin_due(now=timezone.now())
    clocks.pass_due(now=timezone.now())
