"""Gold equal to the roll of a location's table."""

from __future__ import annotations

from battles.aftermath.effects.base import AftermathEffect


class GainGoldRolled(AftermathEffect):
    """As much gold as the roll shows: the engine turns it into `gain_gold` when it rolls the location."""

    code = "gain_gold_rolled"
    is_immediate = False
