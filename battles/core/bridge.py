"""Conversion of rows and catalogue facts into engine values: the only module that knows both.

`fighters_of` turns a warband into the plain data that `engine.profile.fighter_from_data` reads, one row per model.
Effects of items, skills, mutations, injuries and special rules become traits under their catalogue codes; what a trait
does is defined in the engine. Effects between battles are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from battles.core.model_names import names_of
from battles.engine.profile import CHARACTERISTICS
from battles.engine.setup_data import FighterData, MountData, TraitData, WeaponData
from battles.engine.steps.turn.muster import acts_in_battle
from catalogue.packs.book import Book, EffectData, Item, WarriorType
from warbands.core.state import ANIMAL, GROUP, HERO, HIRED, PERSONA, Member, WarbandState
from warbands.roster.battle_roster import stays_in_camp
from warbands.rules import member_facts

INCH = 100
KEYWORD_OF_EFFECT = {
    "aquatic": "aquatic",
    "cause_fear": "fear",
    "frenzy": "frenzy",
    "stupidity": "stupidity",
    "immune_to_psychology": "immune_to_psychology",
    "immune_to_fear": "immune_to_fear",
    "immune_to_poison": "immune_to_poison",
}
"""Effects that the engine knows as keywords. Rule: PSY-KEYS-01"""
ROLE_OF_KIND = {HERO: "hero", GROUP: "henchman", HIRED: "hired_sword", PERSONA: "dramatis_persona", ANIMAL: "animal"}
AVOID_STUN = "avoid_stun"
CARRIED_ALWAYS = ("misc", "ammunition", "mount", "shield", "buckler", "helmet", "body_armour")
"""Slots whose effects act on the wearer, not on one weapon."""


SPOKEN = frozenset({
    *KEYWORD_OF_EFFECT, "calls", "characteristic_change", "comes_with", "fights_as", "hatred", "hatred_of", "leader",
    "mount", "mount_movement", "mounted_save_bonus", "needs_mount", "needs_shot", "no_effect_on", "shot_for", "size",
    "summon", "takes_command", "warband_gains",
})  # fmt: skip
"""Effects that the bridge itself converts to keywords, fields and profiles."""
MOST_CALLED = {"D3": 3, "D6": 6}
"""Maximum number of models that a call can bring; the engine's die decides how many arrive."""
BEARER_CODES = frozenset({"climb_bonus"})
"""Effects of weapons that affect the bearer whether they strike or not."""


def traits_of(effects: Iterable[EffectData]) -> list[TraitData]:
    """Effects that act in battle as engine traits: `[code, parameters]`."""
    return [[effect.code, dict(effect.params)] for effect in effects if acts_in_battle(effect.code)]


def _is_borne(effect: EffectData) -> bool:
    return effect.code in BEARER_CODES


def _is_trait(effect: EffectData) -> bool:
    """A keyword alone is not a trait; one with its own conditions (stupid without a handler) is both."""
    return effect.code not in KEYWORD_OF_EFFECT or bool(effect.params)


def _against_stun(effect: EffectData, **about: Any) -> EffectData:
    """An effect against being stunned, with the data that the engine and its log need. Rule: ARM-HELMET-01"""
    return replace(effect, params={**effect.params, **about}) if effect.code == AVOID_STUN else effect


def _is_plain(effect: EffectData) -> bool:
    return set(effect.params) <= {"amount"}


def weapon_of(item: Item, material: Item | None = None) -> WeaponData | None:
    """The engine's weapon for an item, made of `material` if given; None for armour and gear."""
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
        "traits": traits_of(effect for effect in effects if effect not in plain and not _is_borne(effect)),
    }


def is_cumbersome(weapon: WeaponData) -> bool:
    """Whether a warrior who carries this weapon has no other one in the battle."""
    return any(trait[0] == "cumbersome" for trait in weapon["traits"])


def arms_of(item: Item, book: Book) -> list[WeaponData]:
    """Further weapons of an item: what it can be used as, what it does in close combat."""
    found: list[WeaponData] = []
    for effect in item.effects:
        if effect.code == "serves_as":
            weapon = weapon_of(book.items[str(effect.get("item"))])
            if weapon is not None:
                hit = int(effect.get("to_hit", 0))
                weapon["traits"] += [["to_hit_bonus", {"amount": hit}]] if hit else []
                weapon["traits"] += [["flaming", {}]] if effect.get("burns") else []
                found.append({**weapon, "name": item.name, "hands": item.hands or weapon["hands"]})
        elif effect.code == "serves_in_combat":
            found.append(_blow_of(effect, item.code, item.name, item.hands))
    return found


def _blow_of(effect: EffectData, code: str, name: str, hands: int) -> WeaponData:
    """An attack of an item or a body: Strength and trait codes, possibly instead of all other attacks."""
    traits: list[TraitData] = [[word, {}] for word in effect.get("traits", ())]
    if effect.get("at_most"):
        traits.append(["attacks_at_most", {"amount": int(effect.get("at_most", 1))}])
    if effect.get("weapon_skill"):
        traits.append(["skill_of_its_own", {"amount": int(effect.get("weapon_skill", 0))}])
    if effect.get("to_hit"):
        traits.append(["to_hit_bonus", {"amount": int(effect.get("to_hit", 0))}])
    if effect.get("save_modifier"):
        traits.append(["save_modifier", {"amount": int(effect.get("save_modifier", 0))}])
    if effect.get("injury_bonus"):
        traits.append(["injury_bonus", {"amount": int(effect.get("injury_bonus", 0))}])
    if effect.get("critical_on"):
        traits.append(["critical_on", {"needs": int(effect.get("critical_on", 6))}])
    return {
        "code": f"{code}_blow",
        "name": name,
        "kind": "melee",
        "hands": 2 if effect.get("instead") else hands,
        "chart": "bludgeoning" if effect.get("instead") else "bladed",
        "strength": int(effect.get("strength", 0)),
        "strength_bonus": int(effect.get("strength_bonus", 0)),
        "traits": traits + ([["in_place_of_blows", {}]] if effect.get("instead") else []),
    }


def body_arms(effects: Iterable[EffectData]) -> list[WeaponData]:
    """What a body itself shoots, or does instead of its normal attacks."""
    found: list[WeaponData] = []
    for effect in effects:
        if effect.code == "shoots_with_body":
            found.append({
                "code": "body_shot", "name": str(effect.get("name")), "kind": "missile", "hands": 0,
                "chart": "missile", "strength": int(effect.get("strength", 3)),
                "reach": int(effect.get("range", 6)) * INCH,
                "traits": [*([["pierces_armour", {}]] if effect.get("no_save") else []),
                           *([str(code), {}] for code in effect.get("traits", ()))],
            })  # fmt: skip
        elif effect.code == "other_blow":
            found.append(_blow_of(effect, str(effect.get("name")).replace(" ", "_"), str(effect.get("name")), 2))
    return found


def _needs_shot(item: Item) -> bool:
    return any(effect.code == "needs_shot" for effect in item.effects)


def shots_of(held: Iterable[tuple[Item, Item | None]], book: Book) -> list[WeaponData]:
    """One weapon for each kind of ammunition carried for its gun."""
    found: list[WeaponData] = []
    items = [item for item, _material in held]
    for shot in items:
        for effect in shot.effects:
            gun = book.items[str(effect.get("item"))] if effect.code == "shot_for" else None
            base = weapon_of(gun) if gun is not None and gun in items else None
            if base is None:
                continue
            traits = [*base["traits"], *([str(code), {}] for code in effect.get("traits", ()))]
            if effect.get("fells"):
                traits.append(["may_fell", {"needs": int(effect.get("fells", 4))}])
            if effect.get("scatter"):
                traits.append(["scatters", {"dice": "D6", "distance": int(effect.get("scatter", 4))}])
            if effect.get("save_modifier"):
                traits.append(["save_modifier", {"amount": int(effect.get("save_modifier", 0))}])
            found.append({
                **base, "code": shot.code, "name": shot.name, "strength": int(effect.get("strength", 3)),
                "reach": int(effect.get("range", 24)) * INCH, "traits": traits,
            })  # fmt: skip
    return found


NATURAL_WEAPONS: WeaponData = {"code": "natural_weapons", "name": "natural weapons", "hands": 0, "chart": "unarmed"}
"""What a beast or an unarmed creature strikes with, at its own strength. Rule: CRIT-CLASS-01"""


def _kind_of(entry: WarriorType, effects: Iterable[EffectData] = ()) -> str:
    if "vehicle" in entry.traits or any(effect.code == "rides_chariot" for effect in effects):
        return "chariot"
    if "animal" in entry.traits:
        return "war_beast" if not entry.is_large else "monstrous_infantry"
    return "monstrous_infantry" if entry.is_large else "infantry"


def _size_of(effects: Iterable[EffectData]) -> str:
    """The size that an entry states itself; "" lets its kind decide. Rule: CHAR-SIZE-01"""
    return next((str(effect.get("size")) for effect in effects if effect.code == "size"), "")


def carried_by(state: WarbandState, member: Member, book: Book) -> list[tuple[Item, Item | None]]:
    """Everything a member brings to the battle, each item with its material. Raises KeyError for unknown codes."""
    held: list[tuple[Item, Item | None]] = [
        (book.items[code], None) for code in member_facts.entry_of(member, book).innate
    ]
    for line in state.held_by(member.key):
        material = book.items[line.material_code] if line.material_code else None
        held += [(book.items[line.item_code], material)] * line.count
    return held


def effects_of_item(item: Item, tags: frozenset[str]) -> tuple[EffectData, ...]:
    """The effects of an item on a warrior with these tags; some do nothing for the undead."""
    for effect in item.effects:
        if effect.code == "no_effect_on" and tags & set(map(str, effect.get("enemies", ()))):
            return ()
    return item.effects


def mount_of(held: Iterable[tuple[Item, Item | None]], book: Book) -> MountData | None:
    """The mount among the items of a member, with its armour; None for warriors on foot. Rule: SPEC-MOUNT-01"""
    mount: MountData | None = None
    bonus = slower = 0
    for item, _material in held:
        for effect in item.effects if item.slot == "mount" else ():
            if effect.code == "mount":
                now = book.warrior_types[str(effect.get("warrior_type"))].characteristics
                mount = {"name": item.name, "profile": {name: getattr(now, name) for name in CHARACTERISTICS}}
            bonus += int(effect.get("amount", 0)) if effect.code == "mounted_save_bonus" else 0
            slower += int(effect.get("amount", 0)) if effect.code == "mount_movement" else 0
        bonus += (item.save_bonus or 0) if item.slot == "mount" else 0
    if mount is not None:
        mount["armour_bonus"] = bonus
        mount["profile"]["movement"] += slower
    return mount


def fighter_of(state: WarbandState, member: Member, book: Book, *, name: str) -> FighterData:
    """Fighter data of one model of a member. Raises KeyError for codes that the book does not hold."""
    entry = member_facts.entry_of(member, book)
    held = carried_by(state, member, book)
    tags = member_facts.tags_of(state, member, book)
    worn = [
        _against_stun(e, worn=True) if item.slot == "helmet" else e
        for item, _material in held
        if item.slot in CARRIED_ALWAYS
        for e in effects_of_item(item, tags)
    ]
    worn += [e for item, _material in held if item.slot not in CARRIED_ALWAYS for e in item.effects if _is_borne(e)]
    effects = [*(_against_stun(effect, name=source) for effect, source in member_facts.effects_of(member, book)), *worn]
    weapons = [
        weapon for item, material in held if (weapon := weapon_of(item, material)) is not None and not _needs_shot(item)
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
    for effect in worn:
        if effect.code == "characteristic_bonus" and not member_facts.is_conditional(effect):
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
        "skills": [*skills, *traits_of(effect for effect in effects if _is_trait(effect)), *_random_dice(entry)],
        "spells": list(member.spells),
        "roster_id": member.key,
    }


def _random_dice(entry: WarriorType) -> list[TraitData]:
    """The trait of a random mover that rolls a number of D6 other than two ("3D6"). Rule: MV-RAND-01"""
    found = re.fullmatch(r"(\d?)D6", entry.characteristics.movement_dice)
    count = int(found[1] or 1) if found else 2
    return [["random_movement_dice", {"count": count}]] if count != 2 else []


def own_tags(state: WarbandState, member: Member) -> set[str]:
    """Tags that name this warrior and their warband, so that a warrior can hate exactly them. Rule: AF-INJ-05"""
    leads = {f"leader_of:{state.key}"} if member.is_leader else set()
    return {f"warrior:{member.key}", f"warband:{state.key}"} | leads


def fighters_of(state: WarbandState, book: Book, *, only: frozenset[str] | None = None) -> list[FighterData]:
    """One row for each model that can fight, in roster order; `only` names the members chosen for the battle.

    Members who miss this battle are left out, as are those who never fight or whose master is absent.
    """
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


def beasts_of(state: WarbandState, member: Member, book: Book) -> list[tuple[Member, TraitData]]:
    """The beasts that come with a member, each as its own member with the engine's trait that says why.

    Hounds that belong to a member fight with them; for those summoned before the battle a die is rolled then.
    """
    found: list[tuple[str, TraitData]] = []
    for item, _material in carried_by(state, member, book):
        found += [
            (str(effect.get("warrior_type")), ["companion", {"by": member.key, "item": item.code}])
            for effect in item.effects
            if effect.code == "fights_as"
        ] * member.headcount
    for item, _material in carried_by(state, member, book):
        for effect in item.effects:
            if effect.code == "calls":
                about = {"by": member.key, "dice": "D3", "distance": 6, "check": True}
                found.append((str(effect.get("warrior_type")), ["summoned", about]))
    for code in member.spells:
        for effect in book.spells[code].effects if code in book.spells else ():
            if effect.code == "summon" and effect.get("before_battle"):
                about = {"by": member.key, "dice": effect.get("dice"), "distance": effect.get("distance")}
                found += [(str(effect.get("warrior_type")), ["summoned", about])] * MOST_CALLED[str(effect.get("dice"))]
    for effect, _source in member_facts.effects_of(member, book):
        if effect.code == "comes_with":
            found.append((str(effect.get("warrior_type")), ["companion", {"by": member.key, "item": ""}]))
    return [
        (Member(f"{member.key}:beast:{number}", _kind_beside(book.warrior_types[code]), code, name), trait)
        for number, (code, trait) in enumerate(found)
        for name in (book.warrior_types[code].name,)
    ]


def _kind_beside(entry: WarriorType) -> str:
    """What a companion of a member counts as: a partner is not a beast."""
    return ANIMAL if "animal" in entry.traits or not entry.race else PERSONA


def _take_command(state: WarbandState, book: Book, rows: list[FighterData]) -> None:
    """A warrior who leads any warband they join replaces its leader. Rule: WB-LEADER-01"""
    able = {member.key for member in state.active() if member_facts.has_effect(member, book, "takes_command")}
    commander = next((row["roster_id"] for row in rows if row["roster_id"] in able), None)
    if commander is not None:
        for row in rows:
            row["is_leader"] = row["roster_id"] == commander


def _share_gains(state: WarbandState, book: Book, rows: list[FighterData]) -> None:
    """Share what one member brings for the whole warband (a barrel of ale) with all who can use it."""
    fielded = {row["roster_id"] for row in rows}
    for member in state.active():
        if member.key not in fielded:
            continue
        for item, _material in carried_by(state, member, book):
            for effect in item.effects:
                if effect.code != "warband_gains":
                    continue
                keyword = str(effect.get("effect"))
                for row in rows:
                    if item.who.allows(frozenset(row["tags"])):
                        row["keywords"] = sorted({*row["keywords"], KEYWORD_OF_EFFECT.get(keyword, keyword)})
