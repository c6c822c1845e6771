"""Jobs of the campaigns app: notifications and webhooks. Each step calls one service."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from celery import shared_task
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.core import events, outgoing_requests
from campaigns.models import Delivery
from campaigns.notices import delivery as notices_delivery
from campaigns.notices import mail, push
from campaigns.webhooks import services as webhooks_services
from jobs.models import Job
from jobs.registry import job
from jobs.steps import Json, Postponed, StepResult, finished, more
from mordheim_site.isolation import isolated

logger = logging.getLogger(__name__)

MOST_TRIES = 10


class TryAgain(Exception):
    """The message was not delivered; the job is tried again after growing pauses."""


@job(events.NOTIFY_JOB)
def deliver_notices(row: Job, payload: dict[str, Any], cursor: Json) -> StepResult:
    """Write the notices of one event. If the job runs twice, the second run finds them written."""
    return finished({"told": notices_delivery.deliver(event_id=payload["event_id"], now=timezone.now())})


@dataclass(frozen=True, slots=True)
class Attempt:
    """Result of one attempt to send: `is_over` if nothing is left to do, `reason` if it has to be repeated."""

    is_over: bool
    is_sent: bool = False
    reason: str = ""


def died_while_sending(row: Job) -> bool:
    """Whether a worker was killed during this step before. Then the message may already have been sent, so it is not
    sent again."""
    return row.attempts > 1 and not row.error


def send_mail(row: Job, payload: dict[str, Any], cursor: Json) -> Attempt:
    """Send the notices that the previous step marked. If the mail server refuses, it is tried again later."""
    if not isinstance(cursor, dict) or died_while_sending(row):
        return Attempt(is_over=isinstance(cursor, dict))
    message = mail.message_of(payload["user_id"], cursor["notices"])
    if message is None:
        return Attempt(is_over=True)
    try:
        message.send()
    except OSError as lost:
        return Attempt(is_over=row.attempts >= MOST_TRIES, reason=str(lost)[:200])
    return Attempt(is_over=True, is_sent=True)


@job(mail.KIND, prepare=send_mail, lease_seconds=60, max_attempts=MOST_TRIES, waits_for_network=True)
def mail_step(row: Job, payload: dict[str, Any], cursor: Json, tried: Attempt) -> StepResult:
    """First mark the notices to be mailed, then record that the mail was sent. If the job runs twice, the second run
    finds nothing left to mark."""
    if not isinstance(cursor, dict):
        taken = mail.claim_notices(user_id=payload["user_id"], notice_id=payload.get("notice_id"), now=timezone.now())
        return more({"notices": taken}) if taken else finished()
    if not tried.is_over:
        raise TryAgain(tried.reason)
    return finished({"sent": tried.is_sent})


def call(row: Job, payload: dict[str, Any], cursor: Json) -> Attempt:
    """Send one event to one webhook."""
    delivery = webhooks_services.waiting(payload["delivery"])
    if delivery is None:
        return Attempt(is_over=True, reason=_("no longer wanted"))
    if died_while_sending(row):
        return Attempt(is_over=True, reason=_("the worker ended while sending; not sent again to avoid duplicates"))
    body = webhooks_services.body_of(delivery)
    try:
        answer = outgoing_requests.post(
            delivery.webhook.url, body, webhooks_services.headers_of(delivery, body, timezone.now())
        )
    except outgoing_requests.HostBusy as busy:
        raise Postponed(busy.seconds) from busy
    except outgoing_requests.BadAddress as refusal:
        return Attempt(is_over=True, reason=str(refusal))
    except outgoing_requests.NoAnswer as lost:
        return Attempt(
            is_over=True, reason=_("no answer (%(why)s); not sent again to avoid duplicates") % {"why": lost}
        )
    except outgoing_requests.CannotReach as lost:
        return tried_later(delivery, str(lost))
    text = f"{answer.status} {answer.reason}"
    if 200 <= answer.status < 300:
        return Attempt(is_over=True, is_sent=True, reason=text)
    is_worth_it = answer.status in (408, 425, 429) or answer.status >= 500
    return tried_later(delivery, text) if is_worth_it else Attempt(is_over=True, reason=text)


def tried_later(delivery: Delivery, reason: str) -> Attempt:
    """End a delivery after its last attempt. Before that, raise Postponed."""
    seconds = webhooks_services.put_off(delivery, reason, timezone.now())
    about = {"delivery": delivery.public_id, "attempts": delivery.attempts + 1, "reason": reason}
    if seconds is None:
        logger.warning("webhook given up", extra=about)
        return Attempt(is_over=True, reason=reason)
    logger.info("webhook not delivered; the site tries again later", extra={**about, "seconds": seconds})
    raise Postponed(seconds)


def close_failed(row: Job) -> None:
    """Record that a delivery was not sent, so that the webhook's page lists it with "send again"."""
    webhooks_services.close(
        public_id=row.payload["delivery"], is_sent=False, answer=row.error[:200], now=timezone.now()
    )


@job(
    webhooks_services.KIND,
    prepare=call,
    lease_seconds=60,
    max_attempts=MOST_TRIES,
    waits_for_network=True,
    on_failure=close_failed,
)
def webhook_step(row: Job, payload: dict[str, Any], cursor: Json, tried: Attempt) -> StepResult:
    """Record the result. If the job runs twice, the second run finds it recorded."""
    webhooks_services.close(
        public_id=payload["delivery"], is_sent=tried.is_sent, answer=tried.reason, now=timezone.now()
    )
    return finished({"sent": tried.is_sent, "answer": tried.reason})


def send_push(row: Job, payload: dict[str, Any], cursor: Json) -> Attempt:
    """Send one notice to one device. A device that its push service no longer knows is deleted."""
    message = push.message_of(payload["notice_id"], payload["device"])
    if message is None:
        return Attempt(is_over=True, reason=_("no longer wanted"))
    if died_while_sending(row):
        return Attempt(is_over=True, reason=_("the worker ended while sending; not sent again to avoid duplicates"))
    try:
        answer = outgoing_requests.post(message.endpoint, message.body, push.headers_of(message, timezone.now()))
    except outgoing_requests.HostBusy as busy:
        raise Postponed(busy.seconds) from busy
    except (outgoing_requests.BadAddress, outgoing_requests.NoAnswer) as lost:
        return Attempt(is_over=True, reason=str(lost)[:200])
    except outgoing_requests.CannotReach as lost:
        return Attempt(is_over=row.attempts >= MOST_TRIES, reason=str(lost))
    text = f"{answer.status} {answer.reason}"
    if answer.status in push.GONE:
        push.forget(payload["device"])
    if 200 <= answer.status < 300:
        return Attempt(is_over=True, is_sent=True, reason=text)
    is_worth_it = answer.status in (408, 425, 429) or answer.status >= 500
    return Attempt(is_over=not is_worth_it or row.attempts >= MOST_TRIES, reason=text)


@job(push.KIND, prepare=send_push, lease_seconds=60, max_attempts=MOST_TRIES, waits_for_network=True)
def push_step(row: Job, payload: dict[str, Any], cursor: Json, tried: Attempt) -> StepResult:
    """Record the result, or try again later."""
    if not tried.is_over:
        raise TryAgain(tried.reason)
    return finished({"sent": tried.is_sent, "answer": tried.reason})


@shared_task(name="campaigns.hourly")
def hourly() -> None:
    """Enqueue reminders and daily mails. If the task is delivered twice, the second run finds them enqueued."""
    with isolated("campaigns.hourly", "remind", atomic=False):
        notices_delivery.send_reminders(now=timezone.now())
    with isolated("campaigns.hourly", "digests", atomic=False):
        mail.request_digests(now=timezone.now())
