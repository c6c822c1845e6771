"""Critical hits: when they occur, how many a warrior can make, and the active chart.

Rules: CRIT-TRIG-01 to CRIT-MULTI-01
"""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.rulesets.keys import Rules
from battles.engine.state import CRITICAL_USED
from battles.engine.steps.harm.attacks import Attack, Group, hook_functions_of
from battles.engine.steps.harm.criticals import class_charts, plain_charts
from battles.engine.steps.harm.criticals.killing import killing_blow

FEW = 2
"""With this many wounds or fewer all are handled at once, since merging outcomes in between would take longer."""
CAN_BE_CRITICAL = ("blow", "shot", "parting", "cover")
"""Kinds of attack that can be critical hits if the ruleset allows it. Rule: CRIT-SCOPE-01"""


def find_next_critical(ctx: Context, group: Group) -> bool:
    """Find the next critical hit of a group and roll on its chart. Returns True when all were found.

    Extra attacks join the group and may be critical too.
    """
    if group.rolling is None:
        group.rolling = [(0, number) for number in range(len(group.attacks))]
    one_by_one = sum(1 for attack in group.attacks if attack.lands and attack.wounded) > FEW
    while group.rolling:
        _, number = group.rolling.pop(0)
        attack = group.attacks[number]
        if not (attack.lands and attack.wounded):
            continue
        before = len(group.attacks)
        attack.wounds = attack.damage
        if not killing_blow(ctx, attack, group) and is_critical(ctx, attack):
            attack.critical = True
            if attack.in_combat and attack.who:
                ctx.flag(attack.who, on=CRITICAL_USED, why="critical")
            _work_out(ctx, group, attack)
            group.rolling += [(0, extra) for extra in range(before, len(group.attacks))]
        if group.rolling and one_by_one:
            return False
    group.rolling = None
    return True


def is_critical(ctx: Context, attack: Attack) -> bool:
    """Whether this wound is a critical hit. Rules: CRIT-TRIG-01, CRIT-NEED6-01, CRIT-CAP-01, CRIT-SCOPE-01"""
    rules = ctx.rules
    for function, model_id, parameters in hook_functions_of(ctx.game, ctx.state, attack, "critical"):
        function(ctx, model_id, attack, **parameters)
    if not attack.may_be_critical or not attack.who:
        return False
    if attack.how == "spell":
        if not (rules.criticals == "class" and rules.class_chart_edition == "core") or attack.automatic:
            return False
    elif attack.how not in CAN_BE_CRITICAL:
        return False
    if attack.automatic and not rules.automatic_hits_may_be_critical:
        return False
    if not attack.poison_critical and attack.wound_face < attack.critical_face:
        return False
    if rules.critical_needs_less_than_six and attack.need_wound >= 6:
        return False
    if attack.need_wound > 6:
        return False
    return not (rules.criticals_per_phase and attack.in_combat and ctx.model(attack.who).flags & CRITICAL_USED)


def chart_entries(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The charts of a ruleset by class of weapon, "" for the only one: the six entries by face; none in skirmish."""
    if rules.criticals == "class":
        return {name: tuple(entry for entry, _effect in chart) for name, chart in class_charts.CHARTS.items()}
    if rules.criticals in plain_charts.CHARTS:
        return {"": tuple(plain_charts.entry_of(rules.criticals, face) for face in range(1, 7))}
    return {}


def _work_out(ctx: Context, group: Group, attack: Attack) -> None:
    chart = ctx.rules.criticals
    if chart == "double":
        plain_charts.double(ctx, attack)
        return
    cuts = class_charts.entry_starts(attack) if chart not in ("gazette", "basic") else plain_charts.THIRDS
    bands = [cut - attack.chart_bonus for cut in (1, *cuts)]
    rolled = ctx.roll("crit", attack.who, against=attack.whom, rule="CRIT-TRIG-01", bands=bands)
    face = min(6, max(1, rolled.total + attack.chart_bonus))
    if chart == "gazette":
        plain_charts.gazette(ctx, attack, face)
    elif chart == "basic":
        plain_charts.basic(ctx, attack, face)
    else:
        class_charts.work_out(ctx, group, attack, face)
    ctx.note("critical", attack.who, attack.whom, attack.chart_result)
