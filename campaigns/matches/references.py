"""Ids of what an event or a notice is about: its league, match, battle and warbands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from rest_framework import serializers

from campaigns.core.event_data import EventData
from campaigns.matches.selectors import battles_of_matches
from campaigns.models import Campaign, Entry, Match, MatchSide
from warbands.models import Warband


class WarbandReference(TypedDict):
    """A warband: its entry in the league ("" outside leagues), the id of its roster, and its name."""

    entry: str
    roster: str
    name: str


class References(TypedDict):
    """Public ids, "" for those that do not apply. `campaign` is the slug of the league."""

    campaign: str
    match: str
    battle: str
    post: str
    warbands: list[WarbandReference]


class WarbandReferenceShape(serializers.Serializer[Any]):
    """A warband that an event or notice is about."""

    entry = serializers.CharField(
        allow_blank=True, help_text="The id of its entry in the league; empty outside of one."
    )
    roster = serializers.CharField(help_text="The id of its roster, `warbands/<roster>/`.")
    name = serializers.CharField()


class ReferencesShape(serializers.Serializer[Any]):
    """Ids of what an event or notice is about."""

    campaign = serializers.CharField(allow_blank=True, help_text="The slug of the league; empty outside of one.")
    match = serializers.CharField(allow_blank=True, help_text="The id of the match, if it is about one.")
    battle = serializers.CharField(allow_blank=True, help_text="The id of the battle, if it is about one.")
    post = serializers.CharField(allow_blank=True, help_text="The id of the post, if it is about one.")
    warbands = WarbandReferenceShape(many=True, help_text="The warbands that it is about.")


def of_entry(entry: Entry) -> WarbandReference:
    """The reference to a warband in a league."""
    return {"entry": entry.public_id, "roster": entry.warband.public_id, "name": entry.warband.name}


def references(
    campaign: Campaign | None = None,
    match: Match | None = None,
    *,
    battle: str = "",
    warbands: Iterable[Warband] = (),
) -> References:
    """Ids of a match with its warbands and battle, or of a `battle` and `warbands` outside of a league. Two queries
    plus one for each source of battles; none without a match."""
    found: list[WarbandReference] = [
        {"entry": "", "roster": warband.public_id, "name": warband.name} for warband in warbands
    ]
    if match is not None:
        sides = match.sides.select_related("entry__warband").order_by("place")
        of_match = [of_entry(side.entry) for side in sides]
        named = {warband["roster"] for warband in found}
        found = [warband for warband in of_match if not named or warband["roster"] in named]
        battle = battle or battles_of_matches([match.pk]).get(match.pk, "")
    slug = campaign.slug if campaign is not None else match.campaign.slug if match is not None else ""
    public_id = match.public_id if match is not None else ""
    return {"campaign": slug, "match": public_id, "battle": battle, "post": "", "warbands": found}


def references_of(campaign: Campaign, read: Mapping[int, EventData]) -> dict[int, References]:
    """References of events, by the keys of the events. Three queries plus one for each source of battles, for any
    number of events."""
    named = {data.match for data in read.values() if data.match}
    ids = dict(Match.objects.filter(campaign=campaign, public_id__in=named).values_list("public_id", "pk"))
    battles = battles_of_matches(list(ids.values())) if ids else {}
    sides: dict[str, list[str]] = {}
    rows = MatchSide.objects.filter(match__in=ids.values()).order_by("match", "place")
    for match, entry in rows.values_list("match__public_id", "entry__public_id"):
        sides.setdefault(match, []).append(entry)
    entries_of = {event: _entries(data) or sides.get(data.match, []) for event, data in read.items()}
    wanted = {entry for entries in entries_of.values() for entry in entries}
    known = Entry.objects.filter(campaign=campaign, public_id__in=wanted).select_related("warband")
    by_id = {entry.public_id: of_entry(entry) for entry in known}
    return {
        event: {
            "campaign": campaign.slug,
            "match": data.match if data.match in ids else "",
            "battle": battles.get(ids.get(data.match, 0), ""),
            "post": data.post,
            "warbands": [by_id[entry] for entry in entries_of[event] if entry in by_id],
        }
        for event, data in read.items()
    }


def _entries(data: EventData) -> list[str]:
    """Public ids of the warbands that the data of an event names."""
    named = [data.entry, *(side.entry for side in data.sides), *(row.entry for row in data.table)]
    return list(dict.fromkeys(entry for entry in named if entry))
