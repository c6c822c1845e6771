"""What a league can count besides results, from the campaign's events: wyrdstone found, painting, its own counters.
Rule: LG-STAND-01"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class ExtraPoints:
    """What a warband has besides results, summed from the campaign's events: shards found, whether it is confirmed as
    painted (`is_declared`: reported and not confirmed yet), units of the formula's resource."""

    shards: int = 0
    is_painted: bool = False
    is_declared: bool = False
    resource: int = 0


NO_EXTRAS: Final = ExtraPoints()


PAINTED_KINDS: Final = ("painted_declared", "painted_confirmed", "painted_taken_back")
"""Kinds of events about painting; the last one of each warband counts."""
MOST_SHARDS: Final = 100
"""Per aftermath: a larger number in a manually written record counts as none."""


def extra_points_by_entry(awards: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, ExtraPoints]:
    """Extras of each entry from the events (kind, data) of a campaign, by public id, in the order they happened."""
    shards: dict[str, int] = {}
    painted: dict[str, str] = {}
    for kind, data in awards:
        entry, count = data.get("entry"), data.get("shards")
        if not isinstance(entry, str):
            continue
        if kind in PAINTED_KINDS:
            painted[entry] = kind
        elif kind == "aftermath_done" and isinstance(count, int) and 0 <= count <= MOST_SHARDS:
            shards[entry] = shards.get(entry, 0) + count
    return {
        entry: ExtraPoints(
            shards=shards.get(entry, 0),
            is_painted=painted.get(entry) == "painted_confirmed",
            is_declared=painted.get(entry) == "painted_declared",
        )
        for entry in {*shards, *painted}
    }
