"""Sources of dice.

Every random number of the game is a D6 face, requested with a purpose. A source answers `face(purpose)` and counts its
faces in `position`; it knows no rules. `StreamDice` is the committed stream of a real battle, `ScriptedDice` has the
dice of a worked case, `PlainDice` is a quick generator for benchmarks. Branching dice for exact odds are in
`odds/branching_dice.py`.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

_FACES = bytes((byte % 6) + 1 for byte in range(256))
_UNFAIR = bytes(range(252, 256))
"""Bytes that are discarded, so that every face is equally likely."""


class Dice(Protocol):
    """A source of D6 faces."""

    position: int

    def face(self, purpose: str) -> int:
        """The next face, 1 to 6. `purpose` is one of the words in conformance.md ("hit", "wound", "ld" ...)."""
        ...


class StreamDice:
    """Faces from HMAC-SHA-512 over a block counter, keyed by the battle's secret and the players' nonces.

    Block n is HMAC(key, n as 8 bytes, big-endian); bytes from 252 up are rejected, the others give byte mod 6 plus 1.
    The same key and position always give the same face, so a battle can stop and continue anywhere.
    """

    __slots__ = ("_block", "_faces", "_index", "_key", "position")

    def __init__(self, key: bytes, position: int = 0) -> None:
        self._key = key
        self._block = 0
        self._faces = b""
        self._index = 0
        self.position = 0
        self._seek(position)

    def _refill(self) -> None:
        digest = hmac.digest(self._key, self._block.to_bytes(8, "big"), "sha512")
        self._block += 1
        self._faces = digest.translate(_FACES, _UNFAIR)
        self._index = 0

    def _seek(self, position: int) -> None:
        left = position
        while True:
            self._refill()
            if left <= len(self._faces):
                self._index = left
                break
            left -= len(self._faces)
        self.position = position

    def face(self, purpose: str) -> int:
        index = self._index
        if index >= len(self._faces):
            self._refill()
            index = 0
        self._index = index + 1
        self.position += 1
        return self._faces[index]


class ArrangedDice:
    """Dice of a practice battle whose faces are set in advance.

    `faces` are used first, in order; then a face that is set for the purpose of the roll; otherwise the stream. The
    stream advances with each die, so that a battle can stop and continue anywhere.
    """

    __slots__ = ("_faces", "_for", "_stream")

    def __init__(
        self, stream: StreamDice, faces: Sequence[int] = (), faces_for: Mapping[str, int] | None = None
    ) -> None:
        self._stream = stream
        self._faces = faces
        self._for = faces_for or {}

    @property
    def position(self) -> int:
        return self._stream.position

    @position.setter
    def position(self, position: int) -> None:
        self._stream.position = position

    def face(self, purpose: str) -> int:
        place = self._stream.position
        rolled = self._stream.face(purpose)
        return self._faces[place] if place < len(self._faces) else self._for.get(purpose, rolled)


class PlainDice:
    """A small linear generator for benchmarks, bots and samples: predictable, so not for real battles."""

    __slots__ = ("_state", "position")

    def __init__(self, seed: int) -> None:
        self._state = (seed * 2862933555777941757 + 3037000493) & 0xFFFFFFFFFFFFFFFF
        self.position = 0

    def face(self, purpose: str) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        self.position += 1
        return (self._state >> 33) % 6 + 1


class DiceMismatch(AssertionError):
    """Scripted dice were requested for another purpose, ran out, or were left over."""


class ScriptedDice:
    """The dice of a worked case, in order: faces, or `(purpose, face)` pairs that must be requested for that
    purpose.
    """

    def __init__(self, *script: int | tuple[str, int]) -> None:
        self._script: list[tuple[str | None, int]] = [
            entry if isinstance(entry, tuple) else (None, entry) for entry in script
        ]
        self.position = 0

    def face(self, purpose: str) -> int:
        if self.position >= len(self._script):
            raise DiceMismatch(f"a die for '{purpose}' was rolled after the script's {len(self._script)} dice")
        wanted, face = self._script[self.position]
        if wanted is not None and wanted != purpose:
            raise DiceMismatch(f"die {self.position + 1} is for '{wanted}', but '{purpose}' was rolled")
        self.position += 1
        return face

    def assert_all_used(self) -> None:
        """Raise DiceMismatch if some dice of the script were not rolled."""
        if self.position != len(self._script):
            left = [f"{purpose or 'die'} {face}" for purpose, face in self._script[self.position :]]
            raise DiceMismatch(f"dice left over: {', '.join(left)}")


def d3(face: int) -> int:
    """A D3 from a D6 face: 1-2 is 1, 3-4 is 2, 5-6 is 3. Rule: DICE-D3-01"""
    return (face + 1) // 2


def counted(face: int, die: str) -> int:
    """The number that a D6 face counts for when the die is read as a D3 or a D6."""
    return d3(face) if die == "D3" else face


def faces_of(source: Dice, purpose: str, count: int) -> tuple[int, ...]:
    """`count` faces in rolling order."""
    return tuple(source.face(purpose) for _ in range(count))


def total(faces: Iterable[int]) -> int:
    """The sum of several dice. Rule: DICE-D6-01"""
    return sum(faces)
