"""Knock-out: a seeded bracket, groups before it, and which warbands advance. Rules: LG-PAIR-03, LG-PAIR-04"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def seed_order(size: int) -> list[int]:
    """Seeds of a bracket from top to bottom, counted from 0; `size` is a power of two. The two best seeds can only meet
    in the final, the four best not before the semi-final."""
    order = [0]
    while len(order) < size:
        full = 2 * len(order)
        order = [seed for entry in order for seed in (entry, full - 1 - entry)]
    return order


def first_round(seeds: Sequence[T]) -> list[tuple[T, T | None]]:
    """The first round for `seeds` (best first), in the order of the bracket. If there are too few for a full bracket,
    the best have a bye."""
    if len(seeds) < 2:
        return []
    size = 1 << (len(seeds) - 1).bit_length()
    drawn = [seeds[seed] if seed < len(seeds) else None for seed in seed_order(size)]
    pairs: list[tuple[T, T | None]] = []
    for higher, other in zip(drawn[::2], drawn[1::2], strict=True):
        first = higher if higher is not None else other
        assert first is not None
        pairs.append((first, other if higher is not None else None))
    return pairs


def next_round(winners: Sequence[T | None]) -> list[tuple[T, T | None]]:
    """The next round from the winner of each pairing, in the order of the bracket. A pairing without a winner gives its
    opponent a bye."""
    pairs: list[tuple[T, T | None]] = []
    padded = [*winners, None] if len(winners) % 2 else list(winners)
    for first, other in zip(padded[::2], padded[1::2], strict=True):
        if first is not None:
            pairs.append((first, other))
        elif other is not None:
            pairs.append((other, None))
    return pairs


def groups_of(seeds: Sequence[T], count: int) -> list[list[T]]:
    """Divide the seeds into groups in snake order: strength is spread evenly, and sizes differ by at most one."""
    groups: list[list[T]] = [[] for _ in range(max(count, 1))]
    for place, seed in enumerate(seeds):
        turn, group = divmod(place, len(groups))
        groups[group if turn % 2 == 0 else len(groups) - 1 - group].append(seed)
    return groups


def finalists(tables: Sequence[Sequence[T]], through: int) -> list[T]:
    """The first `through` of each group as seeds: group winners before runners-up, and the runners-up in reverse order,
    so that warbands of one group meet as late as possible."""
    seeds: list[T] = []
    for place in range(through):
        row = [table[place] for table in tables if place < len(table)]
        seeds += row
    return seeds


def series_winner(best_of: int, games: Sequence[T | None]) -> T | None:
    """The winner of a series. `games` has the winner of each game in order, None for a draw. More than half of
    `best_of` wins decide immediately; when all games are played, the side with more wins has won. None while the series
    is open or level. Rule: LG-PAIR-05"""
    wins: dict[T, int] = {}
    for game in games:
        if game is not None:
            wins[game] = wins.get(game, 0) + 1
    ranked = sorted(wins.items(), key=lambda pair: -pair[1])
    if not ranked:
        return None
    ahead = ranked[0][1] - (ranked[1][1] if len(ranked) > 1 else 0)
    if ranked[0][1] * 2 > best_of or (len(games) >= best_of and ahead > 0):
        return ranked[0][0]
    return None


def needs_a_game(best_of: int, games: Sequence[T | None], *, must_decide: bool) -> bool:
    """Whether another game has to be played: the series is undecided, or it is level but one side has to advance."""
    if series_winner(best_of, games) is not None:
        return False
    return len(games) < best_of or must_decide
