"""Runs a claimed job step by step.

A claim is one conditional UPDATE that writes a token and a lease. Each step is one transaction: it begins by renewing
the lease under that token (so a worker that lost it stops there), runs the handler and moves the cursor. If the worker
is killed at any moment, the job stays at the last committed step and is claimed again once the lease has run out.
"""

import datetime
import enum
import logging
import os
import secrets
import socket
import time

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jobs import registry, services
from jobs.models import Job, JobState
from jobs.scheduling import turn_taking
from jobs.steps import NoResponse, Postponed, StepResult
from jobs.stop_flag import StopFlag
from mordheim_site.monitoring import metrics
from mordheim_site.refusals import Refusal

logger = logging.getLogger(__name__)

BACK_OFF_SECONDS = 0.5
BACK_OFF_CAP_SECONDS = 120.0
SLICE_SECONDS = 60.0
"""Seconds after which a job with many steps lets other jobs run."""
MOST_IDLE_STEPS = 20
"""Maximum number of steps in a row that leave the cursor unchanged. After that the job fails, because it makes no
progress."""

NO_PROGRESS = gettext_lazy(
    "The job was stopped because %(times)d steps in a row changed nothing. Try again, and report it if it stops again."
)

stopping = StopFlag()
"""Set when the worker is asked to stop: its processes return their jobs to the queue after the current step."""


class Outcome(enum.Enum):
    NOT_MINE = "not mine"
    DONE = "done"
    RETRY = "retry"
    FAILED = "failed"
    LOST = "lost"
    PUT_BACK = "put back"


MOST_CHOICES = 4
"""How often a worker chooses a job for one message while other workers claim the chosen ones."""


class LeaseLost(Exception):
    """Another worker holds the job now; this step is rolled back."""


def run(*, job_id: int) -> Outcome:
    """Claim the job and run it until it ends. Does nothing if the job is done, unknown, not due, or held by another
    worker. Of a kind whose users take turns, it may run the job of another user instead."""
    token = new_token()
    job = _claim_next(job_id, token)
    if job is None:
        return Outcome.NOT_MINE
    began = time.monotonic()
    outcome = _run_claimed(job, token)
    metrics.JOB_SECONDS.labels(job.kind).observe(time.monotonic() - began)
    metrics.JOB_RUNS.labels(job.kind, outcome.value).inc()
    return outcome


def _claim_next(job_id: int, token: str) -> Job | None:
    """Claim the job of a message or, if users take turns, the job of the user who comes first. If another worker claims
    that one first, choose again: otherwise this message would be used up and a queued job would have none."""
    kind = Job.objects.filter(pk=job_id).values_list("kind", flat=True).first()
    handler = registry.handler_of(kind) if kind else None
    if handler is None or not handler.take_turns:
        return claim(job_id=job_id, token=token)
    for _attempt in range(MOST_CHOICES):
        job = claim(job_id=turn_taking.next_job(job_id=job_id, kind=handler.kind), token=token)
        if job is not None:
            return job
    return None


def _run_claimed(job: Job, token: str) -> Outcome:
    handler = registry.handler_of(job.kind)
    if handler is None:
        return _give_up(job, token, _("This server does not know this kind of job (%(kind)s).") % {"kind": job.kind})
    if job.attempts > services.max_attempts_of(job.kind):
        text = _("The worker ended %(times)d times during the same step.") % {"times": job.attempts - 1}
        return _give_up(job, token, f"{text} {job.error}".strip())
    if handler.take_turns:
        turn_taking.note_served(job)
    began = time.monotonic()
    idle_steps = 0
    while True:
        cursor = job.cursor
        try:
            is_done = run_step(job=job, token=token, handler=handler)
        except LeaseLost:
            logger.warning("lease lost", extra={"job": job.public_id, "kind": job.kind})
            return Outcome.LOST
        except Refusal as refusal:
            return _give_up(job, token, str(refusal))
        except Postponed as put_off:
            return _put_off(job, token, put_off.seconds)
        except Exception as error:
            # Any exception of a handler becomes a state of the job, so that the next try or the owner can read the
            # reason.
            details = {"job": job.public_id, "kind": job.kind, "attempts": job.attempts}
            if isinstance(error, NoResponse):
                logger.warning("no response", extra={**details, "reason": str(error)[:300]})
            else:
                logger.exception("step failed", extra=details)
            return _try_later(job, token, error)
        if is_done:
            return Outcome.DONE
        idle_steps = idle_steps + 1 if job.cursor == cursor else 0
        if idle_steps >= MOST_IDLE_STEPS:
            logger.error("no progress", extra={"job": job.public_id, "kind": job.kind, "steps": idle_steps})
            return _give_up(job, token, NO_PROGRESS % {"times": idle_steps})
        if stopping.is_set():
            return _put_back(job, token)
        if not idle_steps and _is_slice_over(job, handler, time.monotonic() - began):
            outcome = _put_back(job, token)
            services.send(job_id=job.pk)
            return outcome


def _is_slice_over(job: Job, handler: registry.Handler, seconds: float) -> bool:
    """Whether a job that ran for this long goes back to the queue."""
    if seconds > SLICE_SECONDS:
        return True
    return handler.take_turns and seconds > turn_taking.SLICE_SECONDS and turn_taking.others_wait(job)


def new_token() -> str:
    """A token for this claim: host, process, and a unique part."""
    return f"{socket.gethostname()[: services.HOST_LENGTH]}:{os.getpid()}:{secrets.token_hex(6)}"


def claim(*, job_id: int, token: str) -> Job | None:
    """Claim the job if it is queued and due, or if its lease has run out; otherwise return None."""
    now = timezone.now()
    kind = Job.objects.filter(pk=job_id).values_list("kind", flat=True).first()
    if kind is None:
        logger.info("message for a job that is gone", extra={"job_id": job_id})
        return None
    due = Q(run_after__isnull=True) | Q(run_after__lte=now)
    free = Q(state=JobState.QUEUED) & due | Q(state=JobState.RUNNING, lease_until__lt=now)
    taken = Job.objects.filter(free, pk=job_id).update(
        state=JobState.RUNNING,
        worker=token,
        lease_until=now + services.lease_of(kind),
        attempts=F("attempts") + 1,
        started_at=Coalesce("started_at", now),
    )
    return Job.objects.get(pk=job_id) if taken else None


def run_step(*, job: Job, token: str, handler: registry.Handler) -> bool:
    """Run one step and update the job object along with its row. True when the job is done. Raises LeaseLost."""
    prepared: tuple[object, ...] = ()
    if handler.prepare is not None:
        _renew(job, token)
        prepared = (handler.prepare(job, job.payload, job.cursor),)
    with transaction.atomic():
        _renew(job, token)
        result = handler.step(job, job.payload, job.cursor, *prepared)
        fields = _fields_after(job, result)
        if not _mine(job, token).update(**fields):
            raise LeaseLost
    for name, value in fields.items():
        setattr(job, name, value)
    return result.is_done


def _fields_after(job: Job, result: StepResult) -> dict[str, object]:
    now = timezone.now()
    fields: dict[str, object] = {"attempts": 1, "error": ""}
    if result.sentence:
        fields["sentence"] = str(result.sentence)[:300]
    if result.progress_total is not None:
        fields["progress_total"] = result.progress_total
    if result.progress_done is not None:
        fields["progress_done"] = result.progress_done
    if result.is_done:
        fields.update(state=JobState.DONE, result=result.result, finished_at=now, lease_until=None, worker="")
        fields.setdefault("progress_done", max(job.progress_total, job.progress_done))
    else:
        fields.update(cursor=result.cursor, lease_until=now + services.lease_of(job.kind))
    return fields


def _mine(job: Job, token: str) -> QuerySet[Job]:
    return Job.objects.filter(pk=job.pk, state=JobState.RUNNING, worker=token)


def _renew(job: Job, token: str) -> None:
    if not _mine(job, token).update(lease_until=timezone.now() + services.lease_of(job.kind)):
        raise LeaseLost


def _try_later(job: Job, token: str, error: Exception) -> Outcome:
    reason = f"{type(error).__name__}: {error}"[:2000]
    if job.attempts >= services.max_attempts_of(job.kind):
        text = _("Failed %(times)d times.") % {"times": job.attempts}
        return _give_up(job, token, f"{text} {reason}")
    wait = min(BACK_OFF_SECONDS * 2 ** (job.attempts - 1), BACK_OFF_CAP_SECONDS)
    again_at = timezone.now() + datetime.timedelta(seconds=wait)
    mine = _mine(job, token).update(
        state=JobState.QUEUED, lease_until=None, worker="", error=reason, run_after=again_at
    )
    return Outcome.RETRY if mine else Outcome.LOST


def _put_back(job: Job, token: str) -> Outcome:
    mine = _mine(job, token).update(state=JobState.QUEUED, lease_until=None, worker="", attempts=0, sent_at=None)
    return Outcome.PUT_BACK if mine else Outcome.LOST


def _put_off(job: Job, token: str, seconds: float) -> Outcome:
    again_at = timezone.now() + datetime.timedelta(seconds=seconds)
    mine = _mine(job, token).update(
        state=JobState.QUEUED, lease_until=None, worker="", attempts=job.attempts - 1, run_after=again_at
    )
    return Outcome.PUT_BACK if mine else Outcome.LOST


def _give_up(job: Job, token: str, reason: str) -> Outcome:
    mine = _mine(job, token).update(
        state=JobState.FAILED, lease_until=None, worker="", error=reason[:4000], finished_at=timezone.now()
    )
    if not mine:
        return Outcome.LOST
    handler = registry.handler_of(job.kind)
    if handler is not None and handler.on_failure is not None:
        try:
            handler.on_failure(job)
        except Exception:
            # The job has failed already, and its reason is stored.
            logger.exception("no message was sent about a failed job", extra={"job": job.public_id, "kind": job.kind})
    return Outcome.FAILED
