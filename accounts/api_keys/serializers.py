"""API shapes of API keys and of the caller."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api_keys.services import Scope
from accounts.models import ApiKey
from mordheim_site.api.times import UtcDateTimeField


class KeyOut(serializers.Serializer[Any]):
    """An API key; the key itself is shown only when it is created."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField(allow_blank=True)
    scopes = serializers.ListField(child=serializers.CharField(), help_text=", ".join(Scope.values))
    created_at = UtcDateTimeField()
    used_at = UtcDateTimeField(allow_null=True)


class NewKeyOut(KeyOut):
    """A new API key."""

    key = serializers.CharField(
        allow_blank=True, help_text="Shown only once: empty when the same Idempotency-Key is sent again."
    )


class CallerOut(serializers.Serializer[Any]):
    """Who the caller is, and the API key of the request (null for a browser session)."""

    id = serializers.CharField(source="user.public_id")
    name = serializers.CharField(source="user.username")
    display_name = serializers.CharField(source="user.display_name", allow_blank=True)
    is_guest = serializers.BooleanField(source="user.is_guest")
    theme = serializers.CharField(source="user.theme")
    timezone = serializers.CharField(source="user.timezone")
    key = KeyOut(allow_null=True)


def new_key_json(key: ApiKey, text: str) -> dict[str, Any]:
    """A key with its text (NewKeyOut)."""
    return {**KeyOut(key).data, "key": text}
