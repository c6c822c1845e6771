"""Registry of the steps of cases without a table, like that of the verbs for cases with a table."""

from __future__ import annotations

from collections.abc import Callable

from battles.simulation.conformance.tabletop.case_state import CaseState
from battles.simulation.conformance.values import Step
from battles.simulation.conformance.verbs.registry import Verb

MEMBER = "member"
"""Kind of argument: a member of the roster by its name in the case."""
Function = Callable[[CaseState, Step], None]
TABLETOP_FUNCTIONS: dict[str, dict[str, Verb]] = {"RO": {}, "AF": {}}
"""Verbs by the chapter whose cases can use them."""


def tabletop_function(
    chapter: str,
    name: str,
    *,
    needs: dict[str, str] | None = None,
    takes: dict[str, str] | None = None,
    gives: str = "",
) -> Callable[[Function], Function]:
    """Register a function as a verb of a chapter; the first paragraph of its docstring goes into the manual."""

    def enter(function: Function) -> Function:
        about = " ".join((function.__doc__ or "").split("\n\n")[0].split())
        TABLETOP_FUNCTIONS[chapter][name] = Verb(name, function, needs or {}, takes or {}, about, tuple(gives.split()))
        return function

    return enter
