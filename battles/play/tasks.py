"""Background tasks of battles in progress: bots' commands and turn clocks."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.utils import timezone

from battles.play.bots import jobs, turns
from battles.play.clocks import services as clocks_services
from battles.setup import nonces
from jobs.models import Job
from jobs.registry import job
from jobs.steps import Json, StepResult

BOT_LEASE_SECONDS = 10
"""Longer than a bot thinks about one command on a busy machine."""


def choose_for_bot(row: Job, payload: dict[str, Any], cursor: Json) -> turns.Choice | None:
    """Choose the next command of a battle's bots, outside any transaction."""
    return turns.choose(battle_id=payload["battle_id"])


@job(jobs.KIND, prepare=choose_for_bot, lease_seconds=BOT_LEASE_SECONDS, on_failure=jobs.show_stopped)
def bot_step(row: Job, payload: dict[str, Any], cursor: Json, choice: turns.Choice | None) -> StepResult:
    """Give one command for a battle's bots. A second delivery finds it already given and stops."""
    return turns.step(row, choice)


@shared_task(name="battles.pass_due_clocks")
def pass_due_clocks() -> None:
    """Begin battles whose players had their time to add to the dice, then carry out timeouts of players. A second
    delivery finds nothing due."""
    nonces.begin_due(now=timezone.now())
    clocks_services.pass_due(now=timezone.now())
