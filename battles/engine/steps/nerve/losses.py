"""Losses in the enemy's last turn, recorded for models that can bring casualties back to the table."""

from __future__ import annotations

from battles.engine.events import Marked
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import BattleState

RAISES = "gift_of_life"
"""Code of the spell that brings back casualties of the last turn."""


def record_survivors(ctx: Context, side: str) -> None:
    """At the start of a side's turn, record which models are in play on the sides that can bring back casualties."""
    raisers = {model_id[0] for model_id, fighter in ctx.fighters.items() if RAISES in fighter.spells}
    if raisers:
        alive = [model_id for model_id, model in ctx.state.models.items() if model_id[0] in raisers and not model.gone]
        ctx.emit(Marked(_key(side), alive))


def lost_in_last_turn(game: Game, state: BattleState, side: str) -> list[str]:
    """Models of a side that were in play at the start of the enemy's last turn and out of action at the start of the
    side's own.
    """
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
