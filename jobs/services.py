"""Enqueues jobs and keeps them moving. `runner.py` runs them."""

import datetime
import logging
import os
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from jobs import registry, selectors
from jobs.models import Heartbeat, Job, JobState
from mordheim_site import redis_state
from mordheim_site.isolation import isolated
from mordheim_site.refusals import Refusal, Sentence

logger = logging.getLogger(__name__)

# A message that is not answered for this long counts as lost. This is longer than a busy worker needs for its queue.
SLOW_STEP = datetime.timedelta(seconds=10)


RUN = "jobs.run"
"""Name of the Celery task that runs a job (`jobs.tasks.run_job`)."""


# The number of characters of the host name in the name of a worker.
HOST_LENGTH = 40


class NotFailed(Refusal):
    code = "job_not_failed"
    message = _("This job has not failed, so it cannot be retried.")


@transaction.atomic
def enqueue(
    *,
    kind: str,
    key: str,
    payload: dict[str, Any] | None = None,
    owner_id: int | None = None,
    title: Sentence = "",
    back_url: str = "",
) -> Job:
    """Enqueue a job once: a second call with the same kind and key returns the first job in any state.

    Call it inside the transaction that makes the work necessary; the message is sent when that commits. Raises
    ValueError for an unregistered kind.
    """
    if registry.handler_of(kind) is None:
        raise ValueError(f"no handler for the job kind {kind!r}; known: {', '.join(registry.kinds())}")
    job, is_new = Job.objects.get_or_create(
        kind=kind,
        key=key,
        defaults={"payload": payload or {}, "owner_id": owner_id, "title": str(title), "back_url": back_url},
    )
    if is_new:
        transaction.on_commit(lambda: send(job_id=job.pk))
    return job


@transaction.atomic
def retry(*, job_id: int) -> Job:
    """Put a failed job back in the queue at the step where it stopped. Raises NotFailed."""
    job = Job.objects.select_for_update().get(pk=job_id)
    if job.state != JobState.FAILED:
        raise NotFailed
    job.state, job.attempts, job.error = JobState.QUEUED, 0, ""
    job.run_after = job.finished_at = job.sent_at = None
    job.save(update_fields=["state", "attempts", "error", "run_after", "finished_at", "sent_at"])
    transaction.on_commit(lambda: send(job_id=job.pk))
    return job


def send(*, job_id: int) -> bool:
    """Send the message that makes a worker run this job. Returns False if the broker is unavailable; then the reaper
    sends the message later."""
    if not redis_state.state.may_ask():
        return False
    kind = Job.objects.filter(pk=job_id).values_list("kind", flat=True).first() or ""
    Job.objects.filter(pk=job_id).update(sent_at=timezone.now())
    try:
        soft, hard = limits_of(kind)
        current_app.tasks[RUN].apply_async(
            kwargs={"job_id": job_id}, retry=False, soft_time_limit=soft, time_limit=hard
        )
    except Exception as error:
        if not (isinstance(error, OperationalError) or redis_state.is_unavailable(error)):
            raise
        Job.objects.filter(pk=job_id).update(sent_at=None)
        logger.warning("no message sent: the broker is unavailable", extra={"job_id": job_id, "outage": str(error)})
        if not settings.EMBEDDED:
            redis_state.state.failed(error)
        return False
    return True


def reap(*, now: datetime.datetime) -> int:
    """Send messages for jobs that should run but are held by no worker. Returns how many. Two reapers may run at the
    same time."""
    sent = 0
    for job in selectors.needing_a_message(now=now, silence=SLOW_STEP)[:200]:
        is_sent = True
        with isolated("jobs.reap", job.pk, atomic=False):
            is_sent = send(job_id=job.pk)
            sent += is_sent
        if not is_sent:
            # The broker is down, for all jobs alike.
            break
    return sent


def beat(*, host: str, now: datetime.datetime) -> None:
    """Record that the schedule, the broker and the worker of this host work. Hosts without a heartbeat for a day are
    deleted."""
    Heartbeat.objects.update_or_create(host=host[:80], defaults={"at": now})
    Heartbeat.objects.filter(at__lt=now - datetime.timedelta(days=1)).delete()


def release_dead(*, host: str) -> int:
    """Release the leases of dead processes on this host without waiting for their expiry. Returns how many.

    Only for a site on one machine, where process ids are meaningful; a reused id merely waits for the lease.
    """
    released = 0
    for job in Job.objects.filter(state=JobState.RUNNING, worker__startswith=f"{host[:HOST_LENGTH]}:").order_by("pk"):
        with isolated("jobs.release_dead", job.pk):
            if not _lives(int(job.worker.split(":")[-2])):
                mine = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, worker=job.worker)
                released += mine.update(state=JobState.QUEUED, lease_until=None, worker="", sent_at=None)
    return released


def _lives(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def lease_of(kind: str) -> datetime.timedelta:
    """How long a worker holds a job of this kind before another may claim it."""
    handler = registry.handler_of(kind)
    seconds = handler.lease_seconds if handler and handler.lease_seconds else settings.JOB_LEASE_SECONDS
    return datetime.timedelta(seconds=seconds)


def limits_of(kind: str) -> tuple[float, float]:
    """Seconds after which Celery interrupts a job of this kind, and after which it kills the worker's process."""
    handler = registry.handler_of(kind)
    soft = max(settings.CELERY_TASK_SOFT_TIME_LIMIT, (handler.lease_seconds if handler else None) or 0)
    return soft, soft + settings.CELERY_TASK_TIME_LIMIT - settings.CELERY_TASK_SOFT_TIME_LIMIT


def max_attempts_of(kind: str) -> int:
    """Maximum attempts for one step."""
    handler = registry.handler_of(kind)
    attempts: int = handler.max_attempts if handler and handler.max_attempts else settings.JOB_MAX_ATTEMPTS
    return attempts
