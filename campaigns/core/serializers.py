"""Shapes of the campaigns room's requests and answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.administration.presets import PRESETS
from campaigns.models import Audience
from catalogue.rulesets import ruleset_choices
from mordheim_site.api import fields

PUBLIC_ID = r"^[0-9A-Za-z]{12}$"


class CreateRequest(fields.RequestSerializer):
    """A new campaign: a name is enough."""

    name = fields.CharField(max_length=80)
    preset = fields.ChoiceField(choices=[one.code for one in PRESETS], default=PRESETS[0].code)
    ruleset = fields.ChoiceField(choices=[one.code for one in ruleset_choices()], default="core")
    house_rules = fields.DictField(required=False)
    starting_gold_gc = fields.IntegerField(min_value=100, max_value=5000, required=False, allow_null=True)
    warbands_per_player = fields.IntegerField(min_value=1, max_value=9, default=1)
    audience = fields.ChoiceField(choices=Audience.values, default=Audience.PUBLIC)


class ListQuery(fields.QuerySerializer):
    """Which leagues."""

    q = fields.CharField(max_length=60, default="", allow_blank=True, help_text="Words in the name.")
    mine = fields.QueryFlag(help_text="Those of the caller instead of the public ones.")


class JoinRequest(fields.RequestSerializer):
    """The code of the invitation and the public id of one of the user's warbands."""

    join_code = fields.PublicIdField()
    warband = fields.PublicIdField()


class ReportRequest(fields.RequestSerializer):
    """`winner` is an entry's public id, or null for a draw; `losses` are casualties by entry public id. Of three sides
    and more: `places` by entry (1 the first), `teams` (a shared letter fought together) and `kills`."""

    winner = fields.PublicIdField(allow_null=True)
    losses = fields.DictField(child=fields.IntegerField(min_value=0, max_value=99), required=False)
    note = fields.CharField(max_length=2000, required=False, allow_blank=True, default="")
    places = fields.DictField(child=fields.IntegerField(min_value=1, max_value=9), required=False)
    teams = fields.DictField(child=fields.CharField(max_length=1, allow_blank=True), required=False)
    kills = fields.DictField(child=fields.IntegerField(min_value=0, max_value=99), required=False)


class CampaignShape(serializers.Serializer[dict[str, Any]]):
    """A campaign; `join_code` only for those who run it."""

    slug = serializers.CharField()
    name = serializers.CharField()
    preset = serializers.CharField()
    ruleset = serializers.CharField()
    status = serializers.CharField()
    audience = serializers.CharField()
    house_rules = serializers.DictField()
    starting_gold_gc = serializers.IntegerField(allow_null=True)
    points = serializers.DictField(child=serializers.IntegerField())
    created_at = serializers.DateTimeField()
    role = serializers.CharField(allow_blank=True)
    join_code = serializers.CharField(required=False)


class StandingShape(serializers.Serializer[dict[str, Any]]):
    """A line of the table; `parts` sum to `points`."""

    place = serializers.IntegerField()
    entry = serializers.CharField()
    warband = serializers.CharField()
    player = serializers.CharField(allow_blank=True)
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    points = serializers.IntegerField()
    kills = serializers.IntegerField()
    losses = serializers.IntegerField()
    rating = serializers.IntegerField()
    parts = serializers.DictField(child=serializers.IntegerField(), help_text="Where the points come from.")
    shards = serializers.IntegerField(help_text="Found after battles.")
    is_painted = serializers.BooleanField()


class SideShape(serializers.Serializer[dict[str, Any]]):
    """One side of a match; `result` is win, draw, loss or empty."""

    entry = serializers.CharField()
    warband = serializers.CharField()
    result = serializers.CharField(allow_blank=True)
    kills = serializers.IntegerField()
    losses = serializers.IntegerField()
    place = serializers.IntegerField()
    team = serializers.CharField(allow_blank=True)
    has_agreed = serializers.BooleanField()


class MatchShape(serializers.Serializer[dict[str, Any]]):
    """A match; `acts` lists what the caller may do with it now."""

    id = serializers.CharField()
    status = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    is_bye = serializers.BooleanField()
    how = serializers.CharField(allow_blank=True)
    planned_for = serializers.DateTimeField(allow_null=True)
    played_at = serializers.DateTimeField(allow_null=True)
    sides = SideShape(many=True)
    acts = serializers.ListField(child=serializers.CharField())


class EntryShape(serializers.Serializer[dict[str, Any]]):
    """A warband that has just joined."""

    campaign = serializers.CharField()
    entry = serializers.CharField()
    warband = serializers.CharField()
