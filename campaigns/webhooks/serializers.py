"""Output of the operations on webhooks."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from campaigns.core.webhook_kinds import KINDS
from campaigns.matches.references import ReferencesShape
from campaigns.models import Delivery, DeliveryState, Webhook
from campaigns.webhooks import services
from mordheim_site.api.times import UtcDateTimeField
from mordheim_site.operations.base import Callback

EVENTS: Final = "; ".join(f"`{kind}`: {meaning}" for kind, meaning in KINDS.items())


class WebhookOut(serializers.Serializer[Any]):
    """A webhook, as its arbitrators see it."""

    id = serializers.CharField(source="public_id")
    url = serializers.CharField()
    form = serializers.CharField()
    kinds = serializers.ListField(
        child=serializers.CharField(), help_text="The events that it receives; empty for every event of the chronicle."
    )
    is_on = serializers.BooleanField()
    secret = serializers.CharField(
        help_text="Signs each delivery, as the section on webhooks of the API documentation describes."
    )


def webhook_json(webhook: Webhook) -> dict[str, Any]:
    """A webhook as JSON, for arbitrators."""
    return dict(WebhookOut(webhook).data)


class DeliveryOut(serializers.Serializer[Any]):
    """The delivery of one event to one webhook."""

    id = serializers.CharField(source="public_id", help_text="`X-Mordheim-Delivery`, the same in every attempt.")
    webhook = serializers.CharField(source="webhook.public_id")
    event = serializers.SerializerMethodField(help_text="The kind of the event; `test` for a test message.")
    state = serializers.ChoiceField(choices=DeliveryState.choices)
    attempts = serializers.IntegerField(help_text="Number of attempts so far.")
    answer = serializers.CharField(help_text="HTTP status and reason, or why there is none.")
    at = UtcDateTimeField(help_text="When the event was recorded for this webhook.")
    next_at = UtcDateTimeField(allow_null=True, help_text="The next attempt.")
    sent_at = UtcDateTimeField(allow_null=True)

    def get_event(self, delivery: Delivery) -> str:
        """The kind of the event, or of a test message."""
        return delivery.event.kind if delivery.event is not None else services.TEST


def delivery_json(delivery: Delivery) -> dict[str, Any]:
    """A delivery as JSON, for arbitrators."""
    return dict(DeliveryOut(delivery).data)


class WebhookLeague(serializers.Serializer[Any]):
    """The league of a webhook."""

    slug = serializers.CharField()
    name = serializers.CharField()


class WebhookEvent(ReferencesShape):
    """The body that the site sends to a webhook of the form `generic`."""

    id = serializers.CharField(help_text="The id of the delivery, the same in every attempt.")
    event = serializers.CharField(
        help_text=f"What happened. {EVENTS}; `{services.TEST}`: the arbitrator sends a test. A webhook without `kinds` "
        "also receives the other events of the chronicle."
    )
    at = UtcDateTimeField(help_text="When it happened.")
    league = WebhookLeague()
    text = serializers.CharField(allow_blank=True, help_text="The event in one sentence.")
    url = serializers.URLField(help_text="A page about the event.")


class AllowedMentions(serializers.Serializer[Any]):
    """The mentions that a chat may turn into notices: none."""

    parse = serializers.ListField(child=serializers.CharField(), help_text="Always empty.")


class WebhookChatMessage(serializers.Serializer[Any]):
    """The body that the site sends to a webhook of the form `discord`."""

    username = serializers.CharField(help_text="The name of the league.", max_length=80)
    content = serializers.CharField(
        help_text="The event in one sentence, and the address of a page about it.", max_length=services.MOST_LETTERS
    )
    allowed_mentions = AllowedMentions(help_text="The site never mentions anyone.")


URL: Final = "{$request.body#/url}"
HEADERS: Final = {
    "X-Mordheim-Delivery": "The id of the delivery, the same in every attempt.",
    "X-Mordheim-Signature": (
        "`t=SECONDS,v1=MAC`: MAC is the HMAC-SHA-256 of SECONDS, a full stop and the body, with the webhook's `secret` "
        "as the key, in hexadecimal."
    ),
}
RESPONSES: Final = {
    "2XX": "Received. The site waits ten seconds for the response.",
    "408": "Not received: the site tries again, as after 425, 429 and every status from 500.",
    "4XX": "Refused: the site does not try again.",
    "5XX": "Not received: the site tries again, eleven times within 28 hours.",
}
CALLBACKS: Final = (
    Callback(
        name="event",
        url=URL,
        summary="An event of the campaign, for a webhook of the form `generic`.",
        body=WebhookEvent,
        headers=HEADERS,
        responses=RESPONSES,
    ),
    Callback(
        name="chatMessage",
        url=URL,
        summary="An event of the campaign, for a webhook of the form `discord`.",
        body=WebhookChatMessage,
        headers=HEADERS,
        responses=RESPONSES,
    ),
)
"""What the site sends to a webhook, for the API schema."""
