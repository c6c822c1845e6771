"""Converts rows and catalogue facts into values of the engine. Only this package uses both.

`fighters_of` turns a warband into the plain data that `engine.profile.fighter_from_data` reads, one row per model.
Effects of items, skills, mutations, injuries and special rules become traits under their catalogue codes; what a trait
does is defined in the engine. Effects between battles are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from battles.core.bridge.companions import beasts_of, carried_by, mount_of
from battles.core.bridge.effects import (
    CARRIED_ALWAYS,
    KEYWORD_OF_EFFECT,
    against_stun,
    effects_of_item,
    is_borne,
    is_trait,
    traits_of,
)
from battles.core.bridge.model_names import names_of
from battles.core.bridge.weapons import (
    NATURAL_WEAPONS,
    arms_of,
    body_arms,
    is_cumbersome,
    needs_shot,
    shots_of,
    weapon_of,
)
from battles.engine.profile import CHARACTERISTICS, Role
from battles.engine.setup_data import FighterData, TraitData
from battles.engine.steps.turn.muster import acts_in_battle
from catalogue.facts import effects_with
from catalogue.packs.book import Book, EffectData, WarriorType
from warbands.core.state import ANIMAL, GROUP, HERO, HIRED, PERSONA, Member, WarbandState
from warbands.rules import member_facts
from warbands.rules.dependencies import stays_in_camp

ROLE_OF_KIND: Final[Mapping[str, Role]] = {
    HERO: "hero",
    GROUP: "henchman",
    HIRED: "hired_sword",
    PERSONA: "dramatis_persona",
    ANIMAL: "animal",
}


def _kind_of(entry: WarriorType, effects: Iterable[EffectData] = ()) -> str:
    if "vehicle" in entry.traits or any(effect.code == "rides_chariot" for effect in effects):
        return "chariot"
    if "animal" in entry.traits:
        return "war_beast" if not entry.is_large else "monstrous_infantry"
    return "monstrous_infantry" if entry.is_large else "infantry"


def _size_of(effects: Iterable[EffectData]) -> str:
    """The size that a warrior type states itself; "" if its kind decides. Rule: CHAR-SIZE-01"""
    return next((str(effect.get("size")) for effect in effects if effect.code == "size"), "")


def fighter_of(state: WarbandState, member: Member, book: Book, *, name: str) -> FighterData:
    """Fighter data of one model of a member. Raises KeyError for codes that are not in the Book."""
    entry = member_facts.entry_of(member, book)
    held = carried_by(state, member, book)
    tags = member_facts.tags_of(state, member, book)
    worn = [
        against_stun(e, worn=True) if item.slot == "helmet" else e
        for item, _material in held
        if item.slot in CARRIED_ALWAYS
        for e in effects_of_item(item, tags)
    ]
    worn += [e for item, _material in held if item.slot not in CARRIED_ALWAYS for e in item.effects if is_borne(e)]
    effects = [*(against_stun(effect, name=source) for effect, source in member_facts.effects_of(member, book)), *worn]
    weapons = [
        weapon for item, material in held if (weapon := weapon_of(item, material)) is not None and not needs_shot(item)
    ]
    weapons += [weapon for item, _material in held for weapon in arms_of(item, book)]
    weapons += shots_of(held, book)
    weapons = [weapon for weapon in weapons if is_cumbersome(weapon)] or weapons
    bodily = body_arms(effects)
    if not weapons and (not entry.carries_equipment or "animal" in entry.traits):
        weapons = [NATURAL_WEAPONS.copy()]
    weapons += bodily
    slots = {item.slot for item, _material in held}
    saves = [item.save for item, _material in held if item.slot == "body_armour" and item.save]
    keywords = {KEYWORD_OF_EFFECT[effect.code] for effect in effects if effect.code in KEYWORD_OF_EFFECT}
    keywords |= {"large_target"} if entry.is_large else set()
    keywords |= {"animal", "aquatic"} & set(entry.traits)
    keywords |= {"random_movement"} if entry.characteristics.movement_dice else set()
    now = member_facts.characteristics_of(member, book)
    profile = {characteristic: getattr(now, characteristic) for characteristic in CHARACTERISTICS}
    for effect in effects_with(worn, "characteristic_bonus"):
        if not member_facts.is_conditional(effect):
            profile[str(effect.get("characteristic"))] += int(effect.get("amount", 0))
    codes = {effect.code for effect in effects}
    skills = [
        [code, {}]
        for code in dict.fromkeys((*entry.skills, *member.skills))
        if acts_in_battle(code) and code not in codes
    ]
    return {
        "name": name,
        "kind": _kind_of(entry, effects),
        "role": ROLE_OF_KIND[member.kind],
        "size": _size_of(effects),
        "profile": profile,
        "weapons": weapons,
        "armour": min(saves, default=7),
        "shield": "shield" in slots,
        "buckler": "buckler" in slots,
        "helmet": "helmet" in slots,
        "is_leader": member.is_leader,
        "keywords": sorted(keywords),
        "hates": sorted(member_facts.hates_of(effects)),
        "mount": mount_of(held, book),
        "tags": sorted(tags | own_tags(state, member)),
        "skills": [*skills, *traits_of(effect for effect in effects if is_trait(effect)), *_random_dice(entry)],
        "spells": list(member.spells),
        "roster_id": member.key,
    }


def _random_dice(entry: WarriorType) -> list[TraitData]:
    """The trait of a model whose random movement uses a number of D6 other than two ("3D6"). Rule: MV-RAND-01"""
    found = re.fullmatch(r"(\d?)D6", entry.characteristics.movement_dice)
    count = int(found[1] or 1) if found else 2
    return [["random_movement_dice", {"count": count}]] if count != 2 else []


def own_tags(state: WarbandState, member: Member) -> set[str]:
    """Tags that identify this warrior and their warband, so that another warrior can hate exactly them. Rule:
    AF-INJ-05"""
    leads = {f"leader_of:{state.key}"} if member.is_leader else set()
    return {f"warrior:{member.key}", f"warband:{state.key}"} | leads


def fighters_of(state: WarbandState, book: Book, *, only: frozenset[str] | None = None) -> list[FighterData]:
    """One row for each model that can fight, in roster order. `only` are the members chosen for the battle. Members who
    miss this battle are left out, as are those who never fight or whose master is absent."""
    going = [
        member
        for member in state.active()
        if member.misses_battles <= 0
        and (only is None or member.key in only)
        and not stays_in_camp(state, member, book)
    ]
    beasts = [beast for member in going for beast in beasts_of(state, member, book)]
    names = names_of([*going, *(beast for beast, _trait in beasts)], book)
    rows = [fighter_of(state, member, book, name=name) for member in going for name in names[member.key]]
    for beast, trait in beasts:
        row = fighter_of(state, beast, book, name=names[beast.key][0])
        rows.append({**row, "roster_id": "", "skills": [*row["skills"], trait]})
    _take_command(state, book, rows)
    _share_gains(state, book, rows)
    return rows


def _take_command(state: WarbandState, book: Book, rows: list[FighterData]) -> None:
    """Make a warrior who leads any warband they join the leader instead of the current one. Rule: WB-LEADER-01"""
    able = {member.key for member in state.active() if member_facts.has_effect(member, book, "takes_command")}
    commander = next((row["roster_id"] for row in rows if row["roster_id"] in able), None)
    if commander is not None:
        for row in rows:
            row["is_leader"] = row["roster_id"] == commander


def _share_gains(state: WarbandState, book: Book, rows: list[FighterData]) -> None:
    """Give what one member brings for the whole warband (a barrel of ale) to all who can use it."""
    fielded = {row["roster_id"] for row in rows}
    for member in state.active():
        if member.key not in fielded:
            continue
        for item, _material in carried_by(state, member, book):
            for effect in effects_with(item.effects, "warband_gains"):
                keyword = str(effect.get("effect"))
                for row in rows:
                    if item.who.allows(frozenset(row["tags"])):
                        row["keywords"] = sorted({*row["keywords"], KEYWORD_OF_EFFECT.get(keyword, keyword)})
