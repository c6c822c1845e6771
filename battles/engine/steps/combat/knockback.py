"""Effects of critical hits that move the victim or its weapon: throws, follow-ups, disarming.

Rules: CRIT-BLUD-SWEEP-01, CRIT-THRUST-KEBAB-01, MV-PUSH-01
"""

from __future__ import annotations

from math import hypot

from battles.engine.dice import d3
from battles.engine.events import EffectAdded, LoadoutTaken
from battles.engine.flow import Context
from battles.engine.state import Effect
from battles.engine.steps.combat.loadouts import DISARMED, FISTS, in_hand
from battles.engine.steps.harm.attacks import Attack, Group
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.harm.criticals.class_charts import is_larger
from battles.engine.steps.movement.forced import pushes

SWEEP = 200
"""Distance of a wild sweep's throw. Rule: CRIT-BLUD-SWEEP-01"""
COLLISION_STRENGTH = 3
"""Strength of the hit on a model that the victim is pushed into. Rule: CRIT-THRUST-KEBAB-01"""


def throw(ctx: Context, group: Group) -> None:
    """After the injuries of a group, throw back a victim who is still in play, once for each critical hit with this
    effect.
    """
    for attack in group.attacks:
        if ctx.model(group.whom).gone:
            return
        if not attack.critical or not attack.unsaved:
            continue
        if attack.on_wound == "sweep":
            _push(ctx, attack, SWEEP, "CRIT-BLUD-SWEEP-01")
        elif attack.on_wound == "kebab":
            _kebab(ctx, attack)


def _push(ctx: Context, attack: Attack, length: int, rule: str, *, separates: bool = True) -> pushes.Push:
    attacker, victim = ctx.model(attack.who), ctx.model(attack.whom)
    dx, dy = victim.x - attacker.x, victim.y - attacker.y
    far = hypot(dx, dy) or 1.0
    ctx.note("thrown", attack.whom, attack.who, str(length // 100), rule)
    return pushes.push(ctx, attack.whom, dx / far, dy / far, length, by=attack.who, separates=separates)


def _kebab(ctx: Context, attack: Attack) -> None:
    """Push the victim back D6 inches, or D3 if it is larger. The attacker follows, and models in the path are hit.

    Rule: CRIT-THRUST-KEBAB-01
    """
    face = ctx.roll("count", attack.who, against=attack.whom, rule="CRIT-THRUST-KEBAB-01").total
    inches = d3(face) if is_larger(ctx, attack) else face
    pushed = _push(ctx, attack, inches * 100, "CRIT-THRUST-KEBAB-01", separates=False)
    if not ctx.model(attack.whom).gone and not ctx.model(attack.who).gone:
        pushes.follow(ctx, attack.who, attack.whom)
    if pushed.bumped and not ctx.model(pushed.bumped).gone:
        hit_automatically(ctx, pushed.bumped, COLLISION_STRENGTH, how="collision", by=attack.who, second=True)


def disarm(ctx: Context, model_id: str) -> None:
    """Disarm the model for this combat; with two weapons, a die decides which is lost.

    Rule: CRIT-BLUD-SWEEP-01 (mordheim)
    """
    held = in_hand(ctx.game, ctx.state, model_id)
    weapons = [index for index in held if index >= 0]
    if not weapons:
        return
    lost = weapons[0]
    if len(weapons) > 1 and ctx.roll("die", model_id, rule="CRIT-BLUD-SWEEP-01", about="which_weapon").total > 3:
        lost = weapons[1]
    ctx.emit(EffectAdded(model_id, Effect(DISARMED, lost + 1)))
    ctx.emit(LoadoutTaken(model_id, tuple(index for index in held if index != lost) or (FISTS,)))
    ctx.note("disarmed", model_id, detail=ctx.fighter(model_id).weapons[lost].name)
