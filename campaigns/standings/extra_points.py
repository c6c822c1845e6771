"""What a league can count in addition to results, from the campaign's events: wyrdstone found, painting, its own
counters. Rule: LG-STAND-01"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class ExtraPoints:
    """What counts for a warband in addition to results, summed from the campaign's events: shards found, whether it is
    confirmed as painted (`is_declared`: reported but not confirmed yet), and units of the counter in the formula."""

    shards: int = 0
    is_painted: bool = False
    is_declared: bool = False
    resource: int = 0


NO_EXTRAS: Final = ExtraPoints()


PAINTED_KINDS: Final = ("painted_declared", "painted_confirmed", "painted_taken_back")
"""Kinds of events about painting; the last one of each warband counts."""
MOST_SHARDS: Final = 100
"""Maximum number of shards per aftermath. A larger number, from a manually entered aftermath, is ignored."""


def extra_points_by_entry(awards: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, ExtraPoints]:
    """Public id of an entry -> its extras, from the events (kind, data) of a campaign in the order they happened."""
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
