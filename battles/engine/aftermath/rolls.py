"""Dice of the aftermath: a roller that records its rolls and reads the catalogue's notation ("2D6x5", "D3", "D66").

Rules: AF-DICE-01, AF-DICE-02
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from battles.engine.dice import Dice, d3

_NOTATION = re.compile(r"(\d{0,2})D(3|6|66)(?:x(\d{1,3}))?")
TYPED = "typed"


class RollNote(NamedTuple):
    """One roll of the aftermath: purpose, subject, faces in order, result, and whether a player entered it.

    `place` is the index of the first face in its stream, from 0.
    """

    purpose: str
    who: str
    faces: tuple[int, ...]
    result: int
    is_typed: bool = False
    place: int = 0


class DiceWanted(Exception):
    """Raised when a player rolls their own dice and has not entered this one yet. `made` is how many rolls the same
    step has already used. Rule: AF-DICE-02"""

    def __init__(self, purpose: str, subject: str, notation: str, count: int, made: int = 0) -> None:
        super().__init__(f"{count} of {notation} for {purpose}")
        self.purpose, self.who, self.notation, self.count, self.made = purpose, subject, notation, count, made


class Roller:
    """Rolls dice and records the rolls.

    `given` faces replace the dice, in order, each with its source: "typed" for a die that the player rolled at the
    table, or its index in the stream. When they run out and `waits` is set, the roller raises DiceWanted; the caller
    then rolls back and repeats the step with more faces.
    """

    def __init__(self, dice: Dice, given: Sequence[tuple[int, str, int]] = (), *, waits: bool = False) -> None:
        self._dice = dice
        self._given = list(given)
        self._waits = waits
        self._made = 0
        self.notes: list[RollNote] = []

    def _take(self, count: int, notation: str, purpose: str, model_id: str) -> tuple[tuple[int, ...], bool, int]:
        if self._waits and len(self._given) < count:
            raise DiceWanted(purpose, model_id, notation, count - len(self._given), self._made)
        self._made += 1
        taken = self._given[:count]
        del self._given[:count]
        place = taken[0][2] if taken else self._dice.position
        faces = [pair[0] for pair in taken] + [self._dice.face(purpose) for _ in range(count - len(taken))]
        is_typed = len(taken) == count > 0 and all(origin == TYPED for _face, origin, _place in taken)
        return tuple(faces), is_typed, place

    def lend(self, purpose: str) -> int:
        """One face for a log that records its own dice, such as a duel played in the engine. A player never enters
        it.
        """
        return self._dice.face(purpose)

    def d6(self, purpose: str, model_id: str = "") -> int:
        """One D6."""
        (face,), is_typed, place = self._take(1, "D6", purpose, model_id)
        self.notes.append(RollNote(purpose, model_id, (face,), face, is_typed, place))
        return face

    def roll(self, notation: str, purpose: str, model_id: str = "") -> int:
        """Roll "D6", "3D6", "D3", "D66" or a multiple like "2D6x5" and return the result.

        Raises ValueError for another notation.
        """
        sides, times = _parts(notation)
        faces, is_typed, place = self._take(dice_in(notation), notation, purpose, model_id)
        if sides == "66":
            result = faces[0] * 10 + faces[1]
        else:
            result = sum(d3(face) for face in faces) if sides == "3" else sum(faces)
        self.notes.append(RollNote(purpose, model_id, faces, result * times, is_typed, place))
        return result * times

    def faces(self, count: int, purpose: str, model_id: str = "") -> tuple[int, ...]:
        """Roll several dice and return each face."""
        faces, is_typed, place = self._take(count, f"{count}D6", purpose, model_id)
        self.notes.append(RollNote(purpose, model_id, faces, sum(faces), is_typed, place))
        return faces


def _parts(notation: str) -> tuple[str, int]:
    match = _NOTATION.fullmatch(notation)
    if match is None:
        raise ValueError(f"no dice are written {notation!r}")
    return match[2], int(match[3] or 1)


def dice_in(notation: str) -> int:
    """Number of dice in a notation, that is, how many faces a player has to enter."""
    match = _NOTATION.fullmatch(notation)
    if match is None:
        raise ValueError(f"no dice are written {notation!r}")
    return 2 if match[2] == "66" else int(match[1] or 1)
