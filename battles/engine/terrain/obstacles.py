"""Named obstacles when somebody charges over them. Rules: TR-OBST-BLAZE-01, TR-OBST-GHOST-01, TR-OBST-DEFEND-01"""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import ACROSS, FEAR_SIX, STANDING
from battles.engine.steps import pipeline
from battles.engine.steps.bodies import body_of
from battles.engine.steps.leaders import take_test
from battles.engine.steps.psychology import is_immune
from battles.engine.steps.values import keywords_of
from battles.engine.table.pieces import TerrainPiece
from battles.engine.table.vectors import TOUCH, Body, polygon_distance, segments_meet, sides_of
from battles.engine.terrain.places import pieces_called


def obstacle_between(game: Game, a: Body, b: Body, *kinds: str) -> TerrainPiece | None:
    """A piece of these kinds that both bases touch and that lies between their centres."""
    for piece in pieces_called(game, *kinds):
        near = all(polygon_distance(body.x, body.y, piece.outline) <= body.radius + TOUCH for body in (a, b))
        if near and any(segments_meet((a.x, a.y), (b.x, b.y), p, q) for p, q in sides_of(piece.outline)):
            return piece
    return None


def meet_over(ctx: Context, who: str, target: str) -> None:
    """A charger has come up to an enemy behind an obstacle: flames strike it, ghosts daunt it."""
    if not ctx.rules.terrain_pack or not ctx.state.models[who].flags & ACROSS:
        return
    mine, his = body_of(ctx.game, ctx.state, who), body_of(ctx.game, ctx.state, target)
    if obstacle_between(ctx.game, mine, his, "ghost_fence"):
        brave = is_immune(ctx.game, ctx.state, who) or "fear" in keywords_of(ctx.game, ctx.state, who)
        if not brave and not take_test(ctx, who, "fear", "TR-OBST-GHOST-01", against=target):
            ctx.flag(who, on=FEAR_SIX, why="ghost_fence")
    if obstacle_between(ctx.game, mine, his, "blazing_barricade") and ctx.state.models[who].posture == STANDING:
        pipeline.hit_automatically(ctx, who, 4, how="terrain", flaming=True)
