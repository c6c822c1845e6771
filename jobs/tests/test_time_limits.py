"""Every task has a time limit, and jobs that wait for other machines do not delay others."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from jobs import network_threads, registry, runner, services, tasks
from jobs.models import Job, JobState
from jobs.runner import Outcome
from jobs.steps import Postponed, StepResult, finished, more
from mordheim_site.celery import app

pytestmark = pytest.mark.django_db


@pytest.fixture
def kind() -> Iterator[str]:
    """A job kind for handlers that a test defines."""
    name = "test.own"
    yield name
    registry._handlers.pop(name, None)


def test_every_task_has_a_soft_and_a_hard_time_limit() -> None:
    app.loader.import_default_modules()
    ours = {name: task for name, task in app.tasks.items() if not name.startswith("celery.")}
    assert {"jobs.run", "jobs.reap", "campaigns.hourly", "battles.pass_due_clocks"} <= set(ours)
    for name, task in ours.items():
        soft = task.soft_time_limit or app.conf.task_soft_time_limit
        hard = task.time_limit or app.conf.task_time_limit
        assert soft, name
        assert hard, name
        assert 0 < soft < hard <= 600, name


def test_every_kind_of_job_has_limits_that_its_longest_step_keeps() -> None:
    assert {"account.bundle", "battles.bot", "campaigns.webhook"} <= set(registry.kinds())
    for kind in registry.kinds():
        soft, hard = services.limits_of(kind)
        handler = registry.handler_of(kind)
        assert handler is not None
        assert runner.SLICE_SECONDS < soft < hard <= 3600
        assert soft >= (handler.lease_seconds or 0)


def test_a_message_carries_the_limits_of_its_job(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(tasks.run_job, "apply_async", lambda **options: sent.append(options))
    for kind in ("campaigns.push", "account.bundle"):
        job = services.enqueue(kind=kind, key="a")
        services.send(job_id=job.pk)
    assert [(task["soft_time_limit"], task["time_limit"]) for task in sent] == [(240, 270), (900, 930)]


def test_a_long_job_makes_room_for_others(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(services, "send", lambda *, job_id: sent.append(job_id))
    monkeypatch.setattr(runner, "SLICE_SECONDS", 0.05)

    @registry.job(kind)
    def slow(job: Job, payload: dict[str, Any], cursor: Any) -> StepResult:
        time.sleep(0.03)
        return more((cursor or 0) + 1) if (cursor or 0) < 6 else finished({"steps": cursor})

    job = services.enqueue(kind=kind, key="a")
    outcomes = []
    while (outcome := runner.run(job_id=job.pk)) is not Outcome.DONE:
        outcomes.append(outcome)
    assert set(outcomes) == {Outcome.PUT_BACK}
    assert sent == [job.pk] * len(outcomes)
    job.refresh_from_db()
    assert (job.state, job.result) == (JobState.DONE, {"steps": 6})


def test_a_job_that_is_put_off_waits_and_loses_no_try(kind: str) -> None:
    busy = [True, True]

    def prepare(job: Job, payload: dict[str, Any], cursor: Any) -> int:
        if busy:
            busy.pop()
            raise Postponed(30)
        return job.attempts

    @registry.job(kind, prepare=prepare, max_attempts=1)
    def told(job: Job, payload: dict[str, Any], cursor: Any, attempts: int) -> StepResult:
        return finished({"attempts": attempts})

    job = services.enqueue(kind=kind, key="a")
    for _ in range(2):
        assert runner.run(job_id=job.pk) is Outcome.PUT_BACK
        job.refresh_from_db()
        assert (job.state, job.attempts, job.error, job.worker) == (JobState.QUEUED, 0, "", "")
        assert job.run_after is not None
        assert 25 < (job.run_after - timezone.now()).total_seconds() <= 30
        assert runner.run(job_id=job.pk) is Outcome.NOT_MINE
        Job.objects.filter(pk=job.pk).update(run_after=None)
    assert runner.run(job_id=job.pk) is Outcome.DONE
    job.refresh_from_db()
    assert job.result == {"attempts": 1}


def test_jobs_that_wait_for_other_machines_leave_the_worker_free(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All network threads are busy, and a job that plays a battle still begins at once."""
    release, begun = threading.Event(), threading.Semaphore(0)
    ran: list[int] = []

    def run(*, job_id: int) -> None:
        if job_id in waiting:
            begun.release()
            release.wait(20)
        ran.append(job_id)

    @registry.job(kind)
    def quick(job: Job, payload: dict[str, Any], cursor: Any) -> StepResult:
        return finished()

    monkeypatch.setattr(runner, "run", run)
    jobs = [services.enqueue(kind="campaigns.webhook", key=f"{n}") for n in range(network_threads.THREADS + 4)]
    waiting = [job.pk for job in jobs]
    battle = services.enqueue(kind=kind, key="battle")
    began = time.monotonic()
    try:
        for job in jobs:
            tasks.run_job(job_id=job.pk)
            tasks.run_job(job_id=job.pk)
        for _ in range(network_threads.THREADS):
            assert begun.acquire(timeout=5)
        assert not begun.acquire(timeout=0.1)
        tasks.run_job(job_id=battle.pk)
        assert ran == [battle.pk]
        assert time.monotonic() - began < 60
    finally:
        release.set()
    deadline = time.monotonic() + 10
    while network_threads._waiting and time.monotonic() < deadline:
        time.sleep(0.02)
    assert sorted(ran) == sorted([*waiting, battle.pk]), "each once, though each was asked for twice"


def test_deliveries_wait_for_the_network_beside_the_worker() -> None:
    beside = {kind for kind in registry.kinds() if (found := registry.handler_of(kind)) and found.waits_for_network}
    assert beside == {"mail", "campaigns.mail", "campaigns.push", "campaigns.webhook"}
    assert settings.EMAIL_TIMEOUT == 10
