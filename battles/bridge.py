"""Rows and catalogue facts on one side, engine values on the other: the only file that speaks both languages.

`fighters_of` turns a company into the plain data that `engine.profile.fighter_from_data` reads, one row a model.
Effects of items, skills, mutations, injuries and special rules become traits under their catalogue codes; what a trait
does is the engine's business. Effects that act between battles stay behind.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from battles.engine.profile import CHARACTERISTICS
from battles.engine.steps.muster import acts_in_battle
from catalogue.book import Book, EffectData, Item, WarriorType
from warbands.company import ANIMAL, GROUP, HERO, HIRED, PERSONA, Company, Member
from warbands.rules import reading

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
}
"""Effects that the engine knows as keywords. Rule: PSY-KEYS-01"""
ROLE_OF_KIND = {HERO: "hero", GROUP: "henchman", HIRED: "hired_sword", PERSONA: "dramatis_persona", ANIMAL: "animal"}
CARRIED_ALWAYS = ("misc", "ammunition", "mount", "shield", "buckler", "helmet", "body_armour")
"""Slots whose effects act on the wearer, not on one weapon."""


def traits_of(effects: Iterable[EffectData]) -> list[list[Any]]:
    """Effects that act in battle as engine traits: `[code, parameters]`."""
    return [[effect.code, dict(effect.params)] for effect in effects if acts_in_battle(effect.code)]


def _is_plain(effect: EffectData) -> bool:
    return set(effect.params) <= {"amount"}


def weapon_of(item: Item, material: Item | None = None) -> dict[str, Any] | None:
    """The engine's weapon for an item that is one, made of `material` when that is given; None for armour and gear."""
    if item.slot not in ("close_combat", "missile"):
        return None
    effects = [*item.effects, *(material.effects if material is not None else ())]
    codes = {effect.code for effect in effects}
    kind = "melee"
    if item.slot == "missile":
        kind = "pistol" if "pistol" in codes else "thrown" if "thrown" in codes else "missile"
    plain = [effect for effect in effects if effect.code == "save_modifier" and _is_plain(effect)]
    return {
        "code": item.code,
        "name": item.name,
        "kind": kind,
        "hands": item.hands,
        "chart": item.weapon_class or ("missile" if item.slot == "missile" else "bladed"),
        "strength": item.strength or 0,
        "strength_bonus": item.strength_bonus,
        "reach": (item.range_in or 0) * INCH,
        "save_modifier": sum(int(effect.get("amount", 0)) for effect in plain),
        "traits": traits_of(effect for effect in effects if effect not in plain),
    }


NATURAL_WEAPONS = {"code": "natural_weapons", "name": "natural weapons", "hands": 0, "chart": "unarmed"}
"""What a beast or an unarmed creature strikes with, at its own strength. Rule: CRIT-CLASS-01"""


def _kind_of(entry: WarriorType) -> str:
    if "animal" in entry.traits:
        return "war_beast" if not entry.is_large else "monstrous_infantry"
    return "monstrous_infantry" if entry.is_large else "infantry"


def fighter_of(company: Company, member: Member, book: Book, *, name: str) -> dict[str, Any]:
    """Fighter data of one model of a member. Raises KeyError for codes that the book does not hold."""
    entry = reading.entry_of(member, book)
    held: list[tuple[Item, Item | None]] = [(book.items[code], None) for code in entry.innate]
    for line in company.held_by(member.key):
        material = book.items[line.material_code] if line.material_code else None
        held += [(book.items[line.item_code], material)] * line.count
    effects = [effect for effect, _source in reading.effects_of(member, book)]
    effects += [effect for item, _material in held if item.slot in CARRIED_ALWAYS for effect in item.effects]
    weapons = [weapon for item, material in held if (weapon := weapon_of(item, material)) is not None]
    if not weapons and (not entry.carries_equipment or "animal" in entry.traits):
        weapons = [dict(NATURAL_WEAPONS)]
    slots = {item.slot for item, _material in held}
    saves = [item.save for item, _material in held if item.slot == "body_armour" and item.save]
    keywords = {KEYWORD_OF_EFFECT[effect.code] for effect in effects if effect.code in KEYWORD_OF_EFFECT}
    keywords |= {"large_target"} if entry.is_large else set()
    keywords |= {"animal"} if "animal" in entry.traits else set()
    now = reading.characteristics_of(member, book)
    skills = [[code, {}] for code in dict.fromkeys((*entry.skills, *member.skills)) if acts_in_battle(code)]
    return {
        "name": name,
        "kind": _kind_of(entry),
        "role": ROLE_OF_KIND[member.kind],
        "profile": {characteristic: getattr(now, characteristic) for characteristic in CHARACTERISTICS},
        "weapons": weapons,
        "armour": min(saves, default=7),
        "shield": "shield" in slots,
        "buckler": "buckler" in slots,
        "helmet": "helmet" in slots,
        "is_leader": member.is_leader,
        "keywords": sorted(keywords),
        "hates": sorted(_hates(effects)),
        "tags": sorted(reading.tags_of(company, member, book) | own_tags(company, member)),
        "skills": [*skills, *traits_of(effect for effect in effects if effect.code not in KEYWORD_OF_EFFECT)],
        "spells": list(member.spells),
        "roster_id": member.key,
    }


def _hates(effects: Iterable[EffectData]) -> set[str]:
    hated: set[str] = set()
    for effect in effects:
        if effect.code in ("hatred", "hatred_of"):
            enemies = effect.get("enemies")
            hated.update(str(tag) for tag in (enemies if isinstance(enemies, list) else ["*"]))
    return hated


def own_tags(company: Company, member: Member) -> set[str]:
    """Tags that name this warrior and his warband, so that somebody can hate just them. Rule: AF-INJ-05"""
    leads = {f"leader_of:{company.key}"} if member.is_leader else set()
    return {f"warrior:{member.key}", f"warband:{company.key}"} | leads


def fighters_of(company: Company, book: Book, *, only: frozenset[str] | None = None) -> list[dict[str, Any]]:
    """One row for each model that can take the field, in roster order; `only` names the members chosen for the battle.

    Members who miss this battle stay at home. Models of a group are numbered.
    """
    rows: list[dict[str, Any]] = []
    for member in company.active():
        if member.misses_battles > 0 or (only is not None and member.key not in only):
            continue
        for number in range(1, member.headcount + 1):
            name = member.name if member.headcount == 1 else f"{member.name} {number}"
            rows.append(fighter_of(company, member, book, name=name))
    return rows
