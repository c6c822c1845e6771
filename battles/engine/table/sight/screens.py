"""What blocks rays in each cell of a table's grid, prepared for quick checks. Rule: LS-BLOCK-01"""

from __future__ import annotations

from math import sqrt

from battles.engine.table.compiler import Solid, Wall
from battles.engine.table.grid import Grid

Screen = Wall | Solid
SightEntry = tuple[int, int, int, int, int, float, int, int, Screen]
"""A wall or solid: its number, both ends (of a solid: its middle, twice), half its thickness or size, heights, and
itself. Hundredths of an inch.
"""


def screens_by_cell(grid: Grid[Screen]) -> list[tuple[SightEntry, ...]]:
    """The entries of each cell, in the order of the grid."""
    entries = {id(item): _entry(number, item) for number, item in enumerate(grid.everything)}
    return [tuple(entries[id(item)] for item in items) for items in grid.cells]


def _entry(number: int, item: Screen) -> SightEntry:
    if isinstance(item, Wall):
        return (number, item.ax, item.ay, item.bx, item.by, item.thickness / 2 + 1, item.z0, item.z1, item)
    x0, y0, x1, y1 = item.box
    x, y = (x0 + x1) // 2, (y0 + y1) // 2
    return (number, x, y, x, y, sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2) / 2 + 2, item.z0, item.z1, item)
