"""Rows and catalogue facts on one side, engine values on the other: the only file that speaks both languages.

`fighter_of` turns one model of a roster into the plain data that `engine.profile.fighter_from_data` reads. Effects of
items, skills,
mutations, injuries and special rules become traits under their catalogue codes; what a trait does is the engine's
business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from catalogue.book import Book, EffectData, Item, WarriorType

INCH = 100
KEYWORD_OF_EFFECT = {
    "cause_fear": "fear",
    "cause_terror": "terror",
    "frenzy": "frenzy",
    "stupidity": "stupidity",
    "immune_to_psychology": "immune_to_psychology",
    "immune_to_fear": "immune_to_fear",
    "immune_to_poison": "immune_to_poison",
    "stubborn": "stubborn",
    "unbreakable": "unbreakable",
    "never_runs": "never_runs",
    "large": "large_target",
    "no_pain": "no_pain",
}
"""Effects that the engine knows as keywords. Rule: PSY-KEYS-01"""


@dataclass(frozen=True, slots=True, kw_only=True)
class MusteredModel:
    """One model of a roster as it takes the field, in catalogue codes. Characteristics are final; movement in
    inches."""

    roster_id: str
    name: str
    warrior_type: str
    warband_type: str
    characteristics: dict[str, int]
    items: Sequence[str] = ()
    skills: Sequence[str] = ()
    spells: Sequence[str] = ()
    mutations: Sequence[str] = ()
    extra_effects: Sequence[EffectData] = ()
    """From injuries and the like."""
    hates: Sequence[str] = ()
    is_leader: bool = False
    role: str = "henchman"
    keywords: Sequence[str] = field(default=())


def traits_of(effects: Iterable[EffectData]) -> list[list[Any]]:
    """Effects as engine traits: `[code, parameters]`."""
    return [[effect.code, dict(effect.params)] for effect in effects]


def weapon_of(item: Item) -> dict[str, Any] | None:
    """The engine's weapon for an item that is one; None for armour and gear."""
    if item.slot not in ("close_combat", "missile"):
        return None
    traits = traits_of(item.effects)
    codes = {effect.code for effect in item.effects}
    kind = "melee"
    if item.slot == "missile":
        kind = "pistol" if "pistol" in codes else "thrown" if "thrown" in codes else "missile"
    save = sum(
        int(effect.get("amount", 0))
        for effect in item.effects
        if effect.code == "save_modifier" and not _is_conditional(effect)
    )
    return {
        "code": item.code,
        "name": item.name,
        "kind": kind,
        "hands": item.hands,
        "chart": item.weapon_class or ("missile" if item.slot == "missile" else "bladed"),
        "strength": item.strength or 0,
        "strength_bonus": item.strength_bonus,
        "reach": (item.range_in or 0) * INCH,
        "save_modifier": save,
        "traits": [trait for trait in traits if trait[0] != "save_modifier" or len(trait[1]) > 1],
    }


def _is_conditional(effect: EffectData) -> bool:
    return set(effect.params) - {"amount"} != set()


def _natural(entry: WarriorType) -> dict[str, Any]:
    """What a beast or an unarmed creature strikes with, at its own strength. Rule: CRIT-CLASS-01"""
    return {"code": "natural_weapons", "name": "natural weapons", "hands": 0, "chart": "unarmed"}


def fighter_of(model: MusteredModel, book: Book) -> dict[str, Any]:
    """Fighter data for the engine. Raises KeyError for codes that the book does not hold."""
    entry = book.warrior_types[model.warrior_type]
    items = [book.items[code] for code in (*entry.innate, *model.items)]
    effects: list[EffectData] = [effect for code in entry.rules for effect in book.rules[code].effects]
    effects += [
        effect for code in model.skills for effect in book.skills[code].effects if book.skills[code].when == "battle"
    ]
    effects += [effect for code in model.mutations for effect in book.mutations[code].effects]
    effects += model.extra_effects
    weapons = [weapon for item in items if (weapon := weapon_of(item)) is not None]
    gear = [
        item
        for item in items
        if item.slot in ("misc", "ammunition", "mount", "shield", "buckler", "helmet", "body_armour")
    ]
    effects += [effect for item in gear for effect in item.effects]
    if not entry.carries_equipment or (not weapons and "animal" in entry.traits):
        weapons = [_natural(entry)]
    saves = [item.save for item in items if item.slot == "body_armour" and item.save]
    keywords = {KEYWORD_OF_EFFECT[effect.code] for effect in effects if effect.code in KEYWORD_OF_EFFECT} | set(
        model.keywords
    )
    if entry.is_large:
        keywords.add("large_target")
    kind = "monstrous_infantry" if entry.is_large else "war_beast" if "animal" in entry.traits else "infantry"
    if "animal" in entry.traits:
        keywords.add("animal")
    hates = set(model.hates)
    for effect in effects:
        if effect.code in ("hatred", "hate"):
            hates.update(str(tag) for tag in effect.get("enemies", ["*"]))
    return {
        "name": model.name,
        "kind": kind,
        "role": model.role,
        "profile": dict(model.characteristics),
        "weapons": weapons,
        "armour": min(saves, default=7),
        "shield": any(item.slot == "shield" for item in items),
        "buckler": any(item.slot == "buckler" for item in items),
        "helmet": any(item.slot == "helmet" for item in items),
        "is_leader": model.is_leader,
        "keywords": sorted(keywords),
        "hates": sorted(hates),
        "tags": sorted(book.tags_of(model.warrior_type, model.warband_type)),
        "skills": [
            *([code, {}] for code in model.skills),
            *traits_of(e for e in effects if e.code not in KEYWORD_OF_EFFECT),
        ],
        "spells": list(model.spells),
        "roster_id": model.roster_id,
    }
