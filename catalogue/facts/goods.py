"""Equipment, skills, magic and mutations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from catalogue.facts.base import (
    Automation,
    Code,
    Dice,
    Effect,
    Fact,
    Gold,
    ItemClass,
    Slot,
    Small,
    When,
    Who,
)

Rarity = Annotated[int, Field(ge=2, le=16)]


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentEntry:
    """One line of an equipment list: its price there, and which warriors it is for if not for all. `price_multiplier`
    is set on the line of a material (gromril, ithilmar) whose multiple differs on this list."""

    item: Code
    price_gc: Gold
    price_dice: Dice = ""
    price_multiplier: Annotated[int, Field(ge=2, le=20)] | None = None
    who: Who = field(default_factory=Who)


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentList(Fact):
    """A printed equipment list of one warband type."""

    warband_type: Code
    entries: tuple[EquipmentEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RarityFor:
    """A different rarity for some buyers; `rarity` None means common."""

    who: Who
    rarity: Rarity | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BracePrice:
    """Price and rarity of a brace, if they are not twice the price and the same rarity as the single weapon."""

    price_gc: Gold
    price_dice: Dice = ""
    rarity: Rarity | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Fact):
    """An item. `rarity` None is common; above 12 it needs a bonus to the roll. A material (gromril, ithilmar)
    multiplies the price of a weapon by `price_multiplier`; if it has none, it adds its own price. `made_into` limits
    the slot of the weapon, `made_from` the weapons themselves. `strength` is a fixed strength; None means the user's
    plus `strength_bonus`. `save` 5 means 5+; `save_bonus` improves a save by that much. `brace` means a pair may be
    bought for twice the price. `hands` 0 needs no hand. `pair` items are two weapons sold for a single price."""

    item_class: ItemClass
    slot: Slot
    price_gc: Gold | None = None
    price_dice: Dice = ""
    price_multiplier: Annotated[int, Field(ge=2, le=20)] | None = None
    made_into: Slot | None = None
    made_from: tuple[Code, ...] = ()
    rarity: Rarity | None = None
    rarity_for: tuple[RarityFor, ...] = ()
    who: Who = field(default_factory=Who)
    hands: Annotated[int, Field(ge=0, le=2)] = 0
    range_in: Small | None = None
    strength: Small | None = None
    strength_bonus: Annotated[int, Field(ge=-3, le=10)] = 0
    save: Annotated[int, Field(ge=2, le=6)] | None = None
    save_bonus: Annotated[int, Field(ge=0, le=6)] = 0
    brace: bool = False
    brace_price: BracePrice | None = None
    pair: bool = False
    uses: Annotated[int, Field(ge=1, le=20)] | None = None
    first_free: bool = False
    rules: tuple[Code, ...] = ()
    effects: tuple[Effect, ...] = ()
    when: When = "battle"
    automation: Automation = "full"
    warrior_type: Code | None = None
    artefact_roll: Annotated[int, Field(ge=1, le=6)] | None = None
    weapon_class: Literal["bladed", "bludgeoning", "thrusting", "missile", "unarmed"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillList(Fact):
    """A list of skills; `special` lists are only for `who`."""

    special: bool = False
    who: Who = field(default_factory=Who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill(Fact):
    """One skill. `when` is the part of the game in which it acts, and so the part of the site that carries it out."""

    skill_list: Code
    when: When
    effects: tuple[Effect, ...]
    who: Who = field(default_factory=Who)
    automation: Automation = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellList(Fact):
    """A list of six spells or prayers. Prayers can be used in armour and are not magic."""

    is_prayer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell(Fact):
    """One spell. `roll` 0 means that it is never rolled for. `difficulty` None means that it always succeeds.
    `range_in` None means that it has no range of its own."""

    spell_list: Code
    roll: Annotated[int, Field(ge=0, le=6)]
    difficulty: Annotated[int, Field(ge=2, le=12)] | None
    when: When = "battle"
    range_in: Small | None = None
    effects: tuple[Effect, ...]
    automation: Automation = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation(Fact):
    """A mutation, blessing or mark bought on recruitment; `who` may have it."""

    price_gc: Gold
    who: Who = field(default_factory=Who)
    effects: tuple[Effect, ...]
    automation: Automation = "full"
