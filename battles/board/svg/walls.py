"""Walls and shadows of the table: stones cut by the thickness of the wall, brick faces and shadows by height, openings.
The tops of walls are drawn at their true place, so that distances in the drawing are exact; faces and shadows are next
to them."""

from __future__ import annotations

from battles.board.svg.projection import TableProjection, number
from battles.engine.table.compiler import Solid, Wall

LOW_WALL = 110
HIGHEST_SHADOW = 600
ACROSS, DOWN = 0.09, 0.073
"""Length of a shadow in inches to the right and downwards, for each inch of height."""
FACE, FACE_PER_INCH = 0.1, 0.035
"""Height of the visible face of a wall, in inches of the drawing: a fixed part, and a part for each inch of height."""
RIM = 0.12
"""Total width of the dark edges on both sides of the stones, in inches."""


def floor_shadow(shape: str, height: int) -> str:
    """The shadow of a floor at this height (hundredths of an inch) above the ground; "" for the ground itself."""
    if height <= 0:
        return ""
    across, down = number(height / 100 * ACROSS), number(height / 100 * DOWN)
    return f'<path class="shadow" fill-rule="evenodd" transform="translate({across} {down})" d="{shape}"/>'


def wall_shadow(pen: TableProjection, wall: Wall) -> str:
    """The shadow of a wall on the ground, as long as the wall is high."""
    return _cast(pen, (wall.a, wall.b), wall.z1 - wall.z0)


def solid_shadow(pen: TableProjection, solid: Solid) -> str:
    """The shadow of a block: its outline, moved away from the light."""
    reach = min(solid.z1, HIGHEST_SHADOW)
    return f'<path d="{pen.ring([(round(x + reach * ACROSS), round(y - reach * DOWN)) for x, y in solid.outline])}"/>'


def _cast(pen: TableProjection, line: tuple[tuple[int, int], tuple[int, int]], height: int) -> str:
    reach = min(height, HIGHEST_SHADOW)
    (ax, ay), (bx, by) = line
    return f'<path d="{_strip(pen, ax, ay, bx, by, reach * ACROSS, reach * DOWN)}"/>'


def _strip(pen: TableProjection, ax: float, ay: float, bx: float, by: float, across: float, down: float) -> str:
    """The area covered by a line that is moved to the right and down. The path uses relative coordinates, which
    compress well."""
    move, back = _step(bx - ax, ay - by), _step(ax - bx, by - ay)
    return f"M{pen.at(ax, ay)}{move}{_step(across, down)}{back}z"


def _step(across: float, down: float) -> str:
    """A relative line in the drawing, from hundredths of an inch."""
    if not round(down):
        return f"h{number(across / 100)}"
    return f"l{number(across / 100)} {number(down / 100)}" if round(across) else f"v{number(down / 100)}"


def wall_svg(pen: TableProjection, wall: Wall) -> str:
    """The parts of a wall between its openings, and a mark in each opening."""
    kind = "low" if wall.z1 - wall.z0 <= LOW_WALL else "high"
    if not wall.hard:
        kind += " soft"
    parts: list[str] = []
    faces: list[str] = []
    marks: list[str] = []
    start = 0.0
    for opening in sorted(wall.openings, key=lambda item: item.start):
        if opening.start > start:
            parts.append(_stretch(pen, wall, start, opening.start))
            faces.append(_face(pen, wall, start, opening.start))
        marks.append(f'<path class="opening {opening.kind}" d="{_stretch(pen, wall, opening.start, opening.end)}"/>')
        start = opening.end
    if start < wall.length:
        parts.append(_stretch(pen, wall, start, wall.length))
        faces.append(_face(pen, wall, start, wall.length))
    wide = max(wall.thickness, 20) / 100
    shape, face = "".join(parts), "".join(faces)
    return (
        (
            f'<path class="wall-face" d="{face}"/><path class="material" fill="url(#t-bricks)" d="{face}"/>'
            if face
            else ""
        )
        + f'<path class="wall {kind}" stroke-width="{number(wide)}" d="{shape}"/>'
        f'<path class="wall-top {kind}" stroke-width="{number(wide - RIM)}" d="{shape}"/>' + "".join(marks)
    )


def _face(pen: TableProjection, wall: Wall, start: float, end: float) -> str:
    """The visible (south) face of a stone wall that runs from left to right; "" for low walls and for walls that run up
    and down."""
    if not wall.hard or wall.z0 or wall.z1 - wall.z0 <= LOW_WALL or abs(wall.uy) > 0.35:
        return ""
    deep = 100 * FACE + FACE_PER_INCH * (wall.z1 - wall.z0) + wall.thickness / 2
    ax, ay = wall.ax + wall.ux * start, wall.ay + wall.uy * start
    bx, by = wall.ax + wall.ux * end, wall.ay + wall.uy * end
    return _strip(pen, ax, ay, bx, by, 0, deep)


def _stretch(pen: TableProjection, wall: Wall, start: float, end: float) -> str:
    """A part of a wall between two points on its axis."""
    far = end - start
    begin = pen.at(wall.ax + wall.ux * start, wall.ay + wall.uy * start)
    return f"M{begin}{_step(wall.ux * far, -wall.uy * far)}"
