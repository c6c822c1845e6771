"""Losing Wounds, injury rolls, helmets, going down and out of action.

Rules: INJ-WOUND-01 to INJ-OOA-01, ARM-HELMET-01
"""

from __future__ import annotations

from dataclasses import dataclass

from battles.engine.events import Modifier, PostureChanged, Removed, Used, WoundsLost
from battles.engine.flow import Context
from battles.engine.hooks import listeners
from battles.engine.state import KNOCKED_DOWN, OUT_OF_ACTION, STANDING, STUNNED
from battles.engine.steps.attacks import Attack, Group, hearers
from battles.engine.steps.criticals.killing import marks_the_dead
from battles.engine.steps.size import MOUNT_LOST, rides


@dataclass(slots=True, eq=False)
class Injury:
    """One injury roll."""

    who: str
    by: str
    attack: Attack
    bonus: int = 0
    knocked_down_to: int = 2
    stunned_to: int = 4
    helmet: bool = True
    stunned_is_knocked_down: bool = False
    """Feels no pain."""
    knocked_down_is_nothing: bool = False
    """Springs up again at once."""
    stunned_is_nothing: bool = False
    avoid_stun: int = 0
    """A score on which stunned becomes knocked down, without a helmet; 0 for none."""
    face: int = 0
    result: int = STANDING


def suffer(ctx: Context, group: Group) -> None:
    """Take the unsaved wounds of a group off its target and roll the injuries they cause.

    Rules: INJ-WOUND-01, INJ-MULTI-01
    """
    whom = group.whom
    unsaved = [attack for attack in group.attacks for _ in range(attack.unsaved)]
    if unsaved and ctx.rules.hr_cavalry_first_wound and rides(ctx.game, ctx.state, whom):
        if any(attack.on_wound == "bludgeoned" for attack in unsaved):
            pass
        else:
            unsaved = _mount_takes_it(ctx, group, unsaved)
    if not unsaved:
        return
    model = ctx.model(whom)
    left = max(0, model.wounds - len(unsaved))
    group.wounds_lost = len(unsaved)
    ctx.emit(WoundsLost(whom, len(unsaved), left, group.who))
    for function, who, parameters in hearers(ctx.game, ctx.state, unsaved[0], "wounded"):
        function(ctx, who, group, **parameters)
    if group.downed == "wound_is_out" or any(attack.on_wound == "bludgeoned" for attack in unsaved):
        decisive = next((attack for attack in unsaved if attack.on_wound == "bludgeoned"), unsaved[0])
        _fall(ctx, group, OUT_OF_ACTION, [decisive])
        return
    if ctx.rules.hr_swarms and ctx.fighter(whom).kind == "swarm":
        if not left:
            _fall(ctx, group, OUT_OF_ACTION, unsaved)
        return
    rolled = unsaved[max(model.wounds, 1) - 1 :]
    if not rolled:
        return
    group.injuries = len(rolled)
    if group.downed == "injury_is_out":
        _fall(ctx, group, OUT_OF_ACTION, rolled)
        return
    injuries = [roll_injury(ctx, attack, group) for attack in rolled]
    worst = max(injury.result for injury in injuries)
    decisive_ones = [injury for injury in injuries if injury.result == worst]
    result = _after_helmet(ctx, whom, worst, decisive_ones)
    _fall(ctx, group, result, [injury.attack for injury in decisive_ones])


def roll_injury(ctx: Context, attack: Attack, group: Group) -> Injury:
    """One injury die with its bonuses and the bands of the weapon. Rules: INJ-TABLE-01, INJ-BONUS-01"""
    injury = Injury(attack.whom, attack.who, attack, attack.injury_bonus, helmet=attack.helmet)
    for function, who, parameters in hearers(ctx.game, ctx.state, attack, "injury"):
        function(ctx, who, injury, **parameters)
    mods = (Modifier("injury_bonus", injury.bonus, "INJ-BONUS-01"),) if injury.bonus else ()
    purpose = "injury2" if group.second else "injury"
    bands = (injury.knocked_down_to + 1 - injury.bonus, injury.stunned_to + 1 - injury.bonus)
    injury.face = ctx.roll(
        purpose, attack.who or attack.whom, mods=mods, against=attack.whom, rule="INJ-TABLE-01", bands=bands
    ).total
    total = max(1, injury.face + injury.bonus)
    if total <= injury.knocked_down_to:
        injury.result = KNOCKED_DOWN
    else:
        injury.result = STUNNED if total <= injury.stunned_to else OUT_OF_ACTION
    return injury


def _after_helmet(ctx: Context, whom: str, worst: int, decisive: list[Injury]) -> int:
    """What the worst result becomes: no pain, a helmet on 4+, jumping up. Rule: ARM-HELMET-01"""
    if worst == STUNNED:
        if all(injury.stunned_is_knocked_down for injury in decisive):
            return KNOCKED_DOWN
        if all(injury.stunned_is_nothing for injury in decisive):
            return STANDING
        needs = 4 if ctx.fighter(whom).helmet else max(injury.avoid_stun for injury in decisive)
        if not (ctx.rules.helmets and needs and all(injury.helmet for injury in decisive)):
            return STUNNED
        return KNOCKED_DOWN if ctx.roll("helmet", whom, need=needs, rule="ARM-HELMET-01").passed else STUNNED
    if worst == KNOCKED_DOWN and all(injury.knocked_down_is_nothing for injury in decisive):
        ctx.note("jumped_up", whom)
        return STANDING
    return worst


def _fall(ctx: Context, group: Group, result: int, decisive: list[Attack]) -> None:
    facts = list(group.facts)
    if result == OUT_OF_ACTION and any(marks_the_dead(ctx, attack) for attack in decisive):
        facts.append("killing_blow")
    worsen(ctx, group.whom, result, by=group.who, why=group.how, facts=tuple(facts))
    after = ctx.model(group.whom)
    group.out = after.gone != ""
    group.felled = group.out or (after.posture > STANDING and after.posture > group.posture_before)


def worsen(ctx: Context, who: str, posture: int, *, by: str = "", why: str = "", facts: tuple[str, ...] = ()) -> None:
    """Put a model into this posture if it is worse than the present one. Rule: INJ-STATE-01"""
    model = ctx.model(who)
    if model.gone or posture <= model.posture:
        return
    if posture == OUT_OF_ACTION:
        take_out(ctx, who, by=by, facts=facts)
    else:
        ctx.emit(PostureChanged(who, posture, by, why))


def take_out(ctx: Context, who: str, *, by: str = "", facts: tuple[str, ...] = ()) -> bool:
    """Out of action: the model leaves the table, unless something keeps it in play. True when it left.

    Rule: INJ-OOA-01
    """
    model = ctx.model(who)
    if model.gone:
        return False
    for function, parameters in listeners(ctx.fighter(who).hooks, model.effects, "before_out"):
        if function(ctx, who, by, **parameters):
            return False
    ctx.emit(Removed(who, "out", by, facts))
    return True


def _mount_takes_it(ctx: Context, group: Group, unsaved: list[Attack]) -> list[Attack]:
    """The first unsaved wound, a critical with all its wounds, kills the mount; the rest strikes the rider.

    Rule: INJ-CAV-01
    """
    ctx.emit(Used(group.whom, MOUNT_LOST))
    ctx.note("mount_dead", group.whom, group.who, rule="INJ-CAV-01")
    first = unsaved[0]
    return [attack for attack in unsaved if attack is not first] if first.critical else unsaved[1:]
