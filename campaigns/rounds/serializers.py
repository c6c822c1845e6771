"""Output of the operations on rounds and painted warbands."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class RoundShape(serializers.Serializer[dict[str, Any]]):
    """A round; `open` counts its matches without a result."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    kind = serializers.CharField()
    open = serializers.IntegerField()


class PlannedRoundShape(RoundShape):
    """A new round with the ids of its matches, without byes."""

    matches = serializers.ListField(child=serializers.CharField())


class PaintedShape(serializers.Serializer[dict[str, Any]]):
    """The current status: `painted_declared`, `painted_confirmed`, `painted_taken_back`, or empty."""

    stands = serializers.CharField(allow_blank=True)
