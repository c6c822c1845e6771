"""Plans rounds of battles with three or more sides: the size of each battle, and who plays in it. Rule: LG-PAIR-08

A round is a list of battles, each a list of players. `met` counts for each pair how often it has met already.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, TypeVar

T = TypeVar("T")
Battles = list[list[T]]

MOST_TRIALS: Final = 60_000
"""Maximum number of exchanges of two players that are tried for one round."""
RESTARTS: Final = ((24, 12), (48, 2), (10_000, 1))
"""(maximum players, number of attempts) when searching for a round in which all meet new opponents."""
FAR: Final = 10_000
"""Cost of a repeated meeting; it is larger than any distance in the standings."""


def sizes(count: int, sides: int) -> list[int]:
    """The number of players in each battle: at most `sides`, as even as possible, so that there are no byes.

    >>> sizes(7, 3), sizes(8, 3), sizes(5, 6), sizes(1, 4) ([3, 2, 2], [3, 3, 2], [5], [])
    """
    if count < 2:
        return []
    battles = -(-count // sides)
    low, more = divmod(count, battles)
    return [low + 1] * more + [low] * (battles - more)


def by_standing(order: Sequence[T], sides: int, met: Mapping[frozenset[T], int] | None = None) -> Battles[T]:
    """One round in which neighbours of `order` (best first) meet. Players who have met before are separated by
    exchanging them with others, as near as possible."""
    known = dict(met or {})
    battles, start = [], 0
    for size in sizes(len(order), sides):
        battles.append(list(order[start : start + size]))
        start += size
    home = {player: number for number, battle in enumerate(battles) for player in battle}
    return _parted(battles, known, home)


def rank_slots(order: Sequence[T], sides: int, *, is_odd: bool) -> Battles[T]:
    """One round in which neighbouring rungs meet; the lowest of each battle attacks. `is_odd` makes the first battle
    smaller, so that over two rounds a winner can climb."""
    first = (sides + 1) // 2
    cut = sizes(len(order), sides)
    if is_odd and len(cut) > 1 and len(order) - first > 1:
        cut = [first, *sizes(len(order) - first, sides)]
    battles, start = [], 0
    for size in cut:
        battles.append(list(order[start : start + size])[::-1])
        start += size
    return battles


def round_robin_battles(
    players: Sequence[T], sides: int, rounds: int = 0, met: Mapping[frozenset[T], int] | None = None
) -> list[Battles[T]]:
    """Rounds until all have met in some battle: as few as can be found, with repeats spread evenly. If `rounds` is set,
    exactly that many. The same players always give the same plan."""
    if len(players) < 2:
        return []
    known: Counter[frozenset[T]] = Counter(met or {})
    dice = random.Random(len(players) * 8 + sides)
    missing = {frozenset(pair) for pair in combinations(players, 2)} - {pair for pair, times in known.items() if times}
    plan: list[Battles[T]] = []
    while (len(plan) < rounds) if rounds else missing:
        battles = _fresh(players, sides, known, missing, dice)
        plan.append(battles)
        pairs = [frozenset(pair) for battle in battles for pair in combinations(battle, 2)]
        known.update(pairs)
        missing -= set(pairs)
    return plan


def _fresh(
    players: Sequence[T],
    sides: int,
    known: Mapping[frozenset[T], int],
    missing: set[frozenset[T]],
    dice: random.Random,
) -> Battles[T]:
    """The best of several attempts at a round: the one with the most first meetings."""
    best: Battles[T] = []
    score = (-1, 0)
    for start in range(next(tries for most, tries in RESTARTS if len(players) <= most)):
        order = list(players)
        if start:
            dice.shuffle(order)
        battles = _parted(_filled(order, sides, known, missing), known, {})
        pairs = [frozenset(pair) for battle in battles for pair in combinations(battle, 2)]
        new = sum(1 for pair in pairs if pair in missing)
        found = (new, -sum(known.get(pair, 0) ** 2 for pair in pairs))
        if found > score:
            best, score = battles, found
    return best


def _filled(
    order: Sequence[T], sides: int, known: Mapping[frozenset[T], int], missing: set[frozenset[T]]
) -> Battles[T]:
    """Fill the battles of a round one by one: each begins with the player who still has to meet the most opponents,
    then the player who has met its members least joins."""
    left = dict.fromkeys(order, 0)
    for pair in missing:
        for player in pair:
            if player in left:
                left[player] += 1
    free, battles = list(order), []
    for size in sizes(len(order), sides):
        first = max(free, key=lambda player: left[player])
        free.remove(first)
        battle = [first]
        while len(battle) < size:
            seated = list(battle)
            nearest = min(
                free, key=lambda player: (sum(known.get(frozenset((player, x)), 0) for x in seated), -left[player])
            )
            free.remove(nearest)
            battle.append(nearest)
        battles.append(battle)
    return battles


def _parted(battles: Battles[T], met: Mapping[frozenset[T], int], home: Mapping[T, int]) -> Battles[T]:
    """Exchange players between battles while this improves them: fewer repeated meetings first, then shorter distances
    from `home`, the battle that each player belongs to by standing."""

    def times(player: T, others: Sequence[T], but: T) -> int:
        return sum(met.get(frozenset((player, other)), 0) for other in others if other != but)

    def way(player: T, number: int) -> int:
        return (home.get(player, number) - number) ** 2

    trials = 0
    changed = True
    while changed and trials < MOST_TRIALS:
        changed = False
        for mine, slot in [(number, slot) for number, battle in enumerate(battles) for slot in range(len(battle))]:
            here = battles[mine]
            player = here[slot]
            before = FAR * times(player, here, player) + way(player, mine)
            if not before:
                continue
            best, change = None, 0
            for number, there in sorted(enumerate(battles), key=lambda pair: abs(pair[0] - mine)):
                for place, other in enumerate(there if number != mine else ()):
                    trials += 1
                    gained = FAR * (times(player, there, other) + times(other, here, player)) + way(player, number)
                    lost = before + FAR * times(other, there, other) + way(other, number)
                    delta = gained + way(other, mine) - lost
                    if delta < change:
                        best, change = (number, place), delta
                if trials > MOST_TRIALS:
                    return battles
            if best is not None:
                number, place = best
                here[slot], battles[number][place] = battles[number][place], player
                changed = True
    return battles
