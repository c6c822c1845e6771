"""The Book that one warband goes by: the packs of the site, the versions of own packs it took, less what its
campaign left out, with the experience at which its league lets people advance. A warband without any of that goes by
the site's Book itself."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import Final

from catalogue.custom_packs.library import book_with
from catalogue.packs.book import Book
from warbands.models import Warband
from warbands.roster.house_rules import house_noted

KEPT: Final = 32


def book_of(warband: Warband) -> Book:
    """The Book in force for a warband. No query, or one in a process that has not met a version yet."""
    house = house_noted(warband.house_rules)
    if not house.hero_advances and not house.henchman_advances:
        return book_with(warband.pack_pins)
    return _with_ladders(json.dumps(warband.pack_pins, sort_keys=True), house.hero_advances, house.henchman_advances)


@lru_cache(maxsize=KEPT)
def _with_ladders(pins: str, heroes: tuple[int, ...], henchmen: tuple[int, ...]) -> Book:
    """The Book of these packs in which people advance at other points. Rule: RO-HOUSE-01"""
    found = book_with(json.loads(pins))
    tables = replace(
        found.tables,
        hero_advances_at=heroes or found.tables.hero_advances_at,
        henchman_advances_at=henchmen or found.tables.henchman_advances_at,
    )
    return replace(found, tables=tables)
