"""One random path within an allowance, found without computing everything in reach.

It heads in some direction over the nodes of `lattice`, sometimes takes a climb or jump that it passes, and stops when
the allowance is spent or at random. Hundredths of an inch. Rules: GM-PATH-01, GM-ROUTE-01.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, radians, sin

from battles.engine.native import geometry
from battles.engine.table.movement.lattice import Lattice, Special
from battles.engine.table.movement.reach import (
    ReachArea,
    closed_nodes,
    cost_of,
    counted,
    first_steps,
    is_clear,
    may_take,
    within_reach,
)
from battles.engine.table.movement.rules import Mover, MoveRules, Other
from battles.engine.table.table import Table

Pick = Callable[[int], int]
"""Function that returns a random whole number from 0 up to, but not including, its argument."""


def random_path(
    table: Table, mover: Mover, others: Sequence[Other], rules: MoveRules, pick: Pick
) -> tuple[ReachArea, int] | None:
    """A random path within the allowance: the nodes reached along it, and the node where it may end. None if it gets
    stuck.
    """
    lattice = Lattice.of(table, mover, rules)
    with lattice.lock:
        return _Stroll(lattice, mover, others, rules).go(pick)


class _Crowd:
    """The nodes that are too near to standing models."""

    def __init__(self, lattice: Lattice, mover: Mover, near: tuple[Other, ...]) -> None:
        self.lattice = lattice
        self.native = None if geometry is None else geometry.Crowd(mover.body, near)
        self.nodes = closed_nodes(lattice, mover.body, near) if self.native is None else set()

    def __contains__(self, node: int) -> bool:
        return node in self.nodes if self.native is None else self.native.closes(self.lattice.spot(node))

    def open_steps(self, steps: list[tuple[int, int]], reached: dict[int, int], room: int) -> list[tuple[int, int]]:
        """Steps that cost at most `room` and lead to nodes that are neither reached nor too near to a model."""
        if self.native is None:
            return [(to, price) for to, price in steps if price <= room and to not in self.nodes and to not in reached]
        return self.native.open_steps(steps, reached, room, self.lattice.spots, self.lattice.base, self.lattice.columns)


class _Stroll:
    def __init__(self, lattice: Lattice, mover: Mover, others: Sequence[Other], rules: MoveRules) -> None:
        self.lattice, self.mover, self.rules = lattice, mover, rules
        self.near = within_reach(mover, others)
        self.costs: dict[int, int] = {}
        self.parents: dict[int, tuple[int, Special | None]] = {}
        self.high = 0

    def go(self, pick: Pick) -> tuple[ReachArea, int] | None:
        """Walk at random, and stop at the last place where the mover may end."""
        lattice, mover = self.lattice, self.mover
        lattice.prepare(mover.body.x, mover.body.y, mover.allowance + 200)
        closed = _Crowd(lattice, mover, self.near)
        turn = radians(pick(36) * 10)
        way = sin(turn), cos(turn)
        purse = mover.allowance - mover.allowance * pick(4) // 8
        firsts = [(node, cost) for node, cost in first_steps(lattice, mover, self.near, self.rules) if cost <= purse]
        if not firsts:
            return None
        node, cost = self._ahead(firsts, way)
        self._arrive(node, cost, -1, None)
        while True:
            following = self._next(node, cost, purse, closed, way, pick)
            if following is None:
                break
            to, price, special = following
            cost += price
            self._arrive(to, cost, node, special)
            node = to
        area = ReachArea(lattice, mover, self.near, self.costs, self.parents)
        while node != -1 and not area.may_end(node):
            node = self.parents[node][0]
        return None if node == -1 else (area, node)

    def _arrive(self, node: int, cost: int, parent: int, special: Special | None) -> None:
        self.costs[node] = cost
        self.parents[node] = parent, special
        if special is not None and special.kind in ("climb", "over"):
            self.high += counted(special, self.rules)

    def _next(
        self, node: int, cost: int, purse: int, closed: _Crowd, way: tuple[float, float], pick: Pick
    ) -> tuple[int, int, Special | None] | None:
        """The next step: sometimes a special connection, otherwise the step that leads farthest in the chosen
        direction.
        """
        lattice, mover, rules = self.lattice, self.mover, self.rules
        for special in lattice.specials.get(node, ()):
            price = cost_of(special, mover)
            new = special.to not in self.costs and special.to not in closed and cost + price <= purse
            if new and not pick(3) and may_take(special, lattice, mover, node, self.high, rules):
                return special.to, price, special
        steps = closed.open_steps(lattice.ways(node), self.costs, purse - cost)
        while steps:
            ahead = self._ahead(steps, way)
            if node not in closed or is_clear(lattice, mover, node, ahead[0], self.near, rules):
                return ahead[0], ahead[1], None
            steps.remove(ahead)
        return None

    def _ahead(self, steps: list[tuple[int, int]], way: tuple[float, float]) -> tuple[int, int]:
        """The step whose end is farthest in a direction."""
        if geometry is not None:
            lattice = self.lattice
            return geometry.farthest_step(steps, *way, lattice.spots, lattice.base, lattice.columns)
        places, (ux, uy) = self.lattice.places, way
        best, most = steps[0], float("-inf")
        for step in steps:
            _, x, y, _ = places[step[0]]
            along = x * ux + y * uy
            if along > most:
                best, most = step, along
        return best
