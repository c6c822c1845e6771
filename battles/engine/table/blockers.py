"""Standing models that are in the way of a leg. Hundredths of an inch. Rules: MV-WALK-03, GM-ROUTE-01"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from battles.engine.table.movement.barriers import KnownBarriers
from battles.engine.table.vectors import SLACK, point_nearer_than

Blocker = tuple[int, int, int, int, int]
"""A standing model: centre of its base, height of its feet and head, and the minimum distance for the centre of a
passing base.
"""


SIXTEEN = tuple((cos(pi / 16 + i * pi / 8), sin(pi / 16 + i * pi / 8)) for i in range(16))


def around_base(x: int, y: int, reach: int) -> Iterator[tuple[float, float]]:
    """The corners of the 16-gon around a standing base."""
    out = (reach + SLACK) / cos(pi / 16)
    for ux, uy in SIXTEEN:
        yield x + out * ux, y + out * uy


def is_blocked(blockers: Sequence[Blocker], px: int, py: int, qx: int, qy: int, z: int, top: int) -> bool:
    """Whether a mover on this part of a leg, with feet at `z` and head at `top`, comes too near a standing model
    (MV-WALK-03).
    """
    x0, x1 = (px, qx) if px < qx else (qx, px)
    y0, y1 = (py, qy) if py < qy else (qy, py)
    for x, y, foot, head, reach in blockers:
        if not (x0 - reach < x < x1 + reach and y0 - reach < y < y1 + reach and foot < top and z < head):
            continue
        if point_nearer_than(x, y, px, py, qx, qy, reach):
            return True
    return False


def meets(sure: Sequence[Blocker], bx: int, by: int, seen: KnownBarriers) -> bool:
    """Whether a leg on the table top is blocked by one of the models in `sure`, which block at any height. Adds that
    model to `seen`.
    """
    ax, ay = seen.x, seen.y
    x0, x1 = (ax, bx) if ax < bx else (bx, ax)
    y0, y1 = (ay, by) if ay < by else (by, ay)
    for x, y, _, _, reach in sure:
        near = x0 - reach < x < x1 + reach and y0 - reach < y < y1 + reach
        if near and point_nearer_than(x, y, ax, ay, bx, by, reach):
            seen.add_body(x, y, reach * reach)
            return True
    return False
