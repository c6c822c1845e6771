"""A grid of 4 inch cells that finds the objects near a point, in a box or along a line. Built once per table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from battles.engine.table.vectors import Box

CELL = 400
T = TypeVar("T")
Found = TypeVar("Found")


class Grid(Generic[T]):
    """Spatial index: objects by grid cell. Read-only once built; each cell is a tuple."""

    __slots__ = ("_boxes", "cells", "columns", "everything", "rows")

    def __init__(self, width: int, length: int, placed: Iterable[tuple[T, Box]]) -> None:
        self.columns = max(1, -(-width // CELL))
        self.rows = max(1, -(-length // CELL))
        lists: list[list[T]] = [[] for _ in range(self.columns * self.rows)]
        everything: list[T] = []
        for item, (x0, y0, x1, y1) in placed:
            everything.append(item)
            for row in range(self._row(y0), self._row(y1) + 1):
                for column in range(self._column(x0), self._column(x1) + 1):
                    lists[row * self.columns + column].append(item)
        self.cells: tuple[tuple[T, ...], ...] = tuple(tuple(items) for items in lists)
        self.everything: tuple[T, ...] = tuple(everything)
        self._boxes: dict[int, tuple[T, ...]] = {}

    def _column(self, x: int) -> int:
        return min(self.columns - 1, max(0, x // CELL))

    def _row(self, y: int) -> int:
        return min(self.rows - 1, max(0, y // CELL))

    def at(self, x: int, y: int) -> tuple[T, ...]:
        """Objects whose box may contain a point."""
        return self.cells[self._row(y) * self.columns + self._column(x)]

    def within(self, x0: int, y0: int, x1: int, y1: int) -> tuple[T, ...]:
        """Objects whose box may overlap a box, each once, in the order they were added."""
        c0, r0, c1, r1 = x0 // CELL, y0 // CELL, x1 // CELL, y1 // CELL
        last_column, last_row = self.columns - 1, self.rows - 1
        c0 = 0 if c0 < 0 else last_column if c0 > last_column else c0
        c1 = 0 if c1 < 0 else last_column if c1 > last_column else c1
        r0 = 0 if r0 < 0 else last_row if r0 > last_row else r0
        r1 = 0 if r1 < 0 else last_row if r1 > last_row else r1
        if c0 == c1 and r0 == r1:
            return self.cells[r0 * self.columns + c0]
        key = ((c0 * self.rows + r0) * self.columns + c1) * self.rows + r1
        known = self._boxes.get(key)
        if known is None:
            found: set[int] = set()
            for row in range(r0, r1 + 1):
                for item in (t for c in range(c0, c1 + 1) for t in self.cells[row * self.columns + c]):
                    found.add(id(item))
            known = tuple(item for item in self.everything if id(item) in found)
            if len(self._boxes) < 20_000:
                self._boxes[key] = known
        return known


class GridGroup(Generic[Found]):
    """Several grids of a table with one result for each box of cells, which `find` makes once.

    A result is valid for all boxes in the same cells, so it may contain objects that do not touch the given box.
    """

    __slots__ = ("_columns", "_find", "_found", "_last_column", "_last_row", "_rows")

    def __init__(self, grid: Grid[Any], find: Callable[[int, int, int, int], Found]) -> None:
        """`grid` is any of the grids."""
        self._find = find
        self._columns, self._rows = grid.columns, grid.rows
        self._last_column, self._last_row = grid.columns - 1, grid.rows - 1
        self._found: dict[int, Found] = {}

    def within(self, x0: int, y0: int, x1: int, y1: int) -> Found:
        """The result for all cells that a box touches."""
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
