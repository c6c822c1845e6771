"""Frenzied occupants, who come out of their building when an enemy is in charge range. Rule: TR-BLDG-EXIT-01"""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import ACTED, FRENZIED, STANDING, BattleState
from battles.engine.steps.models.bodies import enemies_of
from battles.engine.steps.movement.hiding.detection import is_hidden_from
from battles.engine.steps.movement.hiding.visibility import sees
from battles.engine.table.vectors import distance
from battles.engine.terrain.buildings import entering
from battles.engine.terrain.buildings.garrisons import bodies_between, garrison_of, near


def enemy_in_reach(game: Game, state: BattleState, model_id: str) -> str:
    """Id of the nearest enemy that an occupant sees and that is within twice its Movement of the wall; "" for none."""
    reach = entering.reach_out(game, state, model_id)
    close = [enemy for enemy in enemies_of(game, state, model_id) if near(game, state, model_id, enemy, reach)]
    rows = [
        (distance(*bodies_between(game, state, model_id, enemy)), enemy)
        for enemy in close
        if not is_hidden_from(game, state, model_id, enemy) and sees(game, state, model_id, enemy)
    ]
    return min(rows)[1] if rows else ""


def must_rush_out(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether this is a frenzied occupant, not fighting and inside since an earlier turn, with an enemy in charge
    range.
    """
    model = state.models[model_id]
    if not model.flags & FRENZIED or not garrison_of(state, model_id) or model.flags & ACTED:
        return False
    if model.posture != STANDING or model.engaged or any(effect.code == entering.CODE for effect in model.effects):
        return False
    return bool(enemy_in_reach(game, state, model_id))


def rush(ctx: Context, model_id: str) -> None:
    """Come out to an inch from the nearest enemy, or stay inside if there is no room."""
    enemy = enemy_in_reach(ctx.game, ctx.state, model_id)
    if not enemy or not entering.rush_out(ctx, model_id, enemy):
        ctx.flag(model_id, on=ACTED, why="no_room")
