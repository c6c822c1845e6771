"""The table as a drawing: static SVG layers, one user unit per inch, from the engine's compiled table.

Only coordinates are computed here; y is flipped, because the engine's y axis points away from the viewer and SVG's
points down. Colours come from the tokens by class. Height is also shown by labels, edges and hachures (ux.md 3.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from xml.sax.saxutils import escape

from django.utils.safestring import SafeString, mark_safe

from battles.board.svg.ground import definitions, marked, marks_of, names_svg, solid_marks, title_of
from battles.board.svg.legend import legend_of
from battles.board.svg.materials import trees
from battles.board.svg.projection import TableProjection, number
from battles.board.svg.walls import floor_shadow, solid_shadow, wall_shadow, wall_svg
from battles.engine.table.compiler import Area, Connector, Surface
from battles.engine.table.edges import Edge
from battles.engine.table.table import Table

BANDS = (0, 300, 600, 900)
HACHURE_STEP = 50
LABELLED_FROM = 200
"""Height from which objects have a height label."""


def table_svg(table: Table, *, small: bool = False) -> SafeString:
    """The static layers of a table as the content of an SVG: `<g class="layer ...">` groups from the ground up.

    A `small` picture leaves out details that are too small for a thumbnail: rims, ladders, labels, marks of openings.
    """
    if small:
        return _stamp(table)
    pen = TableProjection(table.length)
    width, length = pen.x(table.width), number(table.length / 100)
    parts = [
        f'<g class="layer ground"><rect class="floor-0" width="{width}" height="{length}"/>',
        f'<rect class="material" fill="url(#t-cobbles)" width="{width}" height="{length}"/>',
        *(_ground(pen, table, area) for area in table.areas if area.zs[0] == 0),
        "</g>",
        '<g class="layer zones" aria-hidden="true">',
        *(f'<path class="zone zone-{zone.side}" d="{pen.ring(zone.outline)}"/>' for zone in table.zones),
        "</g>",
        '<g class="layer shadow" aria-hidden="true">',
        *(wall_shadow(pen, wall) for wall in table.walls if wall.z0 == 0),
        *(solid_shadow(pen, solid) for solid in table.solids if not solid.hill),
        "</g>",
        _solids(pen, table),
        *_floors(pen, table),
        '<g class="layer walls">',
        *(wall_svg(pen, wall) for wall in table.walls if wall.z0 == 0),
        "</g>",
        '<g class="layer ways">',
        *(_way(pen, way) for way in table.connectors),
        "</g>",
        '<g class="layer trees" aria-hidden="true">',
        *(_trees(pen, area) for area in table.areas if "forest" in area.flags and area.zs[0] == 0),
        "</g>",
        names_svg(table),
    ]
    # `title_of` and `names_svg` escape the texts of players; everything else is numbers and our own text.
    drawn = "".join(parts)
    swatches = "".join(line.swatch for line in legend_of(table))
    return mark_safe(definitions(drawn + swatches) + drawn)


def _stamp(table: Table) -> SafeString:
    pen = TableProjection(table.length)
    floors = [surface for surface in table.surfaces if surface.kind == "floor" and surface.z]
    width, length = pen.x(table.width), number(table.length / 100)
    walls = "".join(f"M{pen.at(wall.ax, wall.ay)}L{pen.at(wall.bx, wall.by)}" for wall in table.walls if wall.z0 == 0)
    parts = [
        f'<rect class="floor-0" width="{width}" height="{length}"/>',
        *(_area(pen, area) for area in table.areas if area.zs[0] == 0),
        *(f'<path class="solid {_band(solid.z1)}" d="{pen.ring(solid.outline)}"/>' for solid in table.solids),
        *(f'<path class="storey {_band(floor.z)}" d="{pen.ring(floor.outline)}"/>' for floor in floors),
        f'<path class="wall" stroke-width=".35" d="{walls}"/>',
    ]
    return mark_safe("".join(parts))


def _area(pen: TableProjection, area: Area) -> str:
    flags = " ".join(sorted(area.flags))
    return f'<path class="area {area.ground} {flags}" d="{pen.ring(area.outline)}"/>'


def _ground(pen: TableProjection, table: Table, area: Area) -> str:
    """An area with the patterns of its class and its name as a title."""
    shape, flags = pen.ring(area.outline), " ".join(sorted(area.flags))
    title = title_of(table.pieces[area.piece], area.ground)
    return f'<path class="area {area.ground} {flags}" d="{shape}">{title}</path>{marked(marks_of(area), shape)}'


def _trees(pen: TableProjection, area: Area) -> str:
    """The crowns of the trees in a wood."""
    return "".join(
        f'<use href="#t-tree" transform="translate({pen.at(x, y)}) scale({size:g})"/>'
        for x, y, size in trees(area.outline)
    )


def _solids(pen: TableProjection, table: Table) -> str:
    drawn = []
    for solid in table.solids:
        kind = "hill" if solid.hill else "solid"
        shape, title = pen.ring(solid.outline), title_of(table.pieces[solid.piece])
        drawn.append(f'<path class="{kind} {_band(solid.z1)}" d="{shape}">{title}</path>{solid_marks(solid, shape)}')
        if solid.z1 >= LABELLED_FROM or solid.hill:
            drawn.append(_label(pen, solid.outline, solid.z1))
    return f'<g class="layer solids">{"".join(drawn)}</g>'


def _band(z: int) -> str:
    return f"floor-{max(band for band in BANDS if band <= z) // 100}"


def _floors(pen: TableProjection, table: Table) -> Iterable[str]:
    """One group for each height above the ground, so that the page can hide levels."""
    heights = sorted({surface.z for surface in table.surfaces if surface.kind == "floor"})
    edges: dict[int, list[Edge]] = {}
    for edge in table.edges:
        edges.setdefault(edge.z, []).append(edge)
    for z in heights:
        floors = [surface for surface in table.surfaces if surface.kind == "floor" and surface.z == z]
        walls = [wall for wall in table.walls if wall.z0 == z and z]
        yield f'<g class="layer floors" data-z="{z}">'
        for floor in floors:
            yield _floor(pen, floor)
        for edge in edges.get(z, ()):
            yield _edge(pen, edge)
        for wall in walls:
            yield wall_svg(pen, wall)
        yield "</g>"


def _floor(pen: TableProjection, floor: Surface) -> str:
    shape = pen.ring(floor.outline) + "".join(pen.ring(hole) for hole in floor.holes)
    walkway = " walkway" if floor.walkway else ""
    label = _label(pen, floor.outline, floor.z) if floor.z else ""
    above = f'<path class="material" fill="url(#t-planks)" fill-rule="evenodd" d="{shape}"/>' if floor.z else ""
    return (
        f'<g class="lifts" data-z="{floor.z}">{floor_shadow(shape, floor.z)}'
        f'<path class="storey {_band(floor.z)}{walkway}" data-building="{escape(floor.building, {chr(34): ""})}" '
        f'data-level="{floor.level}" fill-rule="evenodd" d="{shape}"/>{above}{label}</g>'
    )


def _label(pen: TableProjection, outline: Sequence[tuple[int, int]], z: int) -> str:
    """The height in inches, at the corner nearest to the upper left of the picture."""
    x = min(point[0] for point in outline)
    y = max(point[1] for point in outline)
    top = number((pen.length - y) / 100 + 1.05)
    return f'<text class="height" x="{pen.x(x + 20)}" y="{top}">{number(z / 100)}″</text>'


def _edge(pen: TableProjection, edge: Edge) -> str:
    """An edge that a model can fall from: a line with hachures on the low side."""
    length = hypot(edge.bx - edge.ax, edge.by - edge.ay)
    strokes = [f"M{pen.at(edge.ax, edge.ay)}L{pen.at(edge.bx, edge.by)}"]
    count = max(1, int(length // HACHURE_STEP))
    for place in range(count):
        share = (place + 0.5) / count
        x = edge.ax + (edge.bx - edge.ax) * share
        y = edge.ay + (edge.by - edge.ay) * share
        strokes.append(f"M{pen.at(x, y)}L{pen.at(x + edge.nx * 18, y + edge.ny * 18)}")
    return f'<path class="drop" d="{"".join(strokes)}"/>'


def _way(pen: TableProjection, way: Connector) -> str:
    """A ladder, a rope or stairs from bottom to top."""
    (ax, ay, _), (bx, by, top) = way.foot, way.head
    run = hypot(bx - ax, by - ay) or 1
    ux, uy = (bx - ax) / run, (by - ay) / run
    half = 25
    lines = []
    if way.kind == "rope":
        lines.append(f"M{pen.at(ax, ay)}L{pen.at(bx, by)}")
    else:
        for side in (-half, half):
            lines.append(f"M{pen.at(ax - uy * side, ay + ux * side)}L{pen.at(bx - uy * side, by + ux * side)}")
        rungs = max(2, int(run // 25))
        for rung in range(rungs + 1):
            x, y = ax + ux * run * rung / rungs, ay + uy * run * rung / rungs
            lines.append(f"M{pen.at(x - uy * half, y + ux * half)}L{pen.at(x + uy * half, y - ux * half)}")
    shape = "".join(lines)
    return f'<path class="way {way.kind}" data-z="{top}" d="{shape}"/><path class="way-wood" d="{shape}"/>'
