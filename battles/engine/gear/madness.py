"""Madness: the bearer attacks when no enemy is nearby."""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.hooks import on
from battles.engine.state import STANDING
from battles.engine.steps.combat.phase import strike
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.models.bodies import body_of, is_down, on_table
from battles.engine.table.vectors import distance, within

NEAR = 100
"""Distance within which a knocked down warrior can be attacked: an inch."""


@on("turn_end", "falls_upon_fallen")
def falls_upon_fallen(ctx: Context, who: str) -> None:
    """Without an enemy in contact at the end of the turn the bearer attacks the nearest fallen warrior within an inch,
    of any side. Rules: CC-KD-01, CC-STUN-01
    """
    model = ctx.model(who)
    if model.gone or model.engaged or model.posture != STANDING:
        return
    mine = body_of(ctx.game, ctx.state, who)
    near = []
    for side in ctx.game.sides:
        for other in on_table(ctx.state, side):
            body = body_of(ctx.game, ctx.state, other)
            if other != who and is_down(ctx.model(other)) and within(mine, body, NEAR):
                near.append((distance(mine, body), other))
    plan = attack_plan(ctx.game, ctx.state, who)
    if near and plan:
        victim = min(near)[1]
        ctx.note("falls_upon", who, victim)
        strike(ctx, who, victim, plan, down=[victim])
