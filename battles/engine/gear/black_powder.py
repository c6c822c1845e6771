"""Black powder misfires, bombs, and guns that fire more than one ball. Hooks `hit_rolled`, `shoot`.

Experimental guns always roll for a misfire. For other guns the misfire table is an optional rule of the 1999 rulebook.
Rule: SHOOT-BS-01
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
"""The bearer is trained with experimental guns and ignores a misfire on a certain roll."""
BOOM, JAM, PHUT, KABOOM = 1, 2, 3, 6
"""Faces of the misfire die with a special result; on 4 and 5 nothing else happens."""
BURST, IGNORED_ON = 4, 3
declare_inner(JAMMED, CHOKED)


@on("hit_rolled", "experimental")
def misfires(ctx: Context, model_id: str, attack: Attack) -> None:
    """Roll on the misfire table after a natural 1 to hit; a trained bearer ignores the misfire on a 3+."""
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
    """A gun with this effect cannot fire."""
    return plan._replace(refused="has jammed") if plan.slot == value - 1 else plan


@on("wound_rolled", "may_fell")
def may_hit_bystander(ctx: Context, model_id: str, attack: Attack, *, needs: int) -> None:
    """A hit that does not wound knocks the target down if this score is rolled."""
    harmless = is_mine(attack, model_id) and attack.lands and not attack.wounded
    if harmless and ctx.roll("die", model_id, need=needs, against=attack.whom, rule="INJ-KD-01", about="topple").passed:
        injuries.worsen(ctx, attack.whom, KNOCKED_DOWN, by=model_id, why="thrust")


@on("shot_landed", "scatters")
def scatters(ctx: Context, model_id: str, attack: Attack, *, dice: str, distance: int) -> None:
    """A hit also strikes other enemies near the target, nearest first: as many as the die shows, each of them once."""
    if not attack.lands or attack.who != model_id:
        return
    count = ctx.roll("count", model_id).total
    for other in _near(ctx, attack, 100 * distance, enemies_of(ctx.game, ctx.state, model_id))[:count]:
        hit_automatically(ctx, other, attack.strength, how="ricochet", by=model_id, second=True)


@on("shot_landed", "bursts")
def bursts(ctx: Context, model_id: str, attack: Attack, *, strength: int, tenths: int) -> None:
    """A bomb also hits all other models within this distance of the target, friends and enemies."""
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
