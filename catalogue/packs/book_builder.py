"""Builds a Book from the parts of its packs: dictionaries by code, and values precomputed for all queries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from catalogue.facts import EffectData, EquipmentEntry, EquipmentList, Fact, Skill, Spell, WarriorType
from catalogue.packs.book import Book
from catalogue.packs.indexes import CodeIndex
from catalogue.packs.schema import KINDS, PackPart

T = TypeVar("T")

LISTED_BY_PACK = ("warband_types", "items", "scenarios")
"""Kinds of facts that are not listed if their pack is excluded. Hired swords of an excluded pack are not listed either,
but warriors stay with their list, and so do the skills, spells and mutations that an active list names."""


def _rule_effects(source: Book, warrior: WarriorType) -> tuple[tuple[EffectData, str], ...]:
    rules = (source.rules[code] for code in warrior.rules if code in source.rules)
    return tuple((effect, rule.name) for rule in rules for effect in rule.effects)


def _keyed(parts: Iterable[PackPart], kind: str) -> Mapping[str, Fact]:
    return MappingProxyType(CodeIndex(kind, {fact.code: fact for part in parts for fact in getattr(part, kind)}))


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
        packs=MappingProxyType(CodeIndex("packs", packs)),
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
        _entries=_index(
            "_entries", {code: tuple(sorted(found, key=lambda w: w.kind != "hero")) for code, found in entries.items()}
        ),
        _prices=_index("_prices", prices),
        _metals=_index("_metals", metals),
        _own_effects=_index("_own_effects", {code: _rule_effects(bare, warrior) for code, warrior in warriors.items()}),
        _skills_by_list=_index("_skills_by_list", {code: tuple(found) for code, found in skills.items()}),
        _spells_by_list=_index(
            "_spells_by_list", {code: tuple(sorted(found, key=lambda s: s.roll)) for code, found in spells.items()}
        ),
        dealt=frozenset(packs),
    )


def _index(name: str, values: dict[str, T]) -> Mapping[str, T]:
    return MappingProxyType(CodeIndex(name, values))


def without(source: Book, left_out: frozenset[str]) -> Book:
    """The same Book without the packs `left_out`: their lists, items, hired swords, scenarios, skills, spells and
    mutations can be looked up but are not listed. Everything that an active list prints stays: its warriors, the lines
    of its equipment lists, and the skill and spell lists that its warriors use."""
    if not left_out:
        return source
    shelves: dict[str, Mapping[str, Fact]] = {}
    for kind in LISTED_BY_PACK:
        shelves[kind] = _parted(kind, source.facts_of(kind), left_out)
    gone = {code for code, listed in source.warband_types.items() if listed.source.pack in left_out}
    entries = {
        code: warrior_type
        for code, warrior_type in source.warrior_types.items()
        if warrior_type.warband_type is not None
    }
    kept = {code for code, warrior_type in entries.items() if warrior_type.warband_type not in gone}
    shelves["warrior_types"] = _parted("warrior_types", source.warrior_types, left_out, kept=kept)
    shelves |= _learnables(source, left_out, tuple(shelves["warrior_types"].values()), gone)
    packs = {code: pack for code, pack in source.packs.items() if code not in left_out}
    hidden = {code: pack for code, pack in source.packs.items() if code in left_out}
    return replace(
        source,
        packs=MappingProxyType(CodeIndex("packs", packs, hidden)),
        dealt=source.dealt - left_out,
        **shelves,  # type: ignore[arg-type]
    )


def _learnables(
    source: Book, left_out: frozenset[str], staying: Collection[Any], gone: Collection[str]
) -> dict[str, Mapping[str, Any]]:
    """Active skills, spells and mutations, singly and by list: those not excluded, and those named by the active
    warriors (`staying`) or by the lists that are not `gone`."""
    lists = [warband_type for code, warband_type in source.warband_types.items() if code not in gone]
    taught = {code for entry in staying for code in (*entry.skill_lists, *entry.talent_lists)}
    taught |= {
        code
        for warband_type in lists
        for code in (warband_type.special_skill_list, *warband_type.promoted_skill_lists)
        if code
    }
    cast = {entry.spell_list for entry in staying if entry.spell_list}
    skills = {
        skill.code
        for skill in source.skills.values()
        if skill.skill_list in taught and _whole(source.skill_lists, skill.skill_list, left_out)
    }
    skills |= {code for entry in staying for code in (*entry.single_skills, *entry.skills)}
    spells = {
        spell.code
        for spell in source.spells.values()
        if spell.spell_list in cast and _whole(source.spell_lists, spell.spell_list, left_out)
    }
    spells |= {code for entry in staying for code in entry.starting_spell_codes}
    gifts = {code for entry in staying for code in entry.gifts}
    shown: dict[str, Mapping[str, Any]] = {
        "skills": _parted("skills", source.skills, left_out, kept=skills),
        "spells": _parted("spells", source.spells, left_out, kept=spells),
        "mutations": _parted("mutations", source.mutations, left_out, kept=gifts),
        "skill_lists": _parted("skill_lists", source.skill_lists, left_out, kept=taught),
        "spell_lists": _parted("spell_lists", source.spell_lists, left_out, kept=cast),
    }
    for name, kind in (("_skills_by_list", "skills"), ("_spells_by_list", "spells")):
        known = set(shown[kind])
        rows = {code: tuple(row for row in ones if row.code in known) for code, ones in getattr(source, name).items()}
        shown[name] = _index(name, rows)
    return shown


def _whole(lists: Mapping[str, Fact], code: str, left_out: frozenset[str]) -> bool:
    """Whether a skill or spell list is itself in an excluded pack, so that all of it is excluded."""
    return lists[code].source.pack in left_out


def _parted(
    kind: str, facts: Mapping[str, Fact], left_out: frozenset[str], kept: Collection[str] = ()
) -> Mapping[str, Fact]:
    shown = {code: fact for code, fact in facts.items() if fact.source.pack not in left_out or code in kept}
    return MappingProxyType(CodeIndex(kind, shown, {code: fact for code, fact in facts.items() if code not in shown}))
