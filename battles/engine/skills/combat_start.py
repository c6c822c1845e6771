"""Effects on enemies in contact at the start of a combat phase, such as glares and songs. Hook `before_combat`.

Rule: CHAR-LD-01
"""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.flow import Context
from battles.engine.hooks import on
from battles.engine.state import FIRST_ROUND, STANDING
from battles.engine.steps.magic.spell_effects import EffectRules, add_until_next_turn, define_effect
from battles.engine.steps.models.characteristics import keywords_of
from battles.engine.steps.nerve.leaders import take_test

PUT_OFF, STILLED, SLOWED, TRANSFIXED = "put_off", "stilled", "slowed_down", "transfixed"
define_effect(PUT_OFF, EffectRules(to_hit=-1))
define_effect(STILLED, EffectRules(may_strike=False))
define_effect(SLOWED, EffectRules(raises={"attacks": -1}))
define_effect(TRANSFIXED, EffectRules(may_strike=False))
LEAVES = {"transfixed": TRANSFIXED, "put_off": PUT_OFF, "stilled": STILLED, "slowed": SLOWED}


@on("before_combat", "unsettles")
def unsettles(
    ctx: Context,
    model_id: str,
    *,
    then: str,
    first_round: bool = False,
    own_turn: bool = False,
    one: bool = False,
    spares: Sequence[str] = (),
) -> None:
    """Enemies in contact who fail a Leadership test have a penalty to hit, strike last or cannot attack this turn."""
    model = ctx.model(model_id)
    if model.posture != STANDING or (own_turn and model_id[0] != ctx.state.active):
        return
    if first_round and not model.flags & FIRST_ROUND:
        return
    for other in model.engaged:
        enemy = ctx.fighter(other)
        spared = set(spares) & (enemy.tags | keywords_of(ctx.game, ctx.state, other) | enemy.keywords)
        if spared or ctx.model(other).gone or ctx.model(other).posture != STANDING:
            continue
        if not take_test(ctx, other, "nerve", "CHAR-LD-01", against=model_id):
            add_until_next_turn(ctx, other, LEAVES[then])
        if one:
            return
