"""Names that other programs use, from `data/aliases.yaml`, normalised like all names."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from warbands.exchange.names import folded

DATA: Final = Path(__file__).parent / "data" / "aliases.yaml"
KINDS: Final = ("items", "entries", "skills", "injuries", "spells", "mutations", "lists")


@dataclass(frozen=True, slots=True)
class Aliases:
    """Normalised names and their meanings. `codes`: kind -> name -> code. `sets`: several items with their counts.
    `made_of`: an item and its material. `marks`: an injury, the effect of its roll and the parameters of the effect.
    `headings` are names that are not items."""

    codes: Mapping[str, Mapping[str, str]]
    sets: Mapping[str, Mapping[str, int]]
    made_of: Mapping[str, tuple[str, str]]
    marks: Mapping[str, tuple[str, str, Mapping[str, int]]]
    headings: frozenset[str]

    def is_heading(self, name: str) -> bool:
        """Whether a name is a heading or an internal line of another program."""
        return folded(name) in self.headings or folded(name, whole=True) in self.headings


@functools.cache
def aliases() -> Aliases:
    """The aliases of the site, read once."""
    raw: dict[str, Any] = yaml.load(DATA.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return Aliases(
        codes={kind: _folded(raw[kind]) for kind in KINDS},
        sets=_folded(raw["sets"]),
        made_of={name: (item, material) for name, (item, material) in _folded(raw["made_of"]).items()},
        marks={name: (code, effect, params) for name, (code, effect, params) in _folded(raw["marks"]).items()},
        headings=frozenset(folded(name, whole=True) for name in raw["headings"]),
    )


def _folded(names: Mapping[str, Any]) -> dict[str, Any]:
    return {folded(name, whole=True): value for name, value in names.items()}
