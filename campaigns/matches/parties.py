"""Alliances in a battle with three or more sides, formed from the pacts of a league. Rule: LG-PACT-01"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

Side = TypeVar("Side", bound=Hashable)


def allies_of(sides: Sequence[Side], pacts: Sequence[tuple[Side, Side]]) -> dict[Side, frozenset[Side]]:
    """The allies of each side, without the side itself; `pacts` are given oldest first. All members of a party must be
    allied with each other: a side allied with only one member of an existing party fights alone. In a battle of two
    sides there are no parties, and never one of all sides, because there has to be an opponent.

    >>> allies_of("abc", [("a", "b"), ("b", "c")])["b"] frozenset({'a'}) >>> allies_of("ab", [("a", "b")])["a"]
    frozenset()
    """
    bound = {frozenset(pact) for pact in pacts}
    party: dict[Side, frozenset[Side]] = {side: frozenset([side]) for side in sides}
    for first, other in pacts:
        if first not in party or other not in party or party[first] == party[other]:
            continue
        joined = party[first] | party[other]
        is_whole = all(frozenset((x, y)) in bound for x in party[first] for y in party[other])
        if is_whole and len(joined) < len(party):
            party.update(dict.fromkeys(joined, joined))
    return {side: party[side] - {side} for side in sides}
