"""The facts of a battle for one side: the only module that knows the keys of `Aftermath.facts`. Rule: AF-FACT-02

`start.side_facts` creates them for a battle on the board, `tabletop.sheets.facts.facts_from` for one with miniatures.
`Aftermath.battle_facts` reads them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from battles.engine.scenarios.loot import Loot


@dataclass(frozen=True, slots=True, kw_only=True)
class Casualty:
    """One model that rolls for injuries, and what is known about the attacker; "" for what is not known."""

    roster_id: str
    model: str = ""
    facts: Collection[str] = ()
    """Codes of further facts, such as `killing_blow`, `crushed` and `mark`."""
    by_name: str = ""
    by_roster: str = ""
    by_role: str = ""
    by_warband: str = ""
    by_warband_id: str = ""
    by_type: str = ""
    by_side: str = ""

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Create a casualty from stored values; unknown keys are ignored. Raises TypeError if the roster key is
        missing."""
        return cls(**_known(cls, values))

    def stored(self) -> dict[str, Any]:
        """The values for JSON."""
        return {**_values(self), "facts": list(self.facts)}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFacts:
    """The facts about one side after the battle. Warriors are identified by roster key. None means that something was
    not recorded."""

    won: bool = False
    drawn: bool = False
    shared: bool = False
    """Whether another side won too."""
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
    """Uses of items that last for one battle, by effect, for each warrior. Only recorded on the board."""
    things: Mapping[str, Mapping[str, int]] | None = None
    """Uses of items that last for one battle, by item, for each warrior. Only recorded on a sheet."""
    beasts: Mapping[str, Mapping[str, int]] | None = None
    """Losses among a warrior's animals, by item, for each warrior. Only recorded on the board."""
    rating: int = 0
    enemy_rating: int = 0
    enemies: Collection[str] = ()
    fallen: tuple[Casualty, ...] = ()
    packs: Any = None
    """The custom packs whose charts applied when the battle ended, as `charts_in_use` returns them. Rule:
    AF-CHART-01"""

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Create facts from stored values. Keys that earlier versions did not store get their default."""
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
