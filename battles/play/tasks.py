"""Background tasks of battles in progress: bots' commands."""

from __future__ import annotations

from typing import Any

from battles.play.bots import jobs, turns
from jobs.models import Job
from jobs.registry import job
from jobs.steps import Json, StepResult

BOT_LEASE_SECONDS = 10
"""Lease of the job in seconds. It is longer than a bot needs for one command on a busy machine."""


def choose_for_bot(row: Job, payload: dict[str, Any], cursor: Json) -> turns.Choice | None:
    """Choose the next command of a battle's bots, outside any transaction."""
    return turns.choose(battle_id=payload["battle_id"])


@job(
    jobs.KIND,
    prepare=choose_for_bot,
    lease_seconds=BOT_LEASE_SECONDS,
    on_failure=jobs.show_stopped,
    take_turns=True,
)
def bot_step(row: Job, payload: dict[str, Any], cursor: Json, choice: turns.Choice | None) -> StepResult:
    """Give one command for a battle's bots. If the job runs twice, the second run finds the command already given and
    stops."""
    return turns.step(row, choice)
