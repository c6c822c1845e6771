"""The setup of a battle as plain data (JSON): warriors, sides, scenario and table, as the site stores them.

Field names and units are those of `profile`, `setup` and `scenarios.creatures.figures`, whose readers check untrusted
data.
"""

from __future__ import annotations

from typing import Any, Required, TypedDict

from battles.engine.profile import Role
from battles.engine.table.piece_data import TableData

TraitData = list[Any]
"""[code, parameters]"""
Options = dict[str, bool | int | str]
"""House rules: the value of each option."""


class WeaponData(TypedDict, total=False):
    code: Required[str]
    name: Required[str]
    kind: str
    hands: int
    chart: str
    strength: int
    strength_bonus: int
    reach: int
    save_modifier: int
    traits: list[TraitData]


class MountData(TypedDict, total=False):
    name: Required[str]
    profile: Required[dict[str, int]]
    armour_bonus: int
    traits: list[TraitData]


class FighterData(TypedDict, total=False):
    """One model."""

    id: str
    name: str
    kind: str
    role: Role
    size: str
    profile: Required[dict[str, int]]
    weapons: list[WeaponData]
    armour: int
    shield: bool
    buckler: bool
    helmet: bool
    is_leader: bool
    keywords: list[str]
    hates: list[str]
    mount: MountData | None
    tags: list[str]
    skills: list[TraitData]
    spells: list[str]
    roster_id: str


class FigureData(TypedDict, total=False):
    """Models that a scenario brings."""

    code: Required[str]
    name: Required[str]
    count: Required[int]
    fighter: Required[FighterData]
    joins: str
    acts: str
    leash: int
    earns: bool
    absent: bool


class EffectData(TypedDict):
    """An effect of a scenario with its parameters."""

    code: str
    params: dict[str, object]


class PlanData(TypedDict, total=False):
    """A scenario that is defined by data."""

    name: str
    turns: int
    effects: list[EffectData]
    roles: bool
    routs: bool
    figures: list[FigureData]
    neutrals: str


class ScenarioData(TypedDict, total=False):
    code: str
    home: PlanData
    max_turns: int
    attacker: str
    deployment: dict[str, str]
    """The code of each side's zone, or an edge of the table."""
    first: str
    tags: list[str]
    together: bool
    rout: bool


class SideData(TypedDict, total=False):
    name: Required[str]
    fighters: Required[list[FighterData]]
    allies: list[str]
    alignment: str
    tags: list[str]
    rating: int
    neutral: bool
    ends_own_turns: bool


class SetupData(TypedDict, total=False):
    ruleset: Required[str]
    options: Options
    scenario: ScenarioData
    table: Required[TableData]
    sides: Required[list[SideData]]
