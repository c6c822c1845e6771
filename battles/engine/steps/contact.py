"""Who is engaged with whom: bases that touch, or a low wall between them. Rules: CONV-ENGAGED-01, MV-CHG-07, MV-ENGAGED-01

`engage` after a charge, `settle` after a model has gone somewhere else; both keep the relation in step by events.
"""

from __future__ import annotations

from battles.engine.events import Engaged, Flagged, Separated
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import ACROSS, FIRST_ROUND, HIDDEN, BattleState
from battles.engine.steps.bodies import body_of, enemies_of, in_contact, is_out_of_the_fight
from battles.engine.table.vectors import SLACK, TOUCH, Body, point_in_polygon, segment_distance

LOW = 100
"""Highest and thickest obstacle that is fought across. Rule: MV-CHG-07"""


def touches(game: Game, state: BattleState, who: str, whom: str) -> bool:
    """Base contact, on a hillside or stairs at any difference of height. Rule: MV-CHG-07"""
    return bodies_touch(game, body_of(game, state, who), body_of(game, state, whom))


def bodies_touch(game: Game, a: Body, b: Body) -> bool:
    """`touches` for two bodies."""
    if in_contact(a, b):
        return True
    reach = a.radius + b.radius + TOUCH
    if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 > reach * reach:
        return False
    return _slope_joins(game, a, b)


def _slope_joins(game: Game, a: Body, b: Body) -> bool:
    """A hillside or a flight of stairs joins the two spots."""
    low, high = (a, b) if a.z < b.z else (b, a)
    for surface in game.table.surface_grid.at(high.x, high.y):
        if surface.kind == "hill" and surface.z == high.z and point_in_polygon(high.x, high.y, surface.outline) >= 0:
            return not _sheer_between(game, low, high)
    for way in game.table.connectors:
        if way.kind != "stairs" or not way.foot[2] - TOUCH <= low.z <= high.z <= way.head[2] + TOUCH:
            continue
        if all(segment_distance(body.x, body.y, way.foot[:2], way.head[:2]) <= body.radius for body in (low, high)):
            return True
    return False


def _sheer_between(game: Game, low: Body, high: Body) -> bool:
    return any(
        wall.z0 <= low.z + LOW and wall.z1 >= high.z and _crosses(low, high, wall.a, wall.b)
        for wall in game.table.wall_grid.within(
            min(low.x, high.x), min(low.y, high.y), max(low.x, high.x), max(low.y, high.y)
        )
    )


def _crosses(a: Body, b: Body, p: tuple[int, int], q: tuple[int, int]) -> bool:
    from battles.engine.table.vectors import segments_meet

    return segments_meet((a.x, a.y), (b.x, b.y), p, q)


def across_low_obstacle(game: Game, a: Body, b: Body) -> bool:
    """Both stand against one obstacle, at most 1 high and 1 thick, that lies between them. Rule: MV-CHG-07"""
    if abs(a.z - b.z) > LOW:
        return False
    far = a.radius + b.radius + LOW + 2 * TOUCH
    if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 > far * far:
        return False
    foot = max(a.z, b.z)
    box = (min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y))
    for wall in game.table.wall_grid.within(*box):
        if wall.thickness > LOW or not wall.z0 <= foot < wall.z1 <= min(a.z, b.z) + LOW:
            continue
        half = wall.thickness / 2
        if not _crosses(a, b, wall.a, wall.b):
            continue
        if all(segment_distance(c.x, c.y, wall.a, wall.b) - half <= c.radius + TOUCH + SLACK / 10 for c in (a, b)):
            return True
    for solid in game.table.solid_grid.within(*box):
        if solid.hill or not solid.z0 <= foot < solid.z1 <= min(a.z, b.z) + LOW:
            continue
        if _against_solid(a, b, solid.outline):
            return True
    return False


def _against_solid(a: Body, b: Body, outline: tuple[tuple[int, int], ...]) -> bool:
    from battles.engine.table.vectors import polygon_distance, segments_meet, sides_of

    if not any(segments_meet((a.x, a.y), (b.x, b.y), p, q) for p, q in sides_of(outline)):
        return False
    gaps = [polygon_distance(c.x, c.y, outline) - c.radius for c in (a, b)]
    apart = ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 - a.radius - b.radius
    return all(gap <= TOUCH for gap in gaps) and apart <= LOW + 2 * TOUCH


def in_fighting_contact(game: Game, a: Body, b: Body) -> bool:
    """Touching, or across a low obstacle."""
    return bodies_touch(game, a, b) or across_low_obstacle(game, a, b)


def touched_enemies(game: Game, state: BattleState, who: str) -> list[str]:
    """Every enemy whose base the model touches or faces across a low obstacle, engaged or not."""
    mine = body_of(game, state, who)
    return [
        other for other in enemies_of(game, state, who) if in_fighting_contact(game, mine, body_of(game, state, other))
    ]


def engage(ctx: Context, who: str, whom: str) -> None:
    """Two enemies begin to fight each other; whoever was free is in the first round of its combat. Rule: CONV-ENGAGED-01"""
    mine, his = body_of(ctx.game, ctx.state, who), body_of(ctx.game, ctx.state, whom)
    across = not bodies_touch(ctx.game, mine, his)
    for one in (who, whom):
        model = ctx.state.models[one]
        on = 0 if model.engaged else FIRST_ROUND
        on |= ACROSS if across else 0
        if on & ~model.flags or model.flags & HIDDEN:
            ctx.emit(Flagged(one, on & ~model.flags, model.flags & HIDDEN, "engaged"))
    ctx.emit(Engaged(who, whom, across))


def engage_all(ctx: Context, who: str) -> tuple[str, ...]:
    """Engage a model with every enemy it touches now; gives those newly engaged. Rule: MV-CHG-10"""
    engaged = ctx.state.models[who].engaged
    fresh = tuple(other for other in touched_enemies(ctx.game, ctx.state, who) if other not in engaged)
    for other in fresh:
        engage(ctx, who, other)
    return fresh


def settle(ctx: Context, who: str) -> None:
    """Separate a model from the opponents it no longer touches: it walked, ran away, was thrown or fell."""
    model = ctx.state.models[who]
    if not model.engaged:
        return
    mine = body_of(ctx.game, ctx.state, who)
    for other in model.engaged:
        enemy = ctx.state.models[other]
        if model.gone or enemy.gone or not in_fighting_contact(ctx.game, mine, body_of(ctx.game, ctx.state, other)):
            separate(ctx, who, other)


def separate(ctx: Context, who: str, whom: str) -> None:
    """End the engagement of two models."""
    ctx.emit(Separated(who, whom))
    for one in (who, whom):
        model = ctx.state.models[one]
        if not model.engaged and model.flags & ACROSS:
            ctx.flag(one, off=ACROSS, why="separated")


def release(ctx: Context, who: str) -> None:
    """Separate a model from everybody."""
    for other in ctx.state.models[who].engaged:
        separate(ctx, who, other)


def is_held(game: Game, state: BattleState, who: str) -> bool:
    """Some opponent still fights: the model may not leave. Rule: MV-ENGAGED-01"""
    return any(not is_out_of_the_fight(game, state.models[other]) for other in state.models[who].engaged)
