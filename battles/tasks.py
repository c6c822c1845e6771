"""Jobs of the battles room: one service call each."""

from __future__ import annotations

from typing import Any

from battles.services import bots
from jobs.models import Job
from jobs.registry import job
from jobs.steps import Json, StepResult, finished, more


@job(bots.KIND)
def bot_step(row: Job, payload: dict[str, Any], cursor: Json) -> StepResult:
    """Give some orders for a battle's bots. A second delivery finds the bot's orders given and stops: each order has
    its own id."""
    go_on, sentence = bots.play_some(battle_id=payload["battle_id"])
    steps = (cursor if isinstance(cursor, int) else 0) + 1
    return more(steps, sentence=sentence) if go_on else finished(sentence=sentence)
