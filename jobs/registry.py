"""The kinds of jobs and their handlers. An app's `tasks.py` registers its handlers; it is imported when Django starts.

@job("battles.aftermath") def aftermath_step(job: Job, payload: dict[str, Any], cursor: Json) -> StepResult: ...
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jobs.models import Job
from jobs.steps import Json, StepResult

Step = Callable[..., StepResult]
Prepare = Callable[[Job, dict[str, Any], Json], Any]
OnFailure = Callable[[Job], None]


@dataclass(frozen=True, slots=True)
class Handler:
    """Handler of one kind of job. `step(job, payload, cursor)` runs in the transaction that moves the cursor.

    With `prepare`, that function first computes outside any transaction (reads only, may take long), and the step is
    called as `step(job, payload, cursor, prepared)`. `lease_seconds` must be longer than any `prepare` takes. A job
    that `waits_for_network` runs in a thread next to the worker's other jobs (`network_threads.py`). `on_failure(job)`
    is called once the job has failed, to notify its owner. With `take_turns`, a worker may run another user's
    job first (`scheduling/turn_taking.py`).
    """

    kind: str
    step: Step
    prepare: Prepare | None
    lease_seconds: int | None
    max_attempts: int | None
    waits_for_network: bool = False
    on_failure: OnFailure | None = None
    take_turns: bool = False


_handlers: dict[str, Handler] = {}


def job(
    kind: str,
    *,
    prepare: Prepare | None = None,
    lease_seconds: int | None = None,
    max_attempts: int | None = None,
    waits_for_network: bool = False,
    on_failure: OnFailure | None = None,
    take_turns: bool = False,
) -> Callable[[Step], Step]:
    """Register the handler of a kind. Raises ValueError when two functions claim the same kind."""

    def remember(step: Step) -> Step:
        known = _handlers.get(kind)
        if known is not None and known.step is not step:
            raise ValueError(f"two handlers for the job kind {kind!r}")
        _handlers[kind] = Handler(
            kind, step, prepare, lease_seconds, max_attempts, waits_for_network, on_failure, take_turns
        )
        return step

    return remember


def handler_of(kind: str) -> Handler | None:
    """The handler of a kind, or None if this process does not have one."""
    return _handlers.get(kind)


def kinds() -> list[str]:
    """Every known kind, sorted."""
    return sorted(_handlers)
