"""The changing layers of the board as SVG: models, fights, reach, routes and selectable places. One unit is an inch.
The engine's y axis points away from the viewer and SVG's points down, so all y coordinates are flipped by
`Projection.y`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from battles.board.model_views import Figure
from battles.board.svg import marks
from battles.board.svg.crowd import LEAN, SHRUNK, Lean, leans_of, plates_told
from battles.board.svg.figures import LARGE, figure_svg, symbols_svg
from battles.board.svg.projection import number
from battles.board.svg.tokens import base_svg


class Projection:
    """Converts inches of the table into SVG coordinates."""

    def __init__(self, length_in: float, base_url: str = "") -> None:
        self.length = length_in
        self.base_url = base_url

    def y(self, inches: float) -> str:
        return number(self.length - inches)


MARK_TURN = '<path class="chevron" d="M-.18-.09 0 .09l.18-.18"/>'


def models_svg(figures: Sequence[Figure], paper: Projection, selected: str = "") -> SafeString:
    """All models on the table: higher ones later, the selected one last, so that it is on top; then the badges of
    fights."""
    shown = [figure for figure in figures if figure.on_table]
    shown.sort(key=lambda figure: (figure.id == selected, figure.z, figure.id))
    leans, hidden = leans_of(shown), plates_told(shown)
    drawn = [
        symbols_svg((figure.archetype for figure in figures), marks.SYMBOLS),
        *(
            _model(
                figure, paper.length, paper.base_url, leans.get(figure.id), figure.id == selected, figure.id in hidden
            )
            for figure in shown
        ),
        _fights(shown, paper),
    ]
    return mark_safe("".join(drawn))


def _fights(figures: Iterable[Figure], paper: Projection) -> SafeString:
    """A badge with crossed swords between models that fight each other."""
    by_id = {figure.id: figure for figure in figures}
    pairs = sorted(
        (figure.id, enemy) for figure in by_id.values() for enemy in figure.engaged if figure.id < enemy in by_id
    )
    return mark_safe("".join(_between(by_id[first], by_id[second], paper) for first, second in pairs))


def _between(first: Figure, second: Figure, paper: Projection) -> str:
    x, y = (first.x + second.x) / 2, (first.y + second.y) / 2
    return marks.fight(f"{first.id} {second.id}", x, paper.length - y)


@lru_cache(maxsize=8192)
def _model(
    figure: Figure, length: float, base_url: str, lean: Lean | None, is_selected: bool, is_told: bool
) -> SafeString:
    """One model, leaning outwards in a crowd. Most do not change from one command to the next. `is_told`: whether its
    height is written on a neighbour."""
    paper = Projection(length, base_url)
    classes = ["model", f"side-{figure.side}", figure.condition]
    classes += ["hidden-model"] * figure.is_hidden + ["mine"] * figure.is_mine
    classes += ["is-selected"] * is_selected + ["below"] * figure.is_below
    r = figure.radius
    inner = [
        f'<circle class="press" r="{number(max(r + 0.25, 0.6))}"/>',
        base_svg(figure.side, r),
        _leaning(lean, _silhouette(figure, 1 if lean is None else SHRUNK)),
        _down(figure),
        marks.plaque(figure, lean),
        _leaning(lean, _CROWN.format(number(-r - 0.02))) if figure.is_leader else "",
        f'<circle class="ready" cx="{number(-r * 0.86)}" cy="{number(r * 0.72)}" r=".14"/>' if figure.can_act else "",
        marks.wounds(figure),
        f'<g transform="translate({number(-r * 1.2)} 0)">{MARK_TURN}</g>' if figure.marks else "",
        _leaning(lean, marks.storey(figure, is_told=is_told)),
        _leaning(lean, marks.badge(state, r)) if (state := marks.state_of(figure)) else "",
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


_CROWN = '<path class="leader" d="M-.2.02v-.2l.1.1L0-.22l.1.14.1-.1v.2Z" transform="translate(0 {})"/>'


def _leaning(lean: Lean | None, drawn: str) -> str:
    """A part of a model, shifted away from its neighbours in a crowd. The base is never shifted."""
    if lean is None or not drawn:
        return drawn
    return f'<g class="lean" transform="translate({number(lean.x * LEAN)} {number(lean.y * LEAN)})">{drawn}</g>'


def _silhouette(figure: Figure, scale: float) -> str:
    """The figure, upright on its base. A model that is knocked down or stunned lies; one that flees leans away."""
    grown = scale * 0.0312 * (figure.radius / 0.5 if figure.radius <= 0.6 else 1.35)
    grown *= 1.12 if figure.archetype in LARGE and figure.radius <= 0.6 else 1
    posed = {"knocked_down": "rotate(90) translate(4 4)", "stunned": "rotate(-90) translate(-4 4)"}.get(
        figure.condition, ""
    )
    if not posed:
        posed = "rotate(-16) translate(0 2)" if figure.is_fleeing else "translate(0 2)"
    return f'<g class="upright"><g transform="scale({grown:.4f}) {posed}">{figure_svg(figure.archetype)}</g></g>'


def _down(figure: Figure) -> str:
    r = figure.radius
    bar = f'<path class="down" d="M{number(-r)} {number(r + 0.12)}h{number(2 * r)}"/>'
    if figure.condition == "knocked_down":
        return bar
    if figure.condition == "stunned":
        return f'{bar}<path class="down" d="M{number(-r)} {number(r + 0.26)}h{number(2 * r)}"/>'
    return ""


Cell = tuple[int, int]


def reach_path(cells: Iterable[tuple[float, float]], step: float, length: float) -> str:
    """Path data around the union of square cells that are centred on points. Cells are `step` inches wide; corners are
    cut and holes are open. Use the even-odd fill rule."""
    taken = {(round(x / step), round(y / step)) for x, y in cells}
    return "".join(_smooth(loop, step, length) for loop in _loops(taken))


def _loops(taken: set[Cell]) -> Iterable[list[Cell]]:
    """Corners of every closed outline with the cells on its left, in half cells measured from the centres of cells."""
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
            # Where two cells touch only at a corner, the outline stays with its own cell: turn left.
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
    """The SVG path through the midpoints of the edges of `loop`, leaving out points on a straight line."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)]
    count = len(middles)
    kept = []
    for place, (x, y) in enumerate(middles):
        (ax, ay), (bx, by) = middles[place - 1], middles[(place + 1) % count]
        if (x - ax) * (by - y) != (y - ay) * (bx - x):
            kept.append(f"{number(x * step / 2)} {number(length - y * step / 2)}")
    return "M" + "L".join(kept) + "Z"


def spots_svg(spots: Iterable[tuple[float, float, str]], length: float) -> SafeString:
    """Numbered places from the list of destinations: (x, y, label)."""
    return format_html_join(
        "",
        '<g class="spot" transform="translate({} {})"><circle r=".3"/><g class="upright">'
        '<text y=".14">{}</text></g></g>',
        ((number(x), number(length - y), label) for x, y, label in spots),
    )


class Zone(NamedTuple):
    """A side's deployment zone: its outlines in inches, whether it is the reader's, and its name on the table."""

    side: str
    outlines: Sequence[Sequence[tuple[float, float]]]
    is_mine: bool
    name: str


ZONE_PATTERNS = (
    '<defs><pattern id="t-mine" width=".5" height=".5" patternUnits="userSpaceOnUse">'
    '<circle class="zone-dot" cx=".12" cy=".12" r=".07"/><circle class="zone-dot" cx=".37" cy=".37" r=".07"/></pattern>'
    '<pattern id="t-theirs" width=".5" height=".5" patternUnits="userSpaceOnUse">'
    '<path class="zone-diamond" d="M.12 .02l.1.1-.1.1-.1-.1zM.37 .27l.1.1-.1.1-.1-.1z"/></pattern></defs>'
)


def zones_svg(zones: Iterable[Zone], length: float) -> SafeString:
    """The zones of the sides while they deploy, with their names; `length` of the table is in inches."""
    drawn = format_html_join(
        "",
        '<path class="zone {}" data-side="{}" d="{}"/><text class="zone-name" x="{}" y="{}">{}</text>',
        (
            (
                "zone-mine" if zone.is_mine else "zone-theirs",
                zone.side,
                "".join(_outline(points, length) for points in zone.outlines),
                *_name_at(zone.outlines[0], length),
                zone.name,
            )
            for zone in zones
            if zone.outlines
        ),
    )
    return mark_safe(ZONE_PATTERNS + drawn) if drawn else drawn


def _name_at(points: Sequence[tuple[float, float]], length: float) -> tuple[str, str]:
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    return number((min(xs) + max(xs)) / 2), number(length - (min(ys) + max(ys)) / 2 + 0.3)


def _outline(points: Sequence[tuple[float, float]], length: float) -> str:
    return "M" + "L".join(f"{number(x)} {number(length - y)}" for x, y in points) + "Z"
