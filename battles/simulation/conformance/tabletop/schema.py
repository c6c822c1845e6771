"""Schema of a case without a table. All faults are reported together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from battles.simulation.conformance.case import Case
from battles.simulation.conformance.case_reader import Route, Value
from battles.simulation.conformance.tabletop import aftermath as _af  # noqa: F401 - registers its verbs
from battles.simulation.conformance.tabletop import rosters as _ro  # noqa: F401 - registers its verbs
from battles.simulation.conformance.tabletop.case_state import BAND_FIELDS, MEMBER_FIELDS, SHORT
from battles.simulation.conformance.tabletop.registry import MEMBER, TABLETOP_FUNCTIONS
from battles.simulation.conformance.values import Fields, Place, Step
from battles.simulation.conformance.verbs.registry import Verb

PARTS = {"id": str, "rule": str, "band": dict, "steps": list, "dice": str, "expect": dict, "note": str}
BAND_PARTS = {"list": str, "gold": int, "shards": int, "founded": bool, "members": dict, "stash": list}
MEMBER_PARTS = {
    "entry": str, "headcount": int, "kit": list, "skills": list, "spells": list, "mutations": list, "increases": dict,
    "injuries": list, "skill_lists": list, "experience": int, "advances_taken": int, "status": str, "kind": str,
    "leads": bool,
}  # fmt: skip
DIE = re.compile(r"^[a-z][a-z0-9_]* [1-6](\+[1-6])*$")
KINDS: dict[str, type | tuple[type, ...]] = {
    "text": str,
    "number": (int, float),
    "yes or no": bool,
    "value": object,
    MEMBER: str,
}
Parts = Mapping[str, type | tuple[type, ...]]
"""Keys of a mapping with the types that their values may have."""
Fault = Callable[[Route, str], None]
CheckParts = Callable[[Route, Value, Parts], None]


def chapter_of(code: object) -> str:
    """The chapter of a case: RO or AF for one without a table, "" for one with a table."""
    chapter = str(code).partition("-")[0]
    return chapter if chapter in TABLETOP_FUNCTIONS else ""


def read_case(
    route: Route, raw: dict[str, Value], place: Callable[[Route], Place], fault: Fault, parts: CheckParts
) -> Case:
    """Read a case without a table. `parts` reports unknown keys of a mapping; `fault` records a sentence."""
    code = str(raw.get("id", ""))
    parts(route, raw, PARTS)
    for name in ("id", "steps", "expect"):
        if not raw.get(name):
            fault(route, f"A case needs {name}.")
    band = raw.get("band", {})
    names = set(_band((*route, "band"), band, fault, parts))
    verbs = TABLETOP_FUNCTIONS[chapter_of(code)]
    steps = tuple(_steps((*route, "steps"), raw.get("steps"), verbs, names, place, fault))
    expect = raw.get("expect", {})
    given = {name for verb in verbs.values() for name in verb.gives}
    for name in expect if isinstance(expect, dict) else ():
        member_name, dot, part = str(name).rpartition(".")
        if dot and member_name not in names:
            fault((*route, "expect", name), f"No member is called {member_name}.")
        elif part not in (MEMBER_FIELDS.keys() | SHORT.keys() if dot else given | BAND_FIELDS.keys() | ANSWERS):
            fault((*route, "expect", name), f"{name} is not an expected field of docs/reference/conformance.md.")
    for part in filter(None, (piece.strip() for piece in str(raw.get("dice", "")).split(","))):
        if part != "none" and not DIE.match(part):
            fault((*route, "dice"), f"'{part}' is not a purpose with its faces, such as 'serious_injury 1+5'.")
    where = place(route)
    return Case(
        id=code, rule=str(raw.get("rule", re.split(r"[./]", code)[0])), file=where.file, line=where.line,
        rulesets=("any",),
        steps=steps, expect=expect if isinstance(expect, dict) else {}, dice=str(raw.get("dice", "")),
        band=Fields(band if isinstance(band, dict) else {}, place((*route, "band"))), note=str(raw.get("note", "")),
    )  # fmt: skip


ANSWERS = {"refused", "error"}


def _band(route: Route, raw: Value, fault: Fault, parts: CheckParts) -> Iterator[str]:
    parts(route, raw, BAND_PARTS)
    members = raw.get("members", {}) if isinstance(raw, dict) else {}
    for name, about in members.items() if isinstance(members, dict) else ():
        parts((*route, "members", name), about, MEMBER_PARTS)
        if isinstance(about, dict) and "entry" not in about:
            fault((*route, "members", name), "A member needs entry.")
        yield name


def _steps(
    route: Route,
    raw: Value,
    verbs: dict[str, Verb],
    names: set[str],
    place: Callable[[Route], Place],
    fault: Fault,
) -> Iterator[tuple[str, Step]]:
    for number, entry in enumerate(raw if isinstance(raw, list) else ()):
        here = (*route, number)
        if not isinstance(entry, dict) or len(entry) != 1:
            fault(here, "A step is one verb with its arguments, such as `check: {}`.")
            continue
        name, given = next(iter(entry.items()))
        given = {} if given is None else given
        verb = verbs.get(name)
        if verb is None or not isinstance(given, dict):
            fault((*here, name), f"{name} is no verb with a mapping here. There are {', '.join(sorted(verbs))}.")
            continue
        for missing in verb.needs.keys() - given.keys():
            fault((*here, name), f"{name} needs {missing}.")
        for argument, value in given.items():
            kind = verb.arguments.get(argument)
            if kind is None:
                listed = ", ".join(verb.arguments) or "none"
                fault((*here, name, argument), f"{name} has no argument {argument}; it has {listed}.")
            elif not isinstance(value, KINDS[kind]):
                fault((*here, name, argument), f"{argument} is to be a {kind}.")
            elif kind == MEMBER and value not in names:
                fault((*here, name, argument), f"No member is called {value}.")
        called = given.get("called")
        if name == "hire" and isinstance(called, str):
            names.add(called)
        yield name, Step(given, place((*here, name)))
