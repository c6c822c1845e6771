"""Runs a case without a table and reports the differences from its expected values."""

from __future__ import annotations

from collections.abc import Iterator

from battles.engine.dice import DiceMismatch
from battles.simulation.conformance.case import Case
from battles.simulation.conformance.case_reader import Value
from battles.simulation.conformance.tabletop.case_state import NOTHING, CaseState
from battles.simulation.conformance.tabletop.registry import TABLETOP_FUNCTIONS
from battles.simulation.conformance.tabletop.schema import chapter_of

UNORDERED = frozenset({"members", "stash", "kit", "skills", "spells", "mutations", "breaches", "codes", "lacks",
                       "skills_open", "choices", "effects", "effect_codes"})  # fmt: skip
"""Fields that are lists whose order does not matter."""
BROKEN = (TypeError, ValueError, LookupError, AttributeError, AssertionError, ArithmeticError)
"""Exceptions that are caused by meaningless values."""


def faults_of(case: Case) -> Iterator[str]:
    """One sentence for each expected value that differs. Never raises."""
    verbs = TABLETOP_FUNCTIONS[chapter_of(case.id)]
    try:
        case_state = CaseState(case)
    except BROKEN as error:
        yield f"The case cannot be set up: {type(error).__name__}: {str(error).rstrip('.')}."
        return
    for number, (name, step) in enumerate(case.steps):
        try:
            verbs[name].function(case_state, step)
        except DiceMismatch as mismatch:
            yield f"{name}: {mismatch}."
            return
        except BROKEN as error:
            yield f"{name} broke: {type(error).__name__}: {str(error).rstrip('.')}."
            return
        if "refused" in case_state.found and (
            number + 1 < len(case.steps) or not {"refused", "error"} & case.expect.keys()
        ):
            yield f"{name} was refused by {case_state.found['refused']}."
            return
    try:
        case_state.dice.assert_all_used()
    except DiceMismatch as mismatch:
        yield f"{mismatch}."
    yield from _compare(case_state, case)


def _compare(case_state: CaseState, case: Case) -> Iterator[str]:
    for name, wanted in case.expect.items():
        try:
            found = case_state.find(name)
        except BROKEN as error:
            yield f"{name} has no answer: {error!r}."
            continue
        if found is NOTHING:
            yield f"{name} has no answer here."
        elif not _agree(name, wanted, found):
            yield f"{name} is {found!r}, expected {wanted!r}."


def _agree(name: str, wanted: Value, found: object) -> bool:
    if isinstance(wanted, bool) != isinstance(found, bool):
        return False
    if isinstance(wanted, list) and isinstance(found, list) and name.rpartition(".")[2] in UNORDERED:
        return sorted(map(str, wanted)) == sorted(map(str, found))
    return bool(wanted == found)
