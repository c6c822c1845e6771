"""The job table: a job is enqueued once, run step by step, harmless when delivered twice, and fails with a reason."""

import datetime
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from jobs import registry, runner, services
from jobs.models import Job, JobState
from jobs.runner import Outcome
from jobs.steps import StepResult, finished, more
from mordheim_site.refusals import Refusal
from tests_support.counting import tasks as counting

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def kind() -> Iterator[str]:
    """A job kind for handlers that a test defines."""
    name = "test.own"
    yield name
    registry._handlers.pop(name, None)


def numbers_of(job: Job) -> list[str]:
    return list(Job.objects.filter(kind=counting.COUNTED).order_by("pk").values_list("key", flat=True))


def test_a_job_is_asked_for_once(django_capture_on_commit_callbacks, monkeypatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(services, "send", lambda *, job_id: sent.append(job_id))
    with django_capture_on_commit_callbacks(execute=True):
        first = services.enqueue(kind="test.count", key="a", payload={"to": 1})
        second = services.enqueue(kind="test.count", key="a", payload={"to": 99})
    assert first == second
    assert second.payload == {"to": 1}
    assert sent == [first.pk]


def test_an_unknown_kind_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no handler"):
        services.enqueue(kind="test.nobody", key="a")


def test_a_job_runs_to_its_end_and_a_second_delivery_does_nothing() -> None:
    job = services.enqueue(kind="test.count", key="a", payload={"to": 3})
    assert runner.run(job_id=job.pk) is Outcome.DONE
    assert runner.run(job_id=job.pk) is Outcome.NOT_MINE
    job.refresh_from_db()
    assert (job.state, job.result, job.worker, job.lease_until) == (JobState.DONE, {"counted": 3}, "", None)
    assert job.sentence == "Counted 2 of 3."
    assert numbers_of(job) == [f"{job.pk}:{number}" for number in (1, 2, 3)]


def test_a_message_for_a_job_that_is_gone_is_dropped() -> None:
    assert runner.run(job_id=987654) is Outcome.NOT_MINE


def test_a_held_job_cannot_be_claimed_until_its_lease_has_run_out() -> None:
    job = services.enqueue(kind="test.count", key="a", payload={"to": 1})
    assert runner.claim(job_id=job.pk, token="first") is not None
    assert runner.claim(job_id=job.pk, token="second") is None
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - datetime.timedelta(seconds=1))
    taken = runner.claim(job_id=job.pk, token="second")
    assert taken is not None
    assert (taken.worker, taken.attempts) == ("second", 2)


def test_a_worker_that_lost_its_lease_stops_and_its_step_is_undone(kind: str) -> None:
    @registry.job(kind)
    def slow(job: Job, payload: dict[str, Any], cursor: Any) -> StepResult:
        Job.objects.create(kind="test.trace", key="written by the slow one")
        Job.objects.filter(pk=job.pk).update(worker="somebody else")
        return finished()

    job = services.enqueue(kind=kind, key="a")
    assert runner.run(job_id=job.pk) is Outcome.LOST
    assert not Job.objects.filter(kind="test.trace").exists()
    job.refresh_from_db()
    assert job.state == JobState.RUNNING


def test_a_failing_step_is_undone_tried_later_and_given_up_with_its_reason(kind: str, settings) -> None:
    settings.JOB_MAX_ATTEMPTS = 3

    @registry.job(kind)
    def broken(job: Job, payload: dict[str, Any], cursor: Any) -> StepResult:
        if cursor is None:
            return more("second", done=1, total=2)
        Job.objects.create(kind="test.trace", key="half")
        raise OSError("the quill broke")

    job = services.enqueue(kind=kind, key="a")
    waits = []
    for _ in range(2):
        assert runner.run(job_id=job.pk) is Outcome.RETRY
        job.refresh_from_db()
        assert job.run_after is not None
        waits.append((job.run_after - timezone.now()).total_seconds())
        assert runner.run(job_id=job.pk) is Outcome.NOT_MINE, "not due yet"
        Job.objects.filter(pk=job.pk).update(run_after=timezone.now())
    assert waits[0] < waits[1]
    assert runner.run(job_id=job.pk) is Outcome.FAILED
    job.refresh_from_db()
    assert (job.state, job.cursor) == (JobState.FAILED, "second")
    assert job.error == "Failed 3 times. OSError: the quill broke"
    assert not Job.objects.filter(kind="test.trace").exists()


def test_a_job_that_makes_no_progress_fails_and_is_not_queued_again(kind: str) -> None:
    """After MOST_IDLE_STEPS repeats of a step its error is stored and `on_failure` is called once."""
    steps: list[Any] = []
    events: list[str] = []

    @registry.job(kind, on_failure=lambda job: events.append(job.public_id))
    def idle(job: Job, payload: dict[str, Any], cursor: Any) -> StepResult:
        steps.append(cursor)
        return more("here", sentence="At it.")

    job = services.enqueue(kind=kind, key="a")
    assert runner.run(job_id=job.pk) is Outcome.FAILED
    assert len(steps) == runner.MOST_IDLE_STEPS + 1
    job.refresh_from_db()
    assert (job.state, job.lease_until, job.worker) == (JobState.FAILED, None, "")
    assert f"{runner.MOST_IDLE_STEPS} steps in a row changed nothing" in job.error
    assert events == [job.public_id]
    assert runner.run(job_id=job.pk) is Outcome.NOT_MINE
    assert services.reap(now=timezone.now() + datetime.timedelta(hours=1)) == 0


def test_a_refusal_fails_at_once_with_its_sentence(kind: str) -> None:
    @registry.job(kind)
    def refused(job: Job, payload: dict[str, Any], cursor: Any) -> StepResult:
        raise Refusal("no_gold", "There is no gold left.")

    job = services.enqueue(kind=kind, key="a")
    assert runner.run(job_id=job.pk) is Outcome.FAILED
    job.refresh_from_db()
    assert job.error == "There is no gold left."


def test_a_step_that_kills_every_worker_is_given_up(settings) -> None:
    settings.JOB_MAX_ATTEMPTS = 2
    job = services.enqueue(kind="test.count", key="a", payload={"to": 1})
    for token in ("one", "two"):
        assert runner.claim(job_id=job.pk, token=token)
        Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - datetime.timedelta(seconds=1))
    assert runner.run(job_id=job.pk) is Outcome.FAILED
    job.refresh_from_db()
    assert "2 times during the same step" in job.error


def test_the_prepared_value_is_passed_to_the_step(kind: str) -> None:
    def compute(job: Job, payload: dict[str, Any], cursor: Any) -> int:
        return payload["number"] * 2

    @registry.job(kind, prepare=compute)
    def keep(job: Job, payload: dict[str, Any], cursor: Any, doubled: int) -> StepResult:
        return finished(doubled)

    job = services.enqueue(kind=kind, key="a", payload={"number": 21})
    assert runner.run(job_id=job.pk) is Outcome.DONE
    job.refresh_from_db()
    assert job.result == 42


def test_a_worker_asked_to_end_puts_the_job_back_between_steps(monkeypatch) -> None:
    job = services.enqueue(kind="test.count", key="a", payload={"to": 3})
    runner.stopping.set()
    try:
        assert runner.run(job_id=job.pk) is Outcome.PUT_BACK
    finally:
        runner.stopping.clear()
    job.refresh_from_db()
    assert (job.state, job.cursor) == (JobState.QUEUED, 1)
    assert runner.run(job_id=job.pk) is Outcome.DONE


def test_the_reaper_sends_for_forgotten_jobs_only(monkeypatch) -> None:
    now = timezone.now()
    ago = now - datetime.timedelta(minutes=5)
    sent: list[int] = []
    monkeypatch.setattr(services, "send", lambda *, job_id: sent.append(job_id) or True)

    def add(key: str, **fields: Any) -> int:
        return Job.objects.create(kind="test.count", key=key, **fields).pk

    soon = now + datetime.timedelta(seconds=30)
    orphaned = add("orphaned", state=JobState.RUNNING, lease_until=ago, sent_at=ago - datetime.timedelta(seconds=9))
    unsent = add("unsent")
    unheard = add("unheard", sent_at=ago)
    due_again = add("due again", sent_at=ago, run_after=now)
    add("just sent", sent_at=now)
    add("held", state=JobState.RUNNING, lease_until=soon, sent_at=ago)
    add("not due", sent_at=ago, run_after=soon)
    add("over", state=JobState.DONE)
    assert services.reap(now=now) == 4
    assert sent == [orphaned, unsent, unheard, due_again]


def test_a_broker_that_is_away_delays_a_job_and_refuses_no_one(monkeypatch) -> None:
    from jobs.tasks import run_job

    def away(**_: Any) -> None:
        raise OSError("no broker")

    monkeypatch.setattr(run_job, "apply_async", away)
    job = services.enqueue(kind="test.count", key="a", payload={"to": 1})
    assert services.send(job_id=job.pk) is False
    job.refresh_from_db()
    assert job.sent_at is None


def test_leases_of_dead_processes_of_this_host_are_ended() -> None:
    soon = timezone.now() + datetime.timedelta(seconds=60)
    dead = Job.objects.create(kind="test.count", key="1", state="running", worker="here:4194305:x", lease_until=soon)
    far = Job.objects.create(kind="test.count", key="2", state="running", worker="there:4194305:x", lease_until=soon)
    assert services.release_dead(host="here") == 1
    dead.refresh_from_db()
    far.refresh_from_db()
    assert (dead.state, far.state) == (JobState.QUEUED, JobState.RUNNING)


def test_a_failed_job_can_be_tried_again_and_others_cannot() -> None:
    job = services.enqueue(kind="test.count", key="a", payload={"to": 1})
    with pytest.raises(services.NotFailed):
        services.retry(job_id=job.pk)
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, error="broken", attempts=5)
    services.retry(job_id=job.pk)
    assert runner.run(job_id=job.pk) is Outcome.DONE
