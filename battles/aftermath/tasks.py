"""Background tasks of aftermaths: the job that runs one, and deadlines."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.utils import timezone

from battles.aftermath import reminders, reverts
from battles.aftermath import start as aftermath_start
from battles.aftermath.decisions import confirmation
from battles.aftermath.stages import runner
from jobs.models import Job
from jobs.registry import job
from jobs.steps import Json, StepResult, finished, more


@job(aftermath_start.KIND)
def aftermath_step(row: Job, payload: dict[str, Any], cursor: Json) -> StepResult:
    """Do one step of a battle's aftermath. If the job is delivered twice, the second run continues after the step,
    because the position is stored with its results."""
    progress = runner.step(battle_id=payload["battle_id"], now=timezone.now())
    if progress.is_over:
        return finished(sentence=progress.sentence)
    return more(progress.position, done=progress.done, total=progress.total, sentence=progress.sentence)


@shared_task(name="battles.close_due_aftermaths")
def close_due_aftermaths() -> None:
    """Send reminders about open aftermaths, and close aftermaths and revert requests whose deadline has passed. A
    second run finds nothing left."""
    reminders.remind(now=timezone.now())
    reverts.expire_due(now=timezone.now())
    confirmation.close_due(now=timezone.now())
