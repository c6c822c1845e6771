"""Finds the open edges of floors and roofs, where a model can fall, jump or climb down (GM-SURF-01).

An outline is split where anything next to it changes (other surfaces, walls, openings, parapets, stair heads), and each
part is checked at its middle. All values are hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from battles.engine.table.compiler import Compiled, Surface, Wall
from battles.engine.table.vectors import Point, Polygon, point_in_polygon, segment_distance, sides_of

OPEN_DROP = 100
PARAPET = 50
NEAR_RIM = 30
STAIR_MOUTH = 75


class Edge(NamedTuple):
    """A straight open part of a surface's outline. (nx, ny) points outwards; `drop` is the depth directly below."""

    number: int
    surface: int
    ax: int
    ay: int
    bx: int
    by: int
    z: int
    nx: float
    ny: float
    drop: int

    @property
    def a(self) -> Point:
        return self.ax, self.ay

    @property
    def b(self) -> Point:
        return self.bx, self.by


def find_edges(compiled: Compiled) -> tuple[Edge, ...]:
    """All open edges of all surfaces. A hillside has none; its steep faces are walls to climb."""
    edges: list[Edge] = []
    for surface in compiled.surfaces:
        if surface.kind == "hill" or surface.z < OPEN_DROP:
            continue
        rims: list[tuple[Point, Point]] = sides_of(surface.outline)
        for hole in surface.holes:
            rims += [(b, a) for a, b in sides_of(hole)]
        for a, b in rims:
            _edges_of_rim(compiled, surface, a, b, edges)
    return tuple(edges)


def surface_height_at(surfaces: Iterable[Surface], x: float, y: float, z: float) -> int:
    """The height of the highest surface below or at z that contains the point; 0 for the table (GM-SURF-01)."""
    best = 0
    for surface in surfaces:
        if best < surface.z <= z and holds(surface, x, y):
            best = surface.z
    return best


def holds(surface: Surface, x: float, y: float) -> bool:
    """Whether a point is on a surface, including its edge but not its hatches."""
    box = surface.box
    if x < box[0] or y < box[1] or x > box[2] or y > box[3] or point_in_polygon(x, y, surface.outline) < 0:
        return False
    return not surface.holes or not any(point_in_polygon(x, y, hole) > 0 for hole in surface.holes)


def _edges_of_rim(compiled: Compiled, surface: Surface, a: Point, b: Point, edges: list[Edge]) -> None:
    length = hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    nx, ny = uy, -ux
    walls = [
        w for w in compiled.walls if w.z1 >= surface.z + PARAPET and w.z0 <= surface.z + PARAPET and _along(w, a, b)
    ]
    rails = [(p, q) for owner, p, q, high in compiled.parapets if owner == surface.number and high >= PARAPET]
    mouths = [w.head for w in compiled.connectors if w.kind == "stairs" and abs(w.head[2] - surface.z) <= PARAPET]
    marks: set[float] = {0.0, length}

    def mark(x: float, y: float) -> None:
        at = (x - a[0]) * ux + (y - a[1]) * uy
        if 0 < at < length:
            marks.add(at)

    for wall in walls:
        for at in (0.0, wall.length, *(s for o in wall.openings for s in (o.start, o.end))):
            mark(wall.ax + wall.ux * at, wall.ay + wall.uy * at)
    for p, q in rails:
        mark(p[0], p[1])
        mark(q[0], q[1])
    for mx, my, _ in mouths:
        mark(mx - ux * STAIR_MOUTH, my - uy * STAIR_MOUTH)
        mark(mx + ux * STAIR_MOUTH, my + uy * STAIR_MOUTH)
    others = [s for s in compiled.surfaces if s is not surface and _boxes_near(s, a, b)]
    for shape in (shape for other in others for shape in (other.outline, *other.holes)):
        _mark_crossings(shape, a, ux, uy, nx, ny, length, marks)
    stops = sorted(marks)
    for start, end in pairwise(stops):
        if end - start < 2:
            continue
        middle = (start + end) / 2
        x, y = a[0] + ux * middle, a[1] + uy * middle
        drop = _drop(compiled, surface, others, x + nx * 2, y + ny * 2)
        if drop < OPEN_DROP or _guarded(surface.z, x, y, walls, rails):
            continue
        if any(hypot(x - mx, y - my) <= STAIR_MOUTH for mx, my, _ in mouths):
            continue
        p = (round(a[0] + ux * start), round(a[1] + uy * start))
        q = (round(a[0] + ux * end), round(a[1] + uy * end))
        if (
            edges
            and edges[-1].surface == surface.number
            and edges[-1].b == p
            and edges[-1].drop == drop
            and _straight(edges[-1], q)
        ):
            edges[-1] = edges[-1]._replace(bx=q[0], by=q[1])
        else:
            edges.append(Edge(len(edges), surface.number, *p, *q, surface.z, nx, ny, drop))


def _straight(edge: Edge, q: Point) -> bool:
    return abs(edge.nx * (q[0] - edge.ax) + edge.ny * (q[1] - edge.ay)) < 1


def _mark_crossings(
    shape: Polygon, a: Point, ux: float, uy: float, nx: float, ny: float, length: float, marks: set[float]
) -> None:
    """Add the positions where an outline crosses the line two hundredths of an inch outside the edge."""
    ox, oy = a[0] + nx * 2, a[1] + ny * 2
    for (px, py), (qx, qy) in sides_of(shape):
        sp = (px - ox) * nx + (py - oy) * ny
        sq = (qx - ox) * nx + (qy - oy) * ny
        if (sp > 0) != (sq > 0):
            share = sp / (sp - sq)
            at = (px + (qx - px) * share - ox) * ux + (py + (qy - py) * share - oy) * uy
            if 0 < at < length:
                marks.add(at)


def _drop(compiled: Compiled, surface: Surface, others: list[Surface], x: float, y: float) -> int:
    """The drop directly outside an edge; 0 where the surface continues or a solid body is next to it."""
    for other in (surface, *others):
        if abs(other.z - surface.z) < OPEN_DROP and holds(other, x, y):
            return 0
    for solid in compiled.solids:
        if not solid.hill and solid.z0 <= surface.z < solid.z1 - PARAPET and point_in_polygon(x, y, solid.outline) > 0:
            return 0
    return surface.z - surface_height_at(others, x, y, surface.z)


def _guarded(z: int, x: float, y: float, walls: list[Wall], rails: list[tuple[Point, Point]]) -> bool:
    if any(segment_distance(x, y, p, q) <= NEAR_RIM for p, q in rails):
        return True
    for wall in walls:
        if segment_distance(x, y, wall.a, wall.b) > wall.thickness / 2 + NEAR_RIM:
            continue
        at = (x - wall.ax) * wall.ux + (y - wall.ay) * wall.uy
        if not any(o.start <= at <= o.end and o.sill < z + PARAPET and o.lintel > z for o in wall.openings):
            return True
    return False


def _along(wall: Wall, a: Point, b: Point) -> bool:
    reach = wall.thickness / 2 + NEAR_RIM
    length = hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    if abs(ux * wall.uy - uy * wall.ux) > 0.2:
        return False
    return (
        min(segment_distance(*wall.a, a, b), segment_distance(*wall.b, a, b)) <= reach
        or min(segment_distance(*a, wall.a, wall.b), segment_distance(*b, wall.a, wall.b)) <= reach
    )


def _boxes_near(surface: Surface, a: Point, b: Point) -> bool:
    box = surface.box
    return (
        box[0] <= max(a[0], b[0]) + 5
        and box[2] >= min(a[0], b[0]) - 5
        and box[1] <= max(a[1], b[1]) + 5
        and box[3] >= min(a[1], b[1]) - 5
    )
