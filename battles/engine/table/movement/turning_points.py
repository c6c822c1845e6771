"""Places where a path may turn, in groups, so that a search can skip a whole group that is too far away.

Uses floats. Rule: GM-ROUTE-01
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from battles.engine.table.movement.legs import Place
from battles.engine.table.vectors import Point

Corner = tuple[float, float, float, Place, Point]
"""A place where a path may turn, with the lowest remaining length from there, and its stored spot."""
Corners = tuple[float, float, float, list[Corner]]
"""Corners near each other: the centre and radius of a circle around them (the radius is reduced by the lowest remaining
length), and the corners.
"""
TOGETHER = 8
"""Number of corners of terrain in one group; neighbours usually belong to one piece."""
ROUNDING = 1e-6


def in_groups(corners: Sequence[Corner], size: int = TOGETHER) -> Iterator[Corners]:
    """Corners in their order, in groups of at most this size."""
    for start in range(0, len(corners), size):
        group = list(corners[start : start + size])
        xs, ys = [corner[0] for corner in group], [corner[1] for corner in group]
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        radius = max(hypot(corner[0] - x, corner[1] - y) for corner in group)
        yield x, y, radius - min(corner[2] for corner in group) + ROUNDING, group
