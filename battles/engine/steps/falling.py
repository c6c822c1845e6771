"""Falls and slips. Rules: MV-FALL-01, MV-FALL-02, MV-FALL-03, MV-SLIP-01, MV-SLIP-02

`fall` throws a model down and hurts it; `slip` is asked by the injury steps when somebody goes down near an open edge.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin

from battles.engine.dice import d3
from battles.engine.events import Moved
from battles.engine.flow import Context
from battles.engine.state import FELL, HIDDEN
from battles.engine.steps import contact
from battles.engine.steps.bodies import body_of, other_bodies
from battles.engine.steps.initiative import initiative_test
from battles.engine.table.edges import Edge, surface_height_at
from battles.engine.table.vectors import TOUCH, Body, Spot, gap_at_most, nearest_on_segment, round_half_up

HURTS_FROM = 100
HARDEST = 10
SLIP_REACH = 100
"""Rule: MV-SLIP-01"""
_RINGS = 60
"""Rings of a tenth of an inch searched for a free landing spot."""


def strength_of_fall(height: int) -> int:
    """Strength of the hits after a fall: whole inches, never above 10; 0 when it does not hurt. Rule: MV-FALL-01"""
    return 0 if height < HURTS_FROM else min(HARDEST, height // 100)


def landing_height(ctx: Context, x: int, y: int, z: int) -> int:
    """Height of the first surface at or below z. Rule: GM-SURF-01"""
    return surface_height_at(ctx.game.table.surface_grid.at(x, y), x, y, z)


def free_spot(ctx: Context, who: str, aim: Spot) -> Spot:
    """The nearest spot where the model overlaps nobody and touches no enemy. Rule: MV-FALL-02"""
    game = ctx.game
    body = body_of(game, ctx.state, who)
    others = other_bodies(game, ctx.state, who)
    table = game.table

    def fits(x: int, y: int, z: int) -> bool:
        there = body._replace(x=x, y=y, z=z)
        if not table.on_table(there):
            return False
        for other, solid in others:
            if abs(solid.z - z) >= max(solid.height, body.height):
                continue
            margin = TOUCH if game.are_enemies(who, other) else -1
            if gap_at_most(there, solid, margin):
                return False
        return not _inside_solid(ctx, there)

    if fits(*aim):
        return aim
    for ring in range(1, _RINGS + 1):
        for direction in range(16):
            angle = radians(direction * 22.5)
            x = round_half_up(aim.x + ring * 10 * sin(angle))
            y = round_half_up(aim.y + ring * 10 * cos(angle))
            if not table.on_table(body._replace(x=x, y=y)):
                continue
            z = landing_height(ctx, x, y, aim.z + 50)
            if fits(x, y, z):
                return Spot(x, y, z)
    return aim


def _inside_solid(ctx: Context, body: Body) -> bool:
    from battles.engine.table.vectors import point_in_polygon

    return any(
        not solid.hill and solid.z0 <= body.z < solid.z1 and point_in_polygon(body.x, body.y, solid.outline) > 0
        for solid in ctx.game.table.solid_grid.at(body.x, body.y)
    )


def fall(ctx: Context, who: str, height: int, landing: Spot, why: str, by: str = "") -> None:
    """Fall to a landing spot: D3 hits at the Strength of the height, no armour, no criticals; no more moving or hiding.

    Rules: MV-FALL-01, MV-FALL-02, MV-FALL-03
    """
    spot = free_spot(ctx, who, landing)
    ctx.emit(Moved(who, "fall", (("fall", spot.x, spot.y, spot.z),), 0))
    ctx.flag(who, on=FELL, off=HIDDEN, why=why)
    contact.settle(ctx, who)
    strength = strength_of_fall(height)
    if not strength:
        return
    from battles.engine.steps import pipeline

    hits = d3(ctx.roll("count", who, rule="MV-FALL-01").total)
    pipeline.hit_automatically(ctx, who, strength, hits, how="fall", by=by, armour=False, may_slip=False)


def fall_to(ctx: Context, who: str, x: int, y: int, from_height: int, why: str, by: str = "") -> None:
    """Fall from a height onto whatever lies below a point beyond the rim."""
    z = landing_height(ctx, x, y, from_height - 1)
    fall(ctx, who, from_height - z, Spot(x, y, z), why, by)


def fall_here(ctx: Context, who: str, toward: Spot, why: str) -> None:
    """Fall from the rim the model stands at: straight down, one radius out towards a point. Rule: MV-GAP-01"""
    body = body_of(ctx.game, ctx.state, who)
    length = hypot(toward.x - body.x, toward.y - body.y) or 1.0
    share = 2 * body.radius / length
    x = round_half_up(body.x + (toward.x - body.x) * share)
    y = round_half_up(body.y + (toward.y - body.y) * share)
    fall_to(ctx, who, x, y, body.z, why)


def near_edge(ctx: Context, body: Body) -> Edge | None:
    """The nearest open edge of the model's own surface within 1 inch of its base. Rule: MV-SLIP-01"""
    reach = body.radius + SLIP_REACH
    best: tuple[float, Edge] | None = None
    for edge in ctx.game.table.edge_grid.within(body.x - reach, body.y - reach, body.x + reach, body.y + reach):
        if abs(edge.z - body.z) > 50:
            continue
        x, y, _ = nearest_on_segment(body.x, body.y, edge.a, edge.b)
        far = hypot(x - body.x, y - body.y)
        if far <= reach + 1e-6 and (best is None or far < best[0]):
            best = (far, edge)
    return best[1] if best else None


def slip(ctx: Context, who: str, why: str, by: str = "") -> bool:
    """A model that goes down (core: or begins to flee) beside an open edge tests Initiative or topples over. True when it fell.

    Rules: MV-SLIP-01, MV-SLIP-02, INJ-EDGE-01
    """
    model = ctx.state.models[who]
    if model.gone:
        return False
    body = body_of(ctx.game, ctx.state, who)
    edge = near_edge(ctx, body)
    if edge is None or initiative_test(ctx, who, "slip", "MV-SLIP-01", edge.drop):
        return False
    x, y, _ = nearest_on_segment(body.x, body.y, edge.a, edge.b)
    topple(ctx, who, Spot(round_half_up(x), round_half_up(y), body.z), (edge.nx, edge.ny), why, by)
    return True


def topple(ctx: Context, who: str, rim: Spot, outward: tuple[float, float], why: str, by: str = "") -> None:
    """Fall over a rim point: the base lands just clear of it."""
    radius = ctx.fighters[who].radius
    x = round_half_up(rim.x + outward[0] * radius)
    y = round_half_up(rim.y + outward[1] * radius)
    fall_to(ctx, who, x, y, rim.z, why, by)
