"""Types used by the gallery: a component and its states."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Case:
    """One state of a component: its title and the context of the partial."""

    title: str
    context: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Component:
    """One partial of `templates/partials/` with its states. `wrap` is the list element that its items must be in."""

    name: str
    partial: str
    cases: tuple[Case, ...]
    wrap: str = ""

    @property
    def template(self) -> str:
        return f"partials/{self.partial}.html"
