"""Fair scheduling between users: a user does not wait for all jobs of another."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from jobs import registry, runner, services
from jobs.models import Job, JobState
from jobs.runner import Outcome
from jobs.scheduling import turn_taking
from jobs.steps import StepResult, finished, more

pytestmark = pytest.mark.django_db
KIND = "test.turns"


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Keys of the jobs in the order of their steps. A job has as many steps as its payload says, each a slice long."""
    found: list[str] = []

    def step(job: Job, payload: dict[str, Any], cursor: Any) -> StepResult:
        found.append(job.key)
        done = (cursor or 0) + 1
        return finished() if done == payload["steps"] else more(done)

    registry.job(KIND, take_turns=True)(step)
    monkeypatch.setattr(turn_taking, "SLICE_SECONDS", 0)
    yield found
    registry._handlers.pop(KIND, None)


def enqueued(owner: User, *keys: str, steps: int = 1) -> list[int]:
    return [services.enqueue(kind=KIND, key=key, owner_id=owner.pk, payload={"steps": steps}).pk for key in keys]


def work(messages: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """One worker reads the messages in their order; jobs that are put back send another."""
    queue = list(messages)
    monkeypatch.setattr(services, "send", lambda *, job_id: queue.append(job_id))
    while queue:
        runner.run(job_id=queue.pop(0))


def test_one_job_of_another_user_does_not_wait_for_all_of_the_first(
    ran: list[str], owner: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = enqueued(owner, *(f"many {number}" for number in range(6)), steps=5)
    messages += enqueued(stranger, "one", steps=2)
    work(messages, monkeypatch)
    assert [place for place, key in enumerate(ran) if key == "one"] == [1, 3]
    assert len(ran) == 32
    assert set(Job.objects.filter(kind=KIND).values_list("state", flat=True)) == {JobState.DONE}


def test_a_user_alone_is_not_interrupted(ran: list[str], owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    work(enqueued(owner, "first", "second", steps=3), monkeypatch)
    assert ran == ["first"] * 3 + ["second"] * 3


def test_a_user_with_a_running_job_comes_after_one_without(ran: list[str], owner: User, stranger: User) -> None:
    running, waiting = enqueued(owner, "running", "waiting")
    Job.objects.filter(pk=running).update(
        state=JobState.RUNNING, worker="other", lease_until=timezone.now() + timedelta(minutes=1)
    )
    enqueued(stranger, "one")
    assert runner.run(job_id=waiting) is Outcome.DONE
    assert ran == ["one"]
    assert runner.run(job_id=waiting) is Outcome.DONE
    assert ran == ["one", "waiting"]


def test_a_job_whose_worker_died_runs_again(ran: list[str], owner: User) -> None:
    (dead,) = enqueued(owner, "dead")
    Job.objects.filter(pk=dead).update(
        state=JobState.RUNNING, worker="other", lease_until=timezone.now() - timedelta(minutes=1)
    )
    assert runner.run(job_id=dead) is Outcome.DONE
    assert ran == ["dead"]


def test_jobs_of_bots_take_turns() -> None:
    handler = registry.handler_of("battles.bot")
    assert handler is not None
    assert handler.take_turns


def test_a_worker_that_comes_second_takes_another_job_for_its_message(
    ran: list[str], owner: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first,), (second,) = enqueued(owner, "first"), enqueued(stranger, "second")
    choose = turn_taking.next_job

    def next_job(*, job_id: int, kind: str) -> int:
        chosen = choose(job_id=job_id, kind=kind)
        if chosen == first:
            Job.objects.filter(pk=first).update(
                state=JobState.RUNNING, worker="faster", lease_until=timezone.now() + timedelta(minutes=1)
            )
        return chosen

    monkeypatch.setattr(turn_taking, "next_job", next_job)
    assert runner.run(job_id=first) is Outcome.DONE
    assert ran == ["second"]
    assert Job.objects.get(pk=second).state == JobState.DONE


def test_a_user_with_very_many_jobs_does_not_hide_the_others(ran: list[str], owner: User, stranger: User) -> None:
    Job.objects.bulk_create(
        Job(kind=KIND, key=f"many {number}", owner=owner, payload={"steps": 1}) for number in range(600)
    )
    (one,) = enqueued(stranger, "one")
    turn_taking.note_served(Job.objects.filter(owner=owner).earliest("pk"))
    assert turn_taking.next_job(job_id=Job.objects.filter(owner=owner).latest("pk").pk, kind=KIND) == one
