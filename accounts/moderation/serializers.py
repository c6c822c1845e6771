"""JSON shape of a removal in the API."""

from typing import Any

from rest_framework import serializers

from accounts.models import Removal
from mordheim_site.api.times import UtcDateTimeField


class RemovalShape(serializers.Serializer[None]):
    """Something that staff removed."""

    id = serializers.CharField()
    kind = serializers.CharField()
    title = serializers.CharField()
    reason = serializers.CharField()
    at = UtcDateTimeField()
    restored_at = UtcDateTimeField(allow_null=True)


def shape_of(removal: Removal) -> dict[str, Any]:
    """The values of RemovalShape."""
    return {
        "id": removal.public_id,
        "kind": removal.kind,
        "title": removal.item,
        "reason": removal.reason,
        "at": removal.at,
        "restored_at": removal.restored_at,
    }
