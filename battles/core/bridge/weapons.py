"""Converts items, ammunition and bodies of the catalogue to weapons of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from battles.core.bridge.effects import is_borne, traits_of
from battles.engine.setup_data import TraitData, WeaponData
from catalogue.facts import effects_with
from catalogue.packs.book import Book, EffectData, Item

INCH = 100
NATURAL_WEAPONS: WeaponData = {"code": "natural_weapons", "name": "natural weapons", "hands": 0, "chart": "unarmed"}
"""The weapon of an animal or an unarmed creature, with its own Strength. Rule: CRIT-CLASS-01"""


def _is_plain(effect: EffectData) -> bool:
    return set(effect.params) <= {"amount"}


def weapon_of(item: Item, material: Item | None = None) -> WeaponData | None:
    """The engine's weapon for an item, made of `material` if given; None for armour and other equipment."""
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
        "traits": traits_of(effect for effect in effects if effect not in plain and not is_borne(effect)),
    }


def is_cumbersome(weapon: WeaponData) -> bool:
    """Whether a warrior who carries this weapon can use no other weapon in the battle."""
    return any(trait[0] == "cumbersome" for trait in weapon["traits"])


def arms_of(item: Item, book: Book) -> list[WeaponData]:
    """Further weapons of an item: other weapons that it can be used as, and its effects in close combat."""
    made = (ARMS_OF_ITEMS[effect.code](effect, item, book) for effect in item.effects if effect.code in ARMS_OF_ITEMS)
    return [weapon for weapon in made if weapon is not None]


def _served(effect: EffectData, item: Item, book: Book) -> WeaponData | None:
    """The weapon that the item can be used as."""
    weapon = weapon_of(book.items[str(effect.get("item"))])
    if weapon is None:
        return None
    hit = int(effect.get("to_hit", 0))
    weapon["traits"] += [["to_hit_bonus", {"amount": hit}]] if hit else []
    weapon["traits"] += [["flaming", {}]] if effect.get("burns") else []
    return {**weapon, "name": item.name, "hands": item.hands or weapon["hands"]}


def _in_combat(effect: EffectData, item: Item, book: Book) -> WeaponData:
    return _blow_of(effect, item.code, item.name, item.hands)


ARMS_OF_ITEMS: Final[dict[str, Callable[[EffectData, Item, Book], WeaponData | None]]] = {
    "serves_as": _served,
    "serves_in_combat": _in_combat,
}
"""Functions that create the further weapons of an item, by effect."""


def _blow_of(effect: EffectData, code: str, name: str, hands: int) -> WeaponData:
    """An attack of an item or a body, with Strength and trait codes. It may replace all other attacks."""
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
    """Weapons that are part of a body: what it shoots, or does instead of its normal attacks."""
    return [ARMS_OF_BODIES[effect.code](effect) for effect in effects if effect.code in ARMS_OF_BODIES]


def _body_shot(effect: EffectData) -> WeaponData:
    return {
        "code": "body_shot",
        "name": str(effect.get("name")),
        "kind": "missile",
        "hands": 0,
        "chart": "missile",
        "strength": int(effect.get("strength", 3)),
        "reach": int(effect.get("range", 6)) * INCH,
        "traits": [
            *([["pierces_armour", {}]] if effect.get("no_save") else []),
            *([str(code), {}] for code in effect.get("traits", ())),
        ],
    }


def _other_blow(effect: EffectData) -> WeaponData:
    name = str(effect.get("name"))
    return _blow_of(effect, name.replace(" ", "_"), name, 2)


ARMS_OF_BODIES: Final[dict[str, Callable[[EffectData], WeaponData]]] = {
    "shoots_with_body": _body_shot,
    "other_blow": _other_blow,
}
"""Functions that create the weapons of a body, by effect."""


def needs_shot(item: Item) -> bool:
    """Whether a gun can be shot only with ammunition that the warrior carries."""
    return any(True for _effect in effects_with(item.effects, "needs_shot"))


def shots_of(held: Iterable[tuple[Item, Item | None]], book: Book) -> list[WeaponData]:
    """One weapon for each kind of ammunition carried for its gun."""
    found: list[WeaponData] = []
    items = [item for item, _material in held]
    for shot in items:
        for effect in effects_with(shot.effects, "shot_for"):
            gun = book.items[str(effect.get("item"))]
            base = weapon_of(gun) if gun in items else None
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
