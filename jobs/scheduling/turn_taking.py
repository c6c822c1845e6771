"""Fair scheduling between users: one user with many jobs delays the others by one short slice at most.

A message to a worker then means "run one job of this kind". The worker takes a job of the user who has the fewest
running and was served the longest ago. A job that ran for a slice goes back to the queue while other users wait.
"""

from __future__ import annotations

import time
from typing import Final

from django.core.cache import cache
from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone

from jobs.models import Job, JobState

SLICE_SECONDS: Final = 1.0
REMEMBERED_SECONDS: Final = 300


def next_job(*, job_id: int, kind: str) -> int:
    """The job to run for a message about `job_id`: that job, unless another user comes first."""
    first: dict[int | None, int] = dict(_waiting(kind).values_list("owner_id").annotate(Min("pk")).order_by())
    if not first:
        # It may be a running job whose worker has died.
        return job_id
    first |= dict(_waiting(kind).filter(pk=job_id).values_list("owner_id", "pk"))
    if len(first) == 1:
        return next(iter(first.values()))
    running = dict(
        Job.objects.filter(kind=kind, state=JobState.RUNNING, owner_id__in=[owner for owner in first if owner])
        .values_list("owner_id")
        .annotate(Count("pk"))
    )
    served = cache.get_many([_key(kind, owner_id) for owner_id in first])

    def rank(owner_id: int | None) -> tuple[int, float, int]:
        return running.get(owner_id, 0), served.get(_key(kind, owner_id), 0.0), first[owner_id]

    return first[min(first, key=rank)]


def note_served(job: Job) -> None:
    """Record that a worker now runs this job, for the order of the users."""
    cache.set(_key(job.kind, job.owner_id), time.time(), REMEMBERED_SECONDS)


def others_wait(job: Job) -> bool:
    """Whether a job of this kind of another user waits for a worker."""
    waiting = _waiting(job.kind)
    if job.owner_id is None:
        return waiting.filter(owner_id__isnull=False).exists()
    return waiting.filter(~Q(owner_id=job.owner_id) | Q(owner_id__isnull=True)).exists()


def _waiting(kind: str) -> QuerySet[Job]:
    due = Q(run_after__isnull=True) | Q(run_after__lte=timezone.now())
    return Job.objects.filter(due, kind=kind, state=JobState.QUEUED)


def _key(kind: str, owner_id: int | None) -> str:
    return f"job-turn:{kind}:{owner_id}"
