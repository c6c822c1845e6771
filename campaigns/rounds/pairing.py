"""Pairing for a round robin. Rule: LG-PAIR-01"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def round_robin(players: Sequence[T], rounds: int = 0) -> list[list[tuple[T, T | None]]]:
    """Round robin by the circle method. Home and away alternate; with an odd number of players, one has a bye (None) in
    each round. `rounds` 0 gives one full cycle; beyond a cycle, pairings are repeated with the sides exchanged."""
    if len(players) < 2:
        return []
    circle: list[T | None] = list(players)
    if len(circle) % 2:
        circle.append(None)
    cycle = len(circle) - 1
    half = len(circle) // 2
    plan: list[list[tuple[T, T | None]]] = []
    for number in range(rounds or cycle):
        pairs: list[tuple[T, T | None]] = []
        for place in range(half):
            first, other = circle[place], circle[-1 - place]
            swap = (number % cycle + place + number // cycle) % 2 == 1
            if first is None or other is None:
                present = first if first is not None else other
                assert present is not None
                pairs.append((present, None))
            else:
                pairs.append((other, first) if swap else (first, other))
        plan.append(pairs)
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return plan
