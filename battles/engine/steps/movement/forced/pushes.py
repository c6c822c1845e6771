"""Models pushed in a straight line by attacks. Rules: MV-PUSH-01, GM-PLACE-01"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from battles.engine.events import Moved
from battles.engine.flow import Context
from battles.engine.steps.models import contact
from battles.engine.steps.models.bodies import body_of, other_bodies
from battles.engine.steps.movement.forced.placement import Room
from battles.engine.steps.movement.heights import falling
from battles.engine.table.edges import surface_height_at
from battles.engine.table.table import Table
from battles.engine.table.vectors import (
    Body,
    Spot,
    polygon_distance,
    round_half_up,
    segment_distance,
    spans_overlap,
)

STEP_UP = 50
"""A pushed model passes over ledges lower than this."""
DROP = 100
"""A pushed model falls from drops of at least this height. Rule: GM-SURF-01"""


class Push(NamedTuple):
    """How a push ended."""

    moved: int
    """Distance covered, in hundredths of an inch."""
    bumped: str = ""
    """Id of the model that stopped the push; "" for none."""
    fell: bool = False


def push(
    ctx: Context, model_id: str, dx: float, dy: float, length: int, *, by: str = "", separates: bool = True
) -> Push:
    """Push a model `length` in a direction (unit vector). Walls, models and the table edge stop it; over an open edge
    it falls.

    Emits the move, and a fall with its hits. Separates the model from those it no longer touches and engages it with
    those it touches now; `separates=False` leaves both to `follow`. Rules: MV-PUSH-01, MV-CHG-10, GM-PLACE-01
    """
    body = body_of(ctx.game, ctx.state, model_id)
    others = [(other, solid) for other, solid in other_bodies(ctx.game, ctx.state, model_id) if other != by]
    table = ctx.game.table
    bumped = ""
    spots = {0: Spot(body.x, body.y, body.z)}
    open_way = not table.pieces and not others
    first, last = 1, length
    if open_way:
        first = last = _farthest_on_table(table, body, dx, dy, length)
    for far in range(first, last + 1):
        x, y = round_half_up(body.x + dx * far), round_half_up(body.y + dy * far)
        there = body._replace(x=x, y=y)
        if not table.on_table(there) or _against_wall(ctx, there, body):
            break
        bumped = next((other for other, solid in others if _overlaps(there, solid) and not _overlaps(body, solid)), "")
        if bumped:
            break
        ground = surface_height_at(table.surface_grid.at(x, y), x, y, body.z + STEP_UP)
        if body.z - ground >= DROP:
            rim = Spot(x, y, body.z)
            ctx.emit(Moved(model_id, "push", (("push", x, y, body.z),), 0))
            falling.topple(ctx, model_id, rim, (dx, dy), "pushed", by)
            return Push(far, fell=True)
        spots[far] = Spot(x, y, ground)
    room = Room(ctx.game, ctx.state, model_id, contact=True, without=(by,))
    place = room.last_of(max(spots), spots.get)
    if place is None:
        return Push(0, bumped)
    ctx.emit(Moved(model_id, "push", (("push", *place.spot),), 0))
    if separates:
        contact.settle(ctx, model_id)
        contact.engage_all(ctx, model_id)
    return Push(place.at, bumped)


def _farthest_on_table(table: Table, body: Body, dx: float, dy: float, length: int) -> int:
    """How far, up to `length`, a body can be pushed before it crosses the table edge."""
    end = body._replace(x=round_half_up(body.x + dx * length), y=round_half_up(body.y + dy * length))
    if table.on_table(end):
        return length
    on, off = 0, length
    while off - on > 1:
        far = (on + off) // 2
        there = body._replace(x=round_half_up(body.x + dx * far), y=round_half_up(body.y + dy * far))
        on, off = (far, off) if table.on_table(there) else (on, far)
    return on


def follow(ctx: Context, model_id: str, target: str) -> None:
    """Follow a pushed victim into contact on the same surface, leaving other opponents.

    This is not a charge. Rules: CRIT-THRUST-KEBAB-01, GM-PLACE-01
    """
    mine, theirs = body_of(ctx.game, ctx.state, model_id), body_of(ctx.game, ctx.state, target)
    if abs(mine.z - theirs.z) <= STEP_UP:
        _step_up_to(ctx, model_id, mine, theirs)
    contact.settle(ctx, target)
    contact.settle(ctx, model_id)
    for model in (model_id, target):
        contact.engage_all(ctx, model)


def _step_up_to(ctx: Context, model_id: str, mine: Body, theirs: Body) -> None:
    """Move straight towards another base into contact, or as near as there is a place to stand."""
    dx, dy = theirs.x - mine.x, theirs.y - mine.y
    far = hypot(dx, dy) or 1.0
    go = round_half_up(far - mine.radius - theirs.radius)
    surfaces = ctx.game.table.surface_grid

    def spot_at(at: int) -> Spot:
        length = far - mine.radius - theirs.radius if at == go else at
        x, y = round_half_up(mine.x + dx / far * length), round_half_up(mine.y + dy / far * length)
        return Spot(x, y, surface_height_at(surfaces.at(x, y), x, y, max(mine.z, theirs.z) + STEP_UP))

    place = Room(ctx.game, ctx.state, model_id, contact=True).last_of(go, spot_at)
    if place is not None:
        ctx.emit(Moved(model_id, "follow", (("follow", *place.spot),), 0))


def _overlaps(body: Body, solid: Body) -> bool:
    both = body.radius + solid.radius
    return spans_overlap(body, solid) and (body.x - solid.x) ** 2 + (body.y - solid.y) ** 2 < both * both


def _against_wall(ctx: Context, there: Body, start: Body) -> bool:
    """Whether the base would be in a wall or solid piece that it was clear of at the start."""
    reach = there.radius
    box = (there.x - reach, there.y - reach, there.x + reach, there.y + reach)
    table = ctx.game.table
    for wall in table.wall_grid.within(*box):
        half = wall.thickness / 2
        if _in_the_way(there, wall.z0, wall.z1) and _meets(
            segment_distance(there.x, there.y, wall.a, wall.b) - half,
            segment_distance(start.x, start.y, wall.a, wall.b) - half,
            reach,
        ):
            return True
    for solid in table.solid_grid.within(*box):
        if solid.hill or not _in_the_way(there, solid.z0, solid.z1):
            continue
        before = polygon_distance(start.x, start.y, solid.outline)
        if _meets(polygon_distance(there.x, there.y, solid.outline), before, reach):
            return True
    return False


def _in_the_way(body: Body, z0: int, z1: int) -> bool:
    return z0 < body.z + body.height and z1 > body.z + STEP_UP


def _meets(gap: float, gap_before: float, reach: int) -> bool:
    return gap < reach - 0.5 and gap_before >= reach - 1
