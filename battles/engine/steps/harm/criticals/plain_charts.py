"""The charts without weapon classes: skirmish, gazette, and the basic one of mordheim.

Rules: CRIT-SKIRMISH-01, CRIT-GAZ-01, CRIT-MORD-01
"""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.steps.harm.attacks import Attack

THIRDS = (3, 5)
"""Faces at which these charts change to another entry."""
CHARTS = {
    "gazette": ("weak_spot", "double_hit", "master_strike"),
    "basic": ("vital_part", "exposed_spot", "master_strike"),
}
"""The entries of each of these charts."""


def entry_of(chart: str, face: int) -> str:
    """The entry of a chart on this face."""
    return CHARTS[chart][sum(face >= start for start in THIRDS)]


def more_wounds(ctx: Context, attack: Attack, at_least: int = 2) -> None:
    """The attack causes two wounds, or the weapon's number if higher; gazette doubles the weapon's number.

    Rule: CRIT-MULTI-01
    """
    if ctx.rules.critical_doubles_weapon_wounds:
        attack.wounds = attack.damage * 2
    else:
        attack.wounds = max(attack.damage, at_least)


def double(ctx: Context, attack: Attack) -> None:
    """The attack causes two wounds without an armour save; there is no chart. Rule: CRIT-SKIRMISH-01"""
    more_wounds(ctx, attack)
    attack.armour = False
    attack.chart_result = "double"
    ctx.note("critical", attack.who, attack.whom, "double", "CRIT-SKIRMISH-01")


def gazette(ctx: Context, attack: Attack, face: int) -> None:
    """Apply the chart of gazette: 1-2 weak spot, 3-4 double hit, 5-6 master strike. Rule: CRIT-GAZ-01"""
    attack.chart_result = entry_of("gazette", face)
    if attack.chart_result == "weak_spot":
        attack.armour = False
        return
    more_wounds(ctx, attack)
    if attack.chart_result == "master_strike":
        attack.armour = False
        attack.injury_bonus += 2


def basic(ctx: Context, attack: Attack, face: int) -> None:
    """Two wounds: on 1-2 with one save before doubling, on 3-4 without armour save, on 5-6 also with +2 on injury
    rolls. Rule: CRIT-MORD-01
    """
    more_wounds(ctx, attack)
    attack.chart_result = entry_of("basic", face)
    if attack.chart_result == "vital_part":
        attack.save_once = True
        return
    attack.armour = False
    if attack.chart_result == "master_strike":
        attack.injury_bonus += 2
