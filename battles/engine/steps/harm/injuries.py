"""Lost Wounds, injury rolls, helmets, and the results knocked down, stunned and out of action.

Rules: INJ-WOUND-01 to INJ-OOA-01, ARM-HELMET-01
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from battles.engine.events import Modifier, PostureChanged, Removed, Used, WoundsLost
from battles.engine.flow import Context
from battles.engine.hooks import listeners
from battles.engine.state import KNOCKED_DOWN, OUT_OF_ACTION, STANDING, STUNNED
from battles.engine.steps.harm.attacks import Attack, Group, hook_functions_of
from battles.engine.steps.harm.criticals.killing import marks_the_dead
from battles.engine.steps.models.size import MOUNT_LOST, rides

HELMET_NEEDS = 4
"""Score with which an ordinary helmet turns stunned into knocked down. Rule: ARM-HELMET-01"""

KNOCKED_DOWN_TO = 2
STUNNED_TO = 4
CONCUSSED_TO = 1
"""Highest totals of knocked down, of stunned, and of knocked down by weapons with concussion. Rule: INJ-TABLE-01"""


@dataclass(slots=True, eq=False)
class Injury:
    """One injury roll with everything that changes its result."""

    who: str
    by: str
    attack: Attack
    bonus: int = 0
    knocked_down_to: int = KNOCKED_DOWN_TO
    stunned_to: int = STUNNED_TO
    helmet: bool = True
    stunned_is_knocked_down: bool = False
    """Whether stunned counts as knocked down."""
    knocked_down_is_nothing: bool = False
    """Whether the model jumps up at once when it is knocked down."""
    stunned_is_nothing: bool = False
    avoid_stun: int = 0
    """Score that turns stunned into knocked down, by a helmet or otherwise; 0 for none. Rule: ARM-HELMET-01"""
    avoided_by: str = ""
    """What gives that score, for the log; "" for a helmet."""
    control_bonus: int = 0
    """Modifier to a rider's roll on the table for losing control."""
    face: int = 0
    result: int = STANDING


class Harm(NamedTuple):
    """An injury that is to be rolled or was rolled, with the effects of its attack and of hooks."""

    bonus: int
    knocked_down_to: int
    stunned_to: int
    helmet: bool
    stunned_is_knocked_down: bool
    knocked_down_is_nothing: bool
    stunned_is_nothing: bool
    avoid_stun: int
    avoided_by: str
    marks_the_dead: bool
    """Whether going out of action by this injury counts as a killing blow in the aftermath."""


def suffer(ctx: Context, group: Group) -> None:
    """Remove the Wounds that a group's unsaved wounds cost its target, and roll the injuries.

    Rules: CONV-LOST-01, INJ-WOUND-01, INJ-MULTI-01, CC-KD-03
    """
    while not is_settled(ctx, group):
        pass


def is_settled(ctx: Context, group: Group) -> bool:
    """Advance the injuries of a group by one step. Returns True when all have been rolled and the posture is final.

    Steps: remove Wounds, roll each injury, apply the worst of them. Exact odds merge equal outcomes between steps.
    Rule: INJ-MULTI-01
    """
    if group.hurting is None:
        group.hurting = _lose_wounds(ctx, group)
        return not group.hurting
    if group.hurting:
        _roll_next(ctx, group, group.hurting.pop(0))
        return False
    result = _after_helmet(ctx, group.whom, group.worst, group.decisive)
    if loses_control(ctx, group.whom):
        for function, parameters in listeners(ctx.fighter(group.whom).hooks, (), "lost_control"):
            function(ctx, group.whom, result, group, **parameters)
    _fall(ctx, group, result, any(harm.marks_the_dead for harm in group.decisive))
    return True


def _lose_wounds(ctx: Context, group: Group) -> list[Harm]:
    """Remove Wounds. Returns the injuries to be rolled, in order."""
    target = group.whom
    unsaved = [attack for attack in group.attacks for _ in range(attack.unsaved)]
    bludgeoned = [attack for attack in unsaved if attack.on_wound == "bludgeoned"]
    if unsaved and ctx.rules.hr_cavalry_first_wound and not bludgeoned and rides(ctx.game, ctx.state, target):
        unsaved = _mount_takes_it(ctx, group, unsaved)
    if not unsaved:
        return []
    model = ctx.model(target)
    left = max(0, model.wounds - len(unsaved))
    group.wounds_lost = len(unsaved)
    ctx.emit(WoundsLost(target, len(unsaved), left, group.who))
    for function, model_id, parameters in hook_functions_of(ctx.game, ctx.state, unsaved[0], "wounded"):
        function(ctx, model_id, group, **parameters)
    if bludgeoned or group.downed == "wound_is_out":
        _kill(ctx, group, [(bludgeoned or unsaved)[0]])
        return []
    if ctx.rules.hr_swarms and ctx.fighter(target).kind == "swarm":
        if not left:
            _kill(ctx, group, unsaved)
        return []
    rolled = unsaved[max(model.wounds, 1) - 1 :]
    group.injuries = len(rolled)
    if rolled and group.downed == "injury_is_out":
        _kill(ctx, group, rolled)
        return []
    return [harm_of(ctx, attack) for attack in rolled]


def _injury_of(ctx: Context, attack: Attack) -> Injury:
    injury = Injury(attack.whom, attack.who, attack, attack.injury_bonus, helmet=attack.helmet)
    for function, model_id, parameters in hook_functions_of(ctx.game, ctx.state, attack, "injury"):
        function(ctx, model_id, injury, **parameters)
    plain = HELMET_NEEDS if ctx.rules.helmets and ctx.fighter(attack.whom).helmet else 0
    if plain and (not injury.avoid_stun or (injury.avoided_by and injury.avoid_stun > plain)):
        injury.avoid_stun, injury.avoided_by = plain, ""
    return injury


def harm_of(ctx: Context, attack: Attack) -> Harm:
    """The injury that an unsaved wound of an attack leads to."""
    injury = _injury_of(ctx, attack)
    if loses_control(ctx, attack.whom):
        none = False
        return Harm(injury.control_bonus, 2, 4, none, none, none, none, 0, "", marks_the_dead(ctx, attack))
    return Harm(
        injury.bonus, injury.knocked_down_to, injury.stunned_to, injury.helmet, injury.stunned_is_knocked_down,
        injury.knocked_down_is_nothing, injury.stunned_is_nothing, injury.avoid_stun, injury.avoided_by,
        marks_the_dead(ctx, attack),
    )  # fmt: skip


def loses_control(ctx: Context, target: str) -> bool:
    """Whether a rider who lost the last Wound rolls on the table for losing control. Rule: SPEC-MOUNT-01

    Its bands are those of the injury table: 1-2 the mount rears, 3-4 the rider falls off, 5-6 both go down.
    """
    return ctx.rules.hr_losing_control and rides(ctx.game, ctx.state, target)


def _roll_next(ctx: Context, group: Group, harm: Harm) -> None:
    """Roll one of several injuries and keep it if it is the worst so far. Rules: INJ-TABLE-01, INJ-BONUS-01"""
    worst = group.worst
    bands: tuple[int, ...] = (1, harm.knocked_down_to + 1 - harm.bonus, harm.stunned_to + 1 - harm.bonus)
    if worst == OUT_OF_ACTION and ctx.rules.killing_blow != "roster":
        bands = (1,)
    elif worst > KNOCKED_DOWN:
        bands = bands[worst - 1 :]
    mods = (Modifier("injury_bonus", harm.bonus, "INJ-BONUS-01"),) if harm.bonus else ()
    purpose = "injury2" if group.second else "injury"
    face = ctx.roll(
        purpose, group.who or group.whom, mods=mods, against=group.whom, rule="INJ-TABLE-01", bands=bands
    ).total
    result = injury_result(face + harm.bonus, harm.knocked_down_to, harm.stunned_to)
    if result < worst:
        return
    plain = harm._replace(bonus=0, knocked_down_to=0, stunned_to=0)
    if result > worst:
        group.worst = result
        group.decisive = (plain,)
    elif plain not in group.decisive:
        group.decisive = tuple(sorted((*group.decisive, plain)))


def injury_result(total: int, knocked_down_to: int, stunned_to: int) -> int:
    """The posture for a total on the injury table. Rule: INJ-TABLE-01"""
    if max(1, total) <= knocked_down_to:
        return KNOCKED_DOWN
    return STUNNED if max(1, total) <= stunned_to else OUT_OF_ACTION


def roll_injury(ctx: Context, attack: Attack, group: Group) -> Injury:
    """Roll one injury die with its bonuses and the bands of the weapon. Rules: INJ-TABLE-01, INJ-BONUS-01"""
    injury = _injury_of(ctx, attack)
    mods = (Modifier("injury_bonus", injury.bonus, "INJ-BONUS-01"),) if injury.bonus else ()
    bands = (1, injury.knocked_down_to + 1 - injury.bonus, injury.stunned_to + 1 - injury.bonus)
    injury.face = ctx.roll(
        "injury", attack.who or attack.whom, mods=mods, against=attack.whom, rule="INJ-TABLE-01", bands=bands
    ).total
    injury.result = injury_result(injury.face + injury.bonus, injury.knocked_down_to, injury.stunned_to)
    return injury


def _after_helmet(ctx: Context, target: str, worst: int, decisive: tuple[Harm, ...]) -> int:
    """The worst result after immunity to pain, a helmet and jumping up. Rule: ARM-HELMET-01"""
    if worst == STUNNED:
        if all(harm.stunned_is_knocked_down for harm in decisive):
            return KNOCKED_DOWN
        if all(harm.stunned_is_nothing for harm in decisive):
            return STANDING
        worst_of = max(decisive, key=lambda harm: harm.avoid_stun)
        needs, by = worst_of.avoid_stun, worst_of.avoided_by
        if not (needs and all(harm.helmet for harm in decisive)):
            return STUNNED
        return (
            KNOCKED_DOWN if ctx.roll("helmet", target, need=needs, rule="ARM-HELMET-01", about=by).passed else STUNNED
        )
    if worst == KNOCKED_DOWN and all(harm.knocked_down_is_nothing for harm in decisive):
        ctx.note("jumped_up", target)
        return STANDING
    return worst


def _kill(ctx: Context, group: Group, decisive: list[Attack]) -> None:
    """Take the target out of action without an injury roll."""
    _fall(ctx, group, OUT_OF_ACTION, any(marks_the_dead(ctx, attack) for attack in decisive))


def _fall(ctx: Context, group: Group, result: int, killing_blow: bool) -> None:
    facts = [*group.facts, "killing_blow"] if result == OUT_OF_ACTION and killing_blow else group.facts
    worsen(ctx, group.whom, result, by=group.who, why=group.how, facts=tuple(facts))
    after = ctx.model(group.whom)
    group.out = after.gone != ""
    group.felled = group.out or (after.posture > STANDING and after.posture > group.posture_before)


def worsen(
    ctx: Context, model_id: str, posture: int, *, by: str = "", why: str = "", facts: tuple[str, ...] = ()
) -> None:
    """Change a model's posture if the new one is worse. Rule: INJ-STATE-01"""
    model = ctx.model(model_id)
    if model.gone or posture <= model.posture:
        return
    if posture == OUT_OF_ACTION:
        take_out(ctx, model_id, by=by, facts=facts)
    else:
        ctx.emit(PostureChanged(model_id, posture, by, why))


def take_out(ctx: Context, model_id: str, *, by: str = "", facts: tuple[str, ...] = ()) -> bool:
    """Take a model out of action: it leaves the table unless something keeps it in play. Returns whether it left.

    Rule: INJ-OOA-01
    """
    model = ctx.model(model_id)
    if model.gone:
        return False
    for function, parameters in listeners(ctx.fighter(model_id).hooks, model.effects, "before_out"):
        if function(ctx, model_id, by, **parameters):
            return False
    ctx.emit(Removed(model_id, "out", by, facts))
    if by and by != model_id and by in ctx.state.models and not ctx.model(by).gone:
        for react, parameters in listeners(ctx.fighter(by).hooks, ctx.model(by).effects, "enemy_out"):
            react(ctx, by, model_id, **parameters)
    return True


def _mount_takes_it(ctx: Context, group: Group, unsaved: list[Attack]) -> list[Attack]:
    """Let the first unsaved wound (all Wounds of a critical hit) kill the mount. Returns the attacks that affect the
    rider.

    Rule: INJ-CAV-01
    """
    ctx.emit(Used(group.whom, MOUNT_LOST))
    ctx.note("mount_dead", group.whom, group.who, rule="INJ-CAV-01")
    first = unsaved[0]
    return [attack for attack in unsaved if attack is not first] if first.critical else unsaved[1:]
