"""A re-roll for models that began their turn next to an Idol of Gork (or possibly Mork). Rule: TR-MON-IDOL-01"""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.commands import Segment
from battles.engine.dice import d3
from battles.engine.events import EffectEnded
from battles.engine.flow import Context
from battles.engine.steps.charge import routes
from battles.engine.terrain.auras import URGE

RULE = "TR-MON-IDOL-01"
MOST = 300


def has_idol_reroll(ctx: Context, model_id: str) -> bool:
    """Whether the model began this turn next to an idol and has not used that yet."""
    return any(effect.code == URGE for effect in ctx.state.models[model_id].effects)


def use_idol_reroll(ctx: Context, model_id: str) -> bool:
    """Use the idol's re-roll for a failed test of a charge, in rulesets where charges are measured. Returns False if
    there is none.
    """
    if not ctx.rules.measuring_is_free or not has_idol_reroll(ctx, model_id):
        return False
    ctx.emit(EffectEnded(model_id, URGE))
    ctx.note("idol_urges_on", model_id, rule=RULE)
    return True


def longer_reach(ctx: Context, model_id: str, targets: Sequence[str], path: Sequence[Segment]) -> int:
    """The longer reach that the D3 of an idol gives a charge that is too long; 0 if that cannot help or there is no
    route.

    The D3 is rolled in rulesets where charges are guessed, if the route is at most 3 inches too long.
    """
    if ctx.rules.measuring_is_free or not has_idol_reroll(ctx, model_id):
        return 0
    farthest = routes.charge_budget(ctx.game, ctx.state, model_id, None) + MOST
    route = routes.route_to(ctx.game, ctx.state, model_id, targets, path, farthest=farthest)
    if route is None:
        return 0
    budget = routes.charge_budget(ctx.game, ctx.state, model_id, route)
    if route.cost > budget + MOST:
        return 0
    ctx.emit(EffectEnded(model_id, URGE))
    return budget + 100 * d3(ctx.roll("die", model_id, rule=RULE, about="urged_on").total)
