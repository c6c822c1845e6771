"""What is certain to block a straight leg on the table top: lines that cannot be crossed, posts that cannot be passed
closely.

This is cheaper than validating the leg. A leg that nothing here blocks may still be refused. Hundredths of an inch.
Rule: GM-ROUTE-01
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from battles.engine.table.compiler import Wall
from battles.engine.table.grid import Grid, GridGroup
from battles.engine.table.movement.rules import MoveRules
from battles.engine.table.table import Table
from battles.engine.table.vectors import SLACK, Body, Box, Point, box_of, sides_of

Line = tuple[int, int, int, int]
Post = tuple[int, int, int]
"""A point, and the square of the minimum distance for passing it."""


class KnownBarriers:
    """What has blocked legs from one place. It is checked first, since it usually blocks other legs too.

    `lines` and `posts` belong to terrain and are stored relative to the place; `bodies` are the models of one search,
    as posts.
    """

    __slots__ = ("bodies", "lines", "posts", "x", "y")

    def __init__(self, x: int, y: int, terrain: KnownBarriers | None = None) -> None:
        """Lines and posts are shared with those of `terrain`, if it is given."""
        self.x = x
        self.y = y
        self.lines: list[tuple[int, int, int, int, int, int, int]] = terrain.lines if terrain else []
        self.posts: list[Post] = terrain.posts if terrain else []
        self.bodies: list[Post] = []

    def add_line(self, line: Line) -> None:
        """Record a line that has blocked a leg."""
        px, py, qx, qy = line[0] - self.x, line[1] - self.y, line[2] - self.x, line[3] - self.y
        ex, ey = qx - px, qy - py
        self.lines.append((px, py, qx, qy, ex, ey, ey * px - ex * py))

    def add_post(self, post: Post) -> None:
        """Record a point that has blocked a leg."""
        self.posts.append((post[0] - self.x, post[1] - self.y, post[2]))

    def add_body(self, x: int, y: int, near: int) -> None:
        """Record a base that has blocked a leg. `near` is the square of the minimum distance for passing it."""
        self.bodies.append((x - self.x, y - self.y, near))

    def bars(self, bx: int, by: int) -> bool:
        """Whether something that has blocked a leg from this place also blocks this leg."""
        dx, dy = bx - self.x, by - self.y
        for px, py, qx, qy, ex, ey, side in self.lines:
            if (dx * py - dy * px) * (dx * qy - dy * qx) < 0 and side * (side + ex * dy - ey * dx) < 0:
                return True
        if self.posts or self.bodies:
            square = dx * dx + dy * dy
            for posts in (self.posts, self.bodies):
                for ex, ey, near in posts:
                    if 0 < ex * dx + ey * dy < square and (dx * ey - dy * ex) ** 2 < near * square:
                        return True
        return False


class Screens:
    """The fixed obstacles of a table for a base that starts on the ground and walks over low objects."""

    def __init__(self, table: Table, body: Body, rules: MoveRules, *, ghostly: bool = False) -> None:
        """`ghostly` movers are blocked by nothing."""
        self.table = table
        self.limit = rules.leap_limit
        self.tall = body.height
        self.near = body.radius - SLACK - 1
        lines: list[Line] = []
        posts: set[Point] = set()
        for wall in () if ghostly else table.walls:
            lines += self._lines_of(wall)
            posts.update(self._posts_of(wall))
        for solid in () if ghostly else table.solids:
            if not solid.hill and self._stands_high(solid.z0, solid.z1, solid.box):
                lines += [(*a, *b) for a, b in sides_of(solid.outline)]
                posts.update(solid.outline)
        self.lines: list[Line] = lines
        self.posts: list[Post] = [(x, y, self.near**2) for x, y in sorted(posts)]

    @cached_property
    def _near(self) -> GridGroup[tuple[tuple[Line, ...], tuple[Post, ...]]]:
        near, size = self.near, (self.table.width, self.table.length)
        on_lines = Grid(*size, ((line, _box(line)) for line in self.lines))
        on_posts = Grid(*size, ((post, box_of((post[:2],), near)) for post in self.posts))
        return GridGroup(on_lines, lambda *box: (on_lines.within(*box), on_posts.within(*box)))

    def highest(self, box: Box) -> int:
        """Height of the highest surface in or near a box that a walker on the ground can step onto."""
        x0, y0, x1, y1 = box
        low = self.table.low_grid(self.limit).within(x0 - self.near, y0 - self.near, x1 + self.near, y1 + self.near)
        return max((surface.z for surface in low), default=0)

    def _stands_high(self, z0: int, z1: int, box: Box) -> bool:
        return z0 < self.tall and z1 - self.highest(box) > self.limit

    def _doors_of(self, wall: Wall, high: int) -> list[tuple[int, int]]:
        limit = self.limit + high
        return sorted((o.start, o.end) for o in wall.openings if o.sill <= limit and o.lintel > 0)

    def _lines_of(self, wall: Wall) -> Iterator[Line]:
        """A wall, extended at both ends for as long as no base can get past it, without its doorways."""
        box = box_of((wall.a, wall.b))
        if not self._stands_high(wall.z0, wall.z1, box):
            return
        at: float = 1 - self.near
        for start, end in [*self._doors_of(wall, self.highest(box)), (int(wall.length) + self.near, 0)]:
            if start - at > 2:
                yield (
                    round(wall.ax + wall.ux * (at + 1)), round(wall.ay + wall.uy * (at + 1)),
                    round(wall.ax + wall.ux * (start - 1)), round(wall.ay + wall.uy * (start - 1)),
                )  # fmt: skip
            at = max(at, end)

    def _posts_of(self, wall: Wall) -> Iterator[Point]:
        """Ends of a wall without a doorway nearby."""
        box = box_of((wall.a, wall.b))
        if not self._stands_high(wall.z0, wall.z1, box):
            return
        doors = self._doors_of(wall, self.highest(box))
        wide = 4 * self.near
        if all(start > wide for start, _ in doors):
            yield wall.a
        if all(end < wall.length - wide for _, end in doors):
            yield wall.b

    def bars_anew(self, bx: int, by: int, known: KnownBarriers) -> bool:
        """Whether a leg that no known blocker stops is certain to be blocked. The blocker is added to `known`."""
        ax, ay = known.x, known.y
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        x0, x1 = (ax, bx) if ax < bx else (bx, ax)
        y0, y1 = (ay, by) if ay < by else (by, ay)
        lines, posts = self._near.within(x0, y0, x1, y1)
        for line in lines:
            px, py, qx, qy = line
            if (dx * (py - ay) - dy * (px - ax)) * (dx * (qy - ay) - dy * (qx - ax)) >= 0:
                continue
            ex, ey = qx - px, qy - py
            if (ex * (ay - py) - ey * (ax - px)) * (ex * (by - py) - ey * (bx - px)) < 0:
                known.add_line(line)
                return True
        for post in posts:
            x, y, near = post
            ex, ey = x - ax, y - ay
            if (dx * ey - dy * ex) ** 2 < near * square and 0 < ex * dx + ey * dy < square:
                known.add_post(post)
                return True
        return False


def _box(line: Line) -> Box:
    px, py, qx, qy = line
    return min(px, qx), min(py, qy), max(px, qx), max(py, qy)
