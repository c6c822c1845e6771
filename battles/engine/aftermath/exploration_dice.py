"""A hand of exploration dice: which may be re-rolled, changed by one or must be discarded. Rule: AF-EXPL-05

Each die is identified by its index in `faces`, from 0, which never changes. A discarded die keeps its index, which is
added to `gone`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final, TypedDict

from battles.engine.aftermath.rolls import Roller
from battles.engine.registry import Registry

STAND: Final = "stand"
"""The key that keeps the dice as they are."""


class ExplorationDiceData(TypedDict):
    """Exploration dice as plain values; see `ExplorationDice`."""

    faces: list[int]
    again: int
    turns: int
    either: int
    away: int
    picks: int
    pairs: list[list[int]]
    done: list[int]
    gone: list[int]


@dataclass(slots=True)
class ExplorationDice:
    """Rolled dice and the changes still possible.

    `again`: how many dice may be re-rolled. `turns`: how many may be changed by 1. `either`: how many may be re-rolled
    or changed. `away`: how many must be discarded. `pairs`: pairs of indices, one of each must be discarded. `picks`:
    how many dice may be added with a face of the player's choice. `done`, `gone`: indices of re-rolled and of discarded
    dice.
    """

    faces: list[int]
    again: int = 0
    turns: int = 0
    either: int = 0
    away: int = 0
    picks: int = 0
    pairs: list[list[int]] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)

    @property
    def kept(self) -> tuple[int, ...]:
        """The faces of the dice that were not discarded."""
        return tuple(face for place, face in enumerate(self.faces) if place not in self.gone)

    @property
    def must_choose(self) -> bool:
        """Whether a die must be discarded, or its face chosen, before the dice can be kept."""
        return bool(self.away or self.pairs or self.picks)

    @property
    def is_settled(self) -> bool:
        """Whether no choice is left."""
        return not self.must_choose and not any(key != STAND for key in self.options())

    def options(self) -> list[str]:
        """The keys that `take` accepts now: stand, again:index, raise:index, lower:index, away:index, pick:face."""
        here = [place for place in range(len(self.faces)) if place not in self.gone]
        paired = {place for pair in self.pairs for place in pair}
        if self.picks:
            return [f"pick:{face}" for face in range(1, 7)]
        keys = [] if self.must_choose else [STAND]
        if self.again or self.either:
            keys += [f"again:{place}" for place in here if place not in self.done]
        if self.turns or self.either:
            keys += [f"raise:{place}" for place in here if self.faces[place] < 6]
            keys += [f"lower:{place}" for place in here if self.faces[place] > 1]
        keys += [f"away:{place}" for place in here if place in paired or (self.away and len(here) > 1)]
        return keys

    def take(self, key: str, roller: Roller) -> bool:
        """Make the change that a key names. Returns whether more changes are possible. Raises KeyError for a key that
        `options` does not list.
        """
        if key not in self.options():
            raise KeyError(key)
        kind, _colon, what = key.partition(":")
        if kind == STAND:
            return False
        CHANGES[kind](self, int(what), roller)
        return not self.is_settled

    def spend(self, what: str) -> None:
        """Use up one change of this kind, or if none is left, one of `either`."""
        if getattr(self, what):
            setattr(self, what, getattr(self, what) - 1)
        else:
            self.either -= 1

    def best_face(self) -> int:
        """The face of the largest set; of equal sets, the highest."""
        counts = Counter(self.kept)
        return max(range(1, 7), key=lambda face: (counts[face], face))

    def worst(self) -> int:
        """Index of the least useful die that may be discarded: dice outside a set first, then the lowest face."""
        places = [int(key.partition(":")[2]) for key in self.options() if key.startswith("away:")]
        counts = Counter(self.kept)
        return min(places, key=lambda place: (counts[self.faces[place]], self.faces[place], place))

    def as_data(self) -> ExplorationDiceData:
        """A copy as plain data."""
        return {
            "faces": list(self.faces),
            "again": self.again,
            "turns": self.turns,
            "either": self.either,
            "away": self.away,
            "picks": self.picks,
            "pairs": [list(pair) for pair in self.pairs],
            "done": list(self.done),
            "gone": list(self.gone),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> ExplorationDice:
        """Restore the dice from plain data, which stays unchanged. Older data has only the re-rolls."""
        if "again" not in data:
            return cls(faces=list(data["faces"]), again=int(data["left"]), done=list(data["done"]))
        names = cls.__slots__  # type: ignore[attr-defined]
        return cls(**deepcopy({name: data[name] for name in names if name in data}))


Change = Callable[[ExplorationDice, int, Roller], None]
"""Function that changes one die. The number is the die's index, or the face for a die that is added."""
CHANGES: Final[Registry[Change]] = Registry("change of an exploration die")
"""The change for each kind of key (the part before the colon)."""


def _change(kind: str) -> Callable[[Change], Change]:
    return lambda function: CHANGES.add(kind, function)


@_change("pick")
def pick_face(dice: ExplorationDice, face: int, roller: Roller) -> None:
    """Add a die with this face."""
    dice.faces.append(face)
    dice.picks -= 1


@_change("away")
def discard(dice: ExplorationDice, place: int, roller: Roller) -> None:
    """Discard a die. If it belongs to a pair, this settles the pair."""
    pair = next((pair for pair in dice.pairs if place in pair), None)
    if pair is not None:
        dice.pairs.remove(pair)
    else:
        dice.away -= 1
    dice.gone.append(place)


@_change("again")
def roll_again(dice: ExplorationDice, place: int, roller: Roller) -> None:
    """Roll a die again, which is possible once for each die."""
    dice.faces[place] = roller.d6("exploration_again")
    dice.done.append(place)
    dice.spend("again")


@_change("raise")
def raise_face(dice: ExplorationDice, place: int, roller: Roller) -> None:
    """Turn a die to the next higher face."""
    dice.faces[place] += 1
    dice.spend("turns")


@_change("lower")
def lower_face(dice: ExplorationDice, place: int, roller: Roller) -> None:
    """Turn a die to the next lower face."""
    dice.faces[place] -= 1
    dice.spend("turns")
