"""How far a model can get: the lowest cost to every lattice node within an allowance, and good places among them.

Dijkstra's algorithm over `lattice`, with one bucket for each hundredth of an inch; other models only close nodes. Every
returned path is a list of steps that `paths.judge_path` accepts at no higher cost. Hundredths of an inch. Rules:
GM-PATH-01, GM-ROUTE-01.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, radians, sin
from typing import NamedTuple

from battles.engine.table.contact import REACH
from battles.engine.table.ground import overlap
from battles.engine.table.movement.bare_steps import STEP
from battles.engine.table.movement.lattice import HALF_STEP, Lattice, Special
from battles.engine.table.movement.legs import StaticLeg
from battles.engine.table.movement.level_connections import climb
from battles.engine.table.movement.paths import Step
from battles.engine.table.movement.ranking import Ranked, by_turns, rim_of
from battles.engine.table.movement.rules import Mover, MoveRules, Other, Refused
from battles.engine.table.movement.walking import bodies_block
from battles.engine.table.placement import touches_enemy
from battles.engine.table.table import Table
from battles.engine.table.vectors import TOUCH, Body, Point, Spot, gap_at_most

_UNREACHED = 1 << 30
SIGHT_OF_ENEMIES = 300
"""Distance beyond its reach within which enemies still affect a mover."""
JUMPED = 300
"""Distance that jumps across gaps and down may move a base beyond what they cost."""
_SPARE = 64
"""Space for nodes that are added while a reach is computed."""


class Useful(NamedTuple):
    """A place worth offering: where it is, its cost, and the reason (enemy, cover, ladder, door, high, edge, far)."""

    spot: Spot
    cost: int
    reason: str
    node: int


TRIED = 41
"""Maximum number of places to check, in the order of their rank."""


class ReachArea:
    """Everything one mover can reach. `costs` maps lattice nodes to their lowest known cost."""

    def __init__(
        self,
        lattice: Lattice,
        mover: Mover,
        others: Sequence[Other],
        costs: dict[int, int],
        parents: dict[int, tuple[int, Special | None]],
    ) -> None:
        self.lattice = lattice
        self.mover = mover
        self.others = others
        self.costs = costs
        self._parents = parents

    def may_end(self, node: int) -> bool:
        """Whether the mover can stop on a node: there is room, no base in the way, and no enemy in contact."""
        if node not in self.costs or not self.lattice.stands(node):
            return False
        x, y, z = self.lattice.spot(node)
        body = self.mover.body.at(x, y, z)
        near = [other for other in self.others if gap_at_most(body, other.body, REACH)]
        if any(overlap(body, other.body) for other in near):
            return False
        return not near or not touches_enemy(self.lattice.table, body, near, self.mover.body)

    def spots(self) -> Iterator[tuple[Spot, int]]:
        """Every place the mover can end, with its cost."""
        for node, cost in self.costs.items():
            if self.may_end(node):
                yield self.lattice.spot(node), cost

    def nearest(self, x: int, y: int, z: int | None = None) -> int | None:
        """The reachable node nearest to a place where the mover may end (at height z, if given)."""
        best, found = 1e18, None
        for node in self.costs:
            spot = self.lattice.spot(node)
            away = (spot.x - x) ** 2 + (spot.y - y) ** 2
            if away < best and (z is None or spot.z == z) and self.may_end(node):
                best, found = away, node
        return found

    def path_to(self, node: int) -> list[Step]:
        """Steps from the mover to a reached node, straightened where a straight walk costs no more. Raises KeyError."""
        chain: list[tuple[int, Special | None]] = []
        at = node
        while at != -1:
            parent, special = self._parents[at]
            chain.append((at, special))
            at = parent
        steps: list[Step] = []
        here = Spot(self.mover.body.x, self.mover.body.y, self.mover.body.z)
        run: list[tuple[Spot, int]] = []
        for number, special in reversed(chain):
            spot = self.lattice.spot(number)
            if special is None:
                run.append((spot, self.costs[number]))
                continue
            steps += self._straight(here, run)
            run = []
            if special.top is not None:
                steps.append(Step("climb", *special.top, special.mode))
                steps.append(Step("jump", spot.x, spot.y, spot.z, "down"))
            else:
                steps.append(Step(special.kind, spot.x, spot.y, spot.z, special.mode))
            here = spot
        return steps + self._straight(here, run)

    def _straight(self, here: Spot, run: list[tuple[Spot, int]]) -> list[Step]:
        steps: list[Step] = []
        mover, lattice = self.mover, self.lattice
        i = 0
        while i < len(run):
            best = i
            for j in (len(run) - 1, (i + len(run)) // 2, min(i + 4, len(run) - 1)):
                if j <= best or lattice.is_barred(here, run[j][0]):
                    continue
                leg = free_leg(lattice, mover, here, run[j][0][:2], self.others)
                if leg is not None and leg.z == run[j][0].z and leg.cost <= run[j][1] - self._paid(run, i):
                    best = j
                    break
            spot = run[best][0]
            steps.append(Step("walk", spot.x, spot.y, spot.z))
            here = spot
            i = best + 1
        return steps

    def _paid(self, run: list[tuple[Spot, int]], i: int) -> int:
        if i:
            return run[i - 1][1]
        number = self.lattice.node(*run[0][0])
        parent = self._parents[number][0]
        return self.costs[parent] if parent != -1 else 0

    def useful_spots(self, limit: int = 24) -> list[Useful]:
        """A limited list of good places: towards enemies, next to cover, ways up, high floors, edges, distant
        corners.
        """
        wanted: list[tuple[str, int]] = []
        lattice, costs, home = self.lattice, self.costs, self.mover.body
        base = lattice.base
        spots: list[Ranked] = list(map(lattice.places.__getitem__, costs))
        enemies = [other.body for other in self.others if other.enemy]
        for enemy in sorted(enemies, key=lambda b: (b.x - home.x) ** 2 + (b.y - home.y) ** 2)[:6]:
            ex, ey, ez, _, _ = enemy
            away = [(x - ex) ** 2 + (y - ey) ** 2 + (z - ez) ** 2 for _, x, y, z in spots]
            wanted += [("enemy", node) for node in self._least(spots, away)]
        for node in costs:
            for special in lattice.specials.get(node, ()):
                wanted.append(("ladder" if special.mode in ("ladder", "rope", "stairs") else "edge", node))
        high = sorted((s for s in spots if s[3] > home.z), key=lambda s: (-s[3], costs[s[0]]))
        wanted += [("high", node) for node in self._first(high, 2)]
        busy = lattice.busy
        covered = rim_of(s for s in spots if s[0] < base and busy[s[0]] and costs[s[0]] > 100)
        rim = rim_of(spots)
        for turn in range(0, 360, 45):
            ux, uy = sin(radians(turn)), cos(radians(turn))
            for reason, group in (("cover", covered), ("far", rim)):
                ahead = [-(x * ux + y * uy) for _, x, y, _ in group]
                wanted += [(reason, node) for node in self._least(group, ahead)]
        chosen: dict[int, str] = {}
        for reason, node in by_turns(wanted):
            if len(chosen) >= limit:
                break
            if node not in chosen and self.may_end(node):
                chosen[node] = reason
        return [Useful(lattice.spot(node), self.costs[node], reason, node) for node, reason in chosen.items()]

    def _least(self, spots: Sequence[Ranked], ranks: Sequence[float]) -> list[int]:
        """The spot of lowest rank in a list at which the mover may end; an empty list if the best ones are all
        blocked.
        """
        if not spots:
            return []
        node = spots[ranks.index(min(ranks))][0]
        if self.may_end(node):
            return [node]
        order = sorted(range(len(ranks)), key=ranks.__getitem__)
        return self._first([spots[number] for number in order])

    def _first(self, ranked: Sequence[Ranked], count: int = 1) -> list[int]:
        found: list[int] = []
        for spot in ranked[:TRIED]:
            if len(found) == count:
                break
            if self.may_end(spot[0]):
                found.append(spot[0])
        return found


def reach(table: Table, mover: Mover, others: Sequence[Other] = (), rules: MoveRules | None = None) -> ReachArea:
    """All lattice nodes that a mover can get to within its allowance, by walking, climbing and jumping.

    Jumps are assumed to succeed (`judge_path` lists their tests). `others` are all other models. Standing models block
    the ground they are on; enemies also block the distance of base contact.
    """
    rules = rules or MoveRules()
    lattice = Lattice.of(table, mover, rules)
    with lattice.lock:
        return _spread(lattice, mover, others, rules)


def within_reach(mover: Mover, others: Sequence[Other]) -> tuple[Other, ...]:
    """The models that affect a mover's reach: those within it, and enemies slightly beyond."""
    x, y, _, radius, _ = mover.body
    far = mover.allowance + SIGHT_OF_ENEMIES + JUMPED
    found = []
    for other in others:
        ox, oy, _, wide, _ = other.body
        dx, dy = ox - x, oy - y
        if -far <= dx <= far and -far <= dy <= far:
            least = mover.allowance + radius + wide + STEP + HALF_STEP + JUMPED
            if other.enemy or dx * dx + dy * dy <= least * least:
                found.append(other)
    return tuple(found)


def _spread(lattice: Lattice, mover: Mover, others: Sequence[Other], rules: MoveRules) -> ReachArea:
    body, allowance = mover.body, mover.allowance
    lattice.prepare(body.x, body.y, allowance + 200)
    near = within_reach(mover, others)
    closed = closed_nodes(lattice, body, near)
    costs: dict[int, int] = {}
    parents: dict[int, tuple[int, Special | None]] = {}
    climbed: dict[int, int] = {}
    buckets: list[list[tuple[int, int, Special | None]] | None] = [None] * (allowance + 1)

    def put(cost: int, node: int, parent: int, special: Special | None) -> None:
        if cost <= allowance:
            bucket = buckets[cost]
            if bucket is None:
                buckets[cost] = [(node, parent, special)]
            else:
                bucket.append((node, parent, special))

    for node, cost in first_steps(lattice, mover, near, rules):
        put(cost, node, -1, None)
    for special in special_starts(lattice, mover, rules):
        if special.to not in closed:
            put(cost_of(special, mover), special.to, -1, special)
    ways, specials, walks, links = lattice.ways, lattice.specials, lattice.walks, lattice.links
    base, last = lattice.base, allowance - STEP
    least = [_UNREACHED] * (lattice.base + len(lattice.spots) + _SPARE)
    for node in closed:
        least[node] = -1
    for cost, bucket in enumerate(buckets):
        if bucket is None:
            continue
        for node, parent, came in bucket:
            if node in costs:
                continue
            costs[node] = cost
            parents[node] = (parent, came)
            if came is not None and came.kind in ("climb", "over"):
                climbed[node] = climbed.get(parent, 0) + counted(came, rules)
            elif climbed and parent in climbed:
                climbed[node] = climbed[parent]
            if cost > last and node < base and node not in links:
                steps: list[tuple[int, int]] | None = []  # no step from there is cheap enough
            else:
                steps = walks.get(node)
            if steps is None:
                steps = ways(node)
                if lattice.base + len(lattice.spots) > len(least):
                    least += [_UNREACHED] * (lattice.base + len(lattice.spots) - len(least) + _SPARE)
            cramped = node in closed
            for to, price in steps:
                total = cost + price
                if total < least[to] and total <= allowance:
                    if cramped and not is_clear(lattice, mover, node, to, near, rules):
                        continue
                    least[to] = total
                    into = buckets[total]
                    if into is None:
                        buckets[total] = [(to, node, None)]
                    else:
                        into.append((to, node, None))
            if node in specials:
                for special in specials[node]:
                    total = cost + cost_of(special, mover)
                    if total > allowance or total >= least[special.to]:
                        continue
                    if may_take(special, lattice, mover, node, climbed.get(node, 0), rules):
                        least[special.to] = total
                        put(total, special.to, node, special)
    return ReachArea(lattice, mover, near, costs, parents)


def cost_of(special: Special, mover: Mover) -> int:
    return mover.climb_cost(special.cost) if special.mode == "wall" else special.cost


def counted(special: Special, rules: MoveRules) -> int:
    """The height that counts against the climbing limit (MV-CLIMB-03, MV-LADDER-01)."""
    if special.mode == "wall" or (special.mode == "ladder" and rules.ladder_is_climb):
        return abs(special.height)
    return abs(special.height) if special.mode == "rope" and rules.rope_is_climb else 0


def may_take(special: Special, lattice: Lattice, mover: Mover, node: int, high: int, rules: MoveRules) -> bool:
    if special.kind == "jump":
        return not mover.chariot
    if high + counted(special, rules) > mover.movement:
        return False
    if special.mode == "wall":
        if not mover.may_climb(rules) or abs(special.height) > mover.movement:
            return False
        refused = climb(lattice.table, mover, lattice.spot(node), special.top or lattice.spot(special.to), rules)
        return not isinstance(refused, Refused)
    if special.mode == "stairs":
        return True
    if mover.mounted or mover.chariot:
        return False
    if mover.mode != "run" or mover.anywhere:
        return True
    return rules.ladder_up_at_run if special.height > 0 else rules.ladder_down_at_run


def first_steps(lattice: Lattice, mover: Mover, near: Sequence[Other], rules: MoveRules) -> Iterator[tuple[int, int]]:
    """Straight walks from the mover's position to the lattice nodes around it. Other models are checked exactly."""
    x, y, z, _, _ = mover.body
    here = Spot(x, y, z)
    found = 0
    for radius in (71, 110, 160):
        for column in range((x - radius) // STEP + 1, (x + radius) // STEP + 1):
            for row in range((y - radius) // STEP + 1, (y + radius) // STEP + 1):
                px, py = column * STEP, row * STEP
                away = hypot(px - x, py - y)
                if away <= 71 if radius == 71 else radius - 50 < away <= radius:
                    leg = free_leg(lattice, mover, here, (px, py), near)
                    if leg is not None:
                        found += 1
                        yield lattice.node(px, py, leg.z), leg.cost
        if found >= 3:
            return


def is_clear(lattice: Lattice, mover: Mover, start: int, to: int, near: Sequence[Other], rules: MoveRules) -> bool:
    """Whether a step from a node next to another model keeps clear of it. Only steps between open nodes are sure to."""
    spot = lattice.spot(to)
    return free_leg(lattice, mover, lattice.spot(start), (spot.x, spot.y), near) is not None


def free_leg(lattice: Lattice, mover: Mover, here: Spot, to: Point, others: Sequence[Other]) -> StaticLeg | None:
    """The leg of a step from a node next to another model, if it keeps clear of it; None if not."""
    leg = lattice.legs.leg(*here, *to)
    if leg is not None and others:
        for start, end, z in leg.stretches:
            if bodies_block(mover, start, end, z, others):
                return None
    return leg


def special_starts(lattice: Lattice, mover: Mover, rules: MoveRules) -> Iterator[Special]:
    """Climbs and jumps that can start from the mover's exact position, checked as legs."""
    here = Spot(mover.body.x, mover.body.y, mover.body.z)
    bare = here.z == 0 and not (here.x % STEP or here.y % STEP)
    node = lattice.node(*here) if bare else lattice.numbers.get(here, -1)
    for special in lattice.specials.get(node, ()):
        if may_take(special, lattice, mover, node, 0, rules):
            yield special


def closed_nodes(lattice: Lattice, body: Body, near: Sequence[Other]) -> set[int]:
    """Nodes too near to standing models. The distance is slightly enlarged, so that no step between open nodes touches
    a base.
    """
    closed: set[int] = set()
    for other in near:
        if other.standing:
            closed |= lattice.around(other.body, other.body.radius + body.radius + (TOUCH + 1 if other.enemy else 0))
    return closed
