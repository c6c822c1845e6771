"""What a handler returns from one step."""

from dataclasses import dataclass
from typing import Any

from mordheim_site.refusals import Sentence

# Anything that JSON can hold.
Json = Any


class Postponed(Exception):
    """Raised by a `prepare` that could not start yet: the job is tried again after `seconds`, and this attempt does not
    count."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"put off for {seconds:.0f} s")
        self.seconds = seconds


class NoResponse(Exception):
    """Base of the failures of a service outside of this site, such as a mail server. The job tries again, and the log
    gets one line without a traceback, which would say nothing about the cause."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """Result of a step: where the next step begins, or that the work is done, and a message for the owner. A step that
    did something must move `cursor`: `runner` stops a job whose cursor stays the same for many steps.

    `progress_done` and `progress_total` count the units of the kind (warriors, pages); `sentence` describes it.
    `result` is stored with a finished job.
    """

    is_done: bool
    cursor: Json = None
    progress_done: int | None = None
    progress_total: int | None = None
    sentence: Sentence = ""
    result: Json = None


def more(cursor: Json, *, done: int | None = None, total: int | None = None, sentence: Sentence = "") -> StepResult:
    """There is more to do: the next step begins at `cursor`."""
    return StepResult(False, cursor, done, total, sentence)


def finished(result: Json = None, *, sentence: Sentence = "") -> StepResult:
    """This was the last step."""
    return StepResult(True, result=result, sentence=sentence)
