"""Killing blows. Rules: SPEC-KB-01, SPEC-KB-02"""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.steps.harm.attacks import Attack, Group
from battles.engine.steps.models.size import is_large


def killing_blow(ctx: Context, attack: Attack, group: Group) -> bool:
    """In skirmish and gazette, a natural 6 to wound in close combat kills unless a ward stops it. Returns whether it
    does.

    A killing blow takes precedence over critical hits and works even when sixes are needed. It does not affect swarms
    and large targets.
    """
    known = ctx.rules.killing_blow == "out" or attack.killing_blow == "granted"
    if not known or not attack.killing_blow or attack.how != "blow" or attack.wound_face != 6:
        return False
    target = ctx.fighter(attack.whom)
    if attack.killing_blow == "killing_blow" and (target.kind == "swarm" or is_large(ctx.game, attack.whom)):
        return False
    attack.armour = False
    attack.on_wound = "bludgeoned"
    attack.chart_result = "killing_blow"
    ctx.note("killing_blow", attack.who, attack.whom, rule="SPEC-KB-01")
    return True


def marks_the_dead(ctx: Context, attack: Attack) -> bool:
    """Whether a victim that this attack takes out of action counts as killed by a killing blow in the aftermath (core
    ruleset).

    Rule: SPEC-KB-02
    """
    if ctx.rules.killing_blow != "roster" or not attack.critical:
        return False
    if attack.killing_blow == "heroic_killing_blow":
        return True
    return attack.killing_blow == "killing_blow" and ctx.fighter(attack.whom).size == "small"
