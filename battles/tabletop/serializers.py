"""Serializers of sheets, tracked battles and aftermaths."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from battles.tabletop.sheet_form import MOST_SHARDS
from mordheim_site.api import fields

PUBLIC_ID = r"^[0-9A-Za-z]{12}$"
Values = dict[str, Any]


class FallSerializer(fields.RequestSerializer):
    """One model out of action: its roster line and the enemy line that did it (empty if unknown)."""

    who = fields.PublicIdField()
    by = fields.CharField(max_length=12, default="", allow_blank=True)
    killing_blow = fields.BooleanField(default=False)


class SideSheetSerializer(fields.RequestSerializer):
    """One warband's part. `deeds` are the scenario's reasons for experience with their counts, `old_wounds` typed dice,
    by roster key."""

    fought = fields.ListField(child=fields.PublicIdField(), max_length=60)
    falls = FallSerializer(many=True, required=False)
    deeds = fields.DictField(child=fields.DictField(child=fields.IntegerField()), required=False)
    old_wounds = fields.DictField(child=fields.IntegerField(min_value=1, max_value=6), required=False)
    used = fields.DictField(
        child=fields.DictField(child=fields.IntegerField(min_value=0, max_value=20)),
        required=False,
        allow_null=True,
        help_text="Used items, by roster key and item; if missing or null, the aftermath asks.",
    )
    marks = fields.DictField(
        child=fields.PublicIdField(),
        required=False,
        help_text="The target of a bounty hunter, an enemy hero, by the hunter's roster key.",
    )
    shards = fields.IntegerField(min_value=0, max_value=MOST_SHARDS, default=0)
    has_prize = fields.BooleanField(default=False)
    routed = fields.BooleanField(default=False)


class SheetRequest(fields.RequestSerializer):
    """A tabletop battle: every side by letter (a is the match's first side), the winner ("" for a tie). With three or
    more sides `places` may give the ranking; sides with the same word in `teams` were allies."""

    sides = fields.DictField(child=SideSheetSerializer())
    winner = fields.RegexField(r"^[a-f]$", allow_blank=True)
    places = fields.DictField(child=fields.IntegerField(min_value=1, max_value=6), default=dict)
    teams = fields.DictField(child=fields.RegexField(r"^[a-z]$", allow_blank=True), default=dict)
    scenario = fields.CharField(max_length=60, default="skirmish")
    hand_dice = fields.BooleanField(default=False)
    is_tracked = fields.BooleanField(default=False)
    note = fields.CharField(max_length=2000, default="", allow_blank=True)
    reason = fields.CharField(max_length=200, default="", allow_blank=True)


class NewSheetRequest(SheetRequest):
    """Outside of leagues: a warband of yours, another, and up to four `more`, by public id."""

    mine = fields.PublicIdField()
    theirs = fields.PublicIdField()
    more = fields.ListField(child=fields.PublicIdField(), max_length=4, default=list)


class SheetAnswer(fields.RequestSerializer):
    """Agree to a sheet, or refuse it (its author withdraws it with a refusal)."""

    act = fields.ChoiceField(choices=["agree", "refuse"])


class SheetShape(serializers.Serializer[Values]):
    """A sheet in its current state; `battle` is the id for its aftermath."""

    battle = serializers.CharField()
    status = serializers.CharField()
    sheet = serializers.DictField()


class TrackRequest(fields.RequestSerializer):
    """The side with the first turn, allies (sides with the same word), the scenario, absent warriors, and by roster key
    the dice of old wounds and the targets of bounty hunters."""

    first = fields.ChoiceField(choices=list("abcdef"), default="a")
    teams = fields.DictField(child=fields.RegexField(r"^[a-z]$", allow_blank=True), default=dict)
    scenario = fields.CharField(max_length=60, default="skirmish")
    at_home = fields.ListField(child=fields.PublicIdField(), max_length=60, default=list)
    old_wounds = fields.DictField(child=fields.IntegerField(min_value=1, max_value=6), default=dict)
    marks = fields.DictField(
        child=fields.PublicIdField(),
        default=dict,
        help_text="The target of a bounty hunter, an enemy hero, by the hunter's roster key.",
    )


class PressRequest(fields.RequestSerializer):
    """An event in a tracked battle: out, posture, wounds, used (a `thing` of a `piece`), phase, turn, rout (`willing`
    when a side gives up), note; or the number of the event to undo in `back`."""

    kind = fields.ChoiceField(choices=["out", "posture", "wounds", "used", "phase", "turn", "rout", "note", "back"])
    data = fields.DictField(default=dict)
    command_id = fields.CharField(max_length=64, default="", allow_blank=True)


class TrackShape(serializers.Serializer[Values]):
    """A tracked battle: the current turn and phase, every miniature, what is due, the number of the last event."""

    id = serializers.CharField()
    turn = serializers.IntegerField()
    side = serializers.CharField()
    phase = serializers.IntegerField()
    phases = serializers.ListField(child=serializers.CharField())
    sides = serializers.DictField(child=serializers.CharField())
    teams = serializers.DictField(child=serializers.CharField(allow_blank=True))
    pieces = serializers.ListField(child=serializers.DictField())
    routed = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())
    rout_due = serializers.DictField(allow_null=True)
    last = serializers.IntegerField()
    ended_at = serializers.DateTimeField(allow_null=True)
