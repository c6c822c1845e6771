"""Tables to play on: the standard tables in battles/tables/ready_made/, and generated ones."""

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
    """A standard table: its texts for players, and its data for the engine."""

    code: str
    name: str
    summary: str
    width_in: int
    length_in: int
    data: TableData
    version: str = ""
    """`DrawnTable.version` of a user's table."""


@functools.cache
def ready_tables() -> dict[str, ReadyTable]:
    """All standard tables by code, in the order of the files."""
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
    """A table to play on: its name and its data for the engine."""

    name: str
    data: TableData


DENSITIES = tuple(DENSITIES_OF_GENERATOR)
"""Densities of a generated table."""
PACK_AMOUNTS = tuple(AMOUNTS)
"""Amounts of terrain pack pieces in a generated table."""
SIZES_IN = (24, 30, 36, 48)
"""Side lengths of generated tables that the form offers, in inches."""


DENSITY: Final = "club"
SIZE_IN: Final = 24
NO_PIECES: Final = "none"
"""The default amount of terrain pack pieces: none."""


def table_for(
    *, code: str = "", seed: str = "", density: str = DENSITY, size_in: int = SIZE_IN, pack: str = NO_PIECES
) -> ChosenTable:
    """The standard table `code`, or ruins generated from `seed`. Equal arguments give equal tables. `pack` is the
    amount of terrain pack pieces among the ruins. Raises KeyError for an unknown code, and ValueError for a size,
    density or amount that the generator does not support."""
    if code:
        ready = ready_tables()[code]
        return ChosenTable(ready.name, ready.data)
    number = int(sha256(seed.encode()).hexdigest()[:10], 16) % 1_000_000
    extras = extras_for(number, width_in=size_in, length_in=size_in, amount=pack)
    data = generate_data(number, width_in=size_in, length_in=size_in, density=density, extras=extras)
    return ChosenTable(str(data["name"]), data)
