"""Runs jobs in a test, in this process and without waiting."""

from collections.abc import Callable

import pytest

from jobs import runner
from jobs.models import Job, JobState


def run_queued_jobs(limit: int = 100) -> list[Job]:
    """Run every queued job, and those that they enqueue, until none is left. Does not wait for delays of retries."""
    done: list[int] = []
    while waiting := list(Job.objects.filter(state=JobState.QUEUED).order_by("pk").values_list("pk", flat=True)):
        for job_id in waiting:
            Job.objects.filter(pk=job_id).update(run_after=None)
            runner.run(job_id=job_id)
            done.append(job_id)
            if len(done) > limit:
                raise AssertionError(f"more than {limit} jobs: does one request itself without end?")
    return list(Job.objects.filter(pk__in=done).order_by("pk"))


@pytest.fixture
def run_jobs(db: None) -> Callable[[], list[Job]]:
    """Call it to run the queued jobs. Returns the jobs that were run."""
    return run_queued_jobs
