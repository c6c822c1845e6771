"""Warband types, warriors and races."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from catalogue.facts.base import (
    Characteristics,
    Code,
    Dice,
    Fact,
    Gold,
    Name,
    Small,
    WarriorKind,
    Who,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WarbandType(Fact):
    """One printed list. `groups` are the groups of lists it belongs to ("mercenaries", "human").

    `hires` limits which hired swords it may hire (by their code, race, trait or group); one that names this list among
    those it serves can always be hired. `hires_any_sword`: every hired sword that `hires` allows joins even if its own
    terms exclude the warband. `variant_of` is the list of which this is a variant (a city, a tribe).
    """

    starting_gold_gc: Gold
    size_min: Annotated[int, Field(ge=1, le=50)]
    size_max: Annotated[int, Field(ge=1, le=50)]
    heroes_max: Annotated[int, Field(ge=1, le=12)] = 6
    groups: tuple[Code, ...] = ()
    alignment: tuple[Literal["lawful", "lawful/neutral", "neutral", "neutral/chaotic", "chaotic"], ...] = ()
    rules: tuple[Code, ...] = ()
    special_skill_list: Code | None = None
    promoted_skill_lists: tuple[Code, ...] = ()
    hires: Who = field(default_factory=Who)
    hires_any_sword: bool = False
    variant_of: Code | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hire:
    """Terms of a hired sword or dramatis persona. `hire_gc` None means that they cannot be hired for gold, `upkeep_gc`
    None that they are hired for one battle at a time."""

    hire_gc: Gold | None
    upkeep_gc: Gold | None
    rating: Annotated[int, Field(ge=0, le=1000)]
    may_hire: Who = field(default_factory=Who)
    hire_dice: Dice = ""
    instead_of_gold: Code | None = None
    upkeep_doubled_with: tuple[Code, ...] = ()
    seek_roll: Annotated[int, Field(ge=2, le=12)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KitMaterial:
    """The better material of one item in the equipment of a hired sword."""

    item: Code
    material: Code


@dataclass(frozen=True, slots=True, kw_only=True)
class WarriorType(Fact):
    """One entry of a list, or a hired sword, dramatis persona or animal (`warband_type` is then None).

    `maximum` None means no limit of its own. `innate` are items that are always owned; `kit` is the equipment a hired
    sword brings; `choices` are alternatives of which one is picked when hired (each a tuple of item codes);
    `kit_materials` name the items made of a better material. `single_skills` are available in addition to the skill
    lists; `talent_lists` are the lists to choose from after becoming a hero (by default the common ones).
    `mutations_max` is the maximum number of mutations; `gifts` are the only ones allowed, if not all are.
    """

    plural: Name
    kind: WarriorKind
    characteristics: Characteristics
    warband_type: Code | None = None
    price_gc: Gold = 0
    minimum: Small = 0
    maximum: Small | None = None
    starting_experience: Small = 0
    equipment_list: Code | None = None
    skill_lists: tuple[Code, ...] = ()
    skills: tuple[Code, ...] = ()
    race: Code | None = None
    traits: tuple[Code, ...] = ()
    is_leader: bool = False
    is_large: bool = False
    gains_experience: bool = True
    can_be_promoted: bool = True
    carries_equipment: bool = True
    wears_armour: bool = True
    rules: tuple[Code, ...] = ()
    kit: tuple[Code, ...] = ()
    choices: tuple[tuple[Code, ...], ...] = ()
    kit_materials: tuple[KitMaterial, ...] = ()
    innate: tuple[Code, ...] = ()
    spell_list: Code | None = None
    starting_spells: Small = 0
    starting_spell_codes: tuple[Code, ...] = ()
    mutations: Literal["none", "may", "must"] = "none"
    mutations_max: Small | None = None
    gifts: tuple[Code, ...] = ()
    single_skills: tuple[Code, ...] = ()
    talent_lists: tuple[Code, ...] = ()
    hire: Hire | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Race(Fact):
    """A race and its maximum characteristics."""

    maxima: Characteristics
