"""Count from 1 to payload["to"], one step a number. Every number leaves a row that may exist only once."""

import time
from typing import Any

from jobs.models import Job
from jobs.registry import job
from jobs.steps import Json, StepResult, finished, more

COUNTED = "test.counted"


@job("test.count")
def count(job: Job, payload: dict[str, Any], cursor: Json) -> StepResult:
    """One number; `payload["pause"]` seconds are slept inside the transaction, so that a kill may hit it."""
    number = (cursor or 0) + 1
    Job.objects.create(kind=COUNTED, key=f"{job.pk}:{number}")
    time.sleep(payload.get("pause", 0))
    if number >= payload["to"]:
        return finished({"counted": number})
    return more(number, done=number, total=payload["to"], sentence=f"Counted {number} of {payload['to']}.")
