"""How models close together are drawn so that each can be recognised. Only the drawing changes: bases stay where the
models are; silhouettes are smaller and lean away from their neighbours, and labels are on the outside."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final, NamedTuple

from battles.board.model_views import Figure

NEAR: Final = 0.4
"""Models whose bases are at most this many inches apart are drawn as a crowd."""
SAME_FLOOR: Final = 1.5
"""Models with a larger difference in height, in inches, are not in each other's way: floors are shown one at a time."""
LEAN: Final = 0.2
"""How far a silhouette leans away, in inches."""
SHRUNK: Final = 0.8
"""Scale of silhouettes in a crowd."""


class Lean(NamedTuple):
    """The direction from a model's neighbours, as a unit vector in the coordinates of the drawing, where y points down;
    (0, 0) for a model that is surrounded."""

    x: float
    y: float


def leans_of(figures: Sequence[Figure]) -> dict[str, Lean]:
    """The lean of every model in a crowd, by id. Models that stand alone are left out."""
    found = {}
    for figure in figures:
        away = [_away(figure, other) for other in figures if other is not figure and _is_near(figure, other)]
        if not away:
            continue
        x, y = sum(step[0] for step in away), sum(step[1] for step in away)
        length = hypot(x, y)
        # Between opposite neighbours neither side is free.
        found[figure.id] = Lean(round(x / length, 2), round(-y / length, 2)) if length > 0.3 else Lean(0, 0)
    return found


def plates_told(figures: Sequence[Figure]) -> frozenset[str]:
    """Ids of the models in a crowd whose height is written on a neighbour at the same height, so that plates do not
    overlap. The neighbour is nearer to the upper right, where plates are drawn."""
    writing: list[Figure] = []
    covered = set()
    for figure in sorted(figures, key=lambda figure: (-figure.x - figure.y, figure.id)):
        if any(
            other.z == figure.z and other.is_below == figure.is_below and _is_near(figure, other) for other in writing
        ):
            covered.add(figure.id)
        else:
            writing.append(figure)
    return frozenset(covered)


def _is_near(figure: Figure, other: Figure) -> bool:
    reach = figure.radius + other.radius + NEAR
    return abs(figure.z - other.z) < SAME_FLOOR and hypot(figure.x - other.x, figure.y - other.y) <= reach


def _away(figure: Figure, other: Figure) -> tuple[float, float]:
    x, y = figure.x - other.x, figure.y - other.y
    length = hypot(x, y)
    return (x / length, y / length) if length else (0.0, 1.0 if figure.id > other.id else -1.0)
