"""Settings of a new campaign and their limits, each declared once. Points are in `campaigns.standings.rules`."""

from __future__ import annotations

from typing import Final, NamedTuple

WARBANDS_PER_PLAYER: Final = 1
OTHER_PRESET: Final = "league"
"""Stored for campaigns that were not created from a preset."""
NO_PRIZE: Final = "none"
"""The code of a match that is not for a district."""


class Limits(NamedTuple):
    """The smallest and the largest value that players can choose."""

    least: int
    most: int


WARBANDS_LIMITS: Final = Limits(1, 9)
GOLD_LIMITS: Final = Limits(100, 5000)
"""Starting gold, in gold crowns."""
POINTS_LIMITS: Final = Limits(0, 20)
LADDER_LIMITS: Final = Limits(0, 50)
"""How many rungs up a challenge may go."""
