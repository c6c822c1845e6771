"""API shapes of the aftermath."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from battles.aftermath.stored.options import LineOption
from battles.aftermath.stored.requests import DiceRequest
from mordheim_site.api.times import UtcDateTimeField
from mordheim_site.api.typed_fields import TypedField

Values = dict[str, Any]


class LineShape(serializers.Serializer[Values]):
    """One line of the aftermath: its text, its dice, and its options while you can answer it."""

    id = serializers.CharField()
    stage = serializers.CharField()
    kind = serializers.CharField()
    subject = serializers.CharField(allow_blank=True)
    sentence = serializers.CharField()
    rolls = TypedField(
        list[list[str | int | list[int]]],
        help_text="Each roll: purpose, faces, result, `typed` or `rolled`, position in the stream of dice, the stream.",
    )
    options = TypedField(list[LineOption], help_text="Empty unless the line is yours and open.")
    answer = serializers.CharField(allow_blank=True)


class SideAftermathShape(serializers.Serializer[Values]):
    """One warband's aftermath. It is rolled in the background while `status` is `running`; `waiting` means that its
    player has to enter dice or choose an option, `done` that it can be confirmed, `back` that it was reverted. `asked`
    are the dice that you have to roll and enter; `typed_last` are those that you entered last and can still
    `correct`."""

    id = serializers.CharField()
    side = serializers.CharField()
    warband = serializers.CharField()
    status = serializers.CharField()
    stage = serializers.CharField()
    is_mine = serializers.BooleanField()
    is_confirmed = serializers.BooleanField()
    rating_before = serializers.IntegerField()
    rating_after = serializers.IntegerField()
    due_at = UtcDateTimeField(allow_null=True)
    asked = TypedField(DiceRequest | None)
    typed_last = serializers.CharField(allow_blank=True)
    lines = LineShape(many=True)


class RevertShape(serializers.Serializer[Values]):
    """An open request to revert the aftermath: who made it and why, whose consent is missing, and when it expires."""

    asked_by = serializers.CharField()
    reason = serializers.CharField()
    expires_at = UtcDateTimeField()
    waits_for = serializers.ListField(child=serializers.CharField())
    is_asked_of_you = serializers.BooleanField()
    is_yours = serializers.BooleanField()


class AftermathShape(serializers.Serializer[Values]):
    """The aftermath of all sides. `done_at` is set once everything is rolled; it is null while any side has to enter
    dice."""

    battle = serializers.CharField()
    may_rule = serializers.BooleanField()
    revert = RevertShape(allow_null=True)
    done_at = UtcDateTimeField(allow_null=True)
    sides = SideAftermathShape(many=True)
