"""Requests and answers about running a league."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.api.serializers import PUBLIC_ID, ReportRequest
from campaigns.house_rules import TIE_BREAKS_IN_WORDS
from campaigns.models import Audience, CampaignStatus, Role, RoundKind, Rsvp
from campaigns.rules.outcomes import MOST_SIDES


class ChallengeRequest(serializers.Serializer[dict[str, Any]]):
    """Entries by public id: mine, and one to five others."""

    entry = serializers.RegexField(PUBLIC_ID)
    others = serializers.ListField(
        child=serializers.RegexField(PUBLIC_ID), min_length=1, max_length=MOST_SIDES - 1, help_text="One to five."
    )
    scenario = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")
    best_of = serializers.ChoiceField(choices=[1, 3, 5], default=1)


class MatchActRequest(ReportRequest):
    """`act` and what it needs: `planned_for` (null opens the date), `rsvp`, `scenario`, or for `rule` a report with
    its `reason`."""

    act = serializers.ChoiceField(choices=["date", "rsvp", "draw", "scenario", "take_back", "cancel", "rule"])
    winner = serializers.RegexField(PUBLIC_ID, allow_null=True, required=False)
    planned_for = serializers.DateTimeField(allow_null=True, required=False)
    rsvp = serializers.ChoiceField(choices=Rsvp.choices, allow_blank=True, default="")
    scenario = serializers.CharField(max_length=60, allow_blank=True, default="")
    reason = serializers.CharField(max_length=300, allow_blank=True, default="")


class PlanRequest(serializers.Serializer[dict[str, Any]]):
    """How rounds are paired. `rounds` 0 is as many as the kind takes; a knock-out is always by twos."""

    kind = serializers.ChoiceField(choices=RoundKind.choices, default=RoundKind.ROUND_ROBIN)
    rounds = serializers.IntegerField(min_value=0, max_value=60, default=0)
    sides = serializers.IntegerField(min_value=2, max_value=MOST_SIDES, default=2)
    first_day = serializers.DateField(allow_null=True, default=None)
    days = serializers.IntegerField(min_value=1, max_value=60, default=7)
    best_of = serializers.ChoiceField(choices=[1, 3, 5], default=1)
    groups = serializers.IntegerField(min_value=1, max_value=26, default=2)
    through = serializers.IntegerField(min_value=1, max_value=8, default=2)


class RoundShape(serializers.Serializer[dict[str, Any]]):
    """A round; `open` counts its matches without a result."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    kind = serializers.CharField()
    open = serializers.IntegerField()


class FormulaRequest(serializers.Serializer[dict[str, Any]]):
    """What else counts in the table, and up to three tie-breaks in order."""

    per_kill = serializers.IntegerField(min_value=0, max_value=20, required=False)
    per_district = serializers.IntegerField(min_value=0, max_value=20, required=False)
    per_beaten = serializers.IntegerField(min_value=0, max_value=20, required=False)
    underdog_bonus = serializers.IntegerField(min_value=0, max_value=20, required=False)
    underdog_from = serializers.IntegerField(min_value=1, max_value=1000, required=False)
    per_shard = serializers.IntegerField(min_value=0, max_value=20, required=False)
    rating_per_point = serializers.IntegerField(min_value=0, max_value=1000, required=False)
    per_painted = serializers.IntegerField(min_value=0, max_value=20, required=False)
    per_resource = serializers.IntegerField(min_value=0, max_value=20, required=False)
    resource = serializers.CharField(max_length=40, required=False, allow_blank=True)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=list(TIE_BREAKS_IN_WORDS)), max_length=3, required=False
    )


class ChangeRequest(serializers.Serializer[dict[str, Any]]):
    """Settings of the desk; what is left out stays."""

    name = serializers.CharField(max_length=80, required=False)
    notice = serializers.CharField(max_length=4000, required=False, allow_blank=True)
    audience = serializers.ChoiceField(choices=Audience.choices, required=False)
    points_win = serializers.IntegerField(min_value=0, max_value=20, required=False)
    points_draw = serializers.IntegerField(min_value=0, max_value=20, required=False)
    points_loss = serializers.IntegerField(min_value=0, max_value=20, required=False)
    warbands_per_player = serializers.IntegerField(min_value=1, max_value=9, required=False)
    ladder_reach = serializers.IntegerField(min_value=0, max_value=50, required=False)
    allows_late_join = serializers.BooleanField(required=False)
    formula = FormulaRequest(required=False)


class PaintedRequest(serializers.Serializer[dict[str, Any]]):
    """What is said of the paint on a warband."""

    act = serializers.ChoiceField(choices=["declare", "confirm", "take_back"])


class PaintedShape(serializers.Serializer[dict[str, Any]]):
    """The last that stands: `painted_declared`, `painted_confirmed`, `painted_taken_back`, or nothing."""

    stands = serializers.CharField(allow_blank=True)


class DeskRequest(serializers.Serializer[dict[str, Any]]):
    """`status` with a `reason` for a pause; `change` with what is to change; `person` by name, to
    `invite` or to have a `role`."""

    act = serializers.ChoiceField(choices=["status", "change", "role", "new_link", "invite", "still_here", "step_up"])
    status = serializers.ChoiceField(choices=CampaignStatus.choices, default=CampaignStatus.RUNNING)
    reason = serializers.CharField(max_length=300, allow_blank=True, default="")
    change = ChangeRequest(required=False)
    person = serializers.CharField(max_length=150, allow_blank=True, default="")
    role = serializers.ChoiceField(choices=Role.choices, default=Role.PLAYER)


def as_kept(change: dict[str, Any]) -> dict[str, Any]:
    """The changes as plain values; a formula is put in place as a whole."""
    return {name: dict(value) if name == "formula" else value for name, value in change.items()}
