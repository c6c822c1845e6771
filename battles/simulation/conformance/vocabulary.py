"""Checks names that a case takes from the engine: keywords, skills, spells, effects, events. Each unknown name is a
fault. `tags`, `hates` and `marks` are not checked: packs choose their own tags, and marks belong to a scenario or a
terrain piece."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from inspect import signature

from battles.engine import events
from battles.engine.hooks import known_codes
from battles.engine.profile import CHARACTERISTICS, SIZE_BY_KIND, SIZES, Mount, Weapon
from battles.engine.scenarios.custom.plan import read_plan
from battles.engine.scenarios.registry import SCENARIOS
from battles.engine.state import FLAG_NAMES
from battles.engine.steps.magic.spellbook import SPELLS
from battles.engine.steps.nerve.psychology import MORALE_KEYWORDS
from battles.engine.steps.turn.muster import BASE_KEYWORDS, CHAPTER_KEYWORDS, PLAIN_KEYWORDS, acts_in_battle
from battles.log.note_text import NOTES
from battles.simulation.conformance import verbs as _verbs  # noqa: F401 - registers every hook, scenario and spell
from battles.simulation.conformance.case_reader import Route, Value
from battles.simulation.conformance.gear import WEAPONS
from battles.simulation.conformance.terrain import SHAPES

KEYWORDS = MORALE_KEYWORDS | PLAIN_KEYWORDS | BASE_KEYWORDS | CHAPTER_KEYWORDS
ROLES = ("hero", "henchman", "hired_sword", "dramatis_persona", "animal")
SIDES = ("a", "b", "c", "d", "e", "f")
SIDE_PARTS = ("name", "alignment", "tags", "neutral")
SCENARIO_PARTS = ("code", "home", "attacker", "deployment", "first", "max_turns", "tags", "together")
HOME_PARTS = ("name", "turns", "effects", "roles", "routs", "figures")
AWAY_PARTS = ("from", "inches", "lane", "height")
DIVED_PARTS = ("onto", "inches")
EVENTS: dict[str, tuple[str, ...]] = {
    name: kind._fields for name, kind in vars(events).items() if isinstance(kind, type) and hasattr(kind, "_fields")
}
"""Kind of event -> its fields."""
Unknown = tuple[Route, str]
"""Type: the place of an unknown name, and a sentence about it."""


def unknown_of_model(here: Route, fields: dict[str, Value], models: Iterable[str]) -> Iterator[Unknown]:
    """Names in a model that the engine does not know. `models` are the names of models in the case."""
    yield from _codes((*here, "keywords"), fields.get("keywords"), KEYWORDS, "keyword")
    for code in _rows(fields.get("skills")):
        if not acts_in_battle(code):
            yield (*here, "skills"), f"{code} is no skill or trait of the engine."
    yield from _codes((*here, "spells"), fields.get("spells"), SPELLS, "spell")
    yield from _check_value(here, fields, "role", ROLES)
    yield from _check_value(here, fields, "kind", SIZE_BY_KIND)
    yield from _check_value(here, fields, "size", SIZES)
    for code in _mapping(fields.get("effects")):
        if code not in known_codes() and code not in engine_words():
            yield (*here, "effects", code), f"{code} is no lasting effect of the engine."
    for number, weapon in enumerate(_list(fields.get("weapons"))):
        if isinstance(weapon, dict):
            yield from _of_weapon((*here, "weapons", number), weapon)
    mount = _mapping(fields.get("mount"))
    yield from _keys((*here, "mount"), mount, Mount.__dataclass_fields__)
    yield from _keys((*here, "mount", "profile"), _mapping(mount.get("profile")), CHARACTERISTICS)
    for part, parts, model in (("away", AWAY_PARTS, "from"), ("dived", DIVED_PARTS, "onto")):
        given = _mapping(fields.get(part))
        yield from _keys((*here, part), given, parts)
        if given and str(given.get(model)) not in models:
            yield (*here, part), f"No model is called {given.get(model)}."


def unknown_of_case(route: Route, raw: dict[str, Value], models: Iterable[str]) -> Iterator[Unknown]:
    """Names in the sides, the scenario, the table and the expected values of a case that the engine does not know."""
    for side, about in _mapping(raw.get("sides")).items():
        if side not in SIDES:
            yield (*route, "sides", side), f"{side} is no side. Sides are called a, b, c, d, e and f."
        yield from _keys((*route, "sides", side), _mapping(about), SIDE_PARTS)
    scenario = _mapping(raw.get("scenario"))
    yield from _keys((*route, "scenario"), scenario, SCENARIO_PARTS)
    if scenario.get("home") is not None:
        yield from _keys((*route, "scenario", "home"), _mapping(scenario["home"]), HOME_PARTS)
        for fault in read_plan(scenario["home"])[1]:
            yield (*route, "scenario", "home"), fault.sentence
    elif scenario.get("code", "skirmish") not in SCENARIOS:
        yield (*route, "scenario", "code"), f"{scenario['code']} is no scenario of the engine."
    for number, piece in enumerate(_list(_mapping(raw.get("table")).get("pieces"))):
        for shape, measures in _mapping(piece).items():
            if shape in SHAPES and shape != "raw":
                here = (*route, "table", "pieces", number)
                yield from _keys(here, _mapping(measures), signature(SHAPES[shape]).parameters)
    yield from _of_expected((*route, "expect"), _mapping(raw.get("expect")))


@cache
def engine_words() -> frozenset[str]:
    """Every text constant in the engine's modules; codes of effects are among them."""
    found: set[str] = set()
    for name, module in list(sys.modules.items()):
        if name.startswith("battles.engine.") and ".tests" not in name:
            found.update(value for value in vars(module).values() if isinstance(value, str))
    return frozenset(found)


def _of_weapon(here: Route, weapon: dict[str, Value]) -> Iterator[Unknown]:
    fields = weapon
    if len(weapon) == 1:
        name, changes = next(iter(weapon.items()))
        if name in WEAPONS:
            fields = _mapping(changes)
    yield from _keys(here, fields, Weapon._fields)
    for code in _rows(fields.get("traits")):
        if not acts_in_battle(code):
            yield (*here, "traits"), f"{code} is no trait of a weapon of the engine."


def _of_expected(here: Route, expected: dict[str, Value]) -> Iterator[Unknown]:
    for number, row in enumerate(_list(expected.get("events"))):
        about = _mapping(row)
        kind = about.get("kind")
        if kind not in EVENTS:
            yield (*here, "events", number), f"{kind} is no kind of event. There are {', '.join(sorted(EVENTS))}."
        else:
            yield from _keys((*here, "events", number), about, ("kind", *EVENTS[str(kind)]))
    for name, value in expected.items():
        if name.rpartition(".")[2] == "flags":
            for flag in _list(value):
                if str(flag).removeprefix("-") not in FLAG_NAMES:
                    yield (*here, name), f"{flag} is no flag. There are {', '.join(FLAG_NAMES)}."
    yield from _codes((*here, "notes"), expected.get("notes"), NOTES, "note of the log")


def _rows(raw: Value) -> Iterator[str]:
    """The codes of skills or traits: a name, `{name: parameters}` or `[name, parameters]`."""
    for entry in _list(raw):
        if isinstance(entry, dict):
            yield from map(str, entry)
        else:
            yield str(entry[0]) if isinstance(entry, list) and entry else str(entry)


def _codes(here: Route, raw: Value, known: Iterable[str], what: str) -> Iterator[Unknown]:
    for code in _list(raw):
        if str(code) not in known:
            yield here, f"{code} is no {what} of the engine."


def _check_value(here: Route, fields: dict[str, Value], name: str, known: Iterable[str]) -> Iterator[Unknown]:
    if name in fields and str(fields[name]) not in known:
        yield (*here, name), f"{fields[name]} is not one of {', '.join(known)}."


def _keys(here: Route, given: dict[str, Value], known: Iterable[str]) -> Iterator[Unknown]:
    for name in given:
        if name not in known:
            yield (*here, name), f"{name} is not known here. Known are {', '.join(sorted(known))}."


def _mapping(raw: Value) -> dict[str, Value]:
    return raw if isinstance(raw, dict) else {}


def _list(raw: Value) -> list[Value]:
    return raw if isinstance(raw, list) else []
