"""A table for the C code of `battles.engine.native`: what it blocks and what carries a base, as plain tuples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.native import geometry
from battles.engine.table.compiler import Area, Surface, narrowest

if TYPE_CHECKING:
    from battles.engine.native._geometry import Terrain
    from battles.engine.table.table import Table

CLASSES = (
    "open", "difficult", "shallow_water", "deep_water", "very_difficult", "impassable_ground", "impassable_solid",
)  # fmt: skip
"""Classes of ground from the fastest to the slowest, as in `ground.SLOWNESS`; the C code uses their numbers."""


def terrain_of(table: Table) -> Terrain | None:
    """The table for the C code; None without it."""
    if geometry is None:
        return None
    cells = table.screens_by_cell
    entries = {entry[0]: entry for cell in cells for entry in cell}
    return geometry.Terrain(
        table.width,
        table.length,
        CLASSES.index(table.ground),
        table.walls,
        table.solids,
        tuple(map(_surface, table.surface_grid.everything)),
        tuple(map(_area, table.areas)),
        table.edges,
        tuple(entries[number] for number in range(len(table.sight_grid.everything))),
        tuple(tuple(entry[0] for entry in cell) for cell in cells),
    )


def _surface(surface: Surface) -> tuple[Surface, int]:
    return surface, narrowest(surface.outline)


def _area(area: Area) -> tuple[object, ...]:
    return (
        area.outline, area.box, area.zs, area.top, CLASSES.index(area.ground), area.width, "ford" in area.flags,
        "forest" in area.flags, area.number,
    )  # fmt: skip
