"""Reach: every returned path is legal and costs no more than stated; compared with brute force nothing is missed."""

from __future__ import annotations

from heapq import heappop, heappush

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from battles.engine.table.generator import generate
from battles.engine.table.ground import can_stand, heights_at
from battles.engine.table.movement.paths import judge_path
from battles.engine.table.movement.reach import reach, within_reach
from battles.engine.table.movement.rules import CORE, GAZETTE, MORDHEIM, Mover, MoveRules, Other
from battles.engine.table.movement.walking import Walk, walk
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body
from battles.engine.tests.table.build import at, box, h, piece, solid, table, wall


def mover(body: Body, m: int = 400, mode: str = "walk") -> Mover:
    return Mover(body, m, m * (2 if mode in ("run", "charge") else 1), mode)


def test_open_ground_is_a_disc() -> None:
    area = reach(table(), mover(at(10, 10)))
    ends = dict(area.spots())
    assert max(spot.x for spot in ends) == 1400
    assert min(spot.x for spot in ends) == 600
    assert all((s.x - 1000) ** 2 + (s.y - 1000) ** 2 <= 400**2 for s in ends)


def test_a_wall_must_be_walked_round_and_a_door_used() -> None:
    closed = reach(table(wall("w", (12, 2), (12, 18), 0.2, 3)), mover(at(11, 10)), rules=MORDHEIM)
    assert closed.nearest(1300, 1000) is not None
    assert all(spot.x < 1200 for spot, _ in closed.spots())
    door = {"kind": "door", "from": 740, "to": 860, "sill": 0, "lintel": 200}
    opened = reach(table(wall("w", (12, 2), (12, 18), 0.2, 3, openings=[door])), mover(at(11, 10)))
    assert any(spot.x > 1300 for spot, _ in opened.spots())


def test_core_climbs_where_older_rules_need_contact() -> None:
    on = table(solid("house", box(12, 5, 20, 15), 3))
    assert any(spot.z == 300 for spot, _ in reach(on, mover(at(11.3, 10))).spots())
    assert not any(spot.z == 300 for spot, _ in reach(on, mover(at(11.3, 10)), rules=MORDHEIM).spots())
    assert any(spot.z == 300 for spot, _ in reach(on, mover(at(11.5, 10)), rules=MORDHEIM).spots())


def test_gaps_are_jumped() -> None:
    on = table(solid("a", box(6, 5, 12, 15), 5), solid("b", box(14, 5, 20, 15), 5))
    assert any(s.z == 500 and s.x > 1400 for s, _ in reach(on, mover(at(11, 10, 5))).spots())


def crowd(on: Table, seed: int, count: int) -> list[Body]:
    from battles.engine.table.generator import SplitMix64

    random = SplitMix64(seed)
    found: list[Body] = []
    while len(found) < count:
        x, y = random.between(60, on.width - 60), random.between(60, on.length - 60)
        heights = heights_at(on, x, y)
        body = Body(x, y, heights[random.next() % len(heights)], 50, 120)
        if can_stand(on, body, [Other(other) for other in found]):
            found.append(body)
    return found


@pytest.mark.parametrize("rules", [CORE, MORDHEIM, GAZETTE])
@pytest.mark.parametrize("mode", ["walk", "run"])
def test_every_path_is_accepted_at_no_higher_cost(rules: MoveRules, mode: str) -> None:
    on = generate(5, width_in=24, length_in=24, density="dense")
    bodies = crowd(on, 9, 12)
    for i, body in enumerate(bodies[:6]):
        others = [Other(b, enemy=j % 2 == 0) for j, b in enumerate(bodies) if j != i]
        who = mover(body, 400, mode)
        area = reach(on, who, others, rules)
        for n, node in enumerate(sorted(area.costs)):
            if n % 9 == 0 and area.may_end(node):
                outcome = judge_path(on, who, area.path_to(node), others, rules)
                assert outcome.refused is None, (outcome.refused, body, area.path_to(node))
                assert outcome.cost <= area.costs[node]
                assert (outcome.end.x, outcome.end.y, outcome.end.z) == area.lattice.spot(node)


def test_useful_spots_are_few_and_legal() -> None:
    on = generate(5, width_in=24, length_in=24, density="dense")
    bodies = crowd(on, 3, 8)
    others = [Other(b, enemy=True) for b in bodies[1:]]
    area = reach(on, mover(bodies[0]), others)
    useful = area.useful_spots(20)
    assert 4 <= len(useful) <= 20
    for spot in useful:
        assert judge_path(on, area.mover, area.path_to(spot.node), others).legal


def brute(on: Table, mover: Mover, others: list[Other]) -> dict[tuple[int, int, int], int]:
    """Plain Dijkstra over half-inch steps, every step judged with all models."""
    start = mover.body.x, mover.body.y, mover.body.z
    costs: dict[tuple[int, int, int], int] = {}
    heap = [(0, start)]
    while heap:
        cost, spot = heappop(heap)
        if spot in costs or cost > mover.allowance:
            continue
        costs[spot] = cost
        for dx in (-50, 0, 50):
            for dy in (-50, 0, 50):
                told = walk(on, mover, spot, (spot[0] + dx, spot[1] + dy), others, CORE) if dx or dy else None
                if isinstance(told, Walk):
                    heappush(heap, (cost + told.cost, (spot[0] + dx, spot[1] + dy, told.z)))
    return costs


cell = st.integers(2, 20)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(cell, cell, st.booleans()), max_size=4), st.lists(st.tuples(cell, cell), max_size=3))
@example([(11, 10, False)], [])
def test_reach_agrees_with_brute_force(stuff: list[tuple[int, int, bool]], people: list[tuple[int, int]]) -> None:
    pieces = []
    for i, (x, y, rough) in enumerate(stuff):
        outline = box(x / 2, y / 2, x / 2 + 1.2, y / 2 + 0.9)
        pieces.append(
            piece(f"p{i}", outline, ground="difficult")
            if rough
            else piece(
                f"p{i}",
                outline,
                walls=[
                    {
                        "points": [[h(x / 2), h(y / 2)], [h(x / 2 + 1.2), h(y / 2)]],
                        "thickness": 10,
                        "z0": 0,
                        "height": 200,
                    }
                ],
            )
        )
    on = table(*pieces, width=12, length=12)
    mover = Mover(at(6, 6), 300, 300)
    if not can_stand(on, mover.body):
        return
    others = [Other(at(x / 2 + 0.23, y / 2 + 0.1)) for x, y in people if abs(x - 12) > 2 or abs(y - 12) > 2]
    area = reach(on, mover, others)
    told = {tuple(area.lattice.spot(node)): cost for node, cost in area.costs.items() if node < area.lattice.base}
    # The reference search only walks; test_over_walls.py checks what climbing over walls adds.
    walked = {
        tuple(area.lattice.spot(node))
        for node in area.costs
        if node < area.lattice.base and all(step.kind == "walk" for step in area.path_to(node))
    }
    exact = brute(on, mover, others)
    for spot in walked:
        assert exact[spot] <= told[spot]
    if not others:
        assert {spot: told[spot] for spot in walked} == {spot: exact[spot] for spot in walked}
        assert all(told[spot] <= cost for spot, cost in exact.items() if cost <= 300 and spot != (600, 600, 0))


def test_who_stands_where_jumps_end_is_heeded() -> None:
    """A gap and a drop carry a base an inch each beyond what they cost."""
    beneath = Other(at(16, 10), enemy=False)
    assert within_reach(mover(at(10, 10)), [beneath, Other(at(30, 10), enemy=False)]) == (beneath,)
