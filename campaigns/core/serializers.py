"""Shapes of the campaigns room's requests and answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from mordheim_site.api import fields

PUBLIC_ID = r"^[0-9A-Za-z]{12}$"


class ListQuery(fields.QuerySerializer):
    """Which leagues."""

    q = fields.CharField(max_length=60, default="", allow_blank=True, help_text="Words in the name.")
    mine = fields.QueryFlag(help_text="Those of the caller instead of the public ones.")


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
