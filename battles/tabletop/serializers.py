"""API shapes of sheets and tracked battles."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from battles.tabletop.photos.serializers import PhotoShape
from battles.tabletop.sheets.sheet import Sheet
from battles.tabletop.tracker.tally import Piece, RoutTestDue
from mordheim_site.api.times import UtcDateTimeField
from mordheim_site.api.typed_fields import TypedField

Values = dict[str, Any]


class SheetShape(serializers.Serializer[Values]):
    """A sheet in its current state; `battle` is the id for its aftermath."""

    battle = serializers.CharField()
    status = serializers.CharField()
    sheet = TypedField(Sheet)


class TrackShape(serializers.Serializer[Values]):
    """A tracked battle: the current turn and phase, every miniature, the test that is due, and the number of the last
    event."""

    id = serializers.CharField()
    turn = serializers.IntegerField()
    side = serializers.CharField()
    phase = serializers.IntegerField()
    phases = serializers.ListField(child=serializers.CharField())
    sides = serializers.DictField(child=serializers.CharField())
    teams = serializers.DictField(child=serializers.CharField(allow_blank=True))
    pieces = TypedField(list[Piece])
    routed = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())
    photos = PhotoShape(many=True)
    rout_due = TypedField(RoutTestDue | None)
    last = serializers.IntegerField()
    ended_at = UtcDateTimeField(allow_null=True)
