"""Requests and answers about running a league."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.core.serializers import ReportRequest
from campaigns.house_rules.text import TIE_BREAKS_IN_WORDS
from campaigns.matches.outcomes import MOST_SIDES
from campaigns.models import Audience, CampaignStatus, Role, RoundKind, Rsvp
from mordheim_site import api_fields


class ChallengeRequest(api_fields.RequestSerializer):
    """Entries by public id: mine, and one to five others."""

    entry = api_fields.PublicIdField()
    others = api_fields.ListField(
        child=api_fields.PublicIdField(), min_length=1, max_length=MOST_SIDES - 1, help_text="One to five."
    )
    scenario = api_fields.CharField(max_length=60, required=False, allow_blank=True, default="")
    best_of = api_fields.ChoiceField(choices=[1, 3, 5], default=1)


class MatchActRequest(ReportRequest):
    """`act` and what it needs: `planned_for` (null opens the date), `rsvp`, `scenario`, or for `rule` a report with
    its `reason`."""

    act = api_fields.ChoiceField(choices=["date", "rsvp", "draw", "scenario", "take_back", "cancel", "rule"])
    winner = api_fields.PublicIdField(allow_null=True, required=False)
    planned_for = api_fields.DateTimeField(allow_null=True, required=False)
    rsvp = api_fields.ChoiceField(choices=Rsvp.choices, allow_blank=True, default="")
    scenario = api_fields.CharField(max_length=60, allow_blank=True, default="")
    reason = api_fields.CharField(max_length=300, allow_blank=True, default="")


class PlanRequest(api_fields.RequestSerializer):
    """How rounds are paired. `rounds` 0 is as many as the kind takes; a knock-out is always by twos."""

    kind = api_fields.ChoiceField(choices=RoundKind.choices, default=RoundKind.ROUND_ROBIN)
    rounds = api_fields.IntegerField(min_value=0, max_value=60, default=0)
    sides = api_fields.IntegerField(min_value=2, max_value=MOST_SIDES, default=2)
    first_day = api_fields.DateField(allow_null=True, default=None)
    days = api_fields.IntegerField(min_value=1, max_value=60, default=7)
    best_of = api_fields.ChoiceField(choices=[1, 3, 5], default=1)
    groups = api_fields.IntegerField(min_value=1, max_value=26, default=2)
    through = api_fields.IntegerField(min_value=1, max_value=8, default=2)


class RoundShape(serializers.Serializer[dict[str, Any]]):
    """A round; `open` counts its matches without a result."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    kind = serializers.CharField()
    open = serializers.IntegerField()


class FormulaRequest(api_fields.RequestSerializer):
    """What else counts in the table, and up to three tie-breaks in order."""

    per_kill = api_fields.IntegerField(min_value=0, max_value=20, required=False)
    per_district = api_fields.IntegerField(min_value=0, max_value=20, required=False)
    per_beaten = api_fields.IntegerField(min_value=0, max_value=20, required=False)
    underdog_bonus = api_fields.IntegerField(min_value=0, max_value=20, required=False)
    underdog_from = api_fields.IntegerField(min_value=1, max_value=1000, required=False)
    per_shard = api_fields.IntegerField(min_value=0, max_value=20, required=False)
    rating_per_point = api_fields.IntegerField(min_value=0, max_value=1000, required=False)
    per_painted = api_fields.IntegerField(min_value=0, max_value=20, required=False)
    per_resource = api_fields.IntegerField(min_value=0, max_value=20, required=False)
    resource = api_fields.CharField(max_length=40, required=False, allow_blank=True)
    tie_breaks = api_fields.ListField(
        child=api_fields.ChoiceField(choices=list(TIE_BREAKS_IN_WORDS)), max_length=3, required=False
    )


class ChangeRequest(api_fields.RequestSerializer):
    """Settings of the desk; what is left out stays."""

    name = api_fields.CharField(max_length=80, required=False)
    notice = api_fields.CharField(max_length=4000, required=False, allow_blank=True)
    audience = api_fields.ChoiceField(choices=Audience.choices, required=False)
    points_win = api_fields.IntegerField(min_value=0, max_value=20, required=False)
    points_draw = api_fields.IntegerField(min_value=0, max_value=20, required=False)
    points_loss = api_fields.IntegerField(min_value=0, max_value=20, required=False)
    warbands_per_player = api_fields.IntegerField(min_value=1, max_value=9, required=False)
    ladder_reach = api_fields.IntegerField(min_value=0, max_value=50, required=False)
    allows_late_join = api_fields.BooleanField(required=False)
    formula = FormulaRequest(required=False)


class PaintedRequest(api_fields.RequestSerializer):
    """What is said of the paint on a warband."""

    act = api_fields.ChoiceField(choices=["declare", "confirm", "take_back"])


class PaintedShape(serializers.Serializer[dict[str, Any]]):
    """The last that stands: `painted_declared`, `painted_confirmed`, `painted_taken_back`, or nothing."""

    stands = serializers.CharField(allow_blank=True)


class DeskRequest(api_fields.RequestSerializer):
    """`status` with a `reason` for a pause; `change` with what is to change; `person` by name, to
    `invite` or to have a `role`."""

    act = api_fields.ChoiceField(choices=["status", "change", "role", "new_link", "invite", "still_here", "step_up"])
    status = api_fields.ChoiceField(choices=CampaignStatus.choices, default=CampaignStatus.RUNNING)
    reason = api_fields.CharField(max_length=300, allow_blank=True, default="")
    change = ChangeRequest(required=False)
    person = api_fields.CharField(max_length=150, allow_blank=True, default="")
    role = api_fields.ChoiceField(choices=Role.choices, default=Role.PLAYER)


def as_kept(change: dict[str, Any]) -> dict[str, Any]:
    """The changes as plain values; a formula is put in place as a whole."""
    return {name: dict(value) if name == "formula" else value for name, value in change.items()}
