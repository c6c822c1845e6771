"""Experience gained in a battle, with reasons, and the advances it earns. Rules: AF-EXP-01 to AF-EXP-04"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from battles.engine.aftermath.tables import ValueBand, value_in
from battles.engine.registry import Registry


class AwardRow(NamedTuple):
    """Experience awarded by a scenario. `per` awards it each time, `heroes_only` only to heroes and hired swords."""

    reason: str
    amount: int
    heroes_only: bool = False
    per: bool = False


class Survivor(NamedTuple):
    """What one warrior or group did in the battle, after the injury rolls."""

    who: str
    is_hero: bool
    gains_experience: bool = True
    alive: bool = True
    fought: bool = True
    kills: int = 0
    is_leader: bool = False
    deeds: tuple[tuple[str, int], ...] = ()
    """Other reasons given by the scenario, each with the number of times it applies."""


class Gain(NamedTuple):
    """Experience of one warrior for one reason."""

    who: str
    reason: str
    amount: int


@dataclass(frozen=True, slots=True)
class BattleFacts:
    """Result for one side: whether it won, and how much lower its rating was than the enemy's (0 or more)."""

    won: bool
    rating_behind: int = 0


def gains(
    survivors: Sequence[Survivor], awards: Sequence[AwardRow], facts: BattleFacts, underdog: tuple[ValueBand, ...]
) -> tuple[Gain, ...]:
    """Experience per warrior and reason.

    Warriors who are dead, were absent or cannot learn get none. Every survivor gets the underdog bonus. Rules:
    AF-EXP-01, AF-EXP-02
    """
    bonus = value_in(underdog, facts.rating_behind)
    found: list[Gain] = []
    for survivor in survivors:
        if not (survivor.alive and survivor.fought and survivor.gains_experience):
            continue
        deeds = dict(survivor.deeds)
        for award in awards:
            if award.heroes_only and not survivor.is_hero:
                continue
            times = _times(award, survivor, facts, deeds)
            if times:
                found.append(Gain(survivor.who, award.reason, award.amount * (times if award.per else 1)))
        if bonus:
            found.append(Gain(survivor.who, "underdog", bonus))
    return tuple(found)


def _times(award: AwardRow, survivor: Survivor, facts: BattleFacts, deeds: dict[str, int]) -> int:
    if award.reason in AWARDED:
        return AWARDED[award.reason](survivor, facts)
    return deeds.get(award.reason, 0)


AWARDED: Final[Registry[Callable[[Survivor, BattleFacts], int]]] = Registry("reason of an award")
"""How often a survivor gets an award, by the award's reason. The scenario counts those that are not listed."""
AWARDED.add("survives", lambda survivor, facts: 1)
AWARDED.add("winning_leader", lambda survivor, facts: int(facts.won and survivor.is_leader))
AWARDED.add("enemy_out_of_action", lambda survivor, facts: survivor.kills)


def advances_due(before: int, after: int, thresholds: Sequence[int]) -> int:
    """Number of advance thresholds between `before` and `after`. Rule: AF-EXP-03"""
    return sum(1 for threshold in thresholds if before < threshold <= after)
