"""Gold equal to the roll on the table of a location."""

from __future__ import annotations

from battles.aftermath.effects.base import AftermathEffect


class GainGoldRolled(AftermathEffect):
    """Placeholder for as much gold as the roll shows. The engine replaces it with `gain_gold` when it rolls for the
    location."""

    code = "gain_gold_rolled"
    is_immediate = False
