"""Tables to play on: the standard ones in battles/tables/ready_made/ and the generator."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, cast

import yaml

from battles.engine.table.generator import DENSITIES as DENSITIES_OF_GENERATOR
from battles.engine.table.generator import generate_data
from battles.engine.table.piece_data import TableData
from battles.engine.terrain.generator_mix import AMOUNTS, extras_for

TABLES = Path(__file__).resolve().parent / "ready_made"


@dataclass(frozen=True, slots=True)
class ReadyTable:
    """A standard table: its texts for players, and the data that the engine compiles."""

    code: str
    name: str
    summary: str
    width_in: int
    length_in: int
    data: TableData


@functools.cache
def ready_tables() -> dict[str, ReadyTable]:
    """Every standard table by its code, in file order."""
    found: dict[str, ReadyTable] = {}
    for path in sorted(TABLES.glob("*.yaml")):
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        found[path.stem] = ReadyTable(
            code=path.stem,
            name=str(data.get("name", path.stem.replace("_", " ").capitalize())),
            summary=str(data.get("summary", "")),
            width_in=int(data.get("width", 4800)) // 100,
            length_in=int(data.get("length", 4800)) // 100,
            data=cast("TableData", {key: value for key, value in data.items() if key != "summary"}),
        )
    return found


@dataclass(frozen=True, slots=True)
class ChosenTable:
    """A table to play on: its name and the data that the engine compiles."""

    name: str
    data: TableData


DENSITIES = tuple(DENSITIES_OF_GENERATOR)
"""Densities of a generated table."""
PACK_AMOUNTS = tuple(AMOUNTS)
"""Numbers of terrain pack pieces in a generated table."""
SIZES_IN = (24, 30, 36, 48)
"""Sides of generated tables that the form offers, in inches."""


DENSITY: Final = "club"
SIZE_IN: Final = 24
NO_PIECES: Final = "none"
"""Defaults of a generated table."""


def table_for(
    *, code: str = "", seed: str = "", density: str = DENSITY, size_in: int = SIZE_IN, pack: str = NO_PIECES
) -> ChosenTable:
    """The standard table `code`, or ruins generated from `seed`; equal arguments give equal tables. `pack` says how
    many pieces of the terrain pack are placed among the ruins.

    Raises KeyError for an unknown code and ValueError for a size, density or amount the generator does not know.
    """
    if code:
        ready = ready_tables()[code]
        return ChosenTable(ready.name, ready.data)
    number = int(sha256(seed.encode()).hexdigest()[:10], 16) % 1_000_000
    extras = extras_for(number, width_in=size_in, length_in=size_in, amount=pack)
    data = generate_data(number, width_in=size_in, length_in=size_in, density=density, extras=extras)
    return ChosenTable(str(data["name"]), data)
