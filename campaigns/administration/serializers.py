"""Requests and answers about running a league."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.core.serializers import ReportRequest
from campaigns.house_rules.text import TIE_BREAKS_IN_WORDS
from campaigns.matches.outcomes import MOST_SIDES
from campaigns.models import Audience, CampaignStatus, Role, RoundKind, Rsvp
from mordheim_site.api import fields


class ChallengeRequest(fields.RequestSerializer):
    """Entries by public id: mine, and one to five others."""

    entry = fields.PublicIdField()
    others = fields.ListField(
        child=fields.PublicIdField(), min_length=1, max_length=MOST_SIDES - 1, help_text="One to five."
    )
    scenario = fields.CharField(max_length=60, required=False, allow_blank=True, default="")
    best_of = fields.ChoiceField(choices=[1, 3, 5], default=1)


class MatchActRequest(ReportRequest):
    """`act` and what it needs: `planned_for` (null opens the date), `rsvp`, `scenario`, or for `rule` a report with
    its `reason`."""

    act = fields.ChoiceField(choices=["date", "rsvp", "draw", "scenario", "take_back", "cancel", "rule"])
    winner = fields.PublicIdField(allow_null=True, required=False)
    planned_for = fields.DateTimeField(allow_null=True, required=False)
    rsvp = fields.ChoiceField(choices=Rsvp.choices, allow_blank=True, default="")
    scenario = fields.CharField(max_length=60, allow_blank=True, default="")
    reason = fields.CharField(max_length=300, allow_blank=True, default="")


class PlanRequest(fields.RequestSerializer):
    """How rounds are paired. `rounds` 0 is as many as the kind takes; a knock-out always has two per match."""

    kind = fields.ChoiceField(choices=RoundKind.choices, default=RoundKind.ROUND_ROBIN)
    rounds = fields.IntegerField(min_value=0, max_value=60, default=0)
    sides = fields.IntegerField(min_value=2, max_value=MOST_SIDES, default=2)
    first_day = fields.DateField(allow_null=True, default=None)
    days = fields.IntegerField(min_value=1, max_value=60, default=7)
    best_of = fields.ChoiceField(choices=[1, 3, 5], default=1)
    groups = fields.IntegerField(min_value=1, max_value=26, default=2)
    through = fields.IntegerField(min_value=1, max_value=8, default=2)


class RoundShape(serializers.Serializer[dict[str, Any]]):
    """A round; `open` counts its matches without a result."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    kind = serializers.CharField()
    open = serializers.IntegerField()


class FormulaRequest(fields.RequestSerializer):
    """What else counts in the table, and up to three tie-breaks in order."""

    per_kill = fields.IntegerField(min_value=0, max_value=20, required=False)
    per_district = fields.IntegerField(min_value=0, max_value=20, required=False)
    per_beaten = fields.IntegerField(min_value=0, max_value=20, required=False)
    underdog_bonus = fields.IntegerField(min_value=0, max_value=20, required=False)
    underdog_from = fields.IntegerField(min_value=1, max_value=1000, required=False)
    per_shard = fields.IntegerField(min_value=0, max_value=20, required=False)
    rating_per_point = fields.IntegerField(min_value=0, max_value=1000, required=False)
    per_painted = fields.IntegerField(min_value=0, max_value=20, required=False)
    per_resource = fields.IntegerField(min_value=0, max_value=20, required=False)
    resource = fields.CharField(max_length=40, required=False, allow_blank=True)
    tie_breaks = fields.ListField(
        child=fields.ChoiceField(choices=list(TIE_BREAKS_IN_WORDS)), max_length=3, required=False
    )


class ChangeRequest(fields.RequestSerializer):
    """Settings of the dashboard; those left out stay unchanged."""

    name = fields.CharField(max_length=80, required=False)
    notice = fields.CharField(max_length=4000, required=False, allow_blank=True)
    audience = fields.ChoiceField(choices=Audience.choices, required=False)
    points_win = fields.IntegerField(min_value=0, max_value=20, required=False)
    points_draw = fields.IntegerField(min_value=0, max_value=20, required=False)
    points_loss = fields.IntegerField(min_value=0, max_value=20, required=False)
    warbands_per_player = fields.IntegerField(min_value=1, max_value=9, required=False)
    ladder_reach = fields.IntegerField(min_value=0, max_value=50, required=False)
    allows_late_join = fields.BooleanField(required=False)
    formula = FormulaRequest(required=False)


class PaintedRequest(fields.RequestSerializer):
    """The painting status to set."""

    act = fields.ChoiceField(choices=["declare", "confirm", "take_back"])


class PaintedShape(serializers.Serializer[dict[str, Any]]):
    """The current status: `painted_declared`, `painted_confirmed`, `painted_taken_back`, or empty."""

    stands = serializers.CharField(allow_blank=True)


class DeskRequest(fields.RequestSerializer):
    """`status` with a `reason` for a pause; `change` with the settings to change; `person` by name, to `invite` or to
    give a `role`."""

    act = fields.ChoiceField(choices=["status", "change", "role", "new_link", "invite", "still_here", "step_up"])
    status = fields.ChoiceField(choices=CampaignStatus.choices, default=CampaignStatus.RUNNING)
    reason = fields.CharField(max_length=300, allow_blank=True, default="")
    change = ChangeRequest(required=False)
    person = fields.CharField(max_length=150, allow_blank=True, default="")
    role = fields.ChoiceField(choices=Role.choices, default=Role.PLAYER)


def as_settings(change: dict[str, Any]) -> dict[str, Any]:
    """The changes as plain values; a formula is put in place as a whole."""
    return {name: dict(value) if name == "formula" else value for name, value in change.items()}
