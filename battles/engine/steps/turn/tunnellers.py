"""Models that arrive from the catacombs: at street level after their side's first turn, not set up with the others.

Rule: AF-EXPL-08

A find of the aftermath gives the trait for one battle. They arrive as near to an enemy as the find allows, since that
is the most useful place.
"""

from __future__ import annotations

from battles.engine.events import Placed
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.steps.models.bodies import other_bodies
from battles.engine.table.ground import can_stand
from battles.engine.table.movement.rules import Other
from battles.engine.table.vectors import Body
from battles.engine.traits import Values

TUNNEL = Values("tunnel_deployment", lambda given: int(given.get("distance", 8)) * 100)
RESERVE = "reserve"
STEP = 100
"""Distance between the places that are tried, in hundredths of an inch."""


def distance_of(game: Game, model_id: str) -> int:
    """Minimum distance from enemies for a tunneller's arrival, hundredths of an inch; 0 for other models."""
    return TUNNEL.first(game.fighters[model_id], 0)


def come_up(ctx: Context, side: str) -> None:
    """At the end of a side's first turn, place its tunnellers. Later calls do nothing."""
    for model_id in ctx.fighters:
        if model_id[0] == side and ctx.model(model_id).gone == RESERVE and distance_of(ctx.game, model_id):
            spot = _spot(ctx, model_id, distance_of(ctx.game, model_id))
            if spot is not None:
                ctx.emit(Placed(model_id, *spot))


def _spot(ctx: Context, model_id: str, apart: int) -> tuple[int, int, int] | None:
    """The free place at street level nearest to an enemy, among those at least `apart` from all enemies; None if there
    is no place.
    """
    fighter, table = ctx.fighters[model_id], ctx.game.table
    enemies = [
        model for other, model in ctx.state.models.items() if ctx.game.are_enemies(model_id, other) and not model.gone
    ]
    others = [Other(body) for _, body in other_bodies(ctx.game, ctx.state, model_id)]
    best: tuple[int, int, int] | None = None
    nearest = 0
    for y in range(fighter.radius, table.length - fighter.radius + 1, STEP):
        for x in range(fighter.radius, table.width - fighter.radius + 1, STEP):
            gap = min(((model.x - x) ** 2 + (model.y - y) ** 2 for model in enemies), default=apart**2)
            if gap < apart**2 or (best is not None and gap >= nearest):
                continue
            if can_stand(table, Body(x, y, 0, fighter.radius, fighter.height), others):
                best, nearest = (x, y, 0), gap
    return best
