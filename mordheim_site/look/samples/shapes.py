"""Types of the gallery: a component and one of its states."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Case:
    """One state: its title and the context of the partial."""

    title: str
    context: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Component:
    """One partial of `templates/partials/` with its states. `wrap` is the list element its lines belong into."""

    name: str
    partial: str
    cases: tuple[Case, ...]
    wrap: str = ""

    @property
    def template(self) -> str:
        return f"partials/{self.partial}.html"
