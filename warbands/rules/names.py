"""Names for warbands and warriors. They are picked by a seed, so that a draft always gets the same suggestions."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import TypeVar

from warbands.rules.name_lists import EMPIRE, STOCK_OF, STOCKS, Stock

T = TypeVar("T")


def stock_of(warband_type: str) -> Stock:
    """The stock of names for a list."""
    return STOCKS[STOCK_OF.get(warband_type, EMPIRE)]


def pick(seed: str, options: Sequence[T]) -> T:
    """One of `options`; the same seed always picks the same."""
    digest = hashlib.sha256(seed.encode()).digest()
    return options[int.from_bytes(digest[:6], "big") % len(options)]


def random_warband_name(warband_type: str, seed: str, taken: Collection[str] = ()) -> str:
    """A name for a new warband that is not in `taken`, while unused names remain."""
    return _of(stock_of(warband_type).companies, f"company:{seed}", taken)


def person_name(warband_type: str, seed: str, taken: Collection[str]) -> str:
    """A name for a warrior that is not in `taken`, while unused names remain."""
    return _of(stock_of(warband_type).people, f"person:{seed}:{len(taken)}", taken)


def _of(names: Sequence[str], seed: str, taken: Collection[str]) -> str:
    return pick(seed, [name for name in names if name not in taken] or names)


def group_name(plural: str, taken: set[str]) -> str:
    """A name for a henchman group: the plural of the warrior type, with a number from the second group on."""
    if plural not in taken:
        return plural
    number = 2
    while f"{plural} {number}" in taken:
        number += 1
    return f"{plural} {number}"
