"""The half-inch lattice of a table for one kind of mover: where the centre of a base may be and what the next step
costs.

It knows only fixed terrain. It is built on demand and cached with the table, so that later questions about a place are
fast. Nodes are numbers: n < columns * rows is the bare table at (n % columns, n // columns) * 50; higher numbers are
spots in a list, on floors or next to edges. Hundredths of an inch. Rules: GM-PATH-01, GM-ROUTE-01.
"""

from __future__ import annotations

from functools import cached_property
from math import hypot, isqrt
from threading import RLock
from typing import NamedTuple

from battles.engine.table.compiler import Wall
from battles.engine.table.edges import Edge
from battles.engine.table.ground import can_stand, ground_class, surface_at, surface_height
from battles.engine.table.movement.bare_steps import AROUND, DIAGONAL, STEP, busy_points, open_steps
from battles.engine.table.movement.legs import Legs
from battles.engine.table.movement.level_connections import climb, jump_down, jump_gap
from battles.engine.table.movement.ranking import Ranked
from battles.engine.table.movement.rules import Mover, MoveRules, Refused
from battles.engine.table.movement.walking import Walk, walk
from battles.engine.table.movement.wall_crossings import crossings, is_free_standing
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body, Spot, round_half_up

BOTTOMLESS = 100_000
"""A depth greater than every drop: a face too high to jump down may still be climbed."""
HALF_STEP = 36
"""Half the length of a diagonal step. Open nodes are at least this much farther from bases, so that no step between
them touches one.
"""
RINGS_REMEMBERED = 2000
RIM_SPACING = 150


class Special(NamedTuple):
    """A connection that is not a walk: `kind` and `mode` as in `paths.Step`, the node it leads to, its cost and the
    height climbed.

    With kind "over" the mover climbs to `top` and jumps down on the other side.
    """

    kind: str
    mode: str
    to: int
    cost: int
    height: int
    top: Spot | None = None


class Places(dict[int, Ranked]):
    """Nodes with their positions. Each position is looked up only once."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice

    def __missing__(self, node: int) -> Ranked:
        found = self[node] = (node, *self._lattice.spot(node))
        return found


LatticeKey = tuple[int, int, str, tuple[int, ...], MoveRules]
"""What a lattice depends on: radius, height, manner of moving, abilities (`Mover` from `small` on), rules."""


class Lattice:
    """Nodes, walks between them and special connections, for one radius, height, kind of mover and set of rules."""

    def __init__(self, table: Table, mover: Mover, rules: MoveRules) -> None:
        self.table = table
        self.rules = rules
        self.mover = mover._replace(movement=10_000, allowance=100_000, mode=mover.mode)
        self.columns = table.width // STEP + 1
        self.rows = table.length // STEP + 1
        self.base = self.columns * self.rows
        self.spots: list[Spot] = []
        self.numbers: dict[Spot, int] = {}
        self.loose: dict[tuple[int, int], list[int]] = {}
        self.walks: dict[int, list[tuple[int, int]]] = {}
        self.open_ways: dict[int, int] = {}
        """Which of the eight steps are free, one bit for each direction, for nodes surrounded by bare ground."""
        self.links: dict[int, list[tuple[int, int]]] = {}
        self.specials: dict[int, list[Special]] = {}
        self.standing: dict[int, bool] = {}
        self.built_edges: set[int] = set()
        self.built_ways: set[int] = set()
        self.built_walls: set[int] = set()
        self.is_whole = False
        """Whether all special connections of the table have been built."""
        self.loose_nodes = 0
        """Number of nodes that are not at lattice points."""
        self.rings: dict[tuple[int, ...], tuple[int, frozenset[int], frozenset[int]]] = {}
        """Nodes around a base: the number of loose nodes at that time, the nodes at lattice points, and all nodes."""
        self.levels = tuple(sorted({surface.z for surface in table.surfaces if surface.z > 0}))
        self.places = Places(self)
        self.legs = Legs.of(table, self.mover, rules)
        self.lock = RLock()
        """Held while nodes are added, since a table serves several battles and threads at once."""

    @classmethod
    def of(cls, table: Table, mover: Mover, rules: MoveRules) -> Lattice:
        """The lattice of a table for this kind of mover, built on first use.

        Walkers, runners and chargers share one if they can cross the same objects; special connections are checked for
        each mover.
        """
        cache = table.caches.lattices
        mode = "run" if mover.mode == "run" and not rules.leap_at_run else "walk"
        body = mover.body
        key = (body.radius, body.height, mode, mover[4:], rules)
        found = cache.get(key)
        if found is None:
            return cache.store(key, cls(table, mover._replace(mode=mode), rules))
        cache.counts.hits += 1
        return found

    def spot(self, node: int) -> Spot:
        """The position of a node."""
        if node < self.base:
            row, column = divmod(node, self.columns)
            return Spot(column * STEP, row * STEP, 0)
        return self.spots[node - self.base]

    def node(self, x: int, y: int, z: int) -> int:
        """The number of a spot. A spot that is not on the bare table is added to the list if necessary."""
        if z == 0 and not x % STEP and not y % STEP:
            return y // STEP * self.columns + x // STEP
        spot = Spot(x, y, z)
        number = self.numbers.get(spot)
        if number is None:
            number = self.numbers[spot] = self.base + len(self.spots)
            self.spots.append(spot)
            if x % STEP or y % STEP:
                self.loose.setdefault((x // STEP, y // STEP), []).append(number)
                self.loose_nodes += 1
        return number

    def around(self, body: Body, both: int) -> frozenset[int]:
        """Nodes whose centre is nearer to a base than `both`, slightly enlarged. Cached until loose nodes are added."""
        x, y, foot, _, tall = body
        key = (x, y, foot, tall, both)
        known = self.rings.get(key)
        if known is not None and known[0] == self.loose_nodes:
            return known[2]
        grow = both + HALF_STEP
        square = both * both + HALF_STEP * HALF_STEP
        mine = self.mover.body.height
        heights = [z for z in (0, *self.levels) if foot < z + mine and z < foot + tall]
        on_points = self._points_around(x, y, grow, square, heights) if known is None else known[1]
        between: set[int] = set()
        if self.loose:
            loose = self.loose
            for row in range(max(0, (y - grow) // STEP), min(self.rows, (y + grow) // STEP + 1)):
                for column in range(max(0, (x - grow) // STEP), min(self.columns, (x + grow) // STEP + 1)):
                    for node in loose.get((column, row), ()):
                        spot = self.spots[node - self.base]
                        if (spot.x - x) ** 2 + (spot.y - y) ** 2 < square and spot.z in heights:
                            between.add(node)
        if len(self.rings) >= RINGS_REMEMBERED:
            self.rings.clear()
        found = on_points | between
        self.rings[key] = self.loose_nodes, on_points, found
        return found

    def _points_around(self, x: int, y: int, grow: int, square: int, heights: list[int]) -> frozenset[int]:
        """Lattice points at some heights whose squared distance from a place is less than `square`."""
        on_top = heights[:1] == [0]
        above = heights[1:] if on_top else heights
        columns = self.columns
        ring: set[int] = set()
        for row in range(max(0, (y - grow) // STEP), min(self.rows, (y + grow) // STEP + 1)):
            rest = square - (row * STEP - y) ** 2
            if rest > 0:
                half = isqrt(rest - 1)
                first, last = max(0, -((half - x) // STEP)), min(columns - 1, (x + half) // STEP)
                if on_top:
                    ring.update(range(row * columns + first, row * columns + last + 1))
                for z in above:
                    ring.update(self.node(column * STEP, row * STEP, z) for column in range(first, last + 1))
        return frozenset(ring)

    def is_barred(self, here: Spot, there: Spot) -> bool:
        """Whether a wall certainly blocks the straight line between two spots; used only on the table top."""
        if here.z:
            return False
        if self.legs.native is not None:
            return self.legs.native.is_barred(here.x, here.y, there.x, there.y)
        seen = self.legs.seen_from(here.x, here.y)
        return seen.bars(there.x, there.y) or self.legs.screens.bars_anew(there.x, there.y, seen)

    def stands(self, node: int) -> bool:
        """Whether the base may end on a node, if there were no other models."""
        known = self.standing.get(node)
        if known is None:
            x, y, z = self.spot(node)
            known = self.standing[node] = can_stand(self.table, self.mover.body.at(x, y, z))
        return known

    def ways(self, node: int) -> list[tuple[int, int]]:
        """Walks from a node to its neighbours: [(node, cost), ...]."""
        known = self.walks.get(node)
        if known is None:
            known = self.walks[node] = self._walks(node)
        return known

    def _walks(self, node: int) -> list[tuple[int, int]]:
        x, y, z = self.spot(node)
        if x % STEP or y % STEP:
            return self._near(Spot(x, y, z))
        column, row = x // STEP, y // STEP
        found: list[tuple[int, int]] = list(self.links.get(node, ()))
        if self.legs.native is not None:
            for to, cost in self.legs.native.steps(x, y, z):
                found.append((to if isinstance(to, int) else self.node(*to), cost))
            return found
        body = self.mover.body
        r, width, length = body.radius, self.table.width, self.table.length
        if z == 0 and not self.busy[row * self.columns + column]:
            factor = self.mover.factor(ground_class(self.table, x, y, 0, r), self.rules)
            if not factor or surface_height(self.table, x, y, 99):
                return found + self._judged(x, y, z, column, row)
            for dx, dy in AROUND:
                px, py = x + dx * STEP, y + dy * STEP
                if r <= px <= width - r and r <= py <= length - r:
                    found.append((node + dy * self.columns + dx, (DIAGONAL if dx and dy else STEP) * factor))
            return found
        return found + self._judged(x, y, z, column, row)

    def _judged(self, x: int, y: int, z: int, column: int, row: int) -> list[tuple[int, int]]:
        flat = None if z else self._flat_steps(x, y)
        if flat is not None:
            return flat
        found: list[tuple[int, int]] = []
        for dx, dy in AROUND:
            px, py = x + dx * STEP, y + dy * STEP
            walked = walk(self.table, self.mover, (x, y, z), (px, py), (), self.rules)
            if isinstance(walked, Walk):
                found.append((self.node(px, py, walked.z), walked.cost))
        return found

    def _flat_steps(self, x: int, y: int) -> list[tuple[int, int]] | None:
        """The results of `walk` for all steps from a node of the table top; None unless everything around it is
        bare.
        """
        table, mover, rules = self.table, self.mover, self.rules
        x0, y0, x1, y1 = x - STEP, y - STEP, x + STEP, y + STEP
        boxes = [surface.box for surface in table.low_grid(rules.leap_limit).within(x0, y0, x1, y1) if surface.z]
        boxes += [area.box for area in table.area_grid.within(x0, y0, x1, y1)]
        for box in boxes:
            if box[0] <= x1 and box[2] >= x0 and box[1] <= y1 and box[3] >= y0:
                return None
        factor = mover.factor(table.ground, rules)
        return (
            [(to, price * factor) for to, price in open_steps(table, mover, rules, x, y, self.columns, self.open_ways)]
            if factor
            else []
        )

    def _near(self, spot: Spot, farthest: int = DIAGONAL) -> list[tuple[int, int]]:
        """Walks from a spot to the lattice nodes around it."""
        found: list[tuple[int, int]] = []
        for column in range((spot.x - farthest) // STEP + 1, (spot.x + farthest) // STEP + 1):
            for row in range((spot.y - farthest) // STEP + 1, (spot.y + farthest) // STEP + 1):
                px, py = column * STEP, row * STEP
                if hypot(px - spot.x, py - spot.y) <= farthest:
                    walked = walk(self.table, self.mover, spot, (px, py), (), self.rules)
                    if isinstance(walked, Walk):
                        found.append((self.node(px, py, walked.z), walked.cost))
        return found

    def _attach(self, spot: Spot) -> int:
        """Add a node outside the lattice, connected to its neighbours by walks."""
        known = spot in self.numbers or not (spot.x % STEP or spot.y % STEP)
        node = self.node(*spot)
        if known:
            return node
        for near, _ in self.ways(node):
            walked = walk(self.table, self.mover, self.spot(near), spot[:2], (), self.rules)
            if isinstance(walked, Walk) and walked.z == spot.z:
                self.links.setdefault(near, []).append((node, walked.cost))
                if near in self.walks:
                    self.walks[near].append((node, walked.cost))
        return node

    def _special(self, start: Spot, end: Spot, kind: str, mode: str, cost: int, height: int) -> None:
        body = self.mover.body
        if can_stand(self.table, body.at(end.x, end.y, end.z)):
            special = Special(kind, mode, self._attach(end), cost, height)
            self.specials.setdefault(self._attach(start), []).append(special)

    def prepare(self, x: int, y: int, reach: int) -> None:
        """Build the special connections that can start within `reach` of a place."""
        if self.is_whole:
            return
        box = (x - reach, y - reach, x + reach, y + reach)
        for edge in self.table.edge_grid.within(*box):
            if edge.number not in self.built_edges:
                self.built_edges.add(edge.number)
                self._build_edge(edge)
        for wall in self.table.wall_grid.within(*box):
            if wall.number not in self.built_walls:
                self.built_walls.add(wall.number)
                self._build_wall(wall)
        for way in self.table.connectors:
            if way.number not in self.built_ways and _inside(way.foot, box):
                self.built_ways.add(way.number)
                foot, head = self._end_spot(way.foot), self._end_spot(way.head)
                if foot and head:
                    height = way.head[2] - way.foot[2]
                    self._special(foot, head, "climb", way.kind, way.cost, height)
                    self._special(head, foot, "climb", way.kind, way.cost, -height)

        table = self.table
        left = len(table.edges) - len(self.built_edges) + len(table.walls) - len(self.built_walls)
        self.is_whole = not left and len(self.built_ways) == len(table.connectors)

    def _build_wall(self, wall: Wall) -> None:
        """Build the connections over a free-standing wall, for movers who climb (TR-BARRIER-02)."""
        climber = self._climber(Spot(0, 0, 0))
        if climber is None or not is_free_standing(self.table, wall, self.rules):
            return
        for low, top, far, height in crossings(self.table, climber, wall, self.rules):
            special = Special("over", "wall", self._attach(far), height, height, top)
            self.specials.setdefault(self._attach(low), []).append(special)

    def _end_spot(self, end: tuple[int, int, int]) -> Spot | None:
        """The standing place nearest to a connector's end from which the base covers that end."""
        reach = self.mover.body.radius + 5
        best: tuple[float, Spot] | None = None
        x0, y0 = end[0] // STEP * STEP, end[1] // STEP * STEP
        for x in range(x0 - 100, x0 + 151, STEP):
            for y in range(y0 - 100, y0 + 151, STEP):
                away = hypot(x - end[0], y - end[1])
                if away > reach or (best and away >= best[0]):
                    continue
                z = surface_height(self.table, x, y, end[2] + 50)
                if abs(z - end[2]) <= 50 and can_stand(self.table, self.mover.body.at(x, y, z)):
                    best = (away, Spot(x, y, z))
        return best[1] if best else None

    def _build_edge(self, edge: Edge) -> None:
        length = hypot(edge.bx - edge.ax, edge.by - edge.ay)
        count = max(1, int(length / RIM_SPACING))
        r = self.mover.body.radius
        for i in range(count):
            share = (i + 0.5) / count
            x, y = edge.ax + (edge.bx - edge.ax) * share, edge.ay + (edge.by - edge.ay) * share
            top = Spot(round_half_up(x - edge.nx * r), round_half_up(y - edge.ny * r), edge.z)
            if can_stand(self.table, self.mover.body.at(top.x, top.y, top.z)):
                self._build_rim(edge, top, x, y)

    def _build_rim(self, edge: Edge, top: Spot, x: float, y: float) -> None:
        r = self.mover.body.radius
        out = round_half_up(x + edge.nx * r), round_half_up(y + edge.ny * r)
        jumped = jump_down(self.table, self.mover._replace(safe_drop=BOTTOMLESS), top, out, self.rules)
        if not isinstance(jumped, Refused):
            low = Spot(*out, jumped)
            deepest = self.rules.jump_max
            if deepest is None or top.z - jumped <= max(deepest, self.mover.safe_drop):
                self._special(top, low, "jump", "down", 0, 0)
            anywhere = self._climber(low)
            if anywhere:
                face = climb(self.table, anywhere, low, top, self.rules)
                if not isinstance(face, Refused):
                    self._special(low, top, "climb", "wall", face.height, face.height)
                    self._special(top, low, "climb", "wall", face.height, -face.height)
        widest = self.mover.widest_gap(self.rules)
        for width in range(60, widest + 1, 20):
            px, py = x + edge.nx * (width + 2), y + edge.ny * (width + 2)
            far = surface_at(self.table, px, py, edge.z + self.rules.gap_rise)
            if far is None or far.z < edge.z - 200:
                continue
            end = Spot(round_half_up(x + edge.nx * (width + r)), round_half_up(y + edge.ny * (width + r)), far.z)
            gap = jump_gap(self.table, self.mover, top, end, self.rules)
            if not isinstance(gap, Refused) and gap.width <= widest:
                swings = self.mover.swings_over(gap.width, 0, self.rules)
                self._special(top, end, "jump", "gap", 0 if swings else gap.width, 0)
            break

    def _climber(self, low: Spot) -> Mover | None:
        """A mover of this kind touching the face, so that only the face is checked; None if this kind never climbs."""
        mover = self.mover._replace(body=self.mover.body.at(low.x, low.y, low.z))
        return mover if mover.may_climb(self.rules) else None

    @cached_property
    def busy(self) -> bytearray:
        """Marks the lattice points of the bare table near anything that could affect a step."""
        radius = self.mover.body.radius
        for other in self.table.caches.lattices.values():
            if other.mover.body.radius == radius and "busy" in other.__dict__:
                return other.busy
        terrain = self.table.terrain
        return busy_points(self.table, radius) if terrain is None else terrain.busy_points(radius)


def _inside(spot: tuple[int, int, int], box: tuple[int, int, int, int]) -> bool:
    return box[0] <= spot[0] <= box[2] and box[1] <= spot[1] <= box[3]
