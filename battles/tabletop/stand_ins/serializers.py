"""API shapes of stand-in warbands and confirmation links."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from battles.tabletop.stand_ins.links import SideNumbers
from mordheim_site.api.typed_fields import TypedField

Values = dict[str, Any]


class StandInShape(serializers.Serializer[Values]):
    """A warband entered for an opponent without an account. `claim_url` is the page on which they can claim it."""

    warband = serializers.CharField()
    name = serializers.CharField()
    warband_type = serializers.CharField(help_text="The code of its warband list.")
    player_name = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    claim_url = serializers.CharField()
    is_claimed = serializers.BooleanField()
    paper_roster = serializers.CharField(allow_blank=True, help_text="The address of the photo of the paper roster.")


class ConfirmLinkShape(serializers.Serializer[Values]):
    """The main numbers of a sheet, for the side of a link. `answer` is empty while it waits."""

    battle = serializers.CharField()
    side = serializers.CharField()
    answer = serializers.CharField()
    numbers = TypedField(list[SideNumbers])
