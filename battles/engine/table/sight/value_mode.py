"""Sight with line-of-sight values: five lines and whole values instead of rays (LS-VALUE-01, LS-VALUE-02).

Horizontal distances in hundredths of an inch; values are small whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from battles.engine.table.ground import floor_of
from battles.engine.table.sight.ray_masks import FOREST_DEPTH, Frame, polygon_shares
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body, Point, Polygon, point_in_polygon

SIZE_VALUES = {"small": 1, "medium": 2, "large": 2, "huge": 3, "gigantic": 4, "titanic": 5}
TALL = 5


class ValueSight(NamedTuple):
    """How many of the five lines are clear, and how many of the others are blocked by hard cover."""

    clear: int
    hard: int = 0

    @property
    def seen(self) -> bool:
        return self.clear > 0

    @property
    def stopped(self) -> int:
        return 5 - self.clear

    @property
    def mostly_hard(self) -> bool:
        """Whether at least half of the blocked lines are blocked by hard cover (LS-COVER-02)."""
        return 2 * self.hard >= self.stopped

    def in_cover(self, lines_needed: int) -> bool:
        """Whether the target is seen, but at least this many of five lines are blocked (LS-COVER-01: 1, or 3)."""
        return self.clear > 0 and self.stopped >= lines_needed


def standing_value(table: Table, body: Body, size: str = "small", *, prone: bool = False) -> int:
    """Value of a model at its position: its size, plus 2 for each hill level below, plus 5 for each storey above the
    first.
    """
    value = 0 if prone else SIZE_VALUES[size]
    surface = floor_of(table, body)
    if surface is None:
        return value
    if surface.kind == "hill":
        return value + 2 * surface.level
    return value + TALL * (surface.level - 1) if surface.building else value


def look_by_value(
    table: Table,
    viewer: Body,
    viewer_value: int,
    target: Body,
    target_value: int,
    bodies: Sequence[tuple[Body, int]] = (),
) -> ValueSight:
    """Clear lines between two models; `bodies` are the other models with their values (LS-VALUE-01)."""
    need = max(viewer_value, target_value)
    frame = Frame.of((viewer.x, viewer.y, 0), target)
    ends = ((viewer.x, viewer.y), (target.x, target.y))
    screens = [
        (outline, hard)
        for outline, value, hard in _items(table)
        if 0 < value >= need and not _holds_an_end(outline, ends)
    ]
    discs = [body for body, value in bodies if 0 < value >= need and not _disc_holds_an_end(body, ends)]
    clear = hard_lines = 0
    for offset in frame.offsets:
        met = [hard for outline, hard in screens if polygon_shares(outline, frame, offset)]
        if met:
            hard_lines += any(met)
            continue
        if any(_crosses_disc(body, frame, offset) for body in discs):
            continue
        if any(_deep(wood.outline, frame, offset, need, ends) for wood in table.forests):
            continue
        clear += 1
    return ValueSight(clear, hard_lines)


def _items(table: Table) -> list[tuple[Polygon, int, bool]]:
    """Outlines with their values and whether they are hard: hill levels, buildings, solid pieces (LS-VALUE-02)."""
    items: list[tuple[Polygon, int, bool]] = []
    for piece in table.pieces:
        hard = piece.cover == "hard"
        if piece.levels:
            items += [(level.outline, 2 * number, hard) for number, level in enumerate(piece.levels, start=1)]
        elif "building" in piece.flags or piece.building_mode != "rooms":
            items.append((piece.outline, TALL * max((floor.level for floor in piece.floors), default=1), hard))
        elif piece.ground == "impassable_solid" and "obstacle" not in piece.flags:
            items.append((piece.outline, TALL, hard))
    return items


def _holds_an_end(outline: Polygon, ends: Sequence[Point]) -> bool:
    return any(point_in_polygon(x, y, outline) >= 0 for x, y in ends)


def _disc_holds_an_end(body: Body, ends: Sequence[Point]) -> bool:
    return any((body.x - x) ** 2 + (body.y - y) ** 2 <= body.radius**2 for x, y in ends)


def _crosses_disc(body: Body, frame: Frame, offset: float) -> bool:
    rx, ry = frame.dx + frame.lx * offset, frame.dy + frame.ly * offset
    bx, by = body.x - frame.ex, body.y - frame.ey
    square = rx * rx + ry * ry
    share = min(1.0, max(0.0, (rx * bx + ry * by) / square)) if square else 0.0
    return (bx - rx * share) ** 2 + (by - ry * share) ** 2 < body.radius**2


def _deep(outline: Polygon, frame: Frame, offset: float, need: int, ends: Sequence[Point]) -> bool:
    if need > TALL and not _holds_an_end(outline, ends):
        return False
    length = sqrt(frame.square + offset * offset)
    return sum(end - start for start, end in polygon_shares(outline, frame, offset)) * length > FOREST_DEPTH
