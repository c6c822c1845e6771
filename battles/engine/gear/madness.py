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
"""Distance within which the bearer attacks a knocked down warrior (hundredths of an inch)."""


@on("turn_end", "falls_upon_fallen")
def falls_upon_fallen(ctx: Context, model_id: str) -> None:
    """At the end of a turn without an enemy in contact, the bearer attacks the nearest fallen warrior within an inch,
    friend or enemy. Rules: CC-KD-01, CC-STUN-01
    """
    model = ctx.model(model_id)
    if model.gone or model.engaged or model.posture != STANDING:
        return
    mine = body_of(ctx.game, ctx.state, model_id)
    near = []
    for side in ctx.game.sides:
        for other in on_table(ctx.state, side):
            body = body_of(ctx.game, ctx.state, other)
            if other != model_id and is_down(ctx.model(other)) and within(mine, body, NEAR):
                near.append((distance(mine, body), other))
    plan = attack_plan(ctx.game, ctx.state, model_id)
    if near and plan:
        victim = min(near)[1]
        ctx.note("falls_upon", model_id, victim)
        strike(ctx, model_id, victim, plan, down=[victim])
