"""What a step of a case can be: questions without consequences, and plays.

A verb is a function of the scene and the step, registered under its name with the arguments it takes. It
plays through the engine and leaves answers in `scene.found` under the names of docs/reference/conformance.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from battles.simulation.conformance.values import Step

if TYPE_CHECKING:
    from battles.simulation.conformance.scene import Scene

MODEL, MODELS, TEXT, NUMBER, FLAG, ANY = "model", "models", "text", "number", "yes or no", "value"
"""Kinds of argument: a model of the case, a list of them, a text, a number, yes or no, anything."""
Function = Callable[["Scene", Step], None]


@dataclass(frozen=True)
class Verb:
    """One question or action of a step."""

    name: str
    function: Callable[[Any, Step], None]
    """Called with the scene, or with the `CaseState` of a case without a table."""
    needs: dict[str, str]
    """Arguments that must be given, with their kinds."""
    takes: dict[str, str]
    """Arguments that may be given."""
    about: str
    """One line for the manual."""
    gives: tuple[str, ...] = ()
    """Expected fields that it answers besides those read from attacks, events and models."""

    @property
    def arguments(self) -> dict[str, str]:
        return {**self.needs, **self.takes}


VERBS: dict[str, Verb] = {}


def verb(
    name: str, *, needs: dict[str, str] | None = None, takes: dict[str, str] | None = None, gives: str = ""
) -> Callable[[Function], Function]:
    """Register a function as a verb; the first line of its docstring goes into the manual."""

    def enter(function: Function) -> Function:
        about = " ".join((function.__doc__ or "").split("\n\n")[0].split())
        VERBS[name] = Verb(name, function, needs or {}, takes or {}, about, tuple(gives.split()))
        return function

    return enter
