"""Binding a Book from the parts of its packs: dictionaries by code, and what is worked out once for all questions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from catalogue.book import Book
from catalogue.facts import EffectData, EquipmentEntry, EquipmentList, Fact, Skill, Spell, WarriorType
from catalogue.schema import KINDS, PackPart
from catalogue.shelves import Shelf

T = TypeVar("T")

LISTED_BY_PACK = ("warband_types", "items")
"""Kinds of which a left-out pack shows nothing; hirelings go with them, entries stay with their list."""


def _born_with(source: Book, warrior: WarriorType) -> tuple[tuple[EffectData, str], ...]:
    rules = (source.rules[code] for code in warrior.rules if code in source.rules)
    return tuple((effect, rule.name) for rule in rules for effect in rule.effects)


def _keyed(parts: Iterable[PackPart], kind: str) -> Mapping[str, Fact]:
    return MappingProxyType(Shelf(kind, {fact.code: fact for part in parts for fact in getattr(part, kind)}))


def build_book(parts: Iterable[PackPart], version: str) -> Book:
    """A Book from parts that have passed every check. Facts keep the order of their files."""
    parts = tuple(parts)
    kinds = {kind: _keyed(parts, kind) for kind in KINDS}
    packs = {part.pack.code: part.pack for part in parts if part.pack is not None}
    warriors: Mapping[str, WarriorType] = kinds["warrior_types"]  # type: ignore[assignment]
    lists: Mapping[str, EquipmentList] = kinds["equipment_lists"]  # type: ignore[assignment]
    entries: dict[str, list[WarriorType]] = {}
    for warrior in warriors.values():
        if warrior.warband_type is not None:
            entries.setdefault(warrior.warband_type, []).append(warrior)
    skills: dict[str, list[Skill]] = {}
    for skill in kinds["skills"].values():
        skills.setdefault(skill.skill_list, []).append(skill)  # type: ignore[attr-defined,arg-type]
    spells: dict[str, list[Spell]] = {}
    for spell in kinds["spells"].values():
        spells.setdefault(spell.spell_list, []).append(spell)  # type: ignore[attr-defined,arg-type]
    bare = Book(
        version=version,
        packs=MappingProxyType(Shelf("packs", packs)),
        tables=next(part.tables for part in parts if part.tables is not None),
        **kinds,  # type: ignore[arg-type]
        _entries={},
        _prices={},
        _metals={},
        _own_effects={},
        _skills_by_list={},
        _spells_by_list={},
    )
    prices: dict[str, Mapping[str, EquipmentEntry]] = {}
    metals: dict[str, Mapping[str, EquipmentEntry]] = {}
    for warrior in warriors.values():
        if warrior.equipment_list is not None:
            tags = bare.tags_of(warrior.code)
            own = [line for line in lists[warrior.equipment_list].entries if line.who.allows(tags)]
            worn = {line.item for line in own if bare.items[line.item].made_into is not None}
            prices[warrior.code] = MappingProxyType({line.item: line for line in own if line.item not in worn})
            metals[warrior.code] = MappingProxyType({line.item: line for line in own if line.item in worn})
    return Book(
        version=version,
        packs=bare.packs,
        tables=bare.tables,
        **kinds,  # type: ignore[arg-type]
        _entries=_shelf(
            "_entries", {code: tuple(sorted(found, key=lambda w: w.kind != "hero")) for code, found in entries.items()}
        ),
        _prices=_shelf("_prices", prices),
        _metals=_shelf("_metals", metals),
        _own_effects=_shelf("_own_effects", {code: _born_with(bare, warrior) for code, warrior in warriors.items()}),
        _skills_by_list=_shelf("_skills_by_list", {code: tuple(found) for code, found in skills.items()}),
        _spells_by_list=_shelf(
            "_spells_by_list", {code: tuple(sorted(found, key=lambda s: s.roll)) for code, found in spells.items()}
        ),
        dealt=frozenset(packs),
    )


def _shelf(name: str, values: dict[str, T]) -> Mapping[str, T]:
    return MappingProxyType(Shelf(name, values))


def without(source: Book, left_out: frozenset[str]) -> Book:
    """The same Book with some packs out of force: their lists, goods and hirelings are looked up, not listed.
    What a list in force prints stays with it: its entries, and the lines of its equipment lists."""
    if not left_out:
        return source
    shelves: dict[str, Mapping[str, Fact]] = {}
    for kind in LISTED_BY_PACK:
        shelves[kind] = _parted(kind, source.facts_of(kind), left_out)
    gone = {code for code, listed in source.warband_types.items() if listed.source.pack in left_out}
    entries = {code: one for code, one in source.warrior_types.items() if one.warband_type is not None}
    kept = {code for code, one in entries.items() if one.warband_type not in gone}
    shelves["warrior_types"] = _parted("warrior_types", source.warrior_types, left_out, kept=kept)
    packs = {code: pack for code, pack in source.packs.items() if code not in left_out}
    hidden = {code: pack for code, pack in source.packs.items() if code in left_out}
    return replace(
        source,
        packs=MappingProxyType(Shelf("packs", packs, hidden)),
        dealt=source.dealt - left_out,
        **shelves,  # type: ignore[arg-type]
    )


def _parted(
    kind: str, facts: Mapping[str, Fact], left_out: frozenset[str], kept: Collection[str] = ()
) -> Mapping[str, Fact]:
    shown = {code: fact for code, fact in facts.items() if fact.source.pack not in left_out or code in kept}
    return MappingProxyType(Shelf(kind, shown, {code: fact for code, fact in facts.items() if code not in shown}))
