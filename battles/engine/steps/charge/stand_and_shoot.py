"""Stand and shoot: one shot of a charged model at its charger before it moves. Rules: MV-CHG-15, SHOOT-REACT-01"""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.hiding.visibility import sees
from battles.engine.terrain.buildings.garrisons import near


def far_enough(game: Game, state: BattleState, shooter: str, charger: str) -> bool:
    """Whether the charger starts more than half its charge away. Rule: MV-CHG-15"""
    half = allowance_of(game, state, charger).charge // 2
    return not near(game, state, shooter, charger, half)


def weapons_for(game: Game, state: BattleState, shooter: str, charger: str) -> list[int]:
    """Indices of the missile weapons that may be used against the charger."""
    if not far_enough(game, state, shooter, charger) or not sees(game, state, shooter, charger):
        return []
    return [
        index
        for index, weapon in enumerate(game.fighters[shooter].weapons)
        if weapon.is_missile and near(game, state, shooter, charger, weapon.reach)
    ]


def shoot_at_charger(ctx: Context, shooter: str, charger: str, weapon: int) -> None:
    """Shoot once, with -1 to hit. The harm takes effect at once and may stop the charge."""
    from battles.engine.steps.shooting import phase as shooting_phase

    shooting_phase.react(ctx, shooter, charger, weapon)
