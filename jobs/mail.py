"""Sends mails in jobs, so that a mail server that is down or slow never delays a page.

`QueuedBackend` is the site's EMAIL_BACKEND. It stores each mail in a job; the job sends it through
`settings.MAIL_DELIVERY_BACKEND` and tries again later if that fails. The text, which may contain a link that resets a
password, is deleted from the job once the mail has been sent or has finally failed.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final, NotRequired, TypedDict, cast

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from jobs.models import Job
from jobs.registry import job
from jobs.services import enqueue
from jobs.steps import Json, NoResponse, StepResult, finished

KIND: Final = "mail"
MAX_ATTEMPTS: Final = 10
QUEUE: Final = "jobs.mail.QueuedBackend"


class StoredMail(TypedDict):
    """A mail in a job's payload. `to` stays after sending, the rest is deleted."""

    to: list[str]
    subject: NotRequired[str]
    body: NotRequired[str]
    sender: NotRequired[str]
    headers: NotRequired[dict[str, str]]
    alternatives: NotRequired[list[tuple[str, str]]]


class MailNotSent(NoResponse):
    """The mail server refused the mail or did not respond; the job tries again later."""


class QueuedBackend(BaseEmailBackend):
    """Stores mails instead of sending them."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Enqueue each mail; they are sent after the current transaction has been committed."""
        for message in email_messages:
            enqueue(kind=KIND, key=secrets.token_hex(12), payload=dict(stored(message)))
        return len(email_messages)


def stored(message: EmailMessage) -> StoredMail:
    """The mail as data. Raises ValueError for attachments, cc and bcc, which this site never sends."""
    if message.attachments or message.cc or message.bcc:
        raise ValueError("A mail with attachments, cc or bcc cannot be stored in a job.")
    alternatives = message.alternatives if isinstance(message, EmailMultiAlternatives) else []
    return {
        "to": [str(address) for address in message.to],
        "subject": str(message.subject),
        "body": str(message.body),
        "sender": str(message.from_email),
        "headers": {name: str(value) for name, value in message.extra_headers.items()},
        "alternatives": [(str(text), str(kind)) for text, kind in alternatives],
    }


def delivery_connection() -> BaseEmailBackend:
    """The connection for mails that are sent now, by a job."""
    is_queued = settings.EMAIL_BACKEND == QUEUE
    return get_connection(settings.MAIL_DELIVERY_BACKEND if is_queued else None)


def send(row: Job, payload: dict[str, Any], cursor: Json) -> str:
    """Send the mail. Returns "", or why it could not be sent."""
    if "body" not in payload:
        return ""
    mail = cast(StoredMail, payload)
    message = EmailMultiAlternatives(
        mail["subject"],
        mail["body"],
        mail["sender"],
        mail["to"],
        connection=delivery_connection(),
        headers=mail["headers"],
    )
    for text, kind in mail["alternatives"]:
        message.attach_alternative(text, kind)
    try:
        message.send()
    except OSError as error:
        return str(error)[:200] or type(error).__name__
    return ""


def delete_text(row: Job) -> None:
    """Delete everything of a stored mail except the addresses."""
    Job.objects.filter(pk=row.pk).update(payload={"to": row.payload["to"]})


@job(KIND, prepare=send, on_failure=delete_text, lease_seconds=60, max_attempts=MAX_ATTEMPTS, waits_for_network=True)
def mail_step(row: Job, payload: dict[str, Any], cursor: Json, reason: str) -> StepResult:
    """Delete the text of a sent mail. If the worker is killed while sending, the mail may arrive twice, which is better
    than not at all."""
    if reason:
        raise MailNotSent(reason)
    delete_text(row)
    return finished()
