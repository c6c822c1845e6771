"""After a restore, nothing is sent that was probably sent since the backup."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from jobs import outgoing, services
from jobs.models import Job, JobState
from mordheim_site import backups

pytestmark = pytest.mark.django_db
MAIL = {
    "to": ["otto@example.org"],
    "subject": "Reset",
    "body": "a link",
    "sender": "",
    "headers": {},
    "alternatives": [],
}


def waiting_mail(key: str, **fields: Any) -> Job:
    row = services.enqueue(kind="mail", key=key, payload=dict(MAIL))
    Job.objects.filter(pk=row.pk).update(**fields)
    return row


def test_what_waited_for_the_network_is_marked_as_not_sent() -> None:
    now = timezone.now()
    queued = waiting_mail("queued")
    running = waiting_mail("running", state=JobState.RUNNING, worker="gone:1:x", lease_until=now)
    done = waiting_mail("done", state=JobState.DONE)
    assert outgoing.hold_back(now=now) == 2
    for row in (queued, running):
        row.refresh_from_db()
        assert (row.state, row.lease_until, row.finished_at) == (JobState.FAILED, None, now)
        assert "restored from a backup" in row.error
        assert row.payload == {"to": ["otto@example.org"]}, "the link is deleted, as after any failure"
    done.refresh_from_db()
    assert done.state == JobState.DONE
    assert outgoing.hold_back(now=now + datetime.timedelta(seconds=1)) == 0
    services.reap(now=now + datetime.timedelta(hours=1))
    assert mail.outbox == []


@pytest.mark.parametrize(("options", "state"), [({}, JobState.FAILED), ({"send_waiting": True}, JobState.QUEUED)])
def test_restore_holds_back_unless_it_is_told_otherwise(
    options: dict[str, bool], state: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(backups, "restore", lambda source: None)
    monkeypatch.setattr(backups, "signs_of_a_running_site", list)
    monkeypatch.setattr("mordheim_site.management.commands.restore.call_command", lambda *args, **kwargs: None)
    row = waiting_mail("queued")
    call_command("restore", "any.backup", yes=True, **options)
    row.refresh_from_db()
    assert row.state == state
    assert ("1 messages" in capsys.readouterr().out) is not options.get("send_waiting", False)
