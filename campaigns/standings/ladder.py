"""The ladder: the winner takes the rung of a higher opponent. Rule: LG-PAIR-07"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def ladder(entries: Sequence[T], wins: Iterable[tuple[T, T]]) -> list[T]:
    """Entries in order of their rungs, from the top. `entries` are in the order of joining, `wins` are (winner, loser)
    in the order played. A winner from below takes the loser's rung, and those between move down by one; other results
    change nothing."""
    order = list(entries)
    places = {entry: place for place, entry in enumerate(order)}
    for winner, loser in wins:
        high, low = places.get(loser), places.get(winner)
        if high is None or low is None or low < high:
            continue
        order.insert(high, order.pop(low))
        for place in range(high, low + 1):
            places[order[place]] = place
    return order


def is_in_reach(order: Sequence[T], challenger: T, other: T, reach: int) -> bool:
    """Whether a challenge is allowed: upwards at most `reach` rungs, or any number if `reach` is 0; downwards
    always."""
    if reach <= 0 or challenger not in order or other not in order:
        return True
    return order.index(challenger) - order.index(other) <= reach


def rung_pairs(order: Sequence[T], *, is_odd: bool) -> list[tuple[T, T | None]]:
    """Pairs of neighbouring rungs for a round; the lower one attacks. `is_odd` leaves out the top rung, so that over
    two rounds a winner can climb."""
    rest = list(order)
    pairs: list[tuple[T, T | None]] = []
    if is_odd and len(rest) > 2:
        pairs.append((rest.pop(0), None))
    for high, low in zip(rest[::2], rest[1::2], strict=False):
        pairs.append((low, high))
    if len(rest) % 2:
        pairs.append((rest[-1], None))
    return pairs
