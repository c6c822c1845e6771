"""Output of the operations on members, warbands and awards of a campaign."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.models import Award, Entry, Role
from mordheim_site.api.times import UtcDateTimeField
from warbands.shared.serializers import CardOut


class EntryOut(serializers.Serializer[Any]):
    """A warband in a campaign."""

    id = serializers.CharField(help_text="Identifies the warband in this campaign.")
    warband = serializers.CharField(help_text="The id of its roster.")
    name = serializers.CharField()
    is_non_player = serializers.BooleanField()
    is_withdrawn = serializers.BooleanField()


class MemberOut(serializers.Serializer[Any]):
    """A member of a campaign and their role."""

    person = serializers.CharField(source="user.public_id", help_text="`people/<person>/` is the public profile.")
    name = serializers.CharField(source="user.shown_name")
    role = serializers.CharField(help_text=", ".join(Role.values))
    joined_at = UtcDateTimeField()


class MemberEntryOut(serializers.Serializer[Any]):
    """A warband of a campaign; `player` is empty for a non-player warband."""

    id = serializers.CharField(source="public_id", help_text="Identifies the warband in this campaign: its entry.")
    warband = serializers.CharField(source="warband_public_id", help_text="The id of its roster.")
    name = serializers.CharField()
    warband_type = serializers.CharField(source="type_code", help_text="The code of its warband list.")
    warband_type_name = serializers.CharField(source="type_name", help_text="The name of its warband list.")
    player = serializers.CharField(source="player_name", allow_blank=True)
    rating = serializers.IntegerField()
    is_withdrawn = serializers.BooleanField()
    origin = serializers.CharField(
        allow_blank=True, help_text="What an imported roster was imported from; empty for one that was founded here."
    )


class PeopleOut(serializers.Serializer[Any]):
    """The members of a campaign and its warbands, in the order of joining."""

    members = MemberOut(many=True)
    entries = MemberEntryOut(many=True)


class LeagueLineOut(serializers.Serializer[Any]):
    """A league of a user."""

    slug = serializers.CharField()
    name = serializers.CharField()


class PersonOut(serializers.Serializer[Any]):
    """What a user shows publicly."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    warbands = CardOut(many=True)
    leagues = LeagueLineOut(many=True)


class AwardOut(serializers.Serializer[Any]):
    """An award of an arbitrator."""

    id = serializers.CharField(source="public_id")
    entry = serializers.CharField(source="entry.public_id")
    warband = serializers.CharField(source="entry.warband.name")
    title = serializers.CharField()
    reason = serializers.CharField()
    at = UtcDateTimeField()


def entry_json(entry: Entry) -> dict[str, Any]:
    """A warband in a campaign, as JSON."""
    return {
        "id": entry.public_id,
        "warband": entry.warband.public_id,
        "name": entry.warband.name,
        "is_non_player": entry.player_id is None,
        "is_withdrawn": entry.withdrawn_at is not None,
    }


def award_json(award: Award) -> dict[str, Any]:
    """An award, as JSON."""
    return dict(AwardOut(award).data)
