"""Mails are sent by jobs: a mail server that is down or slow never breaks a page."""

import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import Client

from jobs.mail import KIND, QUEUE
from jobs.models import Job, JobState
from jobs.runner import Outcome, run
from tests_support.cast import PASSWORD

DELIVERY = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def queued(settings: Any) -> Any:
    """The site's real mail settings, with delivery into the outbox."""
    settings.EMAIL_BACKEND = QUEUE
    settings.MAIL_DELIVERY_BACKEND = DELIVERY
    return settings


def run_mails() -> list[Outcome]:
    Job.objects.update(run_after=None)
    return [run(job_id=job.pk) for job in Job.objects.filter(kind=KIND, state=JobState.QUEUED)]


@contextmanager
def silent_server() -> Iterator[int]:
    """The port of a mail server that accepts connections and never sends anything."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        kept: list[socket.socket] = []
        threading.Thread(target=lambda: kept.append(server.accept()[0]), daemon=True).start()
        yield server.getsockname()[1]


def test_a_password_can_be_reset_by_mail(transactional_db: None, queued: Any) -> None:
    signed_up = {"username": "otto", "password1": PASSWORD, "email": "otto@example.org"}
    assert Client().post("/accounts/signup/", signed_up).status_code == 302
    assert mail.outbox == [], "the page does not send the mail itself"
    assert run_mails() == [Outcome.DONE]
    (message,) = mail.outbox
    assert message.subject == "Confirm your email address for Mordheim"
    assert message.body.startswith("Hello,\n")
    assert "example.com" not in message.body
    (job,) = Job.objects.filter(kind=KIND)
    assert job.payload == {"to": ["otto@example.org"]}, "the link is not kept"


def test_sign_up_and_reset_work_while_the_mail_server_is_silent(transactional_db: None, queued: Any) -> None:
    with silent_server() as port:
        queued.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        queued.EMAIL_HOST, queued.EMAIL_PORT, queued.EMAIL_TIMEOUT = "127.0.0.1", port, 0.3
        signed_up = {"username": "otto", "password1": PASSWORD, "email": "otto@example.org"}
        assert Client().post("/accounts/signup/", signed_up).status_code == 302
        assert Client().post("/accounts/password/reset/", {"email": "otto@example.org"}).status_code == 302
        assert run_mails() == [Outcome.RETRY]
    queued.MAIL_DELIVERY_BACKEND = DELIVERY
    assert run_mails() == [Outcome.DONE]
    assert [message.to for message in mail.outbox] == [["otto@example.org"]]


def test_a_mail_is_given_up_after_ten_attempts_and_its_text_deleted(
    transactional_db: None, queued: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*args: Any) -> int:
        raise smtplib.SMTPServerDisconnected("gone")

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
    EmailMessage("Subject", "a secret link", to=["otto@example.org"]).send()
    outcomes = [outcome for _ in range(12) for outcome in run_mails()]
    assert outcomes[-1] == Outcome.FAILED
    assert len(outcomes) == 10
    lines = [record for record in caplog.records if record.name == "jobs.runner"]
    assert len(lines) == 10
    assert all(record.exc_info is None and record.__dict__["reason"] == "gone" for record in lines), "one line each"
    assert "secret" not in str(Job.objects.get(kind=KIND).payload)


def test_a_mail_of_a_rolled_back_change_is_not_sent(transactional_db: None, queued: Any) -> None:
    with transaction.atomic():
        EmailMessage("Subject", "Text", to=["otto@example.org"]).send()
        transaction.set_rollback(True)
    assert not Job.objects.filter(kind=KIND).exists()


def test_attachments_are_refused(db: None, queued: Any) -> None:
    message = EmailMessage("Subject", "Text", to=["otto@example.org"])
    message.attach("a.txt", "content", "text/plain")
    with pytest.raises(ValueError, match="attachments"):
        message.send()
