"""Converts hundredths of an inch to SVG numbers. The engine's y axis points away from the viewer, SVG's points down."""

from __future__ import annotations

from collections.abc import Sequence


class TableProjection:
    """Converts hundredths of an inch into SVG numbers with at most two decimals."""

    def __init__(self, length: int) -> None:
        self.length = length

    def x(self, value: float) -> str:
        return number(value / 100)

    def y(self, value: float) -> str:
        return number((self.length - value) / 100)

    def at(self, x: float, y: float) -> str:
        return f"{self.x(x)} {self.y(y)}"

    def ring(self, points: Sequence[tuple[int, int]]) -> str:
        """A closed path through points."""
        return "M" + "L".join(self.at(x, y) for x, y in points) + "Z"


def number(value: float) -> str:
    """The number as text: at most two decimals, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"
