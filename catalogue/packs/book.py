"""The Book: every fact of the packs in memory, keyed by code. It needs no database. `book()` is built once per process
from the compiled packs. It is immutable, so callers can store and share it. Lookups are plain dictionaries
(`book().items["sword"]`). An unknown code raises KeyError, which is a bug of the caller: check codes that come from a
player with `in` first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeVar

from catalogue.facts import (
    AdvanceRow,
    Award,
    Band,
    Characteristics,
    Chart,
    EffectData,
    EquipmentEntry,
    EquipmentList,
    ExplorationResult,
    Fact,
    Hire,
    Injury,
    Item,
    Mutation,
    Outcome,
    Pack,
    Race,
    ReplacedTables,
    Scenario,
    Skill,
    SkillList,
    Source,
    SpecialRule,
    Spell,
    SpellList,
    Tables,
    WarbandType,
    WarriorType,
    Who,
)

__all__ = [
    "AdvanceRow",
    "Award",
    "Band",
    "Book",
    "Characteristics",
    "Chart",
    "EffectData",
    "EquipmentEntry",
    "EquipmentList",
    "ExplorationResult",
    "Fact",
    "Hire",
    "Injury",
    "Item",
    "Mutation",
    "Outcome",
    "Pack",
    "Race",
    "ReplacedTables",
    "Scenario",
    "Skill",
    "SkillList",
    "Source",
    "SpecialRule",
    "Spell",
    "SpellList",
    "Tables",
    "WarbandType",
    "WarriorType",
    "Who",
]

FREE_ITEM: Final = "dagger"
OWN: Final = "own_"
"""Prefix of codes of custom packs (catalogue.custom_packs.codes)."""

F = TypeVar("F", bound=Fact)


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """All active facts, with queries about them for rosters."""

    version: str
    packs: Mapping[str, Pack]
    tables: Tables
    warband_types: Mapping[str, WarbandType]
    warrior_types: Mapping[str, WarriorType]
    equipment_lists: Mapping[str, EquipmentList]
    items: Mapping[str, Item]
    skill_lists: Mapping[str, SkillList]
    skills: Mapping[str, Skill]
    spell_lists: Mapping[str, SpellList]
    spells: Mapping[str, Spell]
    mutations: Mapping[str, Mutation]
    races: Mapping[str, Race]
    rules: Mapping[str, SpecialRule]
    injuries: Mapping[str, Injury]
    exploration: Mapping[str, ExplorationResult]
    advances: Mapping[str, AdvanceRow]
    replaced_tables: Mapping[str, ReplacedTables]
    scenarios: Mapping[str, Scenario]
    charts: Mapping[str, Chart]
    _entries: Mapping[str, tuple[WarriorType, ...]] = field(repr=False)
    _prices: Mapping[str, Mapping[str, EquipmentEntry]] = field(repr=False)
    _metals: Mapping[str, Mapping[str, EquipmentEntry]] = field(repr=False)
    _own_effects: Mapping[str, tuple[tuple[EffectData, str], ...]] = field(repr=False)
    _skills_by_list: Mapping[str, tuple[Skill, ...]] = field(repr=False)
    _spells_by_list: Mapping[str, tuple[Spell, ...]] = field(repr=False)
    dealt: frozenset[str] = frozenset()
    """Codes of the active packs: only their facts can be found in exploration, hired and bought."""
    replacing: tuple[str, ...] = ()
    """Codes of the packs whose rows replace printed ones; earlier ones take precedence. Rule: AF-CHART-01"""

    def deals_in(self, fact: Fact) -> bool:
        """Whether the pack of a fact is active here. Facts of other packs can be looked up but not newly acquired."""
        return fact.source.pack in self.dealt

    def warrior_types_of(self, warband_type: str) -> tuple[WarriorType, ...]:
        """The entries of a list as printed, heroes first. Empty for an unknown code."""
        return self._entries.get(warband_type, ())

    def heroes_of(self, warband_type: str) -> tuple[WarriorType, ...]:
        """The hero entries of a list, the leader first."""
        return tuple(entry for entry in self.warrior_types_of(warband_type) if entry.kind == "hero")

    def henchmen_of(self, warband_type: str) -> tuple[WarriorType, ...]:
        """The henchman entries of a list."""
        return tuple(entry for entry in self.warrior_types_of(warband_type) if entry.kind == "henchman")

    def leader_of(self, warband_type: str) -> WarriorType:
        """The entry that leads a list."""
        return next(entry for entry in self.warrior_types_of(warband_type) if entry.is_leader)

    def entries_for(self, warrior_type: str) -> Mapping[str, EquipmentEntry]:
        """Item code -> line of the equipment list that this warrior type may use, in printed order. Empty if it carries
        no equipment."""
        return self._prices.get(warrior_type, MappingProxyType({}))

    def materials_for(self, warrior_type: str) -> Mapping[str, EquipmentEntry]:
        """Material code (gromril) -> line for this material on the warrior type's own list, which has its own
        multiple."""
        return self._metals.get(warrior_type, MappingProxyType({}))

    def prices_for(self, warrior_type: str) -> dict[str, int]:
        """Item code -> price in gold crowns on the warrior type's own list, in printed order (for prices with dice, the
        fixed part)."""
        return {code: entry.price_gc for code, entry in self.entries_for(warrior_type).items()}

    def skills_of(self, skill_list: str) -> tuple[Skill, ...]:
        """The skills of one list, in printed order."""
        return self._skills_by_list.get(skill_list, ())

    def skills_open_to(self, warrior_type: str, extra_lists: Iterable[str] = ()) -> tuple[Skill, ...]:
        """Every skill that this warrior type may choose on an advance: from its lists, and from `extra_lists` gained
        later."""
        entry = self.warrior_types[warrior_type]
        tags = self.tags_of(warrior_type)
        lists = tuple(dict.fromkeys((*entry.skill_lists, *extra_lists)))
        listed = [skill for code in lists for skill in self.skills_of(code) if skill.who.allows(tags)]
        single = [self.skills[code] for code in entry.single_skills]
        return tuple(dict.fromkeys((*listed, *single)))

    def spells_of(self, spell_list: str) -> tuple[Spell, ...]:
        """The spells of one list, in order of their rolls."""
        return self._spells_by_list.get(spell_list, ())

    def own_effects(self, warrior_type: str) -> tuple[tuple[EffectData, str], ...]:
        """The innate effects of a warrior type: each effect of its special rules, with the name of the rule."""
        return self._own_effects[warrior_type]

    def maxima_for(self, race: str | None) -> Characteristics | None:
        """The maximum characteristics of a race; None for races without them (creatures that never advance)."""
        return self.races[race].maxima if race is not None else None

    def tags_of(self, warrior_type: str, warband_type: str | None = None) -> frozenset[str]:
        """All tags of a warrior that a `Who` can name: code, race, traits, kind, warband type and its groups."""
        entry = self.warrior_types[warrior_type]
        tags = {entry.code, entry.kind, *entry.traits, *((entry.race,) if entry.race else ())}
        if entry.spell_list is not None:
            tags.add("spellcaster")
        if entry.is_leader:
            tags.add("leader")
        home = warband_type or entry.warband_type
        if home is not None:
            tags |= self.warband_tags(home)
        return frozenset(tags)

    def warband_tags(self, warband_type: str) -> frozenset[str]:
        """All tags of a warband that a `Who` can name: its list, the list that it is a variant of, groups,
        alignment."""
        listed = self.warband_types[warband_type]
        parent = (listed.variant_of,) if listed.variant_of is not None else ()
        sides = (word for alignment in listed.alignment for word in alignment.split("/"))
        return frozenset((warband_type, *parent, *listed.groups, *sides))

    def lists_of(self, tier: int) -> tuple[WarbandType, ...]:
        """The lists of one tier that are not variants, in printed order."""
        return tuple(
            warband_type
            for warband_type in self.warband_types.values()
            if warband_type.source.tier == tier and warband_type.variant_of is None
        )

    def variants_of(self, warband_type: str) -> tuple[WarbandType, ...]:
        """The variants of a list: its cities or tribes."""
        return tuple(variant for variant in self.warband_types.values() if variant.variant_of == warband_type)

    def may_hire(self, hireling: str, warband_type: str) -> bool:
        """Whether a warband of this type may hire this hired sword. A list may refuse hired swords, but one that names
        this list among those it serves can always be hired. Some lists may hire any sword that they do not refuse, even
        if the sword's own terms exclude them. Rule: RO-HIRE-01"""
        entry, listed = self.warrior_types[hireling], self.warband_types[warband_type]
        if listed.hires_any_sword and entry.kind == "hired_sword" and entry.hire is not None:
            return listed.hires.allows(self.tags_of(hireling))
        if entry.hire is None or not entry.hire.may_hire.allows(self.warband_tags(warband_type)):
            return False
        named = {warband_type, listed.variant_of} & set(entry.hire.may_hire.only)
        return bool(named) or listed.hires.allows(self.tags_of(hireling))

    def rarity_for(self, item: str, tags: frozenset[str]) -> int | None:
        """The 2D6 roll to find an item for buyers with these tags; None is common."""
        fact = self.items[item]
        for other in fact.rarity_for:
            if other.who.allows(tags):
                return other.rarity
        return fact.rarity

    def gifts_for(self, warrior_type: str, warband_type: str | None = None) -> tuple[Mutation, ...]:
        """The mutations that fit a warrior type, whether or not it may buy any when recruited. If a mutation (a
        blessing, a marking) names the type, then it can have only such mutations."""
        entry = self.warrior_types[warrior_type]
        if entry.gifts:
            return tuple(self.mutations[code] for code in entry.gifts)
        tags = self.tags_of(warrior_type, warband_type)
        fitting = [mutation for mutation in self.mutations.values() if mutation.who.allows(tags)]
        own = [
            mutation
            for mutation in fitting
            if set(mutation.who.only) & set(entry.traits) or entry.code in mutation.who.only
        ]
        return tuple(own or fitting)

    def items_of_class(self, item_class: str) -> tuple[Item, ...]:
        """The items of one class, in printed order."""
        return tuple(item for item in self.items.values() if item.item_class == item_class)

    def hirelings_for(self, warband_type: str, kind: str = "hired_sword") -> tuple[WarriorType, ...]:
        """The hired swords (or dramatis personae) that a warband of this type may hire."""
        return tuple(
            entry
            for entry in self.warrior_types.values()
            if entry.kind == kind and self.may_hire(entry.code, warband_type)
        )

    def rows_in_force(self, facts: Mapping[str, F]) -> Iterator[F]:
        """Rows of a chart, replacements first: rows of active custom packs, then the printed rows. Rows of custom packs
        whose charts are not active can only be found by code. Rule: AF-CHART-01"""
        for pack in self.replacing:
            yield from (fact for fact in facts.values() if fact.source.pack == pack)
        yield from (fact for fact in facts.values() if not fact.code.startswith(OWN))

    def injury_at(self, d66: int) -> Injury:
        """The serious injury of a D66 roll (11-66). Raises KeyError for a number that two dice cannot show."""
        return _band(self.rows_in_force(self.injuries), d66)

    def advance_at(self, table: str, roll: int) -> AdvanceRow:
        """The row of the "hero" or "henchman" advance table for a 2D6 roll."""
        return _band((row for row in self.rows_in_force(self.advances) if row.table == table), roll)

    def exploration_at(self, dice: int, face: int) -> ExplorationResult | None:
        """The location for this number of dice showing `face`; None for fewer than two dice."""
        for result in self.rows_in_force(self.exploration):
            if result.dice == dice and result.face == face:
                return result
        return None

    def shards_for(self, total: int) -> int:
        """Shards found for this total of the exploration dice; 0 if no dice were rolled."""
        return next((band.value for band in self.tables.shards_found if band.holds(total)), 0)

    def sale_price_gc(self, shards: int, warriors: int) -> int:
        """Gold for selling `shards` at once by a warband of `warriors` (hired swords not counted)."""
        if shards <= 0:
            return 0
        rows = self.tables.sale_prices
        row = rows[min(shards, len(rows)) - 1]
        column = next((i for i, band in enumerate(self.tables.sale_sizes) if band.holds(warriors)), 0)
        return row.prices_gc[column]

    def underdog_bonus(self, difference: int) -> int:
        """Extra experience for each warrior of the side whose rating is lower by `difference`."""
        return next((band.value for band in self.tables.underdog_bonus if band.holds(difference)), 0)

    def scenario_for_roll(self, roll: int) -> Scenario | None:
        """The scenario of a 2D6 roll; None when the player with the lower rating chooses (2 and 12). A custom pack may
        replace the printed scenario of a roll."""
        found = [scenario for scenario in self.scenarios.values() if roll in scenario.table_rolls]
        return next((scenario for scenario in found if scenario.code.startswith(OWN)), found[0] if found else None)

    def facts_of(self, kind: str) -> Mapping[str, Fact]:
        """All facts of one kind of catalogue.packs.schema.KINDS."""
        found: Mapping[str, Fact] = getattr(self, kind)
        return found


B = TypeVar("B", Injury, AdvanceRow)


def _band(rows: Iterable[B], number: int) -> B:
    for row in rows:
        if row.low <= number <= row.high:
            return row
    raise KeyError(number)
