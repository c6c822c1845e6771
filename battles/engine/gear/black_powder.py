"""Black powder misfires, bombs, and guns that fire more than one ball. Hooks `hit_rolled`, `shoot`.

Experimental guns always roll for a misfire; the table is the optional rule of the 1999 rulebook. Rule: SHOOT-BS-01
"""

from __future__ import annotations

from typing import Any

from battles.engine.events import EffectAdded
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.gear.conditions import is_mine
from battles.engine.hooks import declare_inner, on
from battles.engine.state import KNOCKED_DOWN, BattleState, Effect
from battles.engine.steps.combat.loadouts import BROKEN
from battles.engine.steps.harm import injuries
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.models.bodies import body_of, enemies_of, on_table
from battles.engine.steps.shooting.rate_of_fire import ShotPlan
from battles.engine.table.vectors import distance, within
from battles.engine.traits import Flag

JAMMED, CHOKED = "jammed", "choked_gun"
CAREFUL = Flag("properly_used")
"""Trained with experimental guns: a misfire is ignored on a score."""
BOOM, JAM, PHUT, KABOOM = 1, 2, 3, 6
"""Faces of the misfire die; on 4 and 5 nothing else happens."""
BURST, IGNORED_ON = 4, 3
declare_inner(JAMMED, CHOKED)


@on("hit_rolled", "experimental")
def misfires(ctx: Context, model_id: str, attack: Attack) -> None:
    """On a natural 1 to hit the misfire die is rolled; a trained bearer ignores it on 3+."""
    if not is_mine(attack, model_id) or attack.how != "shot" or attack.face != 1:
        return
    if (
        CAREFUL.of(ctx.fighter(model_id))
        and ctx.roll("die", model_id, need=IGNORED_ON, rule="SHOOT-WHO-01", about="drilled").passed
    ):
        return
    slot = next((n for n, weapon in enumerate(ctx.fighter(model_id).weapons, 1) if weapon is attack.weapon), 0)
    slot = slot or next(
        (n for n, weapon in enumerate(ctx.fighter(model_id).weapons, 1) if weapon.code == attack.weapon.code), 0
    )
    face = ctx.roll("die", model_id, rule="SHOOT-WHO-01", about="misfire").total
    if face == BOOM:
        ctx.note("gun_bursts", model_id, detail=attack.weapon.name)
        ctx.emit(EffectAdded(model_id, Effect(BROKEN, slot)))
        ctx.emit(EffectAdded(model_id, Effect(JAMMED, slot)))
        hit_automatically(ctx, model_id, BURST, how="collision")
    elif face == JAM:
        ctx.note("gun_jams", model_id, detail=attack.weapon.name)
        ctx.emit(EffectAdded(model_id, Effect(JAMMED, slot)))
    elif face == PHUT:
        ctx.note("gun_jams", model_id, detail=attack.weapon.name)
        ctx.emit(EffectAdded(model_id, Effect(CHOKED, slot, ctx.state.turn_number + 2, model_id[0])))
    elif face == KABOOM:
        attack.hit = True
        attack.strength += 1
        attack.save_strength += 1


@on("shoot", JAMMED, CHOKED)
def is_useless(game: Game, state: BattleState, model_id: str, plan: ShotPlan, *, value: int = 0) -> ShotPlan:
    """The gun cannot fire."""
    return plan._replace(refused="has jammed") if plan.slot == value - 1 else plan


@on("wound_rolled", "may_fell")
def may_hit_bystander(ctx: Context, model_id: str, attack: Attack, *, needs: int) -> None:
    """A hit without a wound knocks the target down on this score."""
    harmless = is_mine(attack, model_id) and attack.lands and not attack.wounded
    if harmless and ctx.roll("die", model_id, need=needs, against=attack.whom, rule="INJ-KD-01", about="topple").passed:
        injuries.worsen(ctx, attack.whom, KNOCKED_DOWN, by=model_id, why="thrust")


@on("shot_landed", "scatters")
def scatters(ctx: Context, model_id: str, attack: Attack, *, dice: str, distance: int) -> None:
    """A hit also strikes as many other enemies near the target as the die says, nearest first, once each."""
    if not attack.lands or attack.who != model_id:
        return
    count = ctx.roll("count", model_id).total
    for other in _near(ctx, attack, 100 * distance, enemies_of(ctx.game, ctx.state, model_id))[:count]:
        hit_automatically(ctx, other, attack.strength, how="ricochet", by=model_id, second=True)


@on("shot_landed", "bursts")
def bursts(ctx: Context, model_id: str, attack: Attack, *, strength: int, tenths: int) -> None:
    """A bomb: all other models within the distance of the target, friend or enemy, are hit too."""
    if attack.lands and attack.who == model_id:
        for other in _near(ctx, attack, 10 * tenths, on_table(ctx.state)):
            if other != model_id:
                hit_automatically(ctx, other, strength, how="ricochet", by=model_id, second=True)


def _near(ctx: Context, attack: Attack, reach: int, others: Any) -> list[str]:
    centre = body_of(ctx.game, ctx.state, attack.whom)
    near = [
        other for other in others if other != attack.whom and within(centre, body_of(ctx.game, ctx.state, other), reach)
    ]
    return sorted(near, key=lambda other: distance(centre, body_of(ctx.game, ctx.state, other)))
