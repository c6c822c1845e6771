"""Which of the 25 rays an object blocks: walls with openings, solids, floors, models, woods (LS-BLOCK-01).

Every function takes a `Frame` and a mask of the rays to check, and returns the mask of those that the object blocks. A
dict given as `when` also receives, for each blocked ray, how far along the ray it is blocked. Hundredths of an inch;
floats are allowed here (GM-UNIT-01).
"""

from __future__ import annotations

from math import sqrt

from battles.engine.table.compiler import Area, Opening, Solid, Surface, Wall
from battles.engine.table.edges import holds
from battles.engine.table.vectors import Body, Polygon, point_in_polygon

ALL_RAYS = (1 << 25) - 1
COLUMN = 31
DEPTH = 0.1
"""A ray that is inside a body for more than this (0.001 inch) is blocked."""
FOREST_DEPTH = 500.1
_EDGE = 1e-9

When = dict[int, float] | None


class Frame:
    """The 25 rays: eye, direction as seen from above, offsets of the columns, heights of the rows."""

    __slots__ = (
        "dx", "dy", "ex", "ey", "ez", "half", "high", "length", "low", "lx", "ly", "offsets", "rises", "square",
    )  # fmt: skip

    @classmethod
    def of(cls, eye: tuple[int, int, int], target: Body) -> Frame:
        """The rays from an eye to a silhouette. Straight up or down, the direction of view is +x (LS-TRUE-01)."""
        frame = cls.__new__(cls)
        frame.ex, frame.ey, ez = eye
        frame.ez = ez
        dx = frame.dx = target.x - frame.ex
        dy = frame.dy = target.y - frame.ey
        square = frame.square = dx * dx + dy * dy
        length = frame.length = sqrt(square)
        frame.lx, frame.ly = (-dy / length, dx / length) if square else (0.0, 1.0)
        radius, height, base = target.radius, target.height, target.z - ez
        frame.half = 0.8 * radius
        half, part = 0.8 * radius, 0.4 * radius
        frame.offsets = (-half, -part, 0.0, part, half)
        frame.rises = (
            base + 0.1 * height, base + 0.3 * height, base + 0.5 * height, base + 0.7 * height, base + 0.9 * height,
        )  # fmt: skip
        foot, head = frame.rises[0] + ez, frame.rises[4] + ez
        frame.low = foot if foot < ez else float(ez)
        frame.high = head if head > ez else float(ez)
        return frame

    ex: int
    ey: int
    ez: int
    dx: int
    dy: int
    square: int
    length: float
    half: float
    lx: float
    ly: float
    offsets: tuple[float, ...]
    rises: tuple[float, ...]
    low: float
    high: float


def wall_mask(wall: Wall, frame: Frame, left: int, when: When = None) -> int:
    """Rays blocked by a straight wall, outside its openings."""
    eu = (frame.ex - wall.ax) * wall.ux + (frame.ey - wall.ay) * wall.uy
    ev = (frame.ey - wall.ay) * wall.ux - (frame.ex - wall.ax) * wall.uy
    du = frame.dx * wall.ux + frame.dy * wall.uy
    dv = frame.dy * wall.ux - frame.dx * wall.uy
    su = frame.lx * wall.ux + frame.ly * wall.uy
    sv = frame.ly * wall.ux - frame.lx * wall.uy
    length, half = wall.length, wall.thickness / 2
    low, high = wall.z0 - frame.ez, wall.z1 - frame.ez
    rises, openings = frame.rises, wall.openings
    mask = 0
    for column, offset in enumerate(frame.offsets):
        if not left >> 5 * column & COLUMN:
            continue
        ru, rv = du + su * offset, dv + sv * offset
        if not half:
            if (ev > 0) == (ev + rv > 0) or not rv:
                continue
            share = -ev / rv
            u = eu + ru * share
            if not -_EDGE <= u <= length + _EDGE or not _EDGE < share < 1 - _EDGE:
                continue
            for row in range(5):
                rise = rises[row] * share
                if low <= rise <= high and not (openings and _through(openings, u, rise + frame.ez)):
                    bit = 5 * column + row
                    mask |= 1 << bit
                    if when is not None:
                        when[bit] = share
            continue
        start, end = _slab_clip(eu, ru, 0.0, length, 0.0, 1.0)
        start, end = _slab_clip(ev, rv, -half, half, start, end)
        if end <= start:
            continue
        plain = sqrt(ru * ru + rv * rv)
        if when is None and (end - start) * plain > DEPTH:
            low_near, low_far = rises[0] * start, rises[0] * end
            high_near, high_far = rises[4] * start, rises[4] * end
            if low <= low_near and low <= low_far and high_near <= high and high_far <= high:
                if openings:
                    u0, u1 = eu + ru * start, eu + ru * end
                    if u0 > u1:
                        u0, u1 = u1, u0
                    foot = (low_near if low_near < low_far else low_far) + frame.ez
                    head = (high_near if high_near > high_far else high_far) + frame.ez
                    for hole in openings:
                        if hole.start < u1 and hole.end > u0 and hole.sill < head and hole.lintel > foot:
                            break
                    else:
                        mask |= COLUMN << 5 * column
                        continue
                else:
                    mask |= COLUMN << 5 * column
                    continue
        for row in range(5):
            if not left >> 5 * column + row & 1:
                continue
            rise = rises[row]
            z0, z1 = rise * start, rise * end
            if (z0 >= high and z1 >= high) or (z0 <= low and z1 <= low):
                continue
            if openings and _clean_through(openings, eu + ru * start, eu + ru * end, z0 + frame.ez, z1 + frame.ez):
                continue
            first, last = _slab_clip(0.0, rise, low, high, start, end)
            if last <= first:
                continue
            real = sqrt(plain * plain + rise * rise)
            inside = last - first
            if openings:
                for hole in openings:
                    if not hole.closed:
                        a, b = _slab_clip(eu, ru, hole.start, hole.end, first, last)
                        a, b = _slab_clip(0.0, rise, hole.sill - frame.ez, hole.lintel - frame.ez, a, b)
                        if b > a:
                            inside -= b - a
            if inside * real > DEPTH:
                bit = 5 * column + row
                mask |= 1 << bit
                if when is not None:
                    when[bit] = first
    return mask & left


def _through(openings: tuple[Opening, ...], u: float, z: float) -> bool:
    return any(not o.closed and o.start <= u <= o.end and o.sill <= z <= o.lintel for o in openings)


def _clean_through(openings: tuple[Opening, ...], u0: float, u1: float, z0: float, z1: float) -> bool:
    """Whether a ray passes through a wall completely inside one opening."""
    for o in openings:
        if o.start <= u0 <= o.end and o.start <= u1 <= o.end and o.sill <= z0 <= o.lintel and o.sill <= z1 <= o.lintel:
            return not o.closed
    return False


def _slab_clip(origin: float, run: float, low: float, high: float, start: float, end: float) -> tuple[float, float]:
    """The part of [start, end] in which low < origin + run * t < high; (1, 0) for none."""
    if run > 0:
        a, b = (low - origin) / run, (high - origin) / run
    elif run < 0:
        a, b = (high - origin) / run, (low - origin) / run
    else:
        return (start, end) if low < origin < high else (1.0, 0.0)
    # comparisons, not max and min: this line runs a million times a battle
    return (a if a > start else start), (b if b < end else end)


def solid_mask(solid: Solid, frame: Frame, left: int, when: When = None) -> int:
    """Rays that pass through the inside of a solid."""
    low, high = solid.z0 - frame.ez, solid.z1 - frame.ez
    rises = frame.rises
    if not any(r > low for r in (0.0, *rises)) or not any(r < high for r in (0.0, *rises)):
        return 0
    mask = 0
    for column, offset in enumerate(frame.offsets):
        if not left >> 5 * column & COLUMN:
            continue
        for start, end in polygon_shares(solid.outline, frame, offset):
            plain = frame.square + offset * offset
            for row in range(5):
                rise = rises[row]
                first, last = _slab_clip(0.0, rise, low, high, start, end)
                if (last - first) * sqrt(plain + rise * rise) > DEPTH:
                    bit = 5 * column + row
                    mask |= 1 << bit
                    if when is not None and first < when.get(bit, 2.0):
                        when[bit] = first
    return mask & left


def polygon_shares(outline: Polygon, frame: Frame, offset: float) -> list[tuple[float, float]]:
    """Parts of one column's line that are inside a polygon, as shares of the line.

    Parts along a side do not count as inside.
    """
    rx, ry = frame.dx + frame.lx * offset, frame.dy + frame.ly * offset
    ex, ey = frame.ex, frame.ey
    shares: list[float] = []
    along: list[tuple[float, float]] = []
    ax, ay = outline[-1][0] - ex, outline[-1][1] - ey
    fa = rx * ay - ry * ax
    square = rx * rx + ry * ry
    if not square:
        return [(0.0, 1.0)] if point_in_polygon(ex, ey, outline) > 0 else []
    for px, py in outline:
        bx, by = px - ex, py - ey
        fb = rx * by - ry * bx
        if (fa > 0) != (fb > 0):
            u = fa / (fa - fb)
            shares.append((rx * (ax + (bx - ax) * u) + ry * (ay + (by - ay) * u)) / square)
        elif not fa and not fb:
            along.append(((rx * ax + ry * ay) / square, (rx * bx + ry * by) / square))
        ax, ay, fa = bx, by, fb
    shares.sort()
    parts: list[tuple[float, float]] = []
    for i in range(0, len(shares) - 1, 2):
        start, end = max(0.0, shares[i]), min(1.0, shares[i + 1])
        if end > start:
            parts.append((start, end))
    for first, other in along:
        low, high = (first, other) if first < other else (other, first)
        cut = [(start, min(end, low)) for start, end in parts] + [(max(start, high), end) for start, end in parts]
        parts = sorted((start, end) for start, end in cut if end > start)
    return parts


def body_mask(body: Body, frame: Frame, left: int, when: When = None) -> int:
    """Rays that pass through another model's cylinder."""
    bx, by = body.x - frame.ex, body.y - frame.ey
    radius = body.radius
    length = frame.length
    cross = frame.dx * by - frame.dy * bx
    reach = (frame.half + radius) * length
    if cross > reach or cross < -reach:
        return 0
    along = frame.dx * bx + frame.dy * by
    if along < -radius * length or along > frame.square + radius * length:
        return 0
    low, high = body.z - frame.ez, body.z + body.height - frame.ez
    rises = frame.rises
    mask = 0
    for column, offset in enumerate(frame.offsets):
        if not left >> 5 * column & COLUMN:
            continue
        rx, ry = frame.dx + frame.lx * offset, frame.dy + frame.ly * offset
        square = rx * rx + ry * ry
        if not square:
            if bx * bx + by * by >= radius * radius:
                continue
            start, end = 0.0, 1.0
        else:
            middle = (rx * bx + ry * by) / square
            away = (rx * by - ry * bx) ** 2 / square
            if away >= radius * radius:
                continue
            chord = sqrt((radius * radius - away) / square)
            start, end = max(0.0, middle - chord), min(1.0, middle + chord)
            if end <= start:
                continue
        for row in range(5):
            rise = rises[row]
            first, last = _slab_clip(0.0, rise, low, high, start, end)
            if (last - first) * sqrt(square + rise * rise) > DEPTH:
                bit = 5 * column + row
                mask |= 1 << bit
                if when is not None:
                    when[bit] = first
    return mask & left


def slab_mask(floor: Surface, frame: Frame, left: int, when: When = None) -> int:
    """Rays that cross a floor strictly between the eye and the target, outside its hatches."""
    rise_to = floor.z - frame.ez
    mask = 0
    for row, rise in enumerate(frame.rises):
        if not (0 < rise_to < rise or rise < rise_to < 0):
            continue
        share = rise_to / rise
        for column, offset in enumerate(frame.offsets):
            bit = 5 * column + row
            if left >> bit & 1:
                x = frame.ex + (frame.dx + frame.lx * offset) * share
                y = frame.ey + (frame.dy + frame.ly * offset) * share
                if holds(floor, x, y):
                    mask |= 1 << bit
                    if when is not None:
                        when[bit] = share
    return mask


def forest_mask(wood: Area, frame: Frame, left: int, when: When = None, deep: float = FOREST_DEPTH) -> int:
    """Rays with more than 5 inches (`deep`) of horizontal length inside one wood, below its top (TR-FOREST-LOS-01)."""
    box = wood.box
    x0, x1 = (frame.ex, frame.ex + frame.dx) if frame.dx >= 0 else (frame.ex + frame.dx, frame.ex)
    y0, y1 = (frame.ey, frame.ey + frame.dy) if frame.dy >= 0 else (frame.ey + frame.dy, frame.ey)
    half = frame.half
    if x1 < box[0] - half or x0 > box[2] + half or y1 < box[1] - half or y0 > box[3] + half:
        return 0
    high = wood.top - frame.ez
    mask = 0
    for column, offset in enumerate(frame.offsets):
        if not left >> 5 * column & COLUMN:
            continue
        parts = polygon_shares(wood.outline, frame, offset)
        plain = sqrt(frame.square + offset * offset)
        if sum(end - start for start, end in parts) * plain <= deep:
            continue
        for row in range(5):
            depth, where = 0.0, 1.0
            for start, end in parts:
                first, last = _slab_clip(0.0, frame.rises[row], -1e9, high, start, end)
                if last > first:
                    run = (last - first) * plain
                    if depth <= deep < depth + run:
                        where = first + (deep - depth) / plain
                    depth += run
            if depth > deep:
                bit = 5 * column + row
                mask |= 1 << bit
                if when is not None:
                    when[bit] = where
    return mask & left
