"""Dice that both players can verify.

Before setup the server draws a seed and shows `fingerprint(seed)` to all players. Then each player's browser may add a
nonce; "" is for a side that adds nothing. The dice stream is keyed by seed and nonces together, so neither the server
(bound by the fingerprint) nor a player (who does not know the seed) can influence it. After the battle the seed is
shown and `verify` rolls every die again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence

from battles.engine.dice import StreamDice


def fingerprint(seed: bytes) -> str:
    """The value shown before the battle: SHA-256 of the seed, 64 hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def stream_key(seed: bytes, nonces: Sequence[str]) -> bytes:
    """The key of the dice stream: HMAC-SHA-256 of the nonces, joined by line feeds in the order of the sides, under the
    seed."""
    return hmac.digest(seed, "\n".join(nonces).encode(), "sha256")


def committed_dice(seed: bytes, nonces: Sequence[str], position: int = 0) -> StreamDice:
    """The battle's dice, starting at `position`."""
    return StreamDice(stream_key(seed, nonces), position)


def verify(seed: bytes, shown: str, nonces: Sequence[str], faces: Iterable[int]) -> int | None:
    """Roll a battle's dice again and compare them with the recorded faces.

    Returns None if all match, else the index of the first difference (from 0), or -1 if the seed does not match the
    fingerprint.
    """
    if not hmac.compare_digest(fingerprint(seed), shown):
        return -1
    stream = committed_dice(seed, nonces)
    for place, face in enumerate(faces):
        if stream.face("") != face:
            return place
    return None
