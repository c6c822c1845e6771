"""Fire: weapons that set models on fire, and fires that burn until they are put out.

Hooks `wound_rolled`, `recovery`. Rules: SPEC-FLAMING-01, CRIT-SCOPE-01
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles.engine.events import EffectAdded, EffectEnded
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.gear.conditions import is_mine, with_weapon
from battles.engine.hooks import declare_inner, on
from battles.engine.state import STANDING, BattleState, Effect
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.magic.spellbook import Casting
from battles.engine.steps.models.bodies import body_of, on_table
from battles.engine.steps.movement.allowances import Allowance
from battles.engine.steps.nerve.psychology import is_friend
from battles.engine.steps.shooting.rate_of_fire import ShotPlan
from battles.engine.table.vectors import TOUCH, within

BURNING = "burning"
BEATEN_OUT_ON, FLAMES = 4, 4
"""The score that puts a fire out, and the Strength of the hit if it keeps burning."""
declare_inner(BURNING)


@on("wound_rolled", "sets_on_fire")
def sets_on_fire(ctx: Context, model_id: str, attack: Attack, *, needs: int, weapons: Sequence[str] = ()) -> None:
    """Set a model that was hit on fire if this score is rolled."""
    if not is_mine(attack, model_id) or not with_weapon(attack, weapons) or not attack.lands:
        return
    alight = any(effect.code == BURNING for effect in ctx.model(attack.whom).effects)
    if (
        not alight
        and ctx.roll("die", model_id, need=needs, against=attack.whom, rule="SPEC-FLAMING-01", about="ignite").passed
    ):
        ctx.emit(EffectAdded(attack.whom, Effect(BURNING)))
        ctx.note("burns", attack.whom, model_id)


@on("recovery", BURNING)
def burns_on(ctx: Context, model_id: str, **_: Any) -> None:
    """In each recovery phase the model, or a friend next to it, may put out the fire; otherwise the fire hits the
    model.
    """
    from battles.engine.steps.harm.automatic_hits import hit_automatically

    tries = 1 + any(_helps(ctx, other, model_id) for other in on_table(ctx.state, model_id[0]))
    for _attempt in range(tries):
        if ctx.roll("die", model_id, need=BEATEN_OUT_ON, rule="SPEC-FLAMING-01", about="put_out").passed:
            ctx.emit(EffectEnded(model_id, BURNING))
            return
    hit_automatically(ctx, model_id, FLAMES, how="fire", flaming=True)


def _helps(ctx: Context, other: str, model_id: str) -> bool:
    model = ctx.model(other)
    if not is_friend(ctx.game, model_id, other) or model.posture != STANDING or model.engaged:
        return False
    return within(body_of(ctx.game, ctx.state, other), body_of(ctx.game, ctx.state, model_id), TOUCH)


@on("move", BURNING)
def panicked(game: Game, state: BattleState, model_id: str, allowance: Allowance, **_: Any) -> Allowance:
    """A burning model cannot charge."""
    return allowance._replace(may_charge=False)


@on("shoot", BURNING)
def no_aim(game: Game, state: BattleState, model_id: str, plan: ShotPlan, **_: Any) -> ShotPlan:
    """A burning model cannot shoot."""
    return plan._replace(refused="cannot be used by a burning warrior")


@on("spell", BURNING)
def no_words(ctx: Context, model_id: str, casting: Casting, **_: Any) -> bool:
    """A burning model cannot cast spells."""
    if casting.who == model_id:
        casting.bonus -= 99
    return False
