"""Obstacles between two fighters. Rules: TR-OBST-DEFEND-01, TR-OBST-DEFEND-02"""

from __future__ import annotations

from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.table.pieces import TerrainPiece
from battles.engine.table.vectors import TOUCH, Body, polygon_distance, segments_meet, sides_of
from battles.engine.terrain.kinds import KINDS
from battles.engine.terrain.places import obstacles_of


def obstacle_between(game: Game, a: Body, b: Body) -> TerrainPiece | None:
    """The obstacle that both bases touch and that is between their centres, or None."""
    for piece in obstacles_of(game):
        near = all(polygon_distance(body.x, body.y, piece.outline) <= body.radius + TOUCH for body in (a, b))
        if near and any(segments_meet((a.x, a.y), (b.x, b.y), p, q) for p, q in sides_of(piece.outline)):
            return piece
    return None


def hinders_blows(game: Game, state: BattleState, model_id: str, target: str) -> bool:
    """Whether the obstacle between two fighters gives the charger a penalty to hit; burning and ghostly obstacles do
    not.

    Rule: TR-OBST-DEFEND-02
    """
    piece = obstacle_between(game, body_of(game, state, model_id), body_of(game, state, target))
    return piece is None or piece.kind not in KINDS or KINDS[piece.kind].hinders
