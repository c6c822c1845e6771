"""What the table is made of: cobbles, planks, bricks, rubble and trees. They are drawn from fixed sequences, so that
the drawing is always the same. One unit is an inch. Light comes from the upper left; the style sheet sets colours by
class."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Final

from battles.engine.table.vectors import point_in_polygon

COBBLES_WIDE, COBBLES_HIGH = 3.6, 2.7
COBBLE_ROWS = 6
JOINT = 0.07
"""Space between two stones, in inches."""
TREE_STEP = 150
"""Distance of trees in a wood, hundredths of an inch."""
TREE_SIZES: Final = (1.0, 0.82, 1.12, 0.9)
TREE: Final = (
    '<g id="t-tree" class="tree">'
    '<ellipse class="tree-shadow" cx=".2" cy=".18" rx=".72" ry=".68"/>'
    '<path class="crown" d="M-.2-.66q.24-.16.42.04.3-.06.36.22.26.16.1.42.1.3-.18.4-.12.26-.42.16-.26.16-.46-.06'
    '-.32 0-.34-.3-.22-.22-.02-.44 0-.36.32-.36z"/>'
    '<path class="curl" d="M-.36-.2q.14-.2.34-.08M.12-.34q.2-.04.24.14M-.14.12q.16-.16.32 0M.2.24q.18-.06.22-.22"/></g>'
)


def _share(number: int, span: int = 9) -> float:
    """A value from 0 to 1 that looks irregular and is the same every time."""
    return (number * 7 + number // 3 * 5) % span / (span - 1)


@functools.cache
def cobbles() -> str:
    """The stones of a street: rows of rounded stones of different widths, which continue across the edges of the
    pattern."""
    high = COBBLES_HIGH / COBBLE_ROWS
    stones: dict[str, list[str]] = {"stone": [], "stone pale": [], "stone dark": []}
    number = 0
    for row in range(COBBLE_ROWS):
        widths = [0.42 + 0.3 * _share(number + place) for place in range(6)]
        scale = COBBLES_WIDE / sum(widths)
        x = -0.45 * _share(row * 2 + 1)
        for width in (share * scale for share in widths):
            number += 1
            kind = "stone pale" if number % 11 == 3 else "stone dark" if number % 13 == 5 else "stone"
            drawn = _stone(x, row * high, width, high)
            stones[kind].append(drawn)
            if x < 0:
                stones[kind].append(_stone(x + COBBLES_WIDE, row * high, width, high))
            x += width
    return "".join(f'<path class="{kind}" d="{"".join(drawn)}"/>' for kind, drawn in stones.items())


def _stone(x: float, y: float, width: float, high: float) -> str:
    """One stone with cut corners."""
    w, h = width - JOINT, high - JOINT
    cut = 0.1
    return (
        f"M{x + cut:.2f} {y:.2f}h{w - 2 * cut:.2f}l{cut:g} {cut:g}v{h - 2 * cut:.2f}l-{cut:g} {cut:g}"
        f"h-{w - 2 * cut:.2f}l-{cut:g}-{cut:g}v-{h - 2 * cut:.2f}z"
    )


RUBBLE: Final = (
    '<path class="stone pale" d="M.14.2l.2-.1.2.1.02.18-.2.1-.2-.06zM.86.64l.18-.06.16.12-.04.18-.2.06-.14-.12z'
    'M.2.92l.14-.06.14.08-.02.14-.16.06-.12-.08z"/>'
    '<path class="stone" d="M.84.16l.14-.04.1.1-.04.12-.14.02-.1-.08zM.46.62l.12-.04.1.08-.04.12-.12.02-.08-.08z'
    'M1.08 1.1l.1-.04.08.08-.04.08-.1 0-.06-.06z"/>'
)
"""Loose stones: the content of a pattern square of 1.3 inches."""
PLANKS: Final = '<path d="M0 .02h2M0 .34h2M0 .66h2M0 .98h2M.7.02v.32M1.7.34v.32M.35.66v.32M1.25.66v.32"/>'
BRICKS: Final = '<path d="M0 .01h.56M0 .16h.56M.14 0v.16M.42.16v.16"/>'
WAVES: Final = '<path d="M.1.3q.2-.16.4 0t.4 0M1 .8q.2-.16.4 0t.4 0M1.25.25h.4M.2.9h.35"/>'


def trees(outline: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, float]]:
    """Places of the trees in a wood, in hundredths of an inch, with their sizes."""
    xs, ys = [x for x, _y in outline], [y for _x, y in outline]
    number = 0
    for y in range(min(ys) + 60, max(ys) - 30, TREE_STEP):
        for x in range(min(xs) + 60, max(xs) - 30, TREE_STEP):
            number += 1
            at = x + round(70 * _share(number, 7)) - 20, y + round(60 * _share(number + 3, 5)) - 20
            if point_in_polygon(*at, outline) > 0:
                yield *at, TREE_SIZES[number % len(TREE_SIZES)]
