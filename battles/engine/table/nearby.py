"""What a walk may meet in a box of grid cells: floors, ground, walls and solids, looked up together.

Hundredths of an inch. Rules: GM-SURF-01, MV-WALK-03
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from battles.engine.table.compiler import Area, Solid, Surface, Wall
from battles.engine.table.grid import CELL

if TYPE_CHECKING:
    from battles.engine.table.table import Table


class Nearby(NamedTuple):
    """Everything whose box may overlap a box, in the order of the grids of the table."""

    low: tuple[Surface, ...]
    """Surfaces that can be reached by walking from the table top."""
    surfaces: tuple[Surface, ...]
    areas: tuple[Area, ...]
    walls: tuple[tuple[int, int, int, int, Wall], ...]
    """Walls with their bounding boxes, as in `Table.wall_boxes`."""
    solids: tuple[Solid, ...]


class Surroundings:
    """`Nearby` of every box of cells, each put together once. `limit` is the highest step of the walker."""

    __slots__ = ("_columns", "_found", "_last_column", "_last_row", "_limit", "_rows", "_table")

    def __init__(self, table: Table, limit: int) -> None:
        grid = table.wall_boxes
        self._table, self._limit = table, limit
        self._columns, self._rows = grid.columns, grid.rows
        self._last_column, self._last_row = grid.columns - 1, grid.rows - 1
        self._found: dict[int, Nearby] = {}

    def within(self, x0: int, y0: int, x1: int, y1: int) -> Nearby:
        """Everything whose box may overlap a box."""
        c0, r0, c1, r1 = x0 // CELL, y0 // CELL, x1 // CELL, y1 // CELL
        last_column, last_row = self._last_column, self._last_row
        c0 = 0 if c0 < 0 else last_column if c0 > last_column else c0
        c1 = 0 if c1 < 0 else last_column if c1 > last_column else c1
        r0 = 0 if r0 < 0 else last_row if r0 > last_row else r0
        r1 = 0 if r1 < 0 else last_row if r1 > last_row else r1
        key = ((c0 * self._rows + r0) * self._columns + c1) * self._rows + r1
        known = self._found.get(key)
        if known is None:
            known = self._find(c0 * CELL, r0 * CELL, c1 * CELL, r1 * CELL)
            if len(self._found) < 20_000:
                self._found[key] = known
        return known

    def _find(self, x0: int, y0: int, x1: int, y1: int) -> Nearby:
        table, box = self._table, (x0, y0, x1, y1)
        return Nearby(
            table.low_grid(self._limit).within(*box),
            table.surface_grid.within(*box),
            table.area_grid.within(*box),
            table.wall_boxes.within(*box),
            table.solid_grid.within(*box),
        )
