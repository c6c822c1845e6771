"""Positions of charts for an SVG template. Each line has a mark and a name at its end, so that none relies on colour
alone; the page shows the same figures as a table. Units are those of the view box, `WIDTH` wide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 280
LEFT, RIGHT, TOP, BOTTOM = 48, 192, 14, 30
MARKS: Final = ("a", "b", "c", "d", "e", "f")
BAR_HEIGHT: Final = 26


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid: its position and label."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A measured point; `title` is its tooltip."""

    x: float
    y: float
    title: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """One line: `path` for a polyline, its points, its name with its position, and its mark (a letter)."""

    name: str
    mark: str
    path: str
    dots: tuple[Dot, ...]
    label_y: float


@dataclass(frozen=True, slots=True)
class LineChart:
    """Chart with lines over time."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    lines: tuple[Drawn, ...]
    ticks: tuple[Tick, ...]
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class Series:
    """A named series of values: points as (time as a number, value, text for the point)."""

    name: str
    points: Sequence[tuple[float, int, str]]


def steps(most: int) -> list[int]:
    """Four to six round values for the axis, from 0 to at least `most`."""
    sizes = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    size = next(size for size in sizes if size * 5 >= max(most, 1))
    return list(range(0, max(most, 1) + size, size))


def line_chart(series: Sequence[Series], first: str, last: str) -> LineChart | None:
    """A chart of at most six series; None if there are no values."""
    drawn = [line for line in series if line.points][: len(MARKS)]
    if not drawn:
        return None
    moments = [moment for line in drawn for moment, _value, _words in line.points]
    values = steps(max(value for line in drawn for _moment, value, _words in line.points))
    begin, span = min(moments), (max(moments) - min(moments)) or 1
    inner_w, inner_h = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x_of(moment: float) -> float:
        return round(LEFT + (moment - begin) / span * inner_w, 1)

    def y_of(value: float) -> float:
        return round(TOP + inner_h - value / values[-1] * inner_h, 1)

    placed = _apart([y_of(line.points[-1][1]) for line in drawn])
    lines = []
    for mark, line, label_y in zip(MARKS, drawn, placed, strict=False):
        dots = tuple(Dot(x_of(moment), y_of(value), words) for moment, value, words in line.points)
        lines.append(Drawn(line.name, mark, " ".join(f"{dot.x},{dot.y}" for dot in dots), dots, label_y))
    ticks = tuple(Tick(y_of(value), str(value)) for value in values)
    return LineChart(WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM, tuple(lines), ticks, first, last)


def _apart(wanted: Sequence[float], least: float = 17) -> list[float]:
    """Vertical positions of labels, moved so that they do not overlap."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    placed: dict[int, float] = {}
    lowest = float(TOP)
    for number in order:
        placed[number] = round(max(wanted[number], lowest), 1)
        lowest = placed[number] + least
    return [placed[number] for number in range(len(wanted))]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a bar: its kind (for pattern and class), where it begins and how long it is."""

    kind: str
    x: float
    width: float
    value: int


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a bar chart."""

    name: str
    y: float
    parts: tuple[Part, ...]
    words: str
    end: float


@dataclass(frozen=True, slots=True)
class BarChart:
    """A chart of rows, each with a name above a stacked bar."""

    width: int
    height: int
    bars: tuple[Bar, ...]


def bar_chart(rows: Sequence[tuple[str, Sequence[tuple[str, int]], str]]) -> BarChart | None:
    """Bars made of (name, pieces as (kind, value), text). None if every bar is empty."""
    most = max((sum(value for _kind, value in parts) for _name, parts, _words in rows), default=0)
    if not most:
        return None
    room = WIDTH - 70
    bars = []
    for number, (name, pieces, words) in enumerate(rows):
        x, parts = 0.0, []
        for kind, value in pieces:
            width = round(value / most * room, 1)
            if value:
                parts.append(Part(kind, round(x, 1), width, value))
            x += width
        bars.append(Bar(name, number * BAR_HEIGHT * 2.0, tuple(parts), words, round(x + 6, 1)))
    return BarChart(WIDTH, len(rows) * BAR_HEIGHT * 2, tuple(bars))
