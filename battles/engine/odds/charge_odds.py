"""Exact odds of what may stop a declared charge before the fight: an enemy that must be found, fear, tests on the way.

Previews show these odds and bots use them. Rules: MV-CHG-04, MV-CHG-05, MV-CHG-08, MV-CHG-17, PSY-FEAR-02
"""

from __future__ import annotations

from functools import partial

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.odds.branching_dice import outcomes
from battles.engine.odds.budget import Budget
from battles.engine.state import BattleState
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.nerve import fear

STATES = 5_000
"""Maximum number of states for one test."""


def needs_nerve(game: Game, state: BattleState, model_id: str, target: str) -> bool:
    """Whether the model must pass a test before it may charge this enemy."""
    return bool(fear.fear_of(game, state, model_id, target)) or fear.is_warded_off(game, model_id, target)


def chance_to_find(game: Game, state: BattleState, model_id: str, target: str) -> float:
    """The chance to find an enemy that is hidden or out of sight. Raises OverBudget."""
    return _chance(game, state, partial(_finds, model_id=model_id, target=target))


def chance_to_dare(game: Game, state: BattleState, model_id: str, target: str) -> float:
    """The chance to pass the test that `needs_nerve` describes, including re-rolls. Raises OverBudget."""
    return _chance(game, state, partial(fear.dares_to_charge, model_id=model_id, target=target))


def _finds(ctx: Context, model_id: str, target: str) -> bool:
    return hiding_rules.search(ctx, model_id, target, "MV-CHG-04")


def _chance(game: Game, state: BattleState, question: partial[bool]) -> float:
    return outcomes(game, state, question, budget=Budget(STATES)).get(True, 0.0)
