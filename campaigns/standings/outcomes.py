"""Outcome of a battle with two or more sides: which sides won, lost, or shared the victory. Rule: LG-RESULT-02"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

MOST_SIDES: Final = 6
"""Maximum number of warbands in one battle."""
PARTIES: Final = ("A", "B", "C")
"""Letters for parties of allies."""
WIN, DRAW, LOSS = "win", "draw", "loss"
Side = TypeVar("Side", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Ending(Generic[Side]):
    """How a battle ended: its winner (None for a draw), or the places (starting at 1) if places are given. In `teams`,
    sides that fought together have the same letter; a side without a letter fought alone."""

    winner: Side | None = None
    places: Mapping[Side, int] = field(default_factory=dict)
    teams: Mapping[Side, str] = field(default_factory=dict)

    def are_allies(self, first: Side, other: Side) -> bool:
        """Whether these two fought together."""
        mine = self.teams.get(first, "")
        return first == other or (bool(mine) and mine == self.teams.get(other, ""))


def is_whole(sides: Sequence[Side], ending: Ending[Side]) -> bool:
    """Whether the ending is possible: all sides are ranked, and not all of them are allied. Places start at 1 without
    gaps; after two in first place, the next may be second or third."""
    named = {*ending.places, *ending.teams, *(() if ending.winner is None else (ending.winner,))}
    if not named <= set(sides):
        return False
    if ending.places and not _is_ranking(list(sides), ending.places):
        return False
    return len(sides) < 2 or any(not ending.are_allies(sides[0], other) for other in sides[1:])


def _is_ranking(sides: Sequence[Side], places: Mapping[Side, int]) -> bool:
    """Whether every side has a place, and at least as many sides are ahead of each as its place implies."""
    ordered = sorted(places.values())
    return set(places) == set(sides) and all(place >= 1 and ordered.index(place) >= place - 1 for place in ordered)


def is_winner_first(sides: Sequence[Side], ending: Ending[Side]) -> bool:
    """Whether the winner has first place and does not share it with an enemy. True if there are no places."""
    winner = ending.winner
    return winner is None or not ending.places or (ending.places[winner] == 1 and results(sides, ending)[winner] == WIN)


def results(sides: Sequence[Side], ending: Ending[Side]) -> dict[Side, str]:
    """Win, draw or loss for every side. A side in first place wins together with its allies. If several parties share
    first place, they draw and the others lose. Without a first place, all sides draw."""
    if ending.places:
        leaders = {side for side in sides if ending.places[side] == 1}
    else:
        leaders = set(sides) if ending.winner is None else {ending.winner}
    first = [side for side in sides if any(ending.are_allies(side, leader) for leader in leaders)]
    is_one_party = all(ending.are_allies(first[0], side) for side in first) if first else False
    word = WIN if is_one_party else DRAW
    return {side: word if side in first else LOSS for side in sides}


def winners(sides: Sequence[Side], ending: Ending[Side]) -> list[Side]:
    """The winner and its allies; empty after a draw."""
    found = results(sides, ending)
    return [side for side in sides if found[side] == WIN]


def beaten(sides: Sequence[Side], ending: Ending[Side]) -> dict[Side, int]:
    """How many enemies each side was placed above: by places, or if there are none by winner and loser."""
    found = results(sides, ending)
    behind = dict.fromkeys(sides, 0)
    for side in sides:
        for other in sides:
            if ending.are_allies(side, other):
                continue
            if ending.places:
                behind[side] += _place(side, sides, ending) < _place(other, sides, ending)
            else:
                behind[side] += found[side] != LOSS and found[other] == LOSS
    return behind


def _place(side: Side, sides: Sequence[Side], ending: Ending[Side]) -> int:
    """The best place in a side's own party."""
    return min(ending.places[ally] for ally in sides if ending.are_allies(side, ally))
