"""What a member brings into a battle: carried items, mounts, animals and partners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from battles.engine.profile import CHARACTERISTICS
from battles.engine.setup_data import MountData, TraitData
from catalogue.facts import effects_with
from catalogue.packs.book import Book, EffectData, Item, Spell, WarriorType
from warbands.core.state import ANIMAL, PERSONA, Member, WarbandState
from warbands.rules import member_facts

MOST_CALLED = {"D3": 3, "D6": 6}
"""Maximum number of models that a summoning can bring, by its dice. The engine's die decides how many arrive."""
Companion = tuple[str, TraitData]
"""Type: the code of a warrior type, and the engine's trait that says why the model is there."""


def carried_by(state: WarbandState, member: Member, book: Book) -> list[tuple[Item, Item | None]]:
    """Everything that a member brings to the battle, each item with its material. Raises KeyError for unknown codes."""
    held: list[tuple[Item, Item | None]] = [
        (book.items[code], None) for code in member_facts.entry_of(member, book).innate
    ]
    for line in state.held_by(member.key):
        material = book.items[line.material_code] if line.material_code else None
        held += [(book.items[line.item_code], material)] * line.count
    return held


def mount_of(held: Iterable[tuple[Item, Item | None]], book: Book) -> MountData | None:
    """The mount among the items of a member, with its armour; None for warriors on foot. Rule: SPEC-MOUNT-01"""
    worn = [item for item, _material in held if item.slot == "mount"]
    effects = [effect for item in worn for effect in item.effects]
    mounts = [(item, effect) for item in worn for effect in effects_with(item.effects, "mount")]
    if not mounts:
        return None
    item, effect = mounts[-1]
    now = book.warrior_types[str(effect.get("warrior_type"))].characteristics
    mount: MountData = {"name": item.name, "profile": {name: getattr(now, name) for name in CHARACTERISTICS}}
    mount["armour_bonus"] = _sum(effects, "mounted_save_bonus") + sum(item.save_bonus or 0 for item in worn)
    mount["profile"]["movement"] += _sum(effects, "mount_movement")
    return mount


def _sum(effects: Iterable[EffectData], code: str) -> int:
    return sum(int(effect.get("amount", 0)) for effect in effects_with(effects, code))


def beasts_of(state: WarbandState, member: Member, book: Book) -> list[tuple[Member, TraitData]]:
    """The animals and other companions that come with a member, each as a member of its own, with the engine's trait
    that says why it is there. Hounds that belong to a member always fight; for those summoned before the battle, a die
    is rolled at that time."""
    found: list[Companion] = []
    held = [item for item, _material in carried_by(state, member, book)]
    for item in held:
        found += [_hound(member, item, effect) for effect in effects_with(item.effects, "fights_as")] * member.headcount
    found += [_called(member, effect) for item in held for effect in effects_with(item.effects, "calls")]
    for code in member.spells:
        if code in book.spells:
            found += _summoned(member, book.spells[code])
    found += [_partner(member, effect) for effect in member_facts.own_effects_with(member, book, "comes_with")]
    return [
        (Member(f"{member.key}:beast:{number}", _kind_beside(book.warrior_types[code]), code, name), trait)
        for number, (code, trait) in enumerate(found)
        for name in (book.warrior_types[code].name,)
    ]


def _hound(member: Member, item: Item, effect: EffectData) -> Companion:
    return str(effect.get("warrior_type")), ["companion", {"by": member.key, "item": item.code}]


def _called(member: Member, effect: EffectData) -> Companion:
    about = {"by": member.key, "dice": "D3", "distance": 6, "check": True}
    return str(effect.get("warrior_type")), ["summoned", about]


def _summoned(member: Member, spell: Spell) -> Iterator[Companion]:
    """A companion for each model that the dice of a summoning spell can bring at most."""
    for effect in effects_with(spell.effects, "summon"):
        if effect.get("before_battle"):
            about = {"by": member.key, "dice": effect.get("dice"), "distance": effect.get("distance")}
            for _number in range(MOST_CALLED[str(effect.get("dice"))]):
                yield str(effect.get("warrior_type")), ["summoned", about]


def _partner(member: Member, effect: EffectData) -> Companion:
    return str(effect.get("warrior_type")), ["companion", {"by": member.key, "item": ""}]


def _kind_beside(entry: WarriorType) -> str:
    """The kind of member that a companion counts as: animals, or dramatis personae for partners."""
    return ANIMAL if "animal" in entry.traits or not entry.race else PERSONA
