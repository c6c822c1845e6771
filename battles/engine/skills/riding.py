"""Riders who lose control of their mounts, and attackers who unseat them. Hooks `lost_control` and `injury`.

With the house rule `hr_losing_control`, a rider who loses the last Wound rolls on this table instead of the injury
table:


* 1-2: the mount rears. The rider counts as knocked down and neither moves nor shoots in their next turn.
* 3-4: the rider falls off, stunned, and takes a hit of Strength 2 without armour saves. The mount runs away on 1-3.
* 5-6: both go down and are out of action. On 1-2 the mount lands on its rider, who rolls for two serious injuries.

Rules: SPEC-MOUNT-01, INJ-TABLE-01
"""

from __future__ import annotations

from typing import Any

from battles.engine.events import EffectAdded, Marked
from battles.engine.flow import Context
from battles.engine.hooks import declare_inner, on
from battles.engine.profile import IN_THE_SADDLE
from battles.engine.state import KNOCKED_DOWN, STUNNED, Effect
from battles.engine.steps.harm.attacks import Group
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.harm.injuries import Injury, injury_result, worsen
from battles.engine.steps.magic.spell_effects import EffectRules, define_effect
from battles.engine.steps.models.size import rides
from battles.engine.steps.movement.riding import get_off
from battles.engine.terrain.setup_changes import ON_FOOT

REARS = "rearing"
"""Code of the effect on a rider whose mount rears: no move and no shot until their next turn is over."""
CRUSHED = "crushed"
"""Code of a fact for the aftermath: the mount fell on its rider."""
FALL_STRENGTH = 2
RUNS_AWAY_UP_TO = 3
CRUSHES_UP_TO = 2
define_effect(REARS, EffectRules(pace=0, may_charge=False, may_shoot=False))
declare_inner(IN_THE_SADDLE)


@on("lost_control", IN_THE_SADDLE)
def loses_control(ctx: Context, model_id: str, posture: int, group: Group, **_: Any) -> None:
    """Apply the table's result to a rider. The caller changes the posture."""
    if posture == KNOCKED_DOWN:
        ctx.note("rears", model_id, rule="SPEC-MOUNT-01")
        late = ctx.state.order.index(model_id[0]) > ctx.state.order.index(ctx.state.active)
        until = ctx.state.turn_number + (1 if late else 2)
        ctx.emit(EffectAdded(model_id, Effect(REARS, 0, until, model_id[0])))
    elif posture == STUNNED:
        _falls_off(ctx, model_id, group.who)
    elif (
        ctx.roll("die", model_id, rule="SPEC-MOUNT-01", bands=(1, CRUSHES_UP_TO + 1), about="crushed").total
        <= CRUSHES_UP_TO
    ):
        ctx.note("crushed", model_id, rule="SPEC-MOUNT-01")
        group.facts.append(CRUSHED)


def lose_control(ctx: Context, model_id: str) -> None:
    """Roll on the table for a rider who loses control without being hurt."""
    face = ctx.roll("injury", model_id, rule="SPEC-MOUNT-01", bands=(1, 3, 5)).total
    group = Group("", model_id, "fall", [])
    posture = injury_result(face, 2, 4)
    loses_control(ctx, model_id, posture, group)
    worsen(ctx, model_id, posture, why="mount", facts=tuple(group.facts))


def _falls_off(ctx: Context, model_id: str, by: str) -> None:
    """The rider falls off and is hit. The mount waits nearby, or runs away for the rest of the battle."""
    ctx.note("falls_off", model_id, rule="SPEC-MOUNT-01")
    get_off(ctx, model_id)
    hit_automatically(ctx, model_id, FALL_STRENGTH, how="fall", by=by, armour=False, may_slip=False)
    face = ctx.roll("die", model_id, rule="SPEC-MOUNT-01", bands=(1, RUNS_AWAY_UP_TO + 1), about="mount_bolts").total
    if face <= RUNS_AWAY_UP_TO:
        ctx.note("mount_runs_away", model_id, rule="SPEC-MOUNT-01")
        ctx.emit(Marked(ON_FOOT, {**(ctx.state.marks.get(ON_FOOT) or {}), model_id: []}))


@on("injury", "unseats")
def unseats(ctx: Context, model_id: str, injury: Injury, *, bonus: int = 1, **_: Any) -> None:
    """When the model hurts a rider, add to the roll for losing control."""
    if injury.by == model_id and rides(ctx.game, ctx.state, model_id) and rides(ctx.game, ctx.state, injury.who):
        injury.control_bonus += bonus
