"""A frenzied occupant comes out of its building in place of charging. Rule: TR-BLDG-EXIT-01"""

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


def enemy_in_reach(game: Game, state: BattleState, who: str) -> str:
    """The nearest enemy that an occupant sees within twice its Movement of the wall, or ""."""
    reach = entering.reach_out(game, state, who)
    close = [foe for foe in enemies_of(game, state, who) if near(game, state, who, foe, reach)]
    rows = [
        (distance(*bodies_between(game, state, who, foe)), foe)
        for foe in close
        if not is_hidden_from(game, state, who, foe) and sees(game, state, who, foe)
    ]
    return min(rows)[1] if rows else ""


def must_rush_out(game: Game, state: BattleState, who: str) -> bool:
    """Whether this is a frenzied occupant, free and inside since an earlier turn, with an enemy in charge range."""
    model = state.models[who]
    if not model.flags & FRENZIED or not garrison_of(state, who) or model.flags & ACTED:
        return False
    if model.posture != STANDING or model.engaged or any(effect.code == entering.CODE for effect in model.effects):
        return False
    return bool(enemy_in_reach(game, state, who))


def rush(ctx: Context, who: str) -> None:
    """Come out an inch short of the nearest enemy, or stay when there is no room."""
    enemy = enemy_in_reach(ctx.game, ctx.state, who)
    if not enemy or not entering.rush_out(ctx, who, enemy):
        ctx.flag(who, on=ACTED, why="no_room")
