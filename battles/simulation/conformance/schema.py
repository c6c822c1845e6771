"""Reads case files: defines what a case may contain, and reports all faults together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from battles.engine.profile import CHARACTERISTICS
from battles.engine.rulesets.options import OPTIONS
from battles.engine.state import FLAG_NAMES, POSTURE_NAMES
from battles.simulation.conformance import verbs as _verbs  # noqa: F401 - registers all verbs
from battles.simulation.conformance.arena import RULESETS, SHORT
from battles.simulation.conformance.case import Case, profile_of
from battles.simulation.conformance.case_reader import CaseFileError, Document, Fault, Route, Value, files_in
from battles.simulation.conformance.fields import FIELDS, MODEL_FIELDS
from battles.simulation.conformance.gear import ARMOUR, MOUNTS, WEAPONS
from battles.simulation.conformance.tabletop import schema as paper
from battles.simulation.conformance.terrain import SHAPES
from battles.simulation.conformance.values import Fields, Place, Step
from battles.simulation.conformance.verbs import registry
from battles.simulation.conformance.verbs.registry import VERBS
from battles.simulation.conformance.vocabulary import unknown_of_case, unknown_of_model

PURPOSES = (
    "hit", "hit2", "wound", "wound2", "crit", "poison", "armour", "ward", "regen", "helmet", "parry", "reroll",
    "injury", "injury2", "count", "char", "ld", "flee", "rolloff", "die", "cast", "misfire", "scatter",
    "recover", "move",
)  # fmt: skip
PHASES = ("recovery", "movement", "magic", "shooting", "combat")
PARTS: paper.Parts = {
    "id": str, "rule": str, "rulesets": (list, str), "options": dict, "table": dict, "models": dict, "engaged": list,
    "allies": list, "scenario": dict, "turn": dict, "steps": list, "dice": str, "expect": dict, "subject": str,
    "note": str, "marks": dict, "sides": dict,
}  # fmt: skip
MODEL_PARTS: paper.Parts = {
    "side": str, "at": list, "away": dict, "count": int, "profile": str, "weapons": list, "armour": (str, int),
    "shield": bool, "buckler": bool, "helmet": bool, "mount": (str, dict), "skills": list, "keywords": list,
    "hates": list, "tags": list, "spells": list, "role": str, "kind": str, "size": str, "leader": bool,
    "posture": str, "flags": list, "wounds": int, "gone": str, "effects": dict, "facing": int, "dived": dict,
    "in_hand": list, "inside": list, "radius": int, "height": int, "hit_bonus": int,
}  # fmt: skip
DIE = re.compile(r"^(?:[\w' -]+ )?([a-z0-9]+) (\d(?:\+\d)*)$")
ID = re.compile(r"^[A-Z0-9-]+[./][a-z0-9-]+$")
WORDS: dict[type, str] = {str: "a text", list: "a list", dict: "a mapping", int: "a whole number", bool: "yes or no"}


def load(paths: list[str]) -> list[Case]:
    """The cases in files and folders, in order. Raises CaseFileError with all faults of all files."""
    cases: list[Case] = []
    faults: list[Fault] = []
    seen: dict[str, str] = {}
    for path in files_in(paths):
        document = Document(str(path), path.read_text(encoding="utf-8"))
        reader = _Reader(document)
        cases.extend(reader.cases())
        for number, case in enumerate(reader.found):
            if case.id in seen:
                reader.fault((number, "id"), f"{case.id} is in {seen[case.id]} as well.")
            seen[case.id] = str(path)
        faults.extend(document.faults)
    if faults:
        raise CaseFileError(faults)
    return cases


def _list(raw: Value) -> list[Value]:
    """The list as it is. Anything else, which was already reported, counts as an empty list."""
    return raw if isinstance(raw, list) else []


class _Reader:
    """Reads one document and records what is wrong with it."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.found: list[Case] = []

    def fault(self, route: Route, sentence: str) -> None:
        self.document.faults.append(Fault(*self._place(route), sentence))

    def _place(self, route: Route) -> Place:
        """The place of a part in the file, with the name of its case."""
        value, path = self.document.value, ""
        if route and isinstance(value, list) and isinstance(route[0], int):
            case = value[route[0]]
            if isinstance(case, dict):
                name = case.get("id", f"case {route[0] + 1}")
                path = f"{name}: {'.'.join(map(str, route[1:]))}" if route[1:] else str(name)
        return Place(self.document.file, self.document.line(route), path)

    def cases(self) -> list[Case]:
        value = self.document.value
        if self.document.faults or value is None:
            return []
        if not isinstance(value, list):
            self.fault((), "A case file is a list of cases.")
            return []
        for number, raw in enumerate(value):
            before = len(self.document.faults)
            case = self._case((number,), raw)
            if case and len(self.document.faults) == before:
                self.found.append(case)
        return self.found

    def _case(self, route: Route, raw: Value) -> Case | None:
        if not isinstance(raw, dict):
            self.fault(route, "A case is a mapping that begins with id.")
            return None
        if paper.chapter_of(raw.get("id")):
            return paper.read_case(route, raw, self._place, self.fault, self._parts)
        before = len(self.document.faults)
        self._parts(route, raw, PARTS)
        for name in ("id", "rulesets", "steps", "expect"):
            if name not in raw:
                self.fault(route, f"A case needs {name}.")
        code = raw.get("id", "")
        if isinstance(code, str) and code and not ID.match(code):
            self.fault((*route, "id"), f"{code} is not a rule's id with a letter, such as CC-HIT-01.a.")
        models = self._models(route, raw.get("models", {}))
        turn = raw.get("turn", {})
        self._parts((*route, "turn"), turn, {"side": str, "phase": str, "number": int})
        if not isinstance(turn, dict):
            turn = {}
        if turn.get("phase", "combat") not in PHASES:
            self.fault((*route, "turn", "phase"), f"{turn['phase']} is not one of {', '.join(PHASES)}.")
        if raw.get("subject"):
            self._known((*route, "subject"), raw["subject"], set(models))
        for name in ("rulesets", "steps"):
            if name in raw and not raw[name]:
                self.fault((*route, name), f"{name} is empty.")
        self._dice((*route, "dice"), raw.get("dice", ""))
        self._options(route, raw.get("options", {}))
        self._table(route, raw.get("table", {}))
        for unknown in unknown_of_case(route, raw, models):
            self.fault(*unknown)
        rulesets = self._rulesets(route, raw.get("rulesets", []))
        steps = tuple(self._steps(route, raw.get("steps", []), set(models)))
        expect = self._expect(route, raw.get("expect", {}), set(models))
        engaged = tuple(self._engaged(route, raw.get("engaged", []), set(models)))
        if len(self.document.faults) > before:
            return None
        fields, when = Fields(raw, self._place(route)), Fields(turn, self._place((*route, "turn")))
        return Case(
            id=str(code), rule=str(raw.get("rule", re.split(r"[./]", str(code))[0])), file=self.document.file,
            line=self.document.line(route), rulesets=rulesets, steps=steps, expect=expect,
            options=fields.sub("options").data(), table=fields.sub("table"), models=models, engaged=engaged,
            allies=tuple(tuple(map(str, group)) for group in fields.rows("allies")),
            scenario=fields.sub("scenario").data(), sides=fields.subs("sides"), marks=fields.sub("marks").data(),
            side=when.text("side", "a"), phase=when.text("phase", "combat"), number=when.number("number", 2),
            dice=str(raw.get("dice", "")), subject=str(raw.get("subject", "")), note=str(raw.get("note", "")),
        )  # fmt: skip

    def _parts(self, route: Route, raw: Value, parts: paper.Parts) -> None:
        """Report keys that a mapping should not have, and values of the wrong kind."""
        if not isinstance(raw, dict):
            self.fault(route, "This is to be a mapping.")
            return
        for name, value in raw.items():
            if name not in parts:
                self.fault((*route, name), f"{name} is not known here. Known are {', '.join(sorted(parts))}.")
                continue
            allowed = parts[name]
            kinds = allowed if isinstance(allowed, tuple) else (allowed,)
            if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
                self.fault((*route, name), f"{name} is to be {' or '.join(WORDS[kind] for kind in kinds)}.")

    def _rulesets(self, route: Route, raw: Value) -> tuple[str, ...]:
        names = list(RULESETS) if raw == "all" else [raw] if isinstance(raw, str) else raw
        if not isinstance(names, list):
            return ()
        for name in names:
            if name not in RULESETS:
                self.fault((*route, "rulesets"), f"{name} is no ruleset. There are {', '.join(RULESETS)}, or all.")
        return tuple(map(str, names))

    def _options(self, route: Route, raw: Value) -> None:
        for name in raw if isinstance(raw, dict) else ():
            if name not in OPTIONS:
                self.fault((*route, "options", name), f"{name} is no option. There are {', '.join(OPTIONS)}.")

    def _dice(self, route: Route, raw: Value) -> None:
        for part in filter(None, (piece.strip() for piece in str(raw).split(","))):
            match = DIE.match(part)
            if part == "none":
                continue
            if not match or match[1] not in PURPOSES:
                self.fault(route, f"'{part}' is not a purpose with its faces, such as 'hit 4' or 'ld 3+4'.")
            elif not set(match[2]) <= set("123456+"):
                self.fault(route, f"'{part}' has a face that no die shows.")

    def _table(self, route: Route, raw: Value) -> None:
        self._parts((*route, "table"), raw, {"size": list, "pieces": list})
        for number, piece in enumerate(_list(raw.get("pieces")) if isinstance(raw, dict) else ()):
            here = (*route, "table", "pieces", number)
            if not isinstance(piece, dict) or len(piece) != 1 or next(iter(piece)) not in SHAPES:
                self.fault(here, f"A piece is one of {', '.join(sorted(SHAPES))} with its measures.")

    def _models(self, route: Route, raw: Value) -> dict[str, Fields]:
        if not isinstance(raw, dict):
            return {}
        found: dict[str, Fields] = {}
        for name, entry in raw.items():
            here = (*route, "models", name)
            fields = {} if entry is None else entry
            self._parts(here, fields, MODEL_PARTS)
            if not isinstance(fields, dict):
                continue
            self._model(here, fields)
            for unknown in unknown_of_model(here, fields, raw):
                self.fault(*unknown)
            count = fields.get("count", 1)
            model = Fields(fields, self._place(here))
            if count == 1:
                found[name] = model
            elif isinstance(count, int):
                found.update({f"{name}{number}": model for number in range(1, count + 1)})
        return found

    def _model(self, here: Route, fields: dict[str, Value]) -> None:
        if fields.get("side", "a") not in ("a", "b", "c", "d", "e", "f"):
            self.fault((*here, "side"), "Sides are called a, b, c, d, e and f.")
        try:
            profile_of(str(fields.get("profile", "")))
        except ValueError as error:
            self.fault((*here, "profile"), f"{error}.")
        lists: tuple[tuple[str, Iterable[str]], ...] = (
            ("posture", POSTURE_NAMES), ("gone", ("out", "fled", "routed", "reserve")),
        )  # fmt: skip
        for name, words in lists:
            if name in fields and str(fields[name]) not in words:
                self.fault((*here, name), f"{fields[name]} is not one of {', '.join(words)}.")
        for flag in _list(fields.get("flags")):
            if str(flag) not in FLAG_NAMES:
                self.fault((*here, "flags"), f"{flag} is no flag. There are {', '.join(FLAG_NAMES)}.")
        for number, weapon in enumerate(_list(fields.get("weapons"))):
            if isinstance(weapon, str) and weapon not in WEAPONS:
                self.fault((*here, "weapons", number), f"{weapon} is no weapon of docs/reference/conformance.md.")
        if isinstance(fields.get("armour"), str) and fields["armour"] not in ARMOUR:
            self.fault((*here, "armour"), f"{fields['armour']} is not one of {', '.join(ARMOUR)}.")
        if isinstance(fields.get("mount"), str) and fields["mount"] not in MOUNTS:
            self.fault((*here, "mount"), f"{fields['mount']} is not one of {', '.join(MOUNTS)}.")
        if "at" in fields and isinstance(fields["at"], list) and len(fields["at"]) not in (2, 3):
            self.fault((*here, "at"), "A place is [x, y] or [x, y, height] in inches.")

    def _engaged(self, route: Route, raw: Value, names: set[str]) -> Iterator[Fields]:
        for number, entry in enumerate(raw if isinstance(raw, list) else ()):
            here = (*route, "engaged", number)
            fields: Value = {"models": entry} if isinstance(entry, list) else entry
            self._parts(here, fields, {"models": list, "charged": list, "first_round": bool, "across": bool})
            if not isinstance(fields, dict):
                continue
            for name in [*_list(fields.get("models")), *_list(fields.get("charged"))]:
                self._known(here, name, names)
            yield Fields(fields, self._place(here))

    def _known(self, route: Route, name: Value, names: set[str]) -> None:
        if not isinstance(name, str) or name not in names:
            self.fault(route, f"No model is called {name}.")

    def _steps(self, route: Route, raw: Value, names: set[str]) -> Iterator[tuple[str, Step]]:
        for number, entry in enumerate(raw if isinstance(raw, list) else ()):
            here = (*route, "steps", number)
            if not isinstance(entry, dict) or len(entry) != 1:
                self.fault(here, "A step is one verb with its arguments, such as `strike: {who: A, whom: D}`.")
                continue
            name, given = next(iter(entry.items()))
            arguments = {} if given is None else given
            known = VERBS.get(name)
            if known is None:
                self.fault((*here, name), f"{name} is no verb. There are {', '.join(sorted(VERBS))}.")
                continue
            if not isinstance(arguments, dict):
                self.fault((*here, name), f"{name} takes a mapping of arguments.")
                continue
            for missing in known.needs.keys() - arguments.keys():
                self.fault((*here, name), f"{name} needs {missing}.")
            for argument, value in arguments.items():
                self._argument((*here, name, argument), known, argument, value, names)
            yield name, Step(arguments, self._place((*here, name)))

    def _argument(self, here: Route, known: registry.Verb, name: str, value: Value, names: set[str]) -> None:
        kind = known.arguments.get(name)
        if kind is None:
            listed = ", ".join(known.arguments) or "none"
            self.fault(here, f"{known.name} has no argument {name}; it has {listed}.")
        elif kind == registry.MODEL:
            self._known(here, value, names)
        elif kind == registry.MODELS:
            for model in value if isinstance(value, list) else [value]:
                self._known(here, model, names)
        else:
            if not isinstance(value, paper.KINDS[kind]):
                self.fault(here, f"{name} is to be a {kind}.")

    def _expect(self, route: Route, raw: Value, names: set[str]) -> dict[str, Value]:
        if not isinstance(raw, dict) or not raw:
            self.fault((*route, "expect"), "A case expects something.")
            return {}
        given = {name for known in VERBS.values() for name in known.gives}
        for name in raw:
            model_id, dot, part = name.rpartition(".")
            if dot and model_id not in names:
                self.fault((*route, "expect", name), f"No model is called {model_id}.")
            elif dot and part not in MODEL_FIELDS and part.lower() not in SHORT and part not in CHARACTERISTICS:
                self.fault((*route, "expect", name), f"{part} is not known of a model.")
            elif not dot and name not in FIELDS and name not in given and name not in MODEL_FIELDS:
                self.fault((*route, "expect", name), f"{name} is not a field of docs/reference/conformance.md.")
        return raw
