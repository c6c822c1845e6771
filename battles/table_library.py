"""Tables to play on: the ready-made files of battles/tables/ and the generator."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

TABLES = Path(__file__).resolve().parent / "tables"


@dataclass(frozen=True, slots=True)
class ReadyTable:
    """A ready-made table: what a player reads, and the data that the engine compiles."""

    code: str
    name: str
    summary: str
    width_in: int
    length_in: int
    data: dict[str, Any]


@functools.cache
def ready_tables() -> dict[str, ReadyTable]:
    """Every ready-made table by its code, in file order."""
    found: dict[str, ReadyTable] = {}
    for path in sorted(TABLES.glob("*.yaml")):
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        found[path.stem] = ReadyTable(
            code=path.stem,
            name=str(data.get("name", path.stem.replace("_", " ").capitalize())),
            summary=str(data.get("summary", "")),
            width_in=int(data.get("width", 4800)) // 100,
            length_in=int(data.get("length", 4800)) // 100,
            data=data,
        )
    return found
