"""API shapes of campaigns: requests and responses."""

from __future__ import annotations

from typing import Any, TypedDict

from rest_framework import serializers

from campaigns.standings.rules import Formula
from mordheim_site.api import fields
from mordheim_site.api.times import UtcDateTimeField
from mordheim_site.api.typed_fields import TypedField

PUBLIC_ID = r"^[0-9A-Za-z]{12}$"


class ListQuery(fields.QuerySerializer):
    """Filter of the list of leagues."""

    q = fields.CharField(max_length=60, default="", allow_blank=True, help_text="Words that the name contains.")
    mine = fields.QueryFlag(help_text="The caller's campaigns instead of the public ones.")


class CampaignShape(serializers.Serializer[dict[str, Any]]):
    """A campaign; `join_code` is included only for those who run it."""

    slug = serializers.CharField()
    name = serializers.CharField()
    preset = serializers.CharField()
    ruleset = serializers.CharField()
    status = serializers.CharField()
    audience = serializers.CharField()
    house_rules = TypedField(
        dict[str, bool | int | str | list[int]],
        help_text="House rules that differ from the printed ones, by code; `house-rules/` explains them.",
    )
    starting_gold_gc = serializers.IntegerField(allow_null=True)
    warbands_per_player = serializers.IntegerField()
    formula = TypedField(Formula, help_text="What a result is worth in the standings.")
    notice = serializers.CharField(allow_blank=True)
    points = serializers.DictField(child=serializers.IntegerField())
    created_at = UtcDateTimeField()
    role = serializers.CharField(allow_blank=True)
    join_code = serializers.CharField(required=False)


class FormulaSettings(TypedDict):
    """What counts in the standings in addition to results, and the tie-breaks in order."""

    per_kill: int
    per_district: int
    per_beaten: int
    underdog_bonus: int
    underdog_from: int
    per_shard: int
    rating_per_point: int
    per_painted: int
    per_resource: int
    resource: str
    tie_breaks: list[str]


class LeagueSettingsShape(serializers.Serializer[dict[str, Any]]):
    """The settings of a league, as `change` of `settings/` accepts them."""

    name = serializers.CharField()
    notice = serializers.CharField(allow_blank=True)
    audience = serializers.CharField()
    points_win = serializers.IntegerField()
    points_draw = serializers.IntegerField()
    points_loss = serializers.IntegerField()
    warbands_per_player = serializers.IntegerField()
    ladder_reach = serializers.IntegerField(help_text="How many places higher the challenged warband may be; 0: any.")
    allows_late_join = serializers.BooleanField()
    formula = TypedField(FormulaSettings)


class StandingShape(serializers.Serializer[dict[str, Any]]):
    """A line of the standings; `parts` sum to `points`."""

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
    """One side of a match; `result` is win, draw, loss or empty, `rsvp` the answer to the date: yes, maybe, no or
    empty."""

    entry = serializers.CharField()
    warband = serializers.CharField(help_text="The name of the warband.")
    roster = serializers.CharField(help_text="The id of its roster, `warbands/<roster>/`.")
    player = serializers.CharField(allow_blank=True)
    result = serializers.CharField(allow_blank=True)
    kills = serializers.IntegerField()
    losses = serializers.IntegerField()
    place = serializers.IntegerField()
    team = serializers.CharField(allow_blank=True)
    rsvp = serializers.CharField(allow_blank=True)
    has_agreed = serializers.BooleanField()
    has_stand_in = serializers.BooleanField(help_text="Whether a bot plays the side, because its player cannot come.")


class MatchShape(serializers.Serializer[dict[str, Any]]):
    """A match; `acts` lists what the caller may do with it now: agree, dispute, play (on the board), report, take_back
    (the report), date, scenario, draw (roll the scenario), rsvp, decline (a challenge), stand_in (of a bot for a
    missing player), rule (decide), cancel."""

    id = serializers.CharField()
    campaign = serializers.CharField(help_text="The slug of the league.")
    title = serializers.CharField()
    status = serializers.CharField(help_text="planned, playing, reported, agreed, disputed or void.")
    round = serializers.IntegerField(allow_null=True)
    is_bye = serializers.BooleanField()
    how = serializers.CharField(allow_blank=True)
    scenario = serializers.CharField(allow_blank=True, help_text="The code of the scenario; empty if still open.")
    scenario_roll = serializers.CharField(allow_blank=True, help_text="The dice that chose it, such as `3 + 4`.")
    district = serializers.CharField(allow_blank=True, help_text="The district that the winner takes.")
    series = serializers.CharField(allow_blank=True, help_text="Identifies the series; the same for all of its games.")
    best_of = serializers.IntegerField()
    game_number = serializers.IntegerField()
    planned_for = UtcDateTimeField(allow_null=True)
    played_at = UtcDateTimeField(allow_null=True)
    winner = serializers.CharField(
        allow_blank=True, help_text="The entry of the winner; empty before the result, after a draw and a shared win."
    )
    note = serializers.CharField(allow_blank=True)
    ruling = serializers.CharField(allow_blank=True, help_text="The reason of the arbitrator who decided it.")
    battle = serializers.CharField(
        allow_blank=True, help_text="The id of the battle in which it is played or recorded, `battles/<battle>/`."
    )
    sides = SideShape(many=True)
    acts = serializers.ListField(child=serializers.CharField())


class EntryShape(serializers.Serializer[dict[str, Any]]):
    """A warband that has just joined."""

    campaign = serializers.CharField()
    entry = serializers.CharField()
    warband = serializers.CharField()
