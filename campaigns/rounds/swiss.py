"""Swiss pairing: neighbours in the standings meet, with as few repeats as possible. Rule: LG-PAIR-02"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

MOST_TRIALS: Final = 20_000
"""Number of partners that a search may try before it allows repeated pairings."""


def swiss_round(
    order: Sequence[T], met: Collection[frozenset[T]] = (), byes: Mapping[T, int] | None = None
) -> list[tuple[T, T | None]]:
    """One round for `order` (best first). `met` are pairs that should not meet again, `byes` is how often each player
    had a bye. With an odd number, the bye goes to the lowest of those with the fewest byes. Each player gets the
    nearest lower opponent not met yet. If no such round exists, repeats are allowed, as few and as low as possible.
    Fewer than two players give no round."""
    if len(order) < 2:
        return []
    rested = byes or {}
    players = list(order)
    resting: T | None = None
    if len(players) % 2:
        fewest = min(rested.get(player, 0) for player in players)
        resting = next(player for player in reversed(players) if rested.get(player, 0) == fewest)
        players.remove(resting)
    known = set(met)
    pairs: list[tuple[T, T | None]] = [*(_without_repeats(players, known) or _with_repeats(players, known))]
    return [*pairs, (resting, None)] if resting is not None else pairs


def _without_repeats(players: list[T], met: set[frozenset[T]]) -> list[tuple[T, T]] | None:
    """Depth-first search for a round without repeated pairings; None if none was found within MOST_TRIALS."""
    trials = 0
    pairs: list[tuple[T, T]] = []
    # Each level: the players without a partner so far, and how many partners of the first were tried.
    levels: list[tuple[list[T], int]] = [(players, 1)]
    while levels:
        free, choice = levels.pop()
        if not free:
            return pairs
        found = next((i for i in range(choice, len(free)) if frozenset((free[0], free[i])) not in met), None)
        trials += 1
        if found is None or trials > MOST_TRIALS:
            if not pairs or trials > MOST_TRIALS:
                return None
            pairs.pop()
            continue
        levels.append((free, found + 1))
        pairs.append((free[0], free[found]))
        levels.append(([*free[1:found], *free[found + 1 :]], 1))
    return None


def _with_repeats(players: list[T], met: set[frozenset[T]]) -> list[tuple[T, T]]:
    """Pairs from the top down: each player gets the nearest opponent not met yet, or else the nearest."""
    free, pairs = list(players), []
    while free:
        first = free.pop(0)
        place = next((i for i, other in enumerate(free) if frozenset((first, other)) not in met), 0)
        pairs.append((first, free.pop(place)))
    return pairs


def never_met(players: Sequence[T], met: Collection[frozenset[T]]) -> list[list[tuple[T, T]]]:
    """Rounds in which every pair that has not met yet meets once; each player plays at most once per round. Rule:
    LG-PAIR-06"""
    known = set(met)
    missing = [
        (first, other)
        for place, first in enumerate(players)
        for other in players[place + 1 :]
        if frozenset((first, other)) not in known
    ]
    rounds: list[list[tuple[T, T]]] = []
    while missing:
        busy: set[T] = set()
        chosen: list[tuple[T, T]] = []
        left: list[tuple[T, T]] = []
        for first, other in missing:
            if first in busy or other in busy:
                left.append((first, other))
            else:
                busy |= {first, other}
                chosen.append((first, other))
        rounds.append(chosen)
        missing = left
    return rounds
