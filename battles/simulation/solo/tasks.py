"""The job that plays the other warbands of a solo campaign."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from battles.simulation.solo import rounds
from jobs.models import Job
from jobs.registry import job
from jobs.steps import Json, StepResult, finished, more

LEASE_SECONDS = 180
"""Lease of the job in seconds. It is longer than a whole battle between two bots takes on a busy machine."""


def fight(row: Job, payload: dict[str, int], cursor: Json) -> rounds.Fought | None:
    """Play the next battle between two bots in memory, outside any transaction."""
    return rounds.fight_next(campaign_id=payload["campaign_id"])


@job(rounds.KIND, prepare=fight, lease_seconds=LEASE_SECONDS)
def solo_step(row: Job, payload: dict[str, int], cursor: Json, fought: rounds.Fought | None) -> StepResult:
    """Store one battle, or end the round. If the job runs twice, the second run finds that this was done."""
    if rounds.advance(campaign_id=payload["campaign_id"], fought=fought, now=timezone.now()):
        return more((cursor or 0) + 1, done=row.progress_done + 1, sentence=_("The other warbands are fighting."))
    return finished(sentence=_("The other warbands have fought."))
