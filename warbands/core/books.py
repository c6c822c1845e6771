"""The Book of one warband: the site's packs and the warband's versions of custom packs, without what its campaign
excludes, and with the league's experience thresholds for advances. A warband without any of these uses the site's
Book."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import Final

from catalogue.custom_packs.library import book_with
from catalogue.packs.book import Book
from warbands.core.house_rules import stored_switches
from warbands.models import Warband

KEPT: Final = 32


def book_of(warband: Warband) -> Book:
    """The Book of a warband. No query, or one if this process has not loaded a version yet."""
    house = stored_switches(warband.house_rules)
    if not house.hero_advances and not house.henchman_advances:
        return book_with(warband.pack_pins)
    return _with_ladders(json.dumps(warband.pack_pins, sort_keys=True), house.hero_advances, house.henchman_advances)


@lru_cache(maxsize=KEPT)
def _with_ladders(pins: str, heroes: tuple[int, ...], henchmen: tuple[int, ...]) -> Book:
    """The Book of these packs with other experience thresholds for advances. Rule: RO-HOUSE-01"""
    found = book_with(json.loads(pins))
    tables = replace(
        found.tables,
        hero_advances_at=heroes or found.tables.hero_advances_at,
        henchman_advances_at=henchmen or found.tables.henchman_advances_at,
    )
    return replace(found, tables=tables)
