"""Checks between files: every code is unique, references are valid, effects exist, tables have no gaps."""

from __future__ import annotations

import dataclasses
import difflib
import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from catalogue.effects import EFFECTS
from catalogue.facts import EffectData, Fact, Who
from catalogue.packs.schema import KINDS, PackPart

Path = tuple[str | int, ...]

REFERENCES: Final[dict[tuple[str, str], str]] = {
    ("warband_types", "rules"): "rules",
    ("warband_types", "special_skill_list"): "skill_lists",
    ("warband_types", "promoted_skill_lists"): "skill_lists",
    ("warband_types", "variant_of"): "warband_types",
    ("warrior_types", "warband_type"): "warband_types",
    ("warrior_types", "equipment_list"): "equipment_lists",
    ("warrior_types", "skill_lists"): "skill_lists",
    ("warrior_types", "skills"): "skills",
    ("warrior_types", "race"): "races",
    ("warrior_types", "rules"): "rules",
    ("warrior_types", "kit"): "items",
    ("warrior_types", "choices"): "items",
    ("warrior_types", "innate"): "items",
    ("warrior_types", "single_skills"): "skills",
    ("warrior_types", "gifts"): "mutations",
    ("warrior_types", "talent_lists"): "skill_lists",
    ("warrior_types", "spell_list"): "spell_lists",
    ("warrior_types", "starting_spell_codes"): "spells",
    ("equipment_lists", "warband_type"): "warband_types",
    ("items", "rules"): "rules",
    ("items", "warrior_type"): "warrior_types",
    ("items", "made_from"): "items",
    ("scenarios", "same_as"): "scenarios",
    ("skills", "skill_list"): "skill_lists",
    ("spells", "spell_list"): "spell_lists",
}
"""(kind, field) -> kind of the codes that the field contains."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """One mistake: the file, the path of keys in it, and a sentence."""

    file: str
    path: Path
    sentence: str


def check(
    parts: Mapping[str, PackPart], base: Iterable[PackPart] = (), *, complete: bool = True, most: int | None = None
) -> list[Wrong]:
    """All mistakes between files. If `complete` is False, some file could not be read, so missing codes are not
    reported. Stops after `most` mistakes, because each one searches for a similar code."""
    known: dict[str, set[str]] = {kind: set() for kind in KINDS}
    tags: set[str] = {"hero", "henchman", "hired_sword", "dramatis_persona", "animal", "spellcaster", "leader"}
    tags |= {"lawful", "neutral", "chaotic"}
    for part in base:
        _learn(part, known, tags)
    wrong = list(_duplicates(parts, known))
    for part in parts.values():
        _learn(part, known, tags)
    wrong += _headers(parts)
    for file, kind, index, fact in _facts(parts):
        path: Path = (kind, index)
        if complete:
            wrong += itertools.islice(_unknown_codes(file, path, kind, fact, known), most)
        wrong += itertools.islice(_within(file, path, fact, known, tags if complete else None), most)
        if most is not None and len(wrong) >= most:
            break
    return wrong


def _facts(parts: Mapping[str, PackPart]) -> Iterator[tuple[str, str, int, Fact]]:
    for file, part in parts.items():
        for kind in KINDS:
            for index, fact in enumerate(getattr(part, kind)):
                yield file, kind, index, fact


def _learn(part: PackPart, known: dict[str, set[str]], tags: set[str]) -> None:
    for kind in KINDS:
        known[kind] |= {fact.code for fact in getattr(part, kind)}
    for warband in part.warband_types:
        tags |= {warband.code, *warband.groups}
    for warrior in part.warrior_types:
        tags |= {warrior.code, *warrior.traits}
    tags |= {race.code for race in part.races}


def _duplicates(parts: Mapping[str, PackPart], known: Mapping[str, set[str]]) -> Iterator[Wrong]:
    seen = {(kind, code): "another pack" for kind, codes in known.items() for code in codes}
    for file, kind, index, fact in _facts(parts):
        first = seen.setdefault((kind, fact.code), f"{file}#{index}")
        if first != f"{file}#{index}":
            place = first.split("#")[0]
            yield Wrong(file, (kind, index, "code"), f"The code “{fact.code}” is already used in {place}.")


def _headers(parts: Mapping[str, PackPart]) -> Iterator[Wrong]:
    headers: dict[str, list[str]] = {}
    for file, part in parts.items():
        headers.setdefault(file.split("/")[0] if "/" in file else "", [])
        if part.pack is not None:
            headers[file.split("/")[0] if "/" in file else ""].append(file)
    for folder, files in headers.items():
        inside = [file for file in parts if not folder or file.startswith(f"{folder}/")]
        if not files:
            yield Wrong(inside[0], (), "The pack has no header; one file needs a “pack:”.")
        for extra in files[1:]:
            yield Wrong(extra, ("pack",), f"The pack has its header in {files[0]} already.")


def _codes(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from _codes(inner, (*path, index))


def _unknown_codes(file: str, path: Path, kind: str, fact: Fact, known: Mapping[str, set[str]]) -> Iterator[Wrong]:
    for field in dataclasses.fields(fact):
        target = REFERENCES.get((kind, field.name))
        if target is None:
            continue
        for where, code in _codes(getattr(fact, field.name), (*path, field.name)):
            if code not in known[target]:
                yield Wrong(file, where, _unknown_sentence(code, target, known[target]))


def _unknown_sentence(code: str, target: str, codes: set[str]) -> str:
    close = difflib.get_close_matches(code, codes, n=1)
    return f"There is no “{code}” among the {target}." + (f" Did you mean “{close[0]}”?" if close else "")


def _within(file: str, path: Path, value: Any, known: Mapping[str, set[str]], tags: set[str] | None) -> Iterator[Wrong]:
    if isinstance(value, EffectData):
        yield from _effect(file, path, value, known, tags is not None)
    elif isinstance(value, Who):
        for name in ("only", "never"):
            for index, code in enumerate(getattr(value, name)):
                if tags is not None and code not in tags:
                    close = difflib.get_close_matches(code, tags, n=1)
                    hint = f" Did you mean “{close[0]}”?" if close else ""
                    yield Wrong(file, (*path, name, index), f"Nobody is “{code}”.{hint}")
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from _within(file, (*path, index), inner, known, tags)
    elif dataclasses.is_dataclass(value):
        for name in ("item", "material"):
            code = getattr(value, name, None)
            if isinstance(code, str) and tags is not None and code not in known["items"]:
                yield Wrong(file, (*path, name), _unknown_sentence(code, "items", known["items"]))
        for field in dataclasses.fields(value):
            yield from _within(file, (*path, field.name), getattr(value, field.name), known, tags)


def _effect(
    file: str, path: Path, effect: EffectData, known: Mapping[str, set[str]], complete: bool
) -> Iterator[Wrong]:
    meaning = EFFECTS.get(effect.code)
    if meaning is None:
        close = difflib.get_close_matches(effect.code, EFFECTS, n=1)
        hint = f" Did you mean “{close[0]}”?" if close else ""
        yield Wrong(file, path, f"There is no effect “{effect.code}”.{hint}")
        return
    for name in sorted(meaning.required - set(effect.params)):
        yield Wrong(file, path, f"The effect “{effect.code}” needs “{name}”.")
    for name, value in effect.params.items():
        kind = meaning.params.get(name)
        if kind is None:
            yield Wrong(file, (*path, name), f"The effect “{effect.code}” takes no “{name}”.")
        elif not kind.fits(value):
            yield Wrong(file, (*path, name), f"“{name}” of “{effect.code}” must be {kind.words}.")
        elif kind.target is not None and complete:
            for code in [value] if isinstance(value, str) else value if isinstance(value, list) else []:
                if code not in known[kind.target]:
                    yield Wrong(file, (*path, name), _unknown_sentence(str(code), kind.target, known[kind.target]))
