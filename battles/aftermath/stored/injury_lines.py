"""Contents of the lines of the first stage: casualties, serious injuries, looting. Rules: AF-INJ-01 to AF-INJ-07"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battles.aftermath.stored.line import LineData
from battles.aftermath.stored.records import InjuryRoll, PitRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtyLine(LineData):
    """The casualty roll of a henchman; `face` is 0 if nothing was rolled."""

    kind = "casualty"

    face: int = 0
    dies: bool = False
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuryLine(LineData):
    """A serious injury. `by` names the attacker, `heir` the new leader, `captor` the warband that captured the hero;
    each is "" if there is none."""

    kind = "serious_injury"

    injury: str = ""
    injury_name: str = ""
    d66: int = 0
    outcome: str = ""
    by: str = ""
    heir: str | None = None
    died: bool | None = None
    captor: str | None = None
    pits: PitRecord | None = None
    misses: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuryAgainLine(LineData):
    """Injuries that may be re-rolled; `number` is the position of the casualty in the facts of the battle."""

    kind = "injury_again"

    number: int = 0
    paid_by: str = ""
    """Which re-roll was used: the hero's own, one that works for any warrior, or "" if none was used yet."""
    names: Sequence[str] = ()
    results: Sequence[InjuryRoll] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LootedLine(LineData):
    """The items that were looted from a dead warrior of another warband."""

    kind = "looted"

    of: str = ""
    items: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OldWoundLine(LineData):
    """The roll of an old wound before the battle."""

    kind = "old_wound"

    stayed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyLine(LineData):
    """The pay of a bounty hunter for the target `mark`."""

    kind = "bounty"

    mark: str = ""
    gold: int = 0
    points: int = 0
