"""Runs cases on the engine and reports the results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypedDict

from battles.engine.dice import DiceMismatch
from battles.engine.errors import BadSetup, IllegalAction
from battles.engine.events import apply_all
from battles.simulation.conformance import verbs as _verbs  # noqa: F401 - registers all verbs
from battles.simulation.conformance.case import Case
from battles.simulation.conformance.case_reader import Value
from battles.simulation.conformance.fields import UNORDERED
from battles.simulation.conformance.findings import NOTHING, events_missing, find
from battles.simulation.conformance.scene import Scene
from battles.simulation.conformance.tabletop.runner import faults_of
from battles.simulation.conformance.tabletop.schema import chapter_of
from battles.simulation.conformance.verbs.registry import VERBS

OUT_OF_REACH = 7
"""The needed score when no die can reach it: `none` or `impossible` in a case."""
BROKEN = (TypeError, ValueError, LookupError, AttributeError, AssertionError, ArithmeticError, RuntimeError)
"""Exceptions that are caused by meaningless values. A case with such values fails, and the others are still run."""
WAITING = (["answer"], ["decision"])
"""Before these steps, charged models do not answer automatically."""
NEEDS = ("need_hit", "need_wound", "save", "armour_worn", "enemy_need_hit")


class ResultData(TypedDict):
    """A result in the form that the command writes with `--json`."""

    id: str
    rule: str
    ruleset: str
    file: str
    line: int
    passed: bool
    faults: list[str]


class Result(NamedTuple):
    """The result of one case in one ruleset."""

    case: Case
    ruleset: str
    faults: tuple[str, ...]
    """Differences from the expected values, one sentence each."""

    @property
    def passed(self) -> bool:
        return not self.faults

    def to_data(self) -> ResultData:
        """The result as a line of JSON."""
        case = self.case
        return {
            "id": case.id, "rule": case.rule, "ruleset": self.ruleset, "file": case.file, "line": case.line,
            "passed": self.passed, "faults": list(self.faults),
        }  # fmt: skip


def run_all(cases: list[Case], only: str = "") -> Iterator[Result]:
    """Run every case in each of its rulesets, or only in the ruleset `only`."""
    for case in cases:
        for ruleset in case.rulesets:
            if only in ("", ruleset) or ruleset == "any":
                yield run_case(case, ruleset)


def run_case(case: Case, ruleset: str) -> Result:
    """Set the case up, run its steps and compare the results. Never raises."""
    if chapter_of(case.id):
        return Result(case, ruleset, tuple(faults_of(case)))
    try:
        scene = Scene(case, ruleset)
    except IllegalAction as refusal:
        found = {"refused": refusal.rule, "error": refusal.code}
        return Result(case, ruleset, tuple(_compare_refusal(case, found, refusal.sentence)))
    except BROKEN as error:
        return Result(case, ruleset, (f"The case cannot be set up: {type(error).__name__}: {str(error).rstrip('.')}.",))
    faults = list(_play(scene))
    if not faults:
        faults.extend(_compare(scene))
    return Result(case, ruleset, tuple(faults))


def _play(scene: Scene) -> Iterator[str]:
    """Run the steps. Only the last step may be refused, and only if the case expects it."""
    for number, (name, step) in enumerate(scene.case.steps):
        try:
            VERBS[name].function(scene, step)
            if [following for following, _ in scene.case.steps[number + 1 : number + 2]] not in WAITING:
                scene.hold_ground()
        except IllegalAction as refusal:
            scene.found |= {"refused": refusal.rule, "error": refusal.code}
            if not {"refused", "error"} & scene.case.expect.keys() or number + 1 < len(scene.case.steps):
                yield f"{name} was refused by {refusal.rule or refusal.code}: {refusal.sentence}"
            elif scene.refusal_changed_something:
                yield f"{name} was refused and yet changed something."
            return
        except BadSetup as refusal:
            scene.found |= {"refused": refusal.faults[0].rule, "error": refusal.faults[0].code}
            return
        except DiceMismatch as mismatch:
            yield f"{name}: {mismatch}."
            return
        except BROKEN as error:
            yield f"{name} broke: {type(error).__name__}: {str(error).rstrip('.')}."
            return
    try:
        scene.dice.assert_all_used()
    except DiceMismatch as mismatch:
        yield f"{mismatch}."
    if scene.battle is not None and not scene.groups and "direct" not in scene.found:
        folded = apply_all(scene.start.fork(), scene.battle.log)
        if folded.digest() != scene.battle.state.digest():
            yield "The events of the log lead to another state."


def _compare(scene: Scene) -> Iterator[str]:
    for name, wanted in scene.case.expect.items():
        try:
            if name == "events":
                missing = events_missing(scene, wanted)
                if missing:
                    yield f"{missing}."
                continue
            found = find(scene, name)
        except BROKEN as error:
            yield f"{name} has no answer: {error!r}."
            continue
        if found is NOTHING:
            yield f"{name} has no answer here."
        elif not _agree(name, wanted, found):
            yield f"{name} is {found!r}, expected {wanted!r}."


def _compare_refusal(case: Case, found: dict[str, str], sentence: str) -> Iterator[str]:
    wanted = {name: case.expect[name] for name in found if name in case.expect}
    if not wanted:
        yield f"The case cannot begin: {sentence}"
    for name, value in wanted.items():
        if found[name] != value:
            yield f"{name} is {found[name]!r}, expected {value!r}."


def _agree(name: str, wanted: Value, found: object) -> bool:
    try:
        return same(name, wanted, found)
    except BROKEN:
        return False


def same(name: str, wanted: Value, found: object) -> bool:
    """Whether an expected and a found value are equal: 4+ equals 4, `none` equals a score out of reach, and the order
    of some lists does not matter."""
    part = name.rpartition(".")[2]
    if part == "flags" and isinstance(wanted, list) and isinstance(found, list):
        return all((str(flag)[1:] not in found) if str(flag)[:1] == "-" else (flag in found) for flag in wanted)
    if part == "notes" and isinstance(wanted, list) and isinstance(found, list):
        return set(wanted) <= set(found)
    if isinstance(wanted, str) and part in NEEDS:
        if wanted in ("none", "impossible"):
            return isinstance(found, int) and found >= OUT_OF_REACH
        if wanted.endswith("+") and wanted[:-1].isdigit():
            return bool(found == int(wanted[:-1]))
    if isinstance(wanted, list) and isinstance(found, list):
        if part in UNORDERED:
            return sorted(map(str, wanted)) == sorted(map(str, found))
        return wanted == found
    if isinstance(wanted, bool) != isinstance(found, bool):
        return False
    return bool(wanted == found)
