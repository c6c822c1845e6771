"""A job that waits in the task of a worker, and one that waits in a thread next to it."""

import os
import time
from pathlib import Path
from typing import Any

from jobs.models import Job
from jobs.registry import job
from jobs.steps import Json, StepResult, finished


def wait(job: Job, payload: dict[str, Any], cursor: Json) -> None:
    """Wait `payload["seconds"]`, outside the transaction. The file `payload["pids"]` lists the processes that began.

    If `payload["is_stubborn"]`, interruptions are ignored: only the end of the process ends the wait early.
    """
    with Path(payload["pids"]).open("a", encoding="ascii") as file:
        file.write(f"{os.getpid()}\n")
    end = time.monotonic() + payload["seconds"]
    while time.monotonic() < end:
        try:
            time.sleep(0.05)
        except Exception:
            if not payload["is_stubborn"]:
                raise


@job("test.wait", prepare=wait)
def waited(job: Job, payload: dict[str, Any], cursor: Json, waited: None) -> StepResult:
    return finished()


@job("test.wait_for_network", prepare=wait, waits_for_network=True)
def waited_for_network(job: Job, payload: dict[str, Any], cursor: Json, waited: None) -> StepResult:
    return finished()
