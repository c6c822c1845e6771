"""The progress page: only for its owner, with and without JavaScript, until the job has ended."""

import pytest
from django.urls import reverse

from jobs import services
from jobs.models import Job, JobState
from tests_support.counting import tasks as counting  # noqa: F401 - registers the kind

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(owner) -> Job:
    return services.enqueue(kind="test.count", key="a", payload={"to": 2}, owner_id=owner.pk, title="Counting")


def address(name: str, job: Job) -> str:
    return reverse(f"jobs:{name}", args=[job.public_id])


def test_the_owner_sees_progress_and_the_page_reloads_without_script(owner, job, client_of) -> None:
    Job.objects.filter(pk=job.pk).update(progress_done=1, progress_total=2, sentence="Counted 1 of 2.")
    page = client_of(owner).get(address("progress", job)).content.decode()
    assert "Counted 1 of 2." in page
    assert 'http-equiv="refresh"' in page
    assert f'hx-get="{address("fragment", job)}"' in page


def test_a_finished_job_stops_asking(owner, job, client_of, run_jobs) -> None:
    run_jobs()
    page = client_of(owner).get(address("progress", job)).content.decode()
    assert "http-equiv" not in page
    assert "hx-get" not in client_of(owner).get(address("fragment", job)).content.decode()


@pytest.mark.parametrize("name", ["progress", "fragment"])
def test_only_the_owner_sees_the_progress(name: str, stranger, job, client_of) -> None:
    assert client_of(stranger).get(address(name, job)).status_code == 404
    assert client_of(None).get(address(name, job)).status_code == 404


def test_the_progress_page_needs_get_and_retry_needs_post(owner, job, client_of) -> None:
    assert client_of(owner).post(address("progress", job)).status_code == 405
    assert client_of(owner).get(address("retry", job)).status_code == 405


def test_a_failed_job_shows_its_reason_and_can_be_tried_again(owner, job, client_of) -> None:
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, error="The quill broke.")
    client = client_of(owner)
    assert "The quill broke." in client.get(address("progress", job)).content.decode()
    assert client.post(address("retry", job)).status_code == 302
    job.refresh_from_db()
    assert job.state == JobState.QUEUED


def test_trying_again_what_has_not_failed_is_refused(owner, job, client_of) -> None:
    answer = client_of(owner).post(address("retry", job), headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "has not failed" in answer.content.decode()


def test_a_stranger_cannot_try_again(stranger, job, client_of) -> None:
    assert client_of(stranger).post(address("retry", job)).status_code == 404
