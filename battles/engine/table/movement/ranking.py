"""Selects the reachable positions that are worth a complete check. Hundredths of an inch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter

Ranked = tuple[int, int, int, int]
"""A node and its position."""
_ACROSS = itemgetter(1)


def rim_of(spots: Iterable[Ranked]) -> list[Ranked]:
    """The spots at both ends of every row, and one next to each. The farthest spots in any direction are among them."""
    rows: dict[int, list[Ranked]] = {}
    for spot in spots:
        rows.setdefault(spot[2], []).append(spot)
    found: list[Ranked] = []
    for row in rows.values():
        if len(row) > 4:
            row.sort(key=_ACROSS)
            row = [*row[:2], *row[-2:]]
        found += row
    return found


def by_turns(wanted: list[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """One entry of each reason at a time, so that a limited list has some of every reason."""
    queues: dict[str, list[int]] = {}
    for reason, node in wanted:
        queues.setdefault(reason, []).append(node)
    turn = 0
    while any(turn < len(queue) for queue in queues.values()):
        for reason, queue in queues.items():
            if turn < len(queue):
                yield reason, queue[turn]
        turn += 1
