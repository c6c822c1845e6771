"""The shape of a pack file: its allowed keys and their values.

`read_part(json_bytes)` turns one file, already loaded to plain values and dumped as JSON, into facts; unknown keys,
wrong types and values out of range are all reported together by pydantic. `json_schema()` is published in docs/.
"""

from __future__ import annotations

import functools
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter

from catalogue.facts import (
    AdvanceRow,
    Chart,
    EquipmentList,
    ExplorationResult,
    Fact,
    Injury,
    Item,
    Mutation,
    Pack,
    Race,
    ReplacedTables,
    Scenario,
    Skill,
    SkillList,
    SpecialRule,
    Spell,
    SpellList,
    Tables,
    WarbandType,
    WarriorType,
)


class PackPart(BaseModel):
    """One YAML file of a pack. Every key is optional; a key holds the records of one kind."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    pack: Pack | None = None
    tables: Tables | None = None
    races: tuple[Race, ...] = ()
    rules: tuple[SpecialRule, ...] = ()
    warband_types: tuple[WarbandType, ...] = ()
    warrior_types: tuple[WarriorType, ...] = ()
    equipment_lists: tuple[EquipmentList, ...] = ()
    items: tuple[Item, ...] = ()
    skill_lists: tuple[SkillList, ...] = ()
    skills: tuple[Skill, ...] = ()
    spell_lists: tuple[SpellList, ...] = ()
    spells: tuple[Spell, ...] = ()
    mutations: tuple[Mutation, ...] = ()
    injuries: tuple[Injury, ...] = ()
    exploration: tuple[ExplorationResult, ...] = ()
    advances: tuple[AdvanceRow, ...] = ()
    replaced_tables: tuple[ReplacedTables, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    charts: tuple[Chart, ...] = ()


KINDS: dict[str, type[Fact]] = {
    "warband_types": WarbandType,
    "warrior_types": WarriorType,
    "equipment_lists": EquipmentList,
    "items": Item,
    "skill_lists": SkillList,
    "skills": Skill,
    "spell_lists": SpellList,
    "spells": Spell,
    "mutations": Mutation,
    "races": Race,
    "rules": SpecialRule,
    "injuries": Injury,
    "exploration": ExplorationResult,
    "advances": AdvanceRow,
    "replaced_tables": ReplacedTables,
    "scenarios": Scenario,
    "charts": Chart,
}
"""Key in a pack file -> shape of its records, in reading order."""


@functools.cache
def part_adapter() -> TypeAdapter[PackPart]:
    """The validator of one file, built once per process."""
    return TypeAdapter(PackPart)


def read_part(raw: bytes) -> PackPart:
    """One file's facts from its JSON. Raises pydantic.ValidationError listing every mistake."""
    return part_adapter().validate_json(raw, strict=True)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a pack file."""
    schema: dict[str, Any] = part_adapter().json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "Pack file"
    return schema
