"""Adds the release as a prefix to every code that a custom pack defines, everywhere in the pack. Codes of the site stay
unchanged. So do traits and groups, because packs share them: a zombie of a custom pack is undead like any other."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Final

from catalogue.effects import EFFECTS
from catalogue.facts import EffectData, Fact, Who
from catalogue.packs.references import REFERENCES
from catalogue.packs.schema import KINDS, PackPart

PEOPLE: Final = ("warband_types", "warrior_types", "races")
"""Kinds of facts whose codes may appear in a `Who`."""
NESTED: Final = {"item": "items", "material": "items", "instead_of_gold": "items", "upkeep_doubled_with": "people"}
"""Name of a field inside a record -> kind of the codes in it."""

Names = Mapping[str, Mapping[str, str]]


def qualified(part: PackPart, release: str) -> PackPart:
    """The same facts with codes that start with `release`. The release becomes their pack, with tier 3."""
    names: dict[str, dict[str, str]] = {
        kind: {fact.code: f"{release}_{fact.code}" for fact in getattr(part, kind)} for kind in KINDS
    }
    names["people"] = {code: full for kind in PEOPLE for code, full in names[kind].items()}
    changes: dict[str, Any] = {
        kind: tuple(_fact(kind, fact, names, release, part) for fact in getattr(part, kind)) for kind in KINDS
    }
    if part.pack is not None:
        changes["pack"] = dataclasses.replace(part.pack, code=release, tier=3)
    return part.model_copy(update=changes)


def _fact(kind: str, fact: Fact, names: Names, release: str, part: PackPart) -> Fact:
    values: dict[str, Any] = {}
    for field in dataclasses.fields(fact):
        value = getattr(fact, field.name)
        target = REFERENCES.get((kind, field.name))
        values[field.name] = _named(value, names[target]) if target is not None else _inside(value, names)
    printed = fact.source.publication or (part.pack.publication if part.pack is not None else "")
    values["source"] = dataclasses.replace(fact.source, pack=release, tier=3, publication=printed)
    values["code"] = f"{release}_{fact.code}"
    return dataclasses.replace(fact, **values)


def _named(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, (tuple, list)):
        return type(value)(_named(inner, names) for inner in value)
    return value


def _inside(value: Any, names: Names) -> Any:
    if isinstance(value, EffectData):
        return _effect(value, names)
    if isinstance(value, Who):
        return Who(only=_named(value.only, names["people"]), never=_named(value.never, names["people"]))
    if isinstance(value, tuple):
        return tuple(_inside(inner, names) for inner in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        found = {
            field.name: _named(getattr(value, field.name), names[NESTED[field.name]])
            if field.name in NESTED
            else _inside(getattr(value, field.name), names)
            for field in dataclasses.fields(value)
        }
        return dataclasses.replace(value, **found)
    return value


def _effect(effect: EffectData, names: Names) -> EffectData:
    if EFFECTS[effect.code].part == "board":
        return effect
    kinds = EFFECTS[effect.code].params
    params = {
        name: _named(value, names[kinds[name].target or "people"]) if name in kinds else value
        for name, value in effect.params.items()
    }
    return EffectData(code=effect.code, params=params)
