"""Web push: subscribed devices, and the encrypted message for each. Sending is a job of `campaigns/tasks.py`.

A notice is sent to a device only once, because the key of the job contains both. A device that its push service no
longer knows is deleted.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.core import outgoing_requests
from campaigns.models import Notice, PushDevice
from campaigns.notices import push_encryption
from jobs.services import enqueue
from mordheim_site.refusals import Refusal

KIND: Final = "campaigns.push"
MOST: Final = 10
"""Maximum number of devices of a user; one more replaces the oldest."""
GONE: Final = (404, 410)
DELIVERY_TIMEOUT_S: Final = 24 * 3600
"""Seconds for which a push service stores a message for a device that is switched off."""
GOOD_FOR_S: Final = 12 * 3600


class NoSuchDevice(Refusal):
    """The browser's subscription cannot be used."""

    code = "no_such_device"
    about = ("endpoint",)
    message = _("This browser's push subscription cannot be used. Nothing was saved.")


class NoPush(Refusal):
    """The site has no key for push notifications."""

    code = "no_push"
    message = _("Push notifications are turned off on this site.")
    status = 404


@dataclass(frozen=True, slots=True)
class Message:
    """An encrypted message for `endpoint`."""

    endpoint: str
    body: bytes


@lru_cache(maxsize=2)
def _public(private: str) -> str:
    return push_encryption.public_text(private)


def public_key() -> str:
    """The public key that a browser needs to subscribe; "" if push notifications are turned off."""
    return _public(settings.PUSH_KEY) if settings.PUSH_KEY else ""


def devices_of(user_id: int) -> list[PushDevice]:
    """The devices of a user, oldest first. One query."""
    return list(PushDevice.objects.filter(user_id=user_id))


@transaction.atomic
def switch_on(*, user_id: int, endpoint: str, point: str, auth: str, name: str, now: datetime) -> PushDevice:
    """Subscribe this browser. Calling it again changes nothing; if another user calls it, the device becomes theirs.
    Raises NoPush, NoSuchDevice."""
    if not settings.PUSH_KEY:
        raise NoPush
    try:
        outgoing_requests.checked(endpoint)
        push_encryption.checked_keys(point, auth)
    except (outgoing_requests.BadAddress, push_encryption.BadKey) as wrong:
        raise NoSuchDevice from wrong
    data = {"user_id": user_id, "point": point, "auth": auth, "name": name.strip()[:60]}
    device, _is_new = PushDevice.objects.update_or_create(
        endpoint=endpoint, defaults=data, create_defaults={**data, "made_at": now}
    )
    kept = PushDevice.objects.filter(user_id=user_id).order_by("-made_at", "-pk").values_list("pk", flat=True)[:MOST]
    PushDevice.objects.filter(user_id=user_id).exclude(pk__in=list(kept)).delete()
    return device


@transaction.atomic
def device_with(user_id: int, endpoint: str) -> str:
    """The id of the user's device with this endpoint, or ""."""
    rows = PushDevice.objects.filter(user_id=user_id, endpoint=endpoint)
    return rows.values_list("public_id", flat=True).first() or ""


def switch_off(*, user_id: int, endpoint: str = "", device: str = "") -> None:
    """Unsubscribe this device of the user. Calling it again changes nothing."""
    rows = PushDevice.objects.filter(user_id=user_id)
    (rows.filter(endpoint=endpoint) if endpoint else rows.filter(public_id=device)).delete()


def forget(device: str) -> None:
    """Delete a device that can no longer receive messages."""
    PushDevice.objects.filter(public_id=device).delete()


def request_push(notice: Notice) -> int:
    """Enqueue a push message of this notice for every device of the reader, once each. Returns the number of
    devices."""
    devices = devices_of(notice.user_id) if settings.PUSH_KEY else []
    for device in devices:
        key = f"{notice.pk}:{device.public_id}"
        enqueue(kind=KIND, key=key, payload={"notice_id": notice.pk, "device": device.public_id})
    return len(devices)


def message_of(notice_id: int, device: str) -> Message | None:
    """The encrypted message, or None if there is nothing to send because the device or the notice was deleted or the
    notice was read. A device with an invalid key is deleted, because sending again could not help."""
    row = PushDevice.objects.filter(public_id=device).first()
    notice = Notice.objects.filter(pk=notice_id, read_at__isnull=True).select_related("campaign").first()
    if row is None or notice is None or row.user_id != notice.user_id or not settings.PUSH_KEY:
        return None
    content = {
        "title": notice.campaign.name if notice.campaign is not None else settings.SITE_NAME,
        "body": notice.sentence,
        "url": notice.url,
        "tag": f"notice-{notice.pk}",
    }
    try:
        body = push_encryption.seal(json.dumps(content).encode(), row.point, row.auth)
    except push_encryption.BadKey:
        forget(device)
        return None
    return Message(row.endpoint, body)


def headers_of(message: Message, now: datetime) -> dict[str, str]:
    """HTTP headers that identify the sender and say how long the message may wait."""
    parts = urlsplit(message.endpoint)
    contact = settings.SITE_URL if settings.SITE_URL.startswith("https:") else "mailto:webmaster@localhost"
    return {
        "Authorization": push_encryption.signed(
            settings.PUSH_KEY,
            audience=f"{parts.scheme}://{parts.netloc}",
            contact=contact,
            expires=int(now.timestamp()) + GOOD_FOR_S,
        ),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(DELIVERY_TIMEOUT_S),
        "Urgency": "normal",
    }
