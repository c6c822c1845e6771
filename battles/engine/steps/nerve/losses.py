"""Losses in the enemy's last turn, for models that can raise them. Recorded only where such a model exists."""

from __future__ import annotations

from battles.engine.events import Marked
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import BattleState

RAISES = "gift_of_life"
"""Spell of those who raise the fallen of the last turn."""


def record_survivors(ctx: Context, side: str) -> None:
    """At the start of a side's turn: record who is alive on the sides that can raise their casualties."""
    raisers = {model_id[0] for model_id, fighter in ctx.fighters.items() if RAISES in fighter.spells}
    if raisers:
        alive = [model_id for model_id, model in ctx.state.models.items() if model_id[0] in raisers and not model.gone]
        ctx.emit(Marked(_key(side), alive))


def lost_in_last_turn(game: Game, state: BattleState, side: str) -> list[str]:
    """Models of a side that were alive as an enemy's last turn began, and out of action as its own did."""
    now = set(state.marks.get(_key(side), ()))
    before = {
        model_id
        for other in state.order
        if game.are_enemies(side, other)
        for model_id in state.marks.get(_key(other), ())
        if model_id[0] == side
    }
    return [model_id for model_id, model in state.models.items() if model_id in before - now and model.gone == "out"]


def _key(side: str) -> str:
    return f"alive:{side}"
