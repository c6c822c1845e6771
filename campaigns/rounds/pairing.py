"""Round-robin pairing. Rule: LG-PAIR-01"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def round_robin(players: Sequence[T], rounds: int = 0) -> list[list[tuple[T, T | None]]]:
    """Round robin by the circle method, home and away alternating; with an odd number one has a bye (None).

    `rounds` 0 gives one full cycle; more rounds than a cycle begin again with the sides exchanged.
    """
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
        for seat in range(half):
            one, other = circle[seat], circle[-1 - seat]
            swap = (number % cycle + seat + number // cycle) % 2 == 1
            if one is None or other is None:
                present = one if one is not None else other
                assert present is not None
                pairs.append((present, None))
            else:
                pairs.append((other, one) if swap else (one, other))
        plan.append(pairs)
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return plan
