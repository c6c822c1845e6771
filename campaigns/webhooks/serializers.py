"""Output of the operations on webhooks."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.models import Webhook


class WebhookOut(serializers.Serializer[Any]):
    """A webhook, as its arbitrators see it."""

    id = serializers.CharField(source="public_id")
    url = serializers.CharField()
    form = serializers.CharField()
    kinds = serializers.ListField(child=serializers.CharField(), help_text="Empty for every event of the chronicle.")
    is_on = serializers.BooleanField()
    secret = serializers.CharField(help_text="Signs each delivery; see docs/api.md.")


def webhook_json(webhook: Webhook) -> dict[str, Any]:
    """A webhook, as its arbitrators see it."""
    return dict(WebhookOut(webhook).data)
