"""The changing layers of the board as SVG: models, fights, reach, routes and selectable places. One unit is an inch.

`y` of the engine points away from the viewer, SVG's points down; everything here is flipped once, in `Projection.y`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from battles.board.model_views import Figure


class Projection:
    """Converts inches of the table into SVG coordinates."""

    def __init__(self, length_in: float, base_url: str = "") -> None:
        self.length = length_in
        self.base_url = base_url

    def y(self, inches: float) -> str:
        return number(self.length - inches)


def number(value: float) -> str:
    """At most two decimals, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


TABS = {
    "a": '<circle class="tab" cx="0" cy="0" r=".17"/>',
    "b": '<path class="tab" d="M0-.22.22 0 0 .22-.22 0Z"/>',
    "c": '<path class="tab" d="M0-.22.21.16h-.42Z"/>',
    "d": '<path class="tab" d="M-.16-.16h.32v.32h-.32Z"/>',
}
MARK_TURN = '<path class="chevron" d="M-.18-.09 0 .09l.18-.18"/>'


def models_svg(figures: Sequence[Figure], paper: Projection, selected: str = "") -> SafeString:
    """Fights below, then every model on the table, higher ones last; the selected one on top."""
    shown = [figure for figure in figures if figure.on_table]
    shown.sort(key=lambda figure: (figure.id == selected, figure.z, figure.id))
    drawn = [_fights(shown, paper), *(_model(figure, paper, selected) for figure in shown)]
    return mark_safe("".join(drawn))


def _fights(figures: Iterable[Figure], paper: Projection) -> SafeString:
    """A short double bar with crossed strokes between models that fight each other."""
    by_id = {figure.id: figure for figure in figures}
    bars = []
    for figure in by_id.values():
        for other in figure.engaged:
            if other > figure.id and other in by_id:
                foe = by_id[other]
                x, y = (figure.x + foe.x) / 2, paper.length - (figure.y + foe.y) / 2
                away = hypot(foe.x - figure.x, foe.y - figure.y) or 1
                ux, uy = (foe.x - figure.x) / away * 0.3, (figure.y - foe.y) / away * 0.3
                bars.append(
                    f'<path class="fight" data-of="{figure.id} {other}" d="M{number(x - ux)} {number(y - uy)}'
                    f"L{number(x + ux)} {number(y + uy)}M{number(x - uy * 0.7 - ux * 0.4)} "
                    f"{number(y + ux * 0.7 - uy * 0.4)}L{number(x + uy * 0.7 + ux * 0.4)} "
                    f'{number(y - ux * 0.7 + uy * 0.4)}"/>'
                )
    return mark_safe("".join(bars))


def _model(figure: Figure, paper: Projection, selected: str) -> SafeString:
    classes = ["model", f"side-{figure.side}", figure.condition]
    classes += ["hidden-model"] * figure.is_hidden + ["mine"] * figure.is_mine
    classes += ["is-selected"] * (figure.id == selected) + ["below"] * figure.is_below
    r = figure.radius
    inner = [
        f'<circle class="press" r="{number(max(r + 0.25, 0.6))}"/>',
        f'<circle class="ring-outer" r="{number(r)}"/><circle class="disc" r="{number(r - 0.05)}"/>',
        _down(figure),
        f'<g class="upright"><text class="letters" y=".13">{_escaped(figure.letters)}</text></g>',
        f'<g transform="translate({number(-r * 0.72)} {number(-r * 0.72)})">{TABS.get(figure.side, TABS["d"])}</g>',
        f'<path class="leader" d="M-.2.02v-.2l.1.1L0-.22l.1.14.1-.1v.2Z" transform="translate(0 {number(-r - 0.02)})"/>'
        if figure.is_leader
        else "",
        f'<circle class="ready" cx="{number(r * 0.72)}" cy="{number(r * 0.72)}" r=".13"/>' if figure.can_act else "",
        '<path class="eye" d="M-.24 0Q0-.2.24 0 0 .2-.24 0M-.2.18.2-.18" '
        f'transform="translate({number(r * 0.8)} {number(-r * 0.8)})"/>'
        if figure.is_hidden
        else "",
        f'<path class="flee" d="M-.3 0h.6m-.2-.16L.3 0 .1.16" transform="translate(0 {number(r + 0.22)})"/>'
        if figure.is_fleeing
        else "",
        _pips(figure),
        f'<g transform="translate({number(-r * 0.75)} {number(r * 0.8)})">{MARK_TURN}</g>' if figure.marks else "",
        f'<g class="upright"><text class="storey-mark" x="{number(r + 0.08)}" y=".1">{number(figure.z)}″</text></g>'
        if figure.z >= 1 or figure.is_below
        else "",
    ]
    return format_html(
        '<a class="{}" href="{}?who={}" data-who="{}" data-z="{}" tabindex="-1" transform="translate({} {})">'
        "<title>{}: {}</title>{}</a>",
        " ".join(classes),
        paper.base_url,
        figure.id,
        figure.id,
        round(figure.z * 100),
        number(figure.x),
        paper.y(figure.y),
        figure.name,
        figure.sentence,
        mark_safe("".join(inner)),
    )


def _escaped(text: str) -> str:
    return str(format_html("{}", text))


def _down(figure: Figure) -> str:
    r = figure.radius
    bar = f'<path class="down" d="M{number(-r)} {number(r + 0.12)}h{number(2 * r)}"/>'
    if figure.condition == "knocked_down":
        return bar
    if figure.condition == "stunned":
        second = f'<path class="down" d="M{number(-r)} {number(r + 0.26)}h{number(2 * r)}"/>'
        spiral = '<path class="spiral" d="M0 0q.12-.12.2.02t-.14.2-.3-.1.06-.34.42-.02"/>'
        return f'{bar}{second}<g transform="translate(0 {number(-r - 0.2)})">{spiral}</g>'
    return ""


def _pips(figure: Figure) -> str:
    if figure.full_wounds < 2:
        return ""
    r = figure.radius
    start = -0.09 * (figure.full_wounds - 1)
    return "".join(
        f'<circle class="pip{"" if place < figure.wounds else " lost"}" cx="{number(start + 0.18 * place)}" '
        f'cy="{number(r * 0.62)}" r=".06"/>'
        for place in range(figure.full_wounds)
    )


Cell = tuple[int, int]


def reach_path(cells: Iterable[tuple[float, float]], step: float, length: float) -> str:
    """Path data around the union of square cells centred on points, `step` inches wide, with cut corners and open
    holes.

    Use the even-odd fill rule.
    """
    taken = {(round(x / step), round(y / step)) for x, y in cells}
    return "".join(_smooth(loop, step, length) for loop in _loops(taken))


def _loops(taken: set[Cell]) -> Iterable[list[Cell]]:
    """Corners of every closed outline, cells on its left, in half cells from the cells' centres."""
    ways: dict[Cell, list[Cell]] = {}
    for column, row in sorted(taken):
        x, y = 2 * column, 2 * row
        for (dx, dy), start, end in (
            ((0, -1), (x - 1, y - 1), (x + 1, y - 1)), ((1, 0), (x + 1, y - 1), (x + 1, y + 1)),
            ((0, 1), (x + 1, y + 1), (x - 1, y + 1)), ((-1, 0), (x - 1, y + 1), (x - 1, y - 1)),
        ):  # fmt: skip
            if (column + dx, row + dy) not in taken:
                ways.setdefault(start, []).append(end)
    while ways:
        start = next(iter(ways))
        loop, at, came = [start], start, (0, 0)
        while True:
            ends = ways[at]
            # Where two cells touch by a corner alone the rim stays with the cell it runs along: it turns left.
            left = (at[0] - came[1], at[1] + came[0])
            to = left if left in ends else ends[0]
            ends.remove(to)
            if not ends:
                del ways[at]
            came = (to[0] - at[0], to[1] - at[1])
            at = to
            if at == start:
                break
            loop.append(at)
        yield loop


def _smooth(loop: list[Cell], step: float, length: float) -> str:
    """The loop through the middles of its edges, without those on a straight line."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)]
    count = len(middles)
    kept = []
    for place, (x, y) in enumerate(middles):
        (ax, ay), (bx, by) = middles[place - 1], middles[(place + 1) % count]
        if (x - ax) * (by - y) != (y - ay) * (bx - x):
            kept.append(f"{number(x * step / 2)} {number(length - y * step / 2)}")
    return "M" + "L".join(kept) + "Z"


def spots_svg(spots: Iterable[tuple[float, float, str]], length: float) -> SafeString:
    """Numbered places of the list of destinations: (x, y, label)."""
    return format_html_join(
        "",
        '<g class="spot" transform="translate({} {})"><circle r=".3"/><g class="upright">'
        '<text y=".14">{}</text></g></g>',
        ((number(x), number(length - y), label) for x, y, label in spots),
    )


def zones_svg(zones: Iterable[tuple[str, Sequence[Sequence[tuple[float, float]]], float]]) -> SafeString:
    """The sides' zones during deployment: (side, outlines in inches, length of the table)."""
    return format_html_join(
        "",
        '<path class="zone zone-{}" d="{}"/>',
        ((side, "".join(_outline(points, length) for points in outlines)) for side, outlines, length in zones),
    )


def _outline(points: Sequence[tuple[float, float]], length: float) -> str:
    return "M" + "L".join(f"{number(x)} {number(length - y)}" for x, y in points) + "Z"
