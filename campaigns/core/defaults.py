"""Default settings of a new campaign, and the limits of settings. Points are in `campaigns.standings.rules`."""

from __future__ import annotations

from typing import Final, NamedTuple

WARBANDS_PER_PLAYER: Final = 1
OTHER_PRESET: Final = "league"
"""Preset code of campaigns that were not created from a preset."""
NO_PRIZE: Final = "none"
"""District code of a match whose winner gets no district."""


class Limits(NamedTuple):
    """The smallest and the largest value that can be chosen."""

    least: int
    most: int


WARBANDS_LIMITS: Final = Limits(1, 9)
GOLD_LIMITS: Final = Limits(100, 5000)
"""Limits of the starting gold, in gold crowns."""
POINTS_LIMITS: Final = Limits(0, 20)
LADDER_LIMITS: Final = Limits(0, 50)
"""Limits of how many rungs up a challenge may go."""
