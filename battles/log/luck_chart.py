"""The chart of luck at the end of a battle: one line for each side, with a point for each turn. The page shows the same
figures as a table. Units are those of the view box."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from battles.log.luck import SideLuck, signed

WIDTH: Final = 360
HEIGHT: Final = 160
LEFT, RIGHT, TOP, BOTTOM = 36, 12, 12, 26
MOST_LABELS: Final = 8


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a line; `title` is its tooltip."""

    x: float
    y: float
    title: str


@dataclass(frozen=True, slots=True)
class Line:
    """The line of one side: `path` for a polyline, and its points."""

    side: str
    name: str
    path: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """A label of an axis: its position along the axis, and its text."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: a turn, and the luck of each side up to its end as text."""

    turn: int
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LuckChart:
    """The chart and its table. `text` says the same as the chart for readers who do not see it."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    zero: float
    lines: tuple[Line, ...]
    values: tuple[Label, ...]
    turns: tuple[Label, ...]
    rows: tuple[Row, ...]
    text: str


def chart_of(sides: Sequence[tuple[str, str, SideLuck]]) -> LuckChart | None:
    """The chart for sides given as (letter, name, luck). None if no roll of the battle needed a score."""
    last = max((turn for _letter, _name, luck in sides for turn in luck.by_turn), default=0)
    if not last:
        return None
    turns = range(1, last + 1)
    levels = {letter: [luck.up_to(turn).luck for turn in turns] for letter, _name, luck in sides}
    most = max(1, math.ceil(max(abs(value) for values in levels.values() for value in values)))
    inner_w, inner_h = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x_of(turn: int) -> float:
        return round(LEFT + turn / last * inner_w, 1)

    def y_of(value: float) -> float:
        return round(TOP + (1 - value / most) / 2 * inner_h, 1)

    lines = []
    for letter, name, _luck in sides:
        points = tuple(
            Point(
                x_of(turn),
                y_of(value),
                _("%(side)s, turn %(turn)d: %(luck)s") % {"side": name, "turn": turn, "luck": signed(value)},
            )
            for turn, value in zip(turns, levels[letter], strict=True)
        )
        path = " ".join(f"{x},{y}" for x, y in [(x_of(0), y_of(0)), *((point.x, point.y) for point in points)])
        lines.append(Line(letter, name, path, points))
    step = math.ceil(last / MOST_LABELS)
    ends = [
        _("%(side)s ends at %(luck)s") % {"side": name, "luck": signed(levels[letter][-1])}
        for letter, name, _luck in sides
    ]
    return LuckChart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        bottom=HEIGHT - BOTTOM,
        zero=y_of(0),
        lines=tuple(lines),
        values=tuple(Label(y_of(value), signed(value, places=0)) for value in (most, 0, -most)),
        turns=tuple(Label(x_of(turn), str(turn)) for turn in turns if turn % step == 0 or turn == last == 1),
        rows=tuple(
            Row(turn, tuple(signed(levels[letter][turn - 1]) for letter, _name, _luck in sides)) for turn in turns
        ),
        text=_("Luck by turn, in rolls above or below the odds: %(ends)s.") % {"ends": "; ".join(ends)},
    )
