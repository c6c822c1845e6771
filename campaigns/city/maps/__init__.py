"""The maps for leagues: every `.json` file of this folder."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from campaigns.city.map_rules import CityMap, map_from

FOLDER = Path(__file__).parent


@cache
def all_maps() -> dict[str, CityMap]:
    """Every map by code, in the order of their names."""
    found = [map_from(json.loads(path.read_text(encoding="utf-8"))) for path in sorted(FOLDER.glob("*.json"))]
    return {map_of_city.code: map_of_city for map_of_city in sorted(found, key=lambda city_map: city_map.name)}


def map_of(code: str) -> CityMap | None:
    """The map of this code, or None."""
    return all_maps().get(code)
