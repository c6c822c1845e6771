"""Shapes of sheets, tracked battles and aftermaths."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from battles.tabletop.sheet_form import MOST_SHARDS
from mordheim_site.api import fields

PUBLIC_ID = r"^[0-9A-Za-z]{12}$"
Values = dict[str, Any]


class FallSerializer(fields.RequestSerializer):
    """One model out of action: its roster line, the enemy line that did it (empty: nobody known)."""

    who = fields.PublicIdField()
    by = fields.CharField(max_length=12, default="", allow_blank=True)
    killing_blow = fields.BooleanField(default=False)


class SideSheetSerializer(fields.RequestSerializer):
    """One warband's part. `deeds` are the scenario's reasons with how often, `old_wounds` typed dice, by roster key."""

    fought = fields.ListField(child=fields.PublicIdField(), max_length=60)
    falls = FallSerializer(many=True, required=False)
    deeds = fields.DictField(child=fields.DictField(child=fields.IntegerField()), required=False)
    old_wounds = fields.DictField(child=fields.IntegerField(min_value=1, max_value=6), required=False)
    used = fields.DictField(
        child=fields.DictField(child=fields.IntegerField(min_value=0, max_value=20)),
        required=False,
        allow_null=True,
        help_text="Things used up, by roster key and item; left out or null, the aftermath asks.",
    )
    marks = fields.DictField(
        child=fields.PublicIdField(),
        required=False,
        help_text="The enemy hero whom a bounty hunter was after, by the hunter's roster key.",
    )
    shards = fields.IntegerField(min_value=0, max_value=MOST_SHARDS, default=0)
    has_prize = fields.BooleanField(default=False)
    routed = fields.BooleanField(default=False)


class SheetRequest(fields.RequestSerializer):
    """A battle with miniatures: every side by letter (a is the match's first side), who won ("" for a draw). Of three
    sides and more `places` may say who came first, second and on; sides that share a word in `teams` were allies."""

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
    """Agree to a sheet, or not (whoever wrote it takes it back so)."""

    act = fields.ChoiceField(choices=["agree", "refuse"])


class SheetShape(serializers.Serializer[Values]):
    """A sheet as it stands; `battle` is where its aftermath will be."""

    battle = serializers.CharField()
    status = serializers.CharField()
    sheet = serializers.DictField()


class AnswerRequest(fields.RequestSerializer):
    """Answer an open line with an option, or take the latest answer back."""

    line = fields.PublicIdField()
    option = fields.CharField(max_length=120, default="", allow_blank=True)
    back = fields.BooleanField(default=False)


class ActRequest(fields.RequestSerializer):
    """An act of one warband's aftermath: the simple rule for the rest, sealing, dice of the table, the market."""

    aftermath = fields.PublicIdField()
    act = fields.ChoiceField(
        choices=["rest", "confirm", "reopen", "faces", "roll", "here", "table", "veteran", "seek", "persona", "hire"]
    )
    faces = fields.CharField(max_length=40, default="", allow_blank=True)
    given = fields.IntegerField(min_value=0, max_value=9999, default=0)
    who = fields.CharField(max_length=12, default="", allow_blank=True)
    thing = fields.CharField(max_length=60, default="", allow_blank=True)


class RulingRequest(fields.RequestSerializer):
    """Set something right: correct one roster; ask to revert the battle's whole aftermath (`back`), answer such a
    request (accept, decline) or withdraw it; begin a reverted aftermath again."""

    act = fields.ChoiceField(choices=["correct", "back", "accept", "decline", "withdraw", "again"])
    aftermath = fields.PublicIdField(required=False)
    reason = fields.CharField(max_length=200, default="", allow_blank=True)
    gold_gc = fields.IntegerField(min_value=-9999, max_value=9999, default=0)
    shards = fields.IntegerField(min_value=-9999, max_value=9999, default=0)
    warrior = fields.CharField(max_length=12, default="", allow_blank=True)
    experience = fields.IntegerField(min_value=-9999, max_value=9999, default=0)
    fate = fields.CharField(max_length=12, default="", allow_blank=True)


class LineShape(serializers.Serializer[Values]):
    """One line of the account: what it says, its dice, and the options while it is open for you."""

    id = serializers.CharField()
    stage = serializers.CharField()
    kind = serializers.CharField()
    subject = serializers.CharField(allow_blank=True)
    sentence = serializers.CharField()
    rolls = serializers.ListField()
    options = serializers.ListField(child=serializers.DictField())
    answer = serializers.CharField(allow_blank=True)


class SideAftermathShape(serializers.Serializer[Values]):
    """One warband's aftermath. `asked` are dice of your own table that are waited for."""

    id = serializers.CharField()
    side = serializers.CharField()
    warband = serializers.CharField()
    status = serializers.CharField()
    stage = serializers.CharField()
    is_mine = serializers.BooleanField()
    is_confirmed = serializers.BooleanField()
    rating_before = serializers.IntegerField()
    rating_after = serializers.IntegerField()
    due_at = serializers.DateTimeField(allow_null=True)
    asked = serializers.DictField(allow_null=True)
    lines = LineShape(many=True)


class RevertShape(serializers.Serializer[Values]):
    """An open request to revert the aftermath: who asks and why, whose consent is missing, when it expires."""

    asked_by = serializers.CharField()
    reason = serializers.CharField()
    expires_at = serializers.DateTimeField()
    waits_for = serializers.ListField(child=serializers.CharField())
    is_asked_of_you = serializers.BooleanField()
    is_yours = serializers.BooleanField()


class AftermathShape(serializers.Serializer[Values]):
    """What follows a battle, side by side; `done_at` once everything was rolled."""

    battle = serializers.CharField()
    may_rule = serializers.BooleanField()
    revert = RevertShape(allow_null=True)
    done_at = serializers.DateTimeField(allow_null=True)
    sides = SideAftermathShape(many=True)


class TrackRequest(fields.RequestSerializer):
    """Who has the first turn, who are allies (sides that share a word), the scenario, who stays at home, and the dice
    of old wounds and the marks of bounty hunters by roster key."""

    first = fields.ChoiceField(choices=list("abcdef"), default="a")
    teams = fields.DictField(child=fields.RegexField(r"^[a-z]$", allow_blank=True), default=dict)
    scenario = fields.CharField(max_length=60, default="skirmish")
    at_home = fields.ListField(child=fields.PublicIdField(), max_length=60, default=list)
    old_wounds = fields.DictField(child=fields.IntegerField(min_value=1, max_value=6), default=dict)
    marks = fields.DictField(
        child=fields.PublicIdField(),
        default=dict,
        help_text="The enemy hero whom a bounty hunter is after, by the hunter's roster key.",
    )


class PressRequest(fields.RequestSerializer):
    """What happened on a table that is tracked: out, posture, wounds, used (a `thing` of a `piece`), phase, turn, rout
    (`willing` when a side gives up), note; or `back` a number."""

    kind = fields.ChoiceField(choices=["out", "posture", "wounds", "used", "phase", "turn", "rout", "note", "back"])
    data = fields.DictField(default=dict)
    command_id = fields.CharField(max_length=64, default="", allow_blank=True)


class TrackShape(serializers.Serializer[Values]):
    """A tracked battle: whose turn and phase it is, every miniature, what is due, the number of the last press."""

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
