"""A model's token outside the table: its silhouette on a base in the side's colour and shape, for lists and the log.

The symbols of the silhouettes are on the page once, in the layer of models.
"""

from __future__ import annotations

import functools
from math import cos, pi, sin
from typing import Final

from django.utils.safestring import SafeString, mark_safe

from battles.board.svg.figures import figure_svg
from battles.board.svg.projection import number

POINTS: Final = {"b": 4, "c": 3, "d": 8}
"""Number of points around a base, by side; side A has none."""


@functools.cache
def token_svg(archetype: str, side: str) -> SafeString:
    """The token of a silhouette for one side. Screen readers skip it, because its name is next to it."""
    figure = f'<g transform="scale(.0312) translate(0 2)">{figure_svg(archetype)}</g>'
    return mark_safe(
        f'<svg class="token side-{side}" viewBox="-.78 -.84 1.56 1.5" aria-hidden="true" focusable="false">'
        f"{base_svg(side, 0.5)}{figure}</svg>"
    )


def base_svg(side: str, r: float) -> str:
    """The base in the colour and shape of the side: side A is a disc, other sides are discs with points around the true
    base."""
    points = POINTS.get(side, 0)
    star = ""
    for place in range(points):
        turn = 2 * pi * place / points - pi / 2
        for angle, reach in ((turn, 1.3), (turn + pi / points, 0.98)):
            star += f"{'L' if star else 'M'}{number(cos(angle) * r * reach)} {number(sin(angle) * r * reach)}"
    shape = f'<path class="ring-shape" d="{star}Z"/>' if star else ""
    return (
        f'{shape}<circle class="ring-outer" r="{number(r)}"/><circle class="disc" r="{number(r - 0.05)}"/>'
        f'<circle class="ring-inner" r="{number(r - 0.09)}"/>'
    )
