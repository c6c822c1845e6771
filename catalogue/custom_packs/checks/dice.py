"""The possible results of a pack's dice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from catalogue.packs.active_charts import D66

_DICE: Final = re.compile(r"([0-9]{0,2})D(3|6|66)(?:x([0-9]{1,3}))?\Z")


def results_of(dice: str) -> list[int]:
    """Every number that dice such as "D6", "2D3", "D66" or "D6x10" can result in, ascending. Raises ValueError."""
    found = _DICE.match(dice)
    if found is None:
        raise ValueError(dice)
    count, sides, times = int(found[1] or 1), found[2], int(found[3] or 1)
    if sides == "66":
        return [roll * times for roll in D66]
    return [total * times for total in range(count, count * int(sides) + 1)]


def in_words(numbers: Sequence[int]) -> str:
    """Ascending numbers as text, with ranges joined: "1-3, 6"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)
