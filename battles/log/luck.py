"""Luck: how many rolls of a side succeeded, compared with the sum of their probabilities. These are pure functions of
the events of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from battles.core.dice_text import ROLL_UNDER
from battles.engine import events as log
from battles.engine.phrases.dice import AT_MOST

COUNTED: Final = frozenset({"Rolled", "TurnBegan"})
"""Names of the events that luck depends on; others do not need to be decoded."""
MOST_DICE: Final = 3
"""Rolls with more dice than this are left out, because they do not succeed or fail as a whole."""


@dataclass(slots=True)
class Tally:
    """Rolls that needed a score, how many of them succeeded, and how many were expected to."""

    rolls: int = 0
    successes: int = 0
    expected: float = 0.0

    @property
    def luck(self) -> float:
        """Number of successes above or below the expected number."""
        return self.successes - self.expected

    def add(self, other: Tally) -> None:
        """Count the rolls of another tally too."""
        self.rolls += other.rolls
        self.successes += other.successes
        self.expected += other.expected


@dataclass(slots=True)
class SideLuck:
    """The rolls of one side: those of each turn, by turn number."""

    by_turn: dict[int, Tally] = field(default_factory=dict)

    @property
    def whole(self) -> Tally:
        """All rolls of the battle."""
        total = Tally()
        for tally in self.by_turn.values():
            total.add(tally)
        return total

    def up_to(self, turn: int) -> Tally:
        """All rolls up to the end of a turn."""
        total = Tally()
        for number, tally in self.by_turn.items():
            if number <= turn:
                total.add(tally)
        return total


def signed(value: float, *, places: int = 1) -> str:
    """A number with its sign: "+1.7", "−0.4", "0" for what rounds to zero."""
    rounded = round(value, places)
    if not rounded:
        return "0"
    return f"{'+' if rounded > 0 else '−'}{abs(rounded):.{places}f}"


def odds_of(event: log.Rolled) -> float | None:
    """The probability that this roll succeeds. None if it needs no score, or a score that its dice cannot reach."""
    count = len(event.faces)
    if event.passed is None or not event.need or not 1 <= count <= MOST_DICE or event.need > 6 * count:
        return None
    is_under = event.purpose in ROLL_UNDER or (event.purpose == "die" and event.about in AT_MOST)
    sums = [sum(faces) for faces in product(range(1, 7), repeat=count)]
    chance = sum(total <= event.need if is_under else total >= event.need for total in sums) / len(sums)
    # A single die always has at least one result that fails.
    return min(chance, 5 / 6) if count == 1 else chance


def luck_of(sides: Sequence[str], events: Iterable[log.Event]) -> dict[str, SideLuck]:
    """The luck of each side (by letter) from the events of a battle in order. Rolls before the first turn count as
    part of it."""
    found = {letter: SideLuck() for letter in sides}
    turn = 1
    for event in events:
        match event:
            case log.TurnBegan():
                turn = max(event.turn_number, 1)
            case log.Rolled():
                chance, side = odds_of(event), found.get(event.who[:1])
                if chance is not None and side is not None:
                    side.by_turn.setdefault(turn, Tally()).add(Tally(1, int(bool(event.passed)), chance))
    return found
