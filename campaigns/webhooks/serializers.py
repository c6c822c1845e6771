"""Output of the operations on webhooks."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.models import Delivery, DeliveryState, Webhook
from campaigns.webhooks import services


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
    at = serializers.DateTimeField(help_text="When the event was recorded for this webhook.")
    next_at = serializers.DateTimeField(allow_null=True, help_text="The next attempt.")
    sent_at = serializers.DateTimeField(allow_null=True)

    def get_event(self, delivery: Delivery) -> str:
        """The kind of the event, or of a test message."""
        return delivery.event.kind if delivery.event is not None else services.TEST


def delivery_json(delivery: Delivery) -> dict[str, Any]:
    """A delivery as JSON, for arbitrators."""
    return dict(DeliveryOut(delivery).data)
