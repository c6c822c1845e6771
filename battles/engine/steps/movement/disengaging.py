"""Moves of a model that leaves a fight unharmed: straight away from its enemies to the farthest free place in reach.

Rules: CC-MOVE-01, GM-PLACE-01
"""

from __future__ import annotations

from math import atan2, degrees

from battles.engine.events import Moved
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.models import contact
from battles.engine.steps.models.bodies import body_of, enemies_of
from battles.engine.steps.movement.forced.placement import Room
from battles.engine.steps.movement.forced.straight_moves import direction_of, furthest
from battles.engine.steps.movement.movers import mover_of, others_of, rules_of
from battles.engine.steps.movement.tracks import Leg, Track, start_of
from battles.engine.table.contact import in_contact
from battles.engine.table.vectors import Spot

TURNS = (0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180)
"""Directions that are tried, in degrees from straight away."""


def way_out(game: Game, state: BattleState, model_id: str, length: int) -> Spot | None:
    """The place to which a model disengages: clear of every enemy and as straight away from its opponents as possible;
    None if there is no place.

    Lengths in hundredths of an inch.
    """
    mine = body_of(game, state, model_id)
    engaged = [body_of(game, state, other) for other in state.models[model_id].engaged] or [mine]
    x, y = sum(enemy.x for enemy in engaged) / len(engaged), sum(enemy.y for enemy in engaged) / len(engaged)
    away = degrees(atan2(mine.x - x, mine.y - y))
    enemies = [body_of(game, state, other) for other in enemies_of(game, state, model_id)]
    mover = mover_of(game, state, model_id, "walk", budget=length)
    others, start = others_of(game, state, model_id), start_of(state, model_id)
    room = Room(game, state, model_id)
    for turn in TURNS:
        reached = furthest(game, mover, start, direction_of(away + turn), length, others, rules_of(game, model_id))
        way = Track(start, (Leg("walk", *reached.spot, reached.cost, reached.spot.z - start.z),), reached.cost)
        end = room.stop_on(way).end
        there = room.body_at(end)
        if end != start and not any(in_contact(game.table, there, enemy) for enemy in enemies):
            return end
    return None


def move_out_of_contact(ctx: Context, model_id: str, length: int) -> bool:
    """Move a model out of contact, up to `length` hundredths of an inch. Returns False if there is no path."""
    spot = way_out(ctx.game, ctx.state, model_id, length)
    if spot is None:
        ctx.note("cannot_get_away", model_id)
        return False
    ctx.emit(Moved(model_id, "walk", (("walk", *spot),), 0))
    contact.settle(ctx, model_id)
    return True
