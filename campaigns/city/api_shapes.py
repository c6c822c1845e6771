"""Conversion of the city map to API responses."""

from __future__ import annotations

from typing import Any

from campaigns.city.selectors import MapView, map_view
from campaigns.core.permissions import CampaignAccess
from campaigns.standings.selectors import entries_of

Values = dict[str, Any]


def city_shape(code: str, view: MapView | None) -> Values:
    """The city map as JSON (`CityShape`)."""
    if view is None:
        return {"map": "", "districts": []}
    return {
        "map": code,
        "districts": [
            {
                "code": district.code,
                "name": district.name,
                "holder": district.holder_entry,
                "holder_name": district.holder,
                "gold_gc": district.gold_gc,
                "shards": district.shards,
                "borders": list(district.borders),
                "is_in_reach": district.is_in_reach,
            }
            for district in view.districts
        ],
    }


def city_of(access: CampaignAccess) -> Values:
    """The city map as JSON (`CityShape`), with the districts that the reader's warbands can reach."""
    mine = [
        entry.id
        for entry in entries_of(access.campaign)
        if access.user_id is not None and entry.player_id == access.user_id
    ]
    return city_shape(access.campaign.map_code, map_view(access.campaign, mine))
