"""A job that counts from 1 to payload["to"], one number per step. Every number writes a row that may exist only
once."""

import time
from typing import Any

from jobs.models import Job
from jobs.registry import job
from jobs.steps import Json, StepResult, finished, more

COUNTED = "test.counted"


@job("test.count")
def count(job: Job, payload: dict[str, Any], cursor: Json) -> StepResult:
    """Count one number. It sleeps `payload["pause"]` seconds inside the transaction, so that a kill can happen
    there."""
    number = (cursor or 0) + 1
    Job.objects.create(kind=COUNTED, key=f"{job.pk}:{number}")
    time.sleep(payload.get("pause", 0))
    if number >= payload["to"]:
        return finished({"counted": number})
    return more(number, done=number, total=payload["to"], sentence=f"Counted {number} of {payload['to']}.")
