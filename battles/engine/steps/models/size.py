"""Sizes, and which models count as large. Rules: CHAR-SIZE-01, SHOOT-MOD-LARGE-01"""

from __future__ import annotations

from battles.engine.game import Game
from battles.engine.state import BattleState

LARGE_RANK = 2
"""Index of the size Large in `profile.SIZES`."""
MOUNT_LOST = "mount_lost"
"""Key in `Miniature.used` that marks a mount that has died. Rule: INJ-CAV-01"""
TALL = 200
"""Bodies taller or wider than this are large targets in rulesets without sizes (hundredths of an inch)."""


def is_large(game: Game, model_id: str) -> bool:
    """Whether this model is a large target."""
    fighter = game.fighters[model_id]
    if "large_target" in fighter.keywords:
        return True
    if game.rules.large_by_size:
        return fighter.size_rank >= LARGE_RANK
    return game.rules.large_by_body and (fighter.height > TALL or 2 * fighter.radius > TALL)


def rides(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model is still mounted."""
    if game.fighters[model_id].mount is None:
        return False
    return all(code != MOUNT_LOST for code, _ in state.models[model_id].used)
