"""Webhooks: each event of a campaign, signed and sent once to an address that its arbitrator chose."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.chronicle.selectors import chronicle_entries
from campaigns.core import outgoing_requests
from campaigns.core.arbitrators import locked_for_arbitrator
from campaigns.core.refusals import DeliveryNotFailed, NoSuchDelivery, NoSuchWebhook, TooManyWebhooks
from campaigns.matches.references import references, references_of
from campaigns.models import Campaign, CampaignEvent, Delivery, DeliveryState, Webhook, WebhookForm
from campaigns.notices.mail import absolute
from jobs.services import enqueue
from mordheim_site.api.times import utc_text
from mordheim_site.isolation import isolated

KIND = "campaigns.webhook"
MOST = 5
MOST_LETTERS = 1800
MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
PAUSES_S: Final = (
    10, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR,
)  # fmt: skip
"""Seconds before each further attempt. With the first attempt, there are eleven in 28 hours."""
DISCORD_HOSTS: Final = ("discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com")
TEST: Final = "test"
"""Kind of the event in a test message."""


@transaction.atomic
def add(*, campaign_id: int, actor_id: int, url: str, form: str, kinds: list[str], now: datetime) -> Webhook:
    """Add a webhook with its own secret. With an empty `form`, the address decides the format. Raises NotTheArbitrator,
    BadAddress, TooManyWebhooks."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    outgoing_requests.checked(url)
    if campaign.webhooks.count() >= MOST:
        raise TooManyWebhooks
    return Webhook.objects.create(
        campaign=campaign,
        url=url,
        form=WebhookForm(form or form_of(url)),
        kinds=kinds,
        secret=secrets.token_hex(24),
        created_by_id=actor_id,
        created_at=now,
    )


def form_of(url: str) -> str:
    """The format that an address expects: Discord webhooks take chat messages."""
    parts = urlsplit(url)
    is_discord = parts.hostname in DISCORD_HOSTS and parts.path.startswith("/api/webhooks/")
    return WebhookForm.DISCORD if is_discord else WebhookForm.GENERIC


@transaction.atomic
def switch(*, campaign_id: int, actor_id: int, webhook: str, is_on: bool) -> Webhook:
    """Turn a webhook on or off. Raises NotTheArbitrator, NoSuchWebhook."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    found = _of(campaign, webhook)
    if found.is_on != is_on:
        found.is_on = is_on
        found.save(update_fields=["is_on"])
    return found


@transaction.atomic
def remove(*, campaign_id: int, actor_id: int, webhook: str) -> None:
    """Remove a webhook with its pending deliveries. Calling it again changes nothing. Raises NotTheArbitrator."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    campaign.webhooks.filter(public_id=webhook).delete()


def _of(campaign: Campaign, webhook: str) -> Webhook:
    found = campaign.webhooks.filter(public_id=webhook).first()
    if found is None:
        raise NoSuchWebhook
    return found


def request_deliveries(event: CampaignEvent, now: datetime) -> int:
    """Enqueue a delivery to every webhook that is subscribed to this event, once each. Returns how many are new."""
    hooks = [
        webhook
        for webhook in event.campaign.webhooks.filter(is_on=True)
        if not webhook.kinds or event.kind in webhook.kinds
    ]
    if not hooks or not chronicle_entries(event.campaign, [event]):
        return 0
    new = 0
    for hook in hooks:
        with isolated("campaigns.webhooks", hook.pk):
            delivery, is_new = Delivery.objects.get_or_create(webhook=hook, event=event, defaults={"at": now})
            if is_new:
                enqueue(kind=KIND, key=delivery.public_id, payload={"delivery": delivery.public_id})
                new += 1
    return new


@transaction.atomic
def request_test(*, campaign_id: int, actor_id: int, webhook: str, now: datetime) -> Delivery:
    """Send a test message to a webhook, even if it is turned off. Raises NotTheArbitrator, NoSuchWebhook."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    delivery = Delivery.objects.create(webhook=_of(campaign, webhook), at=now)
    enqueue(kind=KIND, key=delivery.public_id, payload={"delivery": delivery.public_id})
    return delivery


@transaction.atomic
def send_again(*, campaign_id: int, actor_id: int, delivery: str, now: datetime) -> Delivery:
    """Repeat a failed delivery, with the full number of attempts. A delivery that is still waiting stays unchanged.
    Raises NotTheArbitrator, NoSuchDelivery, DeliveryNotFailed."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    found = Delivery.objects.select_related("webhook", "event").filter(webhook__campaign=campaign, public_id=delivery)
    row = found.first()
    if row is None:
        raise NoSuchDelivery
    if row.state == DeliveryState.SENT:
        raise DeliveryNotFailed
    if row.state == DeliveryState.FAILED:
        row.state, row.attempts, row.next_at = DeliveryState.WAITING, 0, None
        row.save(update_fields=["state", "attempts", "next_at"])
        enqueue(kind=KIND, key=f"{row.public_id}:{now.isoformat()}", payload={"delivery": row.public_id})
    return row


def body_of(delivery: Delivery) -> bytes:
    """The payload: JSON in our own format, or in the format of chat services."""
    event, campaign = delivery.event, delivery.webhook.campaign
    entry = next(iter(chronicle_entries(campaign, [event])), None) if event is not None else None
    if event is None:
        text = _("Test of the webhook of %(campaign)s: it works.") % {"campaign": campaign.name}
    else:
        text = entry.plain if entry is not None else ""
    url = absolute(entry.url if entry is not None and entry.url else reverse("campaigns:home", args=[campaign.slug]))
    if delivery.webhook.form == WebhookForm.DISCORD:
        content = f"{text}\n{url}"[:MOST_LETTERS]
        data: dict[str, object] = {
            "username": campaign.name[:80], "content": content, "allowed_mentions": {"parse": []},
        }  # fmt: skip
    else:
        data = {
            "id": delivery.public_id,
            "event": event.kind if event is not None else TEST,
            "at": utc_text(event.at if event is not None else delivery.at),
            "league": {"slug": campaign.slug, "name": campaign.name},
            **(references_of(campaign, {0: entry.data})[0] if entry is not None else references(campaign)),
            "text": text,
            "url": url,
        }
    return json.dumps(data, ensure_ascii=False, sort_keys=True).encode()


def signature(secret: str, moment: int, body: bytes) -> str:
    """`t=<seconds>,v1=<hex>`: HMAC-SHA256 with the webhook's secret over `<seconds>.<body>`."""
    mac = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={mac}"


def headers_of(delivery: Delivery, body: bytes, now: datetime) -> dict[str, str]:
    """Headers with the signature and the id of the delivery, which is the same in every attempt."""
    return {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "mordheim-site",
        "X-Mordheim-Delivery": delivery.public_id,
        "X-Mordheim-Signature": signature(delivery.webhook.secret, int(now.timestamp()), body),
    }


def waiting(public_id: str) -> Delivery | None:
    """The delivery while it still has to be made. None if it has succeeded or finally failed, or if its webhook is
    turned off or deleted."""
    rows = Delivery.objects.filter(public_id=public_id, state=DeliveryState.WAITING)
    rows = rows.filter(Q(webhook__is_on=True) | Q(event=None))
    return rows.select_related("webhook__campaign", "event__campaign", "event__actor").first()


def put_off(delivery: Delivery, answer: str, now: datetime) -> int | None:
    """Count a failed attempt. Returns the seconds until the next attempt, or None after the last one."""
    if delivery.attempts >= len(PAUSES_S):
        return None
    seconds = PAUSES_S[delivery.attempts]
    Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.WAITING).update(
        attempts=delivery.attempts + 1, answer=answer[:200], next_at=now + timedelta(seconds=seconds)
    )
    return seconds


@transaction.atomic
def close(*, public_id: str, is_sent: bool, answer: str, now: datetime) -> None:
    """Record the final result of a delivery. A second call changes nothing."""
    Delivery.objects.filter(public_id=public_id, state=DeliveryState.WAITING).update(
        state=DeliveryState.SENT if is_sent else DeliveryState.FAILED,
        answer=answer[:200],
        attempts=F("attempts") + 1,
        sent_at=now if is_sent else None,
        next_at=None,
    )
