"""Output of the operations on members, warbands and awards of a campaign."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.models import Award, Entry


class EntryOut(serializers.Serializer[Any]):
    """A warband in a campaign."""

    id = serializers.CharField(help_text="Identifies the warband in this campaign.")
    warband = serializers.CharField(help_text="The id of its roster.")
    name = serializers.CharField()
    is_non_player = serializers.BooleanField()
    is_withdrawn = serializers.BooleanField()


class AwardOut(serializers.Serializer[Any]):
    """An award of an arbitrator."""

    id = serializers.CharField(source="public_id")
    entry = serializers.CharField(source="entry.public_id")
    warband = serializers.CharField(source="entry.warband.name")
    title = serializers.CharField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()


def entry_json(entry: Entry) -> dict[str, Any]:
    """A warband in a campaign."""
    return {
        "id": entry.public_id,
        "warband": entry.warband.public_id,
        "name": entry.warband.name,
        "is_non_player": entry.player_id is None,
        "is_withdrawn": entry.withdrawn_at is not None,
    }


def award_json(award: Award) -> dict[str, Any]:
    """An award of an arbitrator."""
    return dict(AwardOut(award).data)
