"""The facts of a battle for one side: the only module that knows the keys of `Aftermath.facts`. Rule: AF-FACT-02

`start.side_facts` makes them for a battle on the board, `tabletop.sheets.sheet.facts_from` for one with miniatures.
`Aftermath.battle_facts` reads them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from battles.engine.scenarios.loot import Loot


@dataclass(frozen=True, slots=True, kw_only=True)
class Casualty:
    """One model that rolls for injury, and what is known of the attacker: "" where nothing is known."""

    roster_id: str
    model: str = ""
    facts: Collection[str] = ()
    """Codes such as `killing_blow`, `crushed` and `mark`."""
    by_name: str = ""
    by_roster: str = ""
    by_role: str = ""
    by_warband: str = ""
    by_warband_id: str = ""
    by_type: str = ""
    by_side: str = ""

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """The casualty of stored values; unknown keys are ignored. Raises TypeError without a roster key."""
        return cls(**_known(cls, values))

    def stored(self) -> dict[str, Any]:
        """The values for JSON."""
        return {**_values(self), "facts": list(self.facts)}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFacts:
    """One side after the battle; warriors by roster key. None means that this was not recorded."""

    won: bool = False
    drawn: bool = False
    shared: bool = False
    """Another side won too."""
    loot_with: str = ""
    """The letter of an ally with whom loot is divided evenly."""
    fought: Collection[str] = ()
    kills: Mapping[str, int] = field(default_factory=dict)
    leader: str = ""
    routed: bool = False
    score: int = 0
    deeds: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Reasons for experience with their counts, by warrior."""
    loot: Loot = field(default_factory=Loot)
    used: Mapping[str, Mapping[str, int]] | None = None
    """Uses of single-battle items by their effect, by warrior; on the board only."""
    things: Mapping[str, Mapping[str, int]] | None = None
    """Uses of single-battle items by item, by warrior; on a sheet only."""
    beasts: Mapping[str, Mapping[str, int]] | None = None
    """Losses of the beasts of a warrior, by item; on the board only."""
    rating: int = 0
    enemy_rating: int = 0
    enemies: Collection[str] = ()
    fallen: tuple[Casualty, ...] = ()
    packs: Any = None
    """The campaign charts in use when the battle ended, as `charts_in_use` notes them. Rule: AF-CHART-01"""

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """The facts of stored values. Those of earlier versions lack keys, which then have their default."""
        fallen = tuple(Casualty.read(casualty) for casualty in values.get("fallen", ()))
        return cls(**{**_known(cls, values), "fallen": fallen})

    def stored(self) -> dict[str, Any]:
        """The values for JSON, without those that were not recorded."""
        values = {name: value for name, value in _values(self).items() if value is not None}
        fallen = [casualty.stored() for casualty in self.fallen]
        return {**values, "fought": list(self.fought), "enemies": list(self.enemies), "fallen": fallen}

    @property
    def out_of_action(self) -> frozenset[str]:
        """Roster keys of the warriors who were taken out of action."""
        return frozenset(casualty.roster_id for casualty in self.fallen)


def _known(kind: type[Casualty] | type[StoredFacts], values: Mapping[str, Any]) -> dict[str, Any]:
    return {part.name: values[part.name] for part in fields(kind) if part.name in values}


def _values(facts: Casualty | StoredFacts) -> dict[str, Any]:
    return {part.name: getattr(facts, part.name) for part in fields(facts)}
