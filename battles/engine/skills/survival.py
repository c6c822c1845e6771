"""Models that stay in play: strong will, berserkers without Wounds, vials that harm the attacker.

Hooks `before_out` and `turn_start`. Rule: INJ-OOA-01
"""

from __future__ import annotations

from typing import Any

from battles.engine.events import EffectAdded, PostureChanged, Used
from battles.engine.flow import Context
from battles.engine.hooks import declare_inner, on
from battles.engine.state import KNOCKED_DOWN, STANDING, STUNNED, Effect
from battles.engine.steps.harm import injuries
from battles.engine.steps.models.characteristics import characteristic

WILL, RISEN, FIGHTS_ON, VIAL = "force_of_will", "risen_by_will", "fights_on", "vial_of_pestilens"
FIGHTS_ON_FROM = 4
declare_inner(RISEN)


@on("before_out", WILL)
def gets_up(ctx: Context, model_id: str, by: str) -> bool:
    """The first time the model is taken out of action, a Toughness test keeps it in play, knocked down.

    Rule: CHAR-TEST-01
    """
    model = ctx.model(model_id)
    if any(code == WILL for code, _ in model.used):
        return False
    ctx.emit(Used(model_id, WILL))
    toughness = characteristic(ctx.game, ctx.state, model_id, "toughness")
    if not ctx.check("char", model_id, toughness, about="toughness:stay").passed:
        return False
    ctx.emit(EffectAdded(model_id, Effect(RISEN, 0)))
    if model.posture != KNOCKED_DOWN:
        ctx.emit(PostureChanged(model_id, KNOCKED_DOWN, by, "will"))
    return True


@on("turn_start", RISEN)
def holds_on(ctx: Context, model_id: str, *, value: int = 0) -> None:
    """The model tests again in each of its turns, 1 harder each time; if it fails, it goes out of action."""
    toughness = characteristic(ctx.game, ctx.state, model_id, "toughness") - value - 1
    if ctx.check("char", model_id, toughness, about="toughness:stay").passed:
        ctx.emit(EffectAdded(model_id, Effect(RISEN, value + 1)))
    else:
        injuries.take_out(ctx, model_id)


@on("before_out", FIGHTS_ON)
def fights_on(ctx: Context, model_id: str, by: str, *, needs: int = FIGHTS_ON_FROM, **_: Any) -> bool:
    """On this score the model remains standing with no Wounds left."""
    if not ctx.roll("die", model_id, need=needs, rule="INJ-OOA-01", about="fight_on").passed:
        return False
    if ctx.model(model_id).posture != STANDING:
        ctx.emit(PostureChanged(model_id, STANDING, by, "will"))
    return True


@on("turn_start", FIGHTS_ON)
def goes_on(ctx: Context, model_id: str, *, needs: int = FIGHTS_ON_FROM) -> None:
    """A model without Wounds rolls each turn whether it stays in play."""
    if not ctx.model(model_id).wounds:
        injuries.take_out(ctx, model_id)


@on("before_out", VIAL)
def opens_the_vial(ctx: Context, model_id: str, by: str) -> bool:
    """Once per battle, an enemy in contact who takes the model out of action tests Toughness. If it fails, the enemy is
    out of action and the model only stunned. Rule: CHAR-TEST-01
    """
    if by not in ctx.model(model_id).engaged or any(code == VIAL for code, _ in ctx.model(model_id).used):
        return False
    ctx.emit(Used(model_id, VIAL))
    toughness = characteristic(ctx.game, ctx.state, by, "toughness")
    if ctx.check("char", by, toughness, about="toughness:vial").passed:
        return False
    injuries.take_out(ctx, by, by=model_id)
    if ctx.model(model_id).posture < STUNNED:
        ctx.emit(PostureChanged(model_id, STUNNED, by, "vial"))
    return True
