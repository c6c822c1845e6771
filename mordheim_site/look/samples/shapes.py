"""What a component and one of its states are, for the gallery."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Case:
    """One state: its title and what the partial is given."""

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
