"""Places for archers: where their best shot is worth most in the next turns, and few enemies could charge them.

Friends in the way count: a shot between them is a shot at a target in cover, or none at all.
"""

from __future__ import annotations

from battles.engine.bots.values.shooting import shot_worth
from battles.engine.commands import Shoot
from battles.engine.game import Game
from battles.engine.state import MOVED, BattleState
from battles.engine.steps.shooting import rate_of_fire
from battles.engine.steps.shooting.cover import view
from battles.engine.steps.shooting.targets import legal_targets

SHAKEN = 0.25
"""The share of a shot that is lost by moving before it."""
TURNS = 3.0
"""Number of shots from a new place that are counted."""
MOST = 0.9
"""A place is not compared if even shots of this value would not make it the best."""
THROWN = 1000
"""Missile weapons with at most this range do not make an archer (hundredths of an inch)."""


def shots_from(
    game: Game, state: BattleState, model_id: str, spot: tuple[int, int, int] | None = None
) -> tuple[float, str]:
    """The gain of an archer's best shot from its place or another one, once it has arrived, and the target; (0, "")
    without a shot.
    """
    model = state.models[model_id]
    x, y, z = spot or model[:3]
    there = state.fork()
    there.models[model_id] = model._replace(x=x, y=y, z=z, flags=model.flags & ~MOVED)
    best, aimed_at = 0.0, ""
    for index, weapon in enumerate(game.fighters[model_id].weapons):
        if not weapon.is_missile or weapon.reach <= THROWN:
            continue
        plan = rate_of_fire.plan_of(game, there, model_id, index)
        for target in legal_targets(game, there, model_id, plan):
            gain = shot_worth(game, there, Shoot(model_id, target.who, index)).gain
            if gain > best:
                best, aimed_at = gain, target.who
    return best, aimed_at


def shot_given_up(game: Game, state: BattleState, model_id: str, gain: float) -> float:
    """What an archer loses this turn by moving before a shot of this gain: all of it with a weapon that must stand
    still.
    """
    plans = rate_of_fire.plans_of(game, state, model_id) if gain else []
    if not plans:
        return 0.0
    return gain if all(plan.stands for plan in plans) else SHAKEN * gain


def is_clear(game: Game, state: BattleState, model_id: str, target: str) -> bool:
    """Whether an archer sees this target, if any, without cover."""
    return bool(target) and not view(game, state, model_id, target).cover
