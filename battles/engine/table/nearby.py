"""What a walk can meet in a box of grid cells: floors, ground, walls and solids, found together.

Hundredths of an inch. Rules: GM-SURF-01, MV-WALK-03
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from battles.engine.table.compiler import Area, Solid, Surface, Wall
from battles.engine.table.grid import GridGroup

if TYPE_CHECKING:
    from battles.engine.table.table import Table


class Nearby(NamedTuple):
    """Everything whose bounding box may overlap a box, in the order of the table's grids."""

    low: tuple[Surface, ...]
    """Surfaces that can be reached by walking from the table top."""
    surfaces: tuple[Surface, ...]
    areas: tuple[Area, ...]
    walls: tuple[tuple[int, int, int, int, Wall], ...]
    """Walls with their bounding boxes, as in `Table.wall_boxes`."""
    solids: tuple[Solid, ...]


def surroundings(table: Table, limit: int) -> GridGroup[Nearby]:
    """The `Nearby` for every box of cells. `limit` is the highest step that the walker can take."""

    def find(x0: int, y0: int, x1: int, y1: int) -> Nearby:
        box = x0, y0, x1, y1
        return Nearby(
            table.low_grid(limit).within(*box),
            table.surface_grid.within(*box),
            table.area_grid.within(*box),
            table.wall_boxes.within(*box),
            table.solid_grid.within(*box),
        )

    return GridGroup(table.wall_boxes, find)
