"""Registry of the verbs, which are what a step of a case can do: ask a question without consequences, or act. A verb is
a function of the scene and the step, registered under its name with the arguments it takes. It uses the engine and
stores results in `scene.found`, under the names of docs/reference/conformance.md."""

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
    """One question or action that a step can contain."""

    name: str
    function: Callable[[Any, Step], None]
    """The function; it is called with the scene, or with the `CaseState` of a case without a table."""
    needs: dict[str, str]
    """Required arguments with their kinds."""
    takes: dict[str, str]
    """Optional arguments with their kinds."""
    about: str
    """The text for the manual."""
    gives: tuple[str, ...] = ()
    """Names of its results, in addition to those read from attacks, events and models."""

    @property
    def arguments(self) -> dict[str, str]:
        return {**self.needs, **self.takes}


VERBS: dict[str, Verb] = {}


def verb(
    name: str, *, needs: dict[str, str] | None = None, takes: dict[str, str] | None = None, gives: str = ""
) -> Callable[[Function], Function]:
    """Decorator: register a function as a verb. The first paragraph of its docstring goes into the manual."""

    def enter(function: Function) -> Function:
        about = " ".join((function.__doc__ or "").split("\n\n")[0].split())
        VERBS[name] = Verb(name, function, needs or {}, takes or {}, about, tuple(gives.split()))
        return function

    return enter
