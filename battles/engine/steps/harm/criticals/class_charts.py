"""The five critical hit charts by weapon class, as in core, with the differences of the mordheim ruleset's option.

Rules: CRIT-CLASS-01, CRIT-BLADE-01, CRIT-MISSILE-01, CRIT-THRUST-STAB-01 and those named below
"""

from __future__ import annotations

from collections.abc import Callable

from battles.engine.flow import Context
from battles.engine.steps.harm.attacks import Attack, Group, roll_to_hit
from battles.engine.steps.harm.criticals.plain_charts import more_wounds
from battles.engine.steps.harm.wounding import roll_wound

Entry = Callable[[Context, Group, Attack], None]


def work_out(ctx: Context, group: Group, attack: Attack, face: int) -> None:
    """Apply the entry of the weapon's chart for this face."""
    name, entry = CHARTS[_chart_of(attack)][face - 1]
    attack.chart_result = name
    entry(ctx, group, attack)


def _chart_of(attack: Attack) -> str:
    return "unarmed" if attack.part == "mount" else attack.weapon.chart


def entry_starts(attack: Attack) -> tuple[int, ...]:
    """The faces at which the chart of an attack's weapon changes to another entry."""
    return STARTS[_chart_of(attack)]


def is_larger(ctx: Context, attack: Attack) -> bool:
    """Whether the victim is larger than the attacker, in a ruleset where that matters."""
    if ctx.rules.class_chart_edition != "core":
        return False
    return ctx.fighter(attack.whom).size_rank > ctx.fighter(attack.who).size_rank


def _no_armour(ctx: Context, group: Group, attack: Attack) -> None:
    attack.armour = False


def _two_saved(ctx: Context, group: Group, attack: Attack) -> None:
    more_wounds(ctx, attack)


def _two_unsaved(ctx: Context, group: Group, attack: Attack) -> None:
    more_wounds(ctx, attack)
    attack.armour = False


def _sliced(ctx: Context, group: Group, attack: Attack) -> None:
    _two_unsaved(ctx, group, attack)
    attack.injury_bonus += 2


def _ricochet(ctx: Context, group: Group, attack: Attack) -> None:
    """The wound counts, and another enemy near the target is hit afterwards. Rule: CRIT-MISSILE-RICO-01"""
    attack.on_contact = "ricochet"


def _hammered(ctx: Context, group: Group, attack: Attack) -> None:
    """The victim loses its remaining attacks of this combat phase. Rule: CRIT-BLUD-HAMMERED-01"""
    attack.on_contact = "hammered"


def _crushing(ctx: Context, group: Group, attack: Attack) -> None:
    """The victim has no armour save, and its helmet does not help. Rule: CRIT-BLUD-CRUSH-01"""
    attack.armour = attack.helmet = False


def _sweep(ctx: Context, group: Group, attack: Attack) -> None:
    """Core: throw the victim back, without armour save or helmet. Others: disarm it. Rule: CRIT-BLUD-SWEEP-01"""
    if ctx.rules.class_chart_edition == "core":
        attack.armour = attack.helmet = False
        attack.on_wound = "sweep"
    else:
        attack.on_contact = "disarm"


def _bludgeoned(ctx: Context, group: Group, attack: Attack) -> None:
    """A wound that is not saved takes the victim out of action; a larger victim is hammered. Rule: CRIT-BLUD-OUT-01"""
    if is_larger(ctx, attack):
        attack.chart_result = "hammered"
        attack.on_contact = "hammered"
    else:
        attack.on_wound = "bludgeoned"


def _body_blow(ctx: Context, group: Group, attack: Attack) -> None:
    """Add one extra attack, which is rolled before the saves of the group. Rule: CRIT-UNARMED-BODY-01"""
    if attack.chained:
        return
    extra = Attack(
        attack.who, attack.whom, attack.how, attack.weapon, attack.strength, attack.save_strength, attack.part,
        flaming=attack.flaming, magical=attack.magical, poison=attack.poison, killing_blow=attack.killing_blow,
        chained=True,
        need_hit=attack.need_hit, raw_need_hit=attack.raw_need_hit, hit_mods=list(attack.hit_mods),
        damage=attack.damage,
        critical_face=attack.critical_face, automatic=attack.automatic,
    )  # fmt: skip
    roll_to_hit(ctx, extra)
    if extra.hit:
        roll_wound(ctx, extra)
    group.attacks.append(extra)


def _injury(bonus: int) -> Entry:
    def entry(ctx: Context, group: Group, attack: Attack) -> None:
        attack.injury_bonus += bonus

    return entry


def _mighty(ctx: Context, group: Group, attack: Attack) -> None:
    """The victim has no armour save, and the injury roll has +2. Rule: CRIT-UNARMED-FORCE-01"""
    attack.armour = False
    attack.injury_bonus += 2


def _thrust(ctx: Context, group: Group, attack: Attack) -> None:
    """The victim is knocked down even if armour saves it; a larger victim loses one more Wound instead. Rule:
    CRIT-THRUST-THRUST-01
    """
    if is_larger(ctx, attack):
        attack.wounds = attack.damage + 1
        attack.save_once = True
    else:
        attack.on_contact = "knock_down"


def _kebab(ctx: Context, group: Group, attack: Attack) -> None:
    """No armour save, +2 on the injury roll, and the victim is pushed back. Rule: CRIT-THRUST-KEBAB-01"""
    attack.armour = False
    attack.injury_bonus += 2
    attack.on_wound = "kebab"


def _thirds(
    first: tuple[str, Entry], second: tuple[str, Entry], third: tuple[str, Entry]
) -> tuple[tuple[str, Entry], ...]:
    return (first, first, second, second, third, third)


CHARTS: dict[str, tuple[tuple[str, Entry], ...]] = {
    "missile": _thirds(("weak_spot", _no_armour), ("ricochet", _ricochet), ("master_shot", _two_unsaved)),
    "bladed": _thirds(("flesh_wound", _no_armour), ("bladestorm", _two_saved), ("sliced", _sliced)),
    "unarmed": _thirds(("body_blow", _body_blow), ("crushing_blow_unarmed", _injury(1)), ("mighty_blow", _mighty)),
    "thrusting": _thirds(("stab", _injury(1)), ("thrust", _thrust), ("kebab", _kebab)),
    "bludgeoning": (
        ("hammered", _hammered), ("hammered", _hammered), ("crushing_blow", _crushing), ("crushing_blow", _crushing),
        ("wild_sweep", _sweep), ("bludgeoned", _bludgeoned),
    ),
}  # fmt: skip
"""The entries for the faces 1 to 6 of each chart."""

STARTS = {
    name: tuple(face for face in range(2, 7) if chart[face - 1] != chart[face - 2]) for name, chart in CHARTS.items()
}
"""Faces of each chart whose entry differs from that of the face before."""
