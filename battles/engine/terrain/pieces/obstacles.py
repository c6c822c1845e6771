"""Special obstacles that are crossed by charges.

Rules: TR-OBST-MOVE-01, TR-OBST-BLAZE-01, TR-OBST-GHOST-01, TR-OBST-DEFEND-01
"""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.state import ACROSS, FEAR_SIX, STANDING
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.models.characteristics import keywords_of
from battles.engine.steps.movement.allowances import is_chariot, is_mounted
from battles.engine.steps.movement.dangerous_ground import Danger, is_survived
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.steps.nerve.psychology import is_immune
from battles.engine.terrain.defended_obstacles import obstacle_between


def reaches_over(ctx: Context, model_id: str, target: str) -> bool:
    """Test a rider or chariot that charges across an obstacle. Returns False if it falls there. Rule:
    TR-OBST-MOVE-01
    """
    fighter = ctx.fighters[model_id]
    if not (is_mounted(fighter) or is_chariot(fighter)) or ctx.state.models[target].gone:
        return True
    piece = obstacle_between(ctx.game, body_of(ctx.game, ctx.state, model_id), body_of(ctx.game, ctx.state, target))
    return piece is None or is_survived(ctx, model_id, Danger(0, 1.0, piece.id))


def charge_over_obstacle(ctx: Context, model_id: str, target: str) -> None:
    """Apply the effects of an obstacle on a charger who reached an enemy behind it: flames hit it, ghosts cause
    fear.
    """
    if not ctx.rules.terrain_pack or not ctx.state.models[model_id].flags & ACROSS:
        return
    mine, theirs = body_of(ctx.game, ctx.state, model_id), body_of(ctx.game, ctx.state, target)
    piece = obstacle_between(ctx.game, mine, theirs)
    if piece is None:
        return
    if piece.kind == "ghost_fence":
        brave = is_immune(ctx.game, ctx.state, model_id) or "fear" in keywords_of(ctx.game, ctx.state, model_id)
        if not brave and not take_test(ctx, model_id, "fear", "TR-OBST-GHOST-01", against=target):
            ctx.flag(model_id, on=FEAR_SIX, why="ghost_fence")
    if piece.kind == "blazing_barricade" and ctx.state.models[model_id].posture == STANDING:
        hit_automatically(ctx, model_id, 4, how="terrain", flaming=True)
