"""Hides, scales and furs: natural saves that combine with armour. Hook `save`."""

from __future__ import annotations

from battles.engine.game import Game
from battles.engine.gear.conditions import in_phase, is_mine
from battles.engine.hooks import on
from battles.engine.state import BattleState
from battles.engine.steps.harm.saves import NO_SAVE, Saves


@on("save", "natural_armour")
def natural_armour(game: Game, state: BattleState, model_id: str, saves: Saves, *, needs: int, phase: str = "") -> None:
    """The model has a natural save; worn armour improves it by its own value. Rules: ARM-TYPES-01, ARM-LIMIT-01"""
    if is_mine(saves.attack, model_id) or not in_phase(saves.attack, phase):
        return
    worn = saves.armour
    saves.armour = worn - (NO_SAVE - needs) if worn < NO_SAVE else needs


@on("save", "armour_save_bonus")
def armour_save_bonus(game: Game, state: BattleState, model_id: str, saves: Saves, *, amount: int) -> None:
    """Improve the armour save of models that have one. Rule: ARM-LIMIT-01"""
    if not is_mine(saves.attack, model_id) and saves.armour < NO_SAVE:
        saves.armour -= amount
