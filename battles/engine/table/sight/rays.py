"""Sight from a model's eye: 25 rays from the eye to a target's silhouette, and what blocks them (LS-TRUE-01,
LS-BLOCK-01).

Positions are hundredths of an inch. A point on a ray is given as `t` from 0 (eye) to 1 (end). Calculations use the line
from eye to target as seen from above: `t` along it and `s` hundredths of an inch to its left, so that column c of the
silhouette is the line s = offset(c) * t. Bit 5 * column + row of a mask stands for one ray; columns have offsets from
-0.8 to +0.8 of the radius, rows go from foot to head.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin, sqrt
from typing import NamedTuple

from battles.engine.native import geometry
from battles.engine.table.compiler import Wall
from battles.engine.table.sight.ray_masks import (
    ALL_RAYS,
    Frame,
    body_mask,
    forest_mask,
    slab_mask,
    solid_mask,
    wall_mask,
)
from battles.engine.table.sight.screens import Screen
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body

CELL = 400


class Stop(NamedTuple):
    """The first object that blocks a ray: `kind` wall, floor, solid, body or forest; its number; where on the ray."""

    column: int
    row: int
    kind: str
    number: int
    piece: str
    hard: bool
    share: float


class Sight(NamedTuple):
    """What an eye sees of a target: how many of 25 rays are clear, how many are blocked by which kind of cover, and on
    demand each blocking object.

    `hard` and `soft` count blocked rays by the first object that blocks them (LS-COVER-02); for a target out of sight
    both are 0.
    """

    clear: int
    hard: int
    soft: int
    stops: tuple[Stop, ...] = ()

    @property
    def seen(self) -> bool:
        return self.clear > 0

    @property
    def stopped(self) -> int:
        return 25 - self.clear

    @property
    def mostly_hard(self) -> bool:
        """Whether at least half of the blocked lines are blocked by hard cover (LS-COVER-02)."""
        return self.hard >= self.soft

    def in_cover(self, rays_needed: int) -> bool:
        """Whether the target is seen, but at least this many of the 25 rays are blocked (LS-COVER-01: 1, or 13 for
        half).
        """
        return self.clear > 0 and 25 - self.clear >= rays_needed


MIDDLE = 0b11111 << 10
"""The rays of the middle column."""
CLEAR = Sight(25, 0, 0)
BLIND = Sight(0, 0, 0)


def eye_height(z: int, standing_height: int, *, prone: bool = False) -> int:
    """Height of an eye above the table: 0.9 of the model's height, or 0.2 if it is fallen (GM-MODEL-01)."""
    return z + standing_height * (2 if prone else 9) // 10


def prone(body: Body) -> Body:
    """A fallen body: a quarter of its standing height (GM-MODEL-01)."""
    return body._replace(height=body.height // 4)


def crouched(body: Body) -> Body:
    """The silhouette of a hiding model: half its radius and height (GM-MODEL-01).

    As an obstacle, its body has its full size.
    """
    return body._replace(radius=body.radius // 2, height=body.height // 2)


def in_arc(viewer: Body, facing_degrees: int, target: Body, half_arc_degrees: int = 45) -> bool:
    """Whether a target's centre is within the arc of a viewer with a facing (LS-TRUE-01; mounted models in skirmish).

    The facing is in degrees clockwise from +y, like every heading.
    """
    dx, dy = target.x - viewer.x, target.y - viewer.y
    angle = radians(facing_degrees)
    along = dx * sin(angle) + dy * cos(angle)
    return along >= sqrt(dx * dx + dy * dy) * cos(radians(half_arc_degrees)) - 1e-6


def look(
    table: Table, eye: tuple[int, int, int], target: Body, bodies: Sequence[Body] = (), *, explain: bool = False
) -> Sight:
    """How much of `target` is visible from (x, y, z).

    `target` is the silhouette (see `prone`, `crouched`). `bodies` are all other models on the table at their current
    heights, without viewer and target. With `explain`, the result lists the first obstacle of every blocked ray; the
    number of a body is its index in `bodies`. Rules: LS-TRUE-01, LS-BLOCK-01, LS-COVER-02.
    """
    ex, ey, _ = eye
    tx, ty, _, grow, _ = target
    x0, x1 = (ex - grow, tx + grow) if ex <= tx else (tx - grow, ex + grow)
    y0, y1 = (ey - grow, ty + grow) if ey <= ty else (ty - grow, ey + grow)
    near = tuple(
        b for b in bodies if x0 <= b[0] + b[3] and b[0] - b[3] <= x1 and y0 <= b[1] + b[3] and b[1] - b[3] <= y1
    )
    if explain:
        # All bodies, so that the number of a stop is its index in the given list.
        return _explained(table, Frame.of(eye, target), tuple(bodies))
    cache = table.caches.looks
    key = (eye, target, near)
    found = cache.get(key)
    if found is None:
        return cache.store(key, look_uncached(table, eye, target, near))
    cache.counts.hits += 1
    return found


def look_uncached(table: Table, eye: tuple[int, int, int], target: Body, bodies: Sequence[Body]) -> Sight:
    """Like `look`, without the cache."""
    if table.terrain is not None:
        return Sight(*table.terrain.look(eye, target, tuple(bodies)))
    frame = Frame.of(eye, target)
    hard = soft = 0
    for item in _screens(table, frame):
        free = ALL_RAYS ^ (hard if item.hard else soft)
        mask = wall_mask(item, frame, free) if isinstance(item, Wall) else solid_mask(item, frame, free)
        if mask:
            if item.hard:
                hard |= mask
            else:
                soft |= mask
            if hard | soft == ALL_RAYS:
                return BLIND
    low, high = frame.low, frame.high
    for z, floors in table.slabs:
        if low < z < high:
            for floor in floors:
                hard |= slab_mask(floor, frame, ALL_RAYS ^ hard)
    for body in bodies:
        soft |= body_mask(body, frame, ALL_RAYS ^ soft)
    for wood in table.forests:
        soft |= forest_mask(wood, frame, ALL_RAYS ^ soft)
    stopped = hard | soft
    if stopped == ALL_RAYS:
        return BLIND
    if not stopped:
        return CLEAR
    if hard & soft:
        return _explained(table, frame, bodies)._replace(stops=())
    return Sight(25 - stopped.bit_count(), hard.bit_count(), soft.bit_count())


def is_wholly_clear(table: Table, eye: tuple[int, int, int], target: Body, bodies: Sequence[Body] = ()) -> bool:
    """Whether no ray is blocked: `look(...).clear == 25`, but it stops at the first that is (MV-HIDE-03)."""
    cache = table.caches.clear_lines
    key = (eye, target)
    clear = cache.get(key)
    if clear is None:
        terrain = table.terrain
        leaves_all = _terrain_leaves_all(table, Frame.of(eye, target)) if terrain is None else terrain.leaves_all(*key)
        clear = cache.store(key, leaves_all)
    else:
        cache.counts.hits += 1
    if not clear:
        return False
    if geometry is not None:
        return not geometry.body_blocks(eye, target, tuple(bodies))
    frame = Frame.of(eye, target)
    return not any(body_mask(body, frame, ALL_RAYS) for body in bodies)


def is_out_of_sight(table: Table, eye: tuple[int, int, int], target: Body) -> bool:
    """Whether terrain alone blocks every ray: `look(...).clear == 0` without bodies (MV-HIDE-01)."""
    cache = table.caches.blind_lines
    key = (eye, target)
    blind = cache.get(key)
    if blind is None:
        terrain = table.terrain
        stops_all = _terrain_stops_all(table, Frame.of(eye, target)) if terrain is None else terrain.stops_all(*key)
        return cache.store(key, stops_all)
    cache.counts.hits += 1
    return blind


def _terrain_stops_all(table: Table, frame: Frame) -> bool:
    """Whether terrain blocks all the rays. The middle ones are checked first, since usually one of them is clear."""
    screens = tuple(_screens(table, frame))
    for left in (MIDDLE, ALL_RAYS ^ MIDDLE):
        for item in screens:
            left &= ~(wall_mask(item, frame, left) if isinstance(item, Wall) else solid_mask(item, frame, left))
            if not left:
                break
        for z, floors in table.slabs:
            if left and frame.low < z < frame.high:
                for floor in floors:
                    left &= ~slab_mask(floor, frame, left)
        for wood in table.forests:
            if left:
                left &= ~forest_mask(wood, frame, left)
        if left:
            return False
    return True


def _terrain_leaves_all(table: Table, frame: Frame) -> bool:
    """Whether terrain blocks none of the rays. The middle ones are checked first, since usually they decide."""
    for item in _screens(table, frame):
        for left in (MIDDLE, ALL_RAYS ^ MIDDLE):
            if wall_mask(item, frame, left) if isinstance(item, Wall) else solid_mask(item, frame, left):
                return False
    for z, floors in table.slabs:
        if frame.low < z < frame.high and any(slab_mask(floor, frame, ALL_RAYS) for floor in floors):
            return False
    return not any(forest_mask(wood, frame, ALL_RAYS) for wood in table.forests)


def sees(table: Table, eye: tuple[int, int, int], target: Body, bodies: Sequence[Body] = ()) -> bool:
    """Whether at least one ray is clear (LS-TRUE-01)."""
    return look(table, eye, target, bodies).clear > 0


def _screens(table: Table, frame: Frame) -> Iterator[Screen]:
    """Walls and solids near the rays, each once, cell by cell from the eye, the large ones of each cell first."""
    cells = table.screens_by_cell
    ex, ey, dx, dy = frame.ex, frame.ey, frame.dx, frame.dy
    length, square = frame.length, frame.square
    half = frame.half
    columns = table.sight_grid.columns
    rows = table.sight_grid.rows
    taken: set[int] = set()
    top = max(frame.ez, frame.low, frame.high)
    bottom = min(frame.ez, frame.low)
    for cell in _cells_on_line(ex, ey, dx, dy, columns, rows):
        for number, ax, ay, bx, by, pad, z0, z1, item in cells[cell]:
            ax -= ex
            ay -= ey
            bx -= ex
            by -= ey
            margin = (half + pad) * length
            ca = dx * ay - dy * ax
            cb = dx * by - dy * bx
            if (ca > margin and cb > margin) or (ca < -margin and cb < -margin):
                continue
            margin = pad * length
            ca = dx * ax + dy * ay
            cb = dx * bx + dy * by
            if (ca < -margin and cb < -margin) or (ca > square + margin and cb > square + margin):
                continue
            if z1 < bottom or z0 > top or number in taken:
                continue
            taken.add(number)
            yield item


def _cells_on_line(ex: int, ey: int, dx: int, dy: int, columns: int, rows: int) -> list[int]:
    """Numbers of the cells that a line passes, in order from the eye."""
    last_column, last_row = columns - 1, rows - 1
    c0 = min(last_column, max(0, ex // CELL))
    r0 = min(last_row, max(0, ey // CELL))
    c1 = min(last_column, max(0, (ex + dx) // CELL))
    r1 = min(last_row, max(0, (ey + dy) // CELL))
    if r0 == r1:
        step = 1 if c1 >= c0 else -1
        return list(range(r0 * columns + c0, r0 * columns + c1 + step, step))
    if c0 == c1:
        step = columns if r1 >= r0 else -columns
        return list(range(r0 * columns + c0, r1 * columns + c0 + step, step))
    cells: list[int] = []
    step = 1 if c1 > c0 else -1
    row_step = 1 if r1 > r0 else -1
    row = r0
    for column in range(c0, c1 + step, step):
        if column == c1:
            end_row = r1
        else:
            border = (column + 1) * CELL if step > 0 else column * CELL
            end_row = (ey + dy * (border - ex) // dx) // CELL if dx else r1
            end_row = max(min(end_row, max(r0, r1)), min(r0, r1))
        cells.append(row * columns + column)
        while row != end_row:
            row += row_step
            cells.append(row * columns + column)
    return cells


def _explained(table: Table, frame: Frame, bodies: Sequence[Body]) -> Sight:
    first: list[tuple[float, str, int, int, bool] | None] = [None] * 25

    def note(kind: str, number: int, piece: int, hard: bool, when: dict[int, float]) -> None:
        for ray, share in when.items():
            known = first[ray]
            if known is None or share < known[0]:
                first[ray] = (share, kind, number, piece, hard)

    for item in _screens(table, frame):
        when: dict[int, float] = {}
        if isinstance(item, Wall):
            wall_mask(item, frame, ALL_RAYS, when)
            note("wall", item.number, item.piece, item.hard, when)
        else:
            solid_mask(item, frame, ALL_RAYS, when)
            note("solid", item.number, item.piece, item.hard, when)
    for z, floors in table.slabs:
        if frame.low < z < frame.high:
            for floor in floors:
                when = {}
                slab_mask(floor, frame, ALL_RAYS, when)
                note("floor", floor.number, floor.piece, True, when)
    for number, body in enumerate(bodies):
        when = {}
        body_mask(body, frame, ALL_RAYS, when)
        note("body", number, -1, False, when)
    for wood in table.forests:
        when = {}
        forest_mask(wood, frame, ALL_RAYS, when)
        note("forest", wood.number, wood.piece, False, when)
    stops = tuple(
        Stop(ray // 5, ray % 5, stop[1], stop[2], table.pieces[stop[3]].id if stop[3] >= 0 else "", stop[4], stop[0])
        for ray, stop in enumerate(first)
        if stop is not None
    )
    hard = sum(stop.hard for stop in stops)
    clear = 25 - len(stops)
    return Sight(clear, hard if clear else 0, len(stops) - hard if clear else 0, stops)
