"""API shapes of portraits."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class PortraitOut(serializers.Serializer[dict[str, Any]]):
    """A stored portrait; the picture at its address never changes."""

    id = serializers.CharField()
    address = serializers.CharField()
