"""How often and when a weapon can shoot: reloading, shots that need a stationary shooter, several shots.

Rules: SHOOT-ONE-01, SHOOT-WHO-01, SHOOT-MOD-MULTI-01
"""

from __future__ import annotations

from typing import NamedTuple

from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.profile import Weapon
from battles.engine.state import MOVED, BattleState

RELOADING = "reloading:"
"""Prefix of the effect code for a weapon that is not ready to fire; the weapon's index follows."""


class ShotPlan(NamedTuple):
    """What a weapon can do this turn. The `shoot` hook may return another plan."""

    slot: int
    """The weapon's index among the fighter's weapons."""
    weapon: Weapon
    reach: int
    """Range in hundredths of an inch."""
    shots: int = 1
    half_range_shots: int = 0
    """Number of shots within half range, if that is more than one; 0 otherwise."""
    penalty: int = 0
    """Modifier to hit for each of several shots, from the weapon itself; 0 if the ruleset decides."""
    stands: bool = False
    """Whether the weapon cannot fire after moving."""
    reloads: bool = False
    """Whether the weapon fires only every other turn."""
    once: bool = False
    may_split: bool = False
    any_target: bool = False
    stays_hidden: bool = False
    barrels: bool = False
    """Whether several barrels are fired at once: one roll to hit, a hit for each barrel, and twice the reload time."""
    line: int = 0
    """Length of a line in which all models are hit, in hundredths of an inch; 0 for an ordinary shot."""
    refused: str = ""
    """Why the weapon cannot shoot now, as text; "" if it can."""


def reach_of(game: Game, state: BattleState, model_id: str, weapon: Weapon) -> int:
    """The weapon's maximum range for this model, in hundredths of an inch."""
    index = next((i for i, other in enumerate(game.fighters[model_id].weapons) if other is weapon), -1)
    if index < 0:
        return weapon.reach
    return plan_of(game, state, model_id, index).reach


def plan_of(game: Game, state: BattleState, model_id: str, index: int) -> ShotPlan:
    """What the weapon at this index can do now. Changes nothing."""
    fighter = game.fighters[model_id]
    model = state.models[model_id]
    weapon = fighter.weapons[index]
    plan = ShotPlan(index, weapon, weapon.reach)
    for function, parameters in listeners(weapon.hooks, (), "shoot"):
        plan = function(game, state, model_id, plan, **parameters)
    for function, parameters in listeners(fighter.hooks, model.effects, "shoot"):
        plan = function(game, state, model_id, plan, **parameters)
    if plan.stands and model.flags & MOVED and model_id[0] == state.active:
        return plan._replace(refused="cannot be fired after moving")
    if plan.reloads and any(effect.code == f"{RELOADING}{index}" for effect in model.effects):
        return plan._replace(refused="must be reloaded")
    if plan.once and any(code == f"fired:{index}" for code, _ in model.used):
        return plan._replace(refused="has been fired")
    return plan


def plans_of(game: Game, state: BattleState, model_id: str) -> list[ShotPlan]:
    """Plans of the missile weapons that can shoot now; only one for equal weapons."""
    found: list[ShotPlan] = []
    for index, weapon in enumerate(game.fighters[model_id].weapons):
        if not weapon.is_missile or not weapon.reach:
            continue
        if any(plan.weapon.code == weapon.code for plan in found):
            continue
        plan = plan_of(game, state, model_id, index)
        if not plan.refused:
            found.append(plan)
    return found


def shots_at(plan: ShotPlan, short: bool) -> int:
    """How many shots the plan allows at a target; `short`: whether the target is within half range."""
    return max(plan.shots, plan.half_range_shots) if short else plan.shots
