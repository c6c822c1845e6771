"""Dice of the aftermath: a roller that keeps what it rolled, and the catalogue's notation ("2D6x5", "D3", "D66").
Rule: AF-DICE-01"""

from __future__ import annotations

import re
from typing import NamedTuple

from battles.engine.dice import Dice, d3

_NOTATION = re.compile(r"(\d{0,2})D(3|6|66)(?:x(\d{1,3}))?")


class RollNote(NamedTuple):
    """One roll for the account: what for, for whom, the faces in order, and what they came to."""

    purpose: str
    who: str
    faces: tuple[int, ...]
    result: int


class Roller:
    """Rolls and remembers. `typed` faces, in order, replace the dice (a player typing in what fell on his table)."""

    def __init__(self, dice: Dice, typed: tuple[int, ...] = ()) -> None:
        self._dice = dice
        self._typed = list(typed)
        self.notes: list[RollNote] = []

    def _face(self, purpose: str) -> int:
        return self._typed.pop(0) if self._typed else self._dice.face(purpose)

    def lend(self, purpose: str) -> int:
        """One face for somebody else's account: a duel fought on the engine tells its own dice."""
        return self._face(purpose)

    def d6(self, purpose: str, who: str = "") -> int:
        """One D6."""
        face = self._face(purpose)
        self.notes.append(RollNote(purpose, who, (face,), face))
        return face

    def roll(self, notation: str, purpose: str, who: str = "") -> int:
        """Roll "D6", "3D6", "D3", "D66" or a multiple like "2D6x5"; the result. Raises ValueError for another
        notation."""
        match = _NOTATION.fullmatch(notation)
        if match is None:
            raise ValueError(f"no dice are written {notation!r}")
        count, sides, times = int(match[1] or 1), match[2], int(match[3] or 1)
        if sides == "66":
            faces: tuple[int, ...] = (self._face(purpose), self._face(purpose))
            result = faces[0] * 10 + faces[1]
        else:
            faces = tuple(self._face(purpose) for _ in range(count))
            result = sum(d3(face) for face in faces) if sides == "3" else sum(faces)
        self.notes.append(RollNote(purpose, who, faces, result * times))
        return result * times

    def faces(self, count: int, purpose: str, who: str = "") -> tuple[int, ...]:
        """Several dice kept apart."""
        faces = tuple(self._face(purpose) for _ in range(count))
        self.notes.append(RollNote(purpose, who, faces, sum(faces)))
        return faces


def dice_in(notation: str) -> int:
    """How many dice a notation asks for: a player types in that many faces."""
    match = _NOTATION.fullmatch(notation)
    if match is None:
        raise ValueError(f"no dice are written {notation!r}")
    return 2 if match[2] == "66" else int(match[1] or 1)
