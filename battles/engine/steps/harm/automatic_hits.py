"""Hits without a roll to hit: falls, collisions, fire, terrain, spells.

`pipeline.resolve` resolves them like every group of attacks. Since it can throw models off an edge or into others,
which causes more hits of this kind, the pipeline registers itself here instead of being imported.
"""

from __future__ import annotations

from collections.abc import Callable

from battles.engine.flow import Context
from battles.engine.steps.harm.attacks import NO_WEAPON, Attack, Group

_resolvers: list[Callable[[Context, Group], Group]] = []


def resolved_by(resolver: Callable[[Context, Group], Group]) -> None:
    """Register the function that resolves groups of attacks; called once by `battles.engine.steps.harm.pipeline`."""
    _resolvers[:] = [resolver]


def hit_automatically(
    ctx: Context,
    target: str,
    strength: int,
    count: int = 1,
    *,
    how: str,
    by: str = "",
    armour: bool = True,
    critical: bool = False,
    flaming: bool = False,
    magical: bool = False,
    spell_damage: bool = False,
    second: bool = False,
    may_slip: bool = True,
) -> Group:
    """Resolve `count` automatic hits at a Strength on one model as one group: falls, terrain, spells, collisions.

    `by` is the attacker's id or "". Falls pass `armour=False` and `may_slip=False`. Rules: CRIT-SCOPE-01, ARM-IGNORE-01
    """
    attacks = [
        Attack(
            by, target, how, NO_WEAPON, strength, strength, automatic=True, may_be_critical=critical, armour=armour,
            flaming=flaming, magical=magical, spell_damage=spell_damage,
        )
        for _ in range(count)
    ]  # fmt: skip
    return _resolvers[0](ctx, Group(by, target, how, attacks, second=second, may_slip=may_slip))
