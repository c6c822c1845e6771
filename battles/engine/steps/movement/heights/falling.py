"""Falls and slips. Rules: MV-FALL-01, MV-FALL-02, MV-FALL-03, MV-SLIP-01, MV-SLIP-02

`fall` moves a model down and hurts it. The injury steps call `slip` when a model goes down near an open edge.
"""

from __future__ import annotations

from battles.engine.dice import d3
from battles.engine.events import Moved
from battles.engine.flow import Context
from battles.engine.state import FELL, HIDDEN
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.models import contact
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.initiative_tests import initiative_test
from battles.engine.steps.movement.movers import others_of
from battles.engine.table.ground import fall_spot, open_edges_near, surface_height
from battles.engine.table.placement import landing_spot
from battles.engine.table.vectors import Spot, round_half_up
from battles.engine.traits import Flag

HURTS_FROM = 100
HARDEST = 10
UNHURT_ON = 4
"""Score with which the trait sea legs prevents the hits of a fall."""
SEA_LEGS = Flag("sea_legs")
TESTED = frozenset({"jump", "gap", "gap_landing", "jump_down"})
"""Causes of falls that follow a failed test for the jump itself."""
SLIP_REACH = 100
"""Distance from an open edge within which a model can slip, in hundredths of an inch. Rule: MV-SLIP-01"""


def strength_of_fall(height: int) -> int:
    """Strength of the hits after a fall: the height in whole inches, at most 10; 0 for no harm. Rule: MV-FALL-01"""
    return 0 if height < HURTS_FROM else min(HARDEST, height // 100)


def landing_of(ctx: Context, model_id: str, aim: Spot) -> Spot:
    """The spot nearest to where a model would land, without overlapping a model or touching an enemy. Rule:
    MV-FALL-02
    """
    body = body_of(ctx.game, ctx.state, model_id)._replace(x=aim.x, y=aim.y, z=aim.z)
    return landing_spot(ctx.game.table, body, others_of(ctx.game, ctx.state, model_id)) or aim


def fall(ctx: Context, model_id: str, height: int, landing: Spot, why: str, by: str = "") -> None:
    """Fall to a landing spot: D3 hits with the Strength of the height, without armour saves or critical hits.

    The model can neither move nor hide afterwards. Rules: MV-FALL-01, MV-FALL-02, MV-FALL-03
    """
    spot = landing_of(ctx, model_id, landing)
    ctx.emit(Moved(model_id, "fall", (("fall", spot.x, spot.y, spot.z),), 0))
    ctx.flag(model_id, on=FELL, off=HIDDEN, why=why)
    contact.settle(ctx, model_id)
    strength = strength_of_fall(height)
    if not strength or lands_safely(ctx, model_id, height, why):
        return
    if (
        SEA_LEGS.of(ctx.fighter(model_id))
        and ctx.roll("die", model_id, need=UNHURT_ON, rule="MV-FALL-01", about="fall_unhurt").passed
    ):
        return
    hits = d3(ctx.roll("count", model_id, rule="MV-FALL-01").total)
    hit_automatically(ctx, model_id, strength, hits, how="fall", by=by, armour=False, may_slip=False)


def lands_safely(ctx: Context, model_id: str, height: int, why: str) -> bool:
    """Whether a nimble model that falls is unhurt: one test, for heights within its skill.

    After a failed jump or climb there is no other test. Rule: MV-FALL-01
    """
    if why in TESTED or allowance_of(ctx.game, ctx.state, model_id).safe_drop < height:
        return False
    return initiative_test(ctx, model_id, "fall", "MV-FALL-01", height)


def fall_to(ctx: Context, model_id: str, x: int, y: int, from_height: int, why: str, by: str = "") -> None:
    """Fall from a height onto the surface below a point past the edge."""
    z = surface_height(ctx.game.table, x, y, from_height - 1)
    fall(ctx, model_id, from_height - z, Spot(x, y, z), why, by)


def slip(ctx: Context, model_id: str, why: str, by: str = "") -> bool:
    """Test Initiative for a model that goes down (core: or begins to flee) next to an open edge; if it fails, it falls.

    Returns whether it fell. Rules: MV-SLIP-01, MV-SLIP-02, INJ-EDGE-01
    """
    model = ctx.state.models[model_id]
    if model.gone:
        return False
    near = open_edges_near(ctx.game.table, body_of(ctx.game, ctx.state, model_id), SLIP_REACH)
    if not near or initiative_test(ctx, model_id, "slip", "MV-SLIP-01", near[0].drop):
        return False
    rim = near[0]
    x, y = fall_spot(rim.edge, rim.x, rim.y, ctx.fighters[model_id].radius)
    fall_to(ctx, model_id, x, y, rim.edge.z, why, by)
    return True


def topple(ctx: Context, model_id: str, rim: Spot, outward: tuple[float, float], why: str, by: str = "") -> None:
    """Fall over a point of an edge: the base lands just clear of it."""
    radius = ctx.fighters[model_id].radius
    x = round_half_up(rim.x + outward[0] * radius)
    y = round_half_up(rim.y + outward[1] * radius)
    fall_to(ctx, model_id, x, y, rim.z, why, by)
