"""Output of the operations on factions and counters."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.city.selectors import resources_of
from campaigns.models import Campaign, Entry, Faction


class FactionOut(serializers.Serializer[Any]):
    """A faction of a campaign."""

    id = serializers.CharField()
    name = serializers.CharField()


class EntryFactionOut(serializers.Serializer[Any]):
    """A warband in a campaign and its faction, "" for none."""

    entry = serializers.CharField()
    faction = serializers.CharField(allow_blank=True)


class CountersOut(serializers.Serializer[Any]):
    """The counters of a campaign and the totals of each warband, by its id in the campaign."""

    names = serializers.ListField(child=serializers.CharField())
    totals = serializers.DictField(child=serializers.DictField(child=serializers.IntegerField()))


def factions_json(campaign: Campaign) -> list[dict[str, Any]]:
    """The factions of a campaign by name, as JSON."""
    rows: list[Faction] = list(campaign.factions.order_by("name", "pk"))
    return [{"id": row.public_id, "name": row.name} for row in rows]


def entry_faction_json(entry: Entry) -> dict[str, Any]:
    """A warband and its faction, as JSON."""
    return {"entry": entry.public_id, "faction": entry.faction.public_id if entry.faction is not None else ""}


def counters_json(campaign: Campaign) -> dict[str, Any]:
    """The counters of a campaign, as JSON. Two queries."""
    counted = resources_of(campaign)
    ids = dict(campaign.entries.filter(pk__in=counted).values_list("pk", "public_id"))
    return {"names": list(campaign.resources), "totals": {ids[pk]: dict(totals) for pk, totals in counted.items()}}
