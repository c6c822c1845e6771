"""The quick search for a way into contact against a plain one that tries every leg (GM-ROUTE-01)."""

from __future__ import annotations

from heapq import heappop, heappush
from math import cos, hypot, pi, sin
from random import Random

import pytest

from battles.engine.table.ground import can_stand
from battles.engine.table.movement.legs import Legs, pushed_out
from battles.engine.table.movement.routes import Route, route_to_contact
from battles.engine.table.movement.rules import MORDHEIM, Mover, Other
from battles.engine.table.movement.walking import Walk, walk
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body, round_half_up
from battles.engine.tests.table.build import box, solid, table, wall

Place = tuple[float, float]


def strewn(seed: int) -> tuple[Table, list[Body]]:
    """A small table of blocks and walls with doors, and models where there is room."""
    dice = Random(seed)
    pieces = []
    for i in range(4):
        x, y = 1 + 6.5 * (i % 2) + dice.random() * 2, 1 + 6.5 * (i // 2) + dice.random() * 2
        outline = box(x, y, x + dice.choice((1, 2.5)), y + dice.choice((1, 3)))
        pieces.append(solid(f"s{i}", outline, dice.choice((0.5, 3, 3))))
    for i in range(2):
        y = 0.5 + 6.5 * i
        door = {"kind": "door", "from": 150, "to": dice.choice((230, 300)), "sill": 0, "lintel": 200}
        pieces.append(wall(f"w{i}", (6.75, y), (6.75, y + 5), 0.2, 3, openings=[door] if dice.random() < 0.7 else []))
    on = table(*pieces, width=14, length=14)
    bodies: list[Body] = []
    while len(bodies) < 6:
        body = Body(dice.randint(60, 1340), dice.randint(60, 1340), 0, dice.choice((50, 50, 75)), 120)
        if can_stand(on, body, [Other(other) for other in bodies]):
            bodies.append(body)
    return on, bodies


def plainly(on: Table, mover: Mover, target: Body, crowd: list[Other], farthest: float) -> float | None:
    """The length of the shortest way, every corner of everything tried from everywhere; None beyond `farthest`."""
    r, both = mover.body.radius, mover.body.radius + target.radius
    everyone = [*crowd, Other(target, True, False, True)]
    corners: list[Place] = []
    for block in on.solids:
        if block.z1 > MORDHEIM.leap_limit:
            corners += pushed_out(list(block.outline), r)
    for w in on.walls:
        half = w.thickness / 2
        sides = [(w.ax, w.ay, 1), (w.ax, w.ay, -1), (w.bx, w.by, -1), (w.bx, w.by, 1)]
        corners += pushed_out([(x - w.uy * half * s, y + w.ux * half * s) for x, y, s in sides], r)
        for hole in w.openings:
            middle = (hole.start + hole.end) / 2
            x, y = w.ax + w.ux * middle, w.ay + w.uy * middle
            corners += [(x - w.uy * way, y + w.ux * way) for way in (r + half, -r - half)]
    for other in crowd:
        out = (r + other.body.radius) / cos(pi / 16)
        for i in range(16):
            angle = pi / 16 + i * pi / 8
            corners.append((other.body.x + out * cos(angle), other.body.y + out * sin(angle)))
    ring = [(target.x + both * cos(i * pi / 36), target.y + both * sin(i * pi / 36)) for i in range(72)]
    queue: list[tuple[float, Place, bool]] = [(0.0, (float(mover.body.x), float(mover.body.y)), False)]
    done: set[Place] = set()
    while queue:
        spent, place, last = heappop(queue)
        if last:
            return spent
        if place in done or spent > farthest:
            continue
        done.add(place)
        here = (round_half_up(place[0]), round_half_up(place[1]), 0)
        away = hypot(target.x - place[0], target.y - place[1])
        share = (away - both) / away
        meeting = (place[0] + (target.x - place[0]) * share, place[1] + (target.y - place[1]) * share)
        for to, ends in [(c, False) for c in corners] + [(c, True) for c in (meeting, *ring)]:
            total = spent + hypot(to[0] - place[0], to[1] - place[1])
            if total > farthest or to in done:
                continue
            end = (round_half_up(to[0]), round_half_up(to[1]))
            if isinstance(walk(on, mover, here, end, everyone, MORDHEIM), Walk):
                heappush(queue, (total, to, ends))
    return None


@pytest.mark.parametrize("seed", range(8))
def test_no_way_is_missed_and_none_is_shorter(seed: int) -> None:
    on, bodies = strewn(seed)
    for i, j in ((0, 1), (2, 3), (4, 0)):
        mover = Mover(bodies[i], 400, 800, "charge", small=bodies[i].radius == 50)
        crowd = [Other(body, enemy=bool(k % 2)) for k, body in enumerate(bodies) if k not in (i, j)]
        for farthest in (600, 1500):
            told = route_to_contact(on, mover, bodies[j], crowd, MORDHEIM, farthest=farthest)
            crowd_at_charge = [other._replace(enemy=False) for other in crowd]
            plain = plainly(on, mover, bodies[j], crowd_at_charge, farthest)
            if plain is None:
                assert not isinstance(told, Route)
            else:
                assert isinstance(told, Route)
                assert plain - 1 <= told.length <= plain + len(told.spots)


def test_what_is_remembered_is_what_a_walk_says() -> None:
    on, bodies = strewn(3)
    dice = Random(5)
    mover = Mover(bodies[0], 400, 800, "charge")
    legs = Legs.of(on, mover, MORDHEIM)
    for _ in range(400):
        a, b = (dice.randint(40, 1360), dice.randint(40, 1360)), (dice.randint(40, 1360), dice.randint(40, 1360))
        for _ in range(2):
            leg = legs.leg(*a, 0, *b)
            told = walk(on, mover, (*a, 0), b, (), MORDHEIM)
            assert (leg is None) == (not isinstance(told, Walk))
            if leg is not None and isinstance(told, Walk):
                assert (leg.z, leg.length, leg.cost) == told[:3]
        if legs.is_closed(b):
            assert not isinstance(told, Walk)
