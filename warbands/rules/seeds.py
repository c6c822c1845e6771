"""Dice rolled from a seed: the same seed gives the same results."""

from __future__ import annotations

import hashlib
import re

_DICE = re.compile(r"([0-9]{0,2})D(3|6)(?:x([0-9]{1,3}))?")


def seeded_number(seed: str, sides: int) -> int:
    """A number from 0 to sides - 1, evenly distributed; the same seed gives the same number."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big") % sides


def seeded_dice(notation: str, seed: str) -> int:
    """The result of dice such as 2D6 or D6x25 from a seed; 0 for an invalid notation."""
    found = _DICE.fullmatch(notation)
    if found is None:
        return 0
    faces = sum(seeded_number(f"{seed}:{n}", int(found[2])) + 1 for n in range(int(found[1] or 1)))
    return faces * int(found[3] or 1)
