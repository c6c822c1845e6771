"""What makes the search for ways quick says nothing that the plain question would not say (GM-ROUTE-01, GM-PATH-01)."""

from __future__ import annotations

from random import Random

import pytest

from battles.engine.table.generator import generate
from battles.engine.table.movement.bare_steps import AROUND, STEP
from battles.engine.table.movement.barriers import KnownBarriers, Screens
from battles.engine.table.movement.lattice import Lattice
from battles.engine.table.movement.paths import judge_path
from battles.engine.table.movement.random_walk import random_path
from battles.engine.table.movement.reach import free_leg, reach, within_reach
from battles.engine.table.movement.routes import routes_to_points
from battles.engine.table.movement.rules import CORE, GAZETTE, MORDHEIM, Mover, Other
from battles.engine.table.movement.walking import Walk, walk
from battles.engine.table.sight.rays import crouched, eye_height, is_out_of_sight, look_uncached
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body, Spot
from battles.engine.tests.table.build import box, floor, solid, table

RULES = {"core": CORE, "mordheim": MORDHEIM, "gazette": GAZETTE}


def crowd(on: Table, dice: Random, count: int) -> list[Other]:
    """Models strewn over the table top, every other one an enemy."""
    spots = [(dice.randrange(60, on.width - 60), dice.randrange(60, on.length - 60)) for _ in range(count)]
    return [Other(Body(x, y, 0, 50, 120), dice.random() < 0.8, bool(i % 2)) for i, (x, y) in enumerate(spots)]


@pytest.mark.parametrize("radius", [50, 75])
@pytest.mark.parametrize("seed", [3, 4])
def test_what_a_screen_bars_no_walk_passes(seed: int, radius: int) -> None:
    on, dice = generate(seed, density="dense"), Random(seed)
    mover = Mover(Body(0, 0, 0, radius, 120), 400, 100_000, "charge", small=radius == 50)
    screens = Screens(on, mover.body, MORDHEIM)
    barred = 0
    for _ in range(60):
        x, y = dice.randrange(100, 4700), dice.randrange(100, 4700)
        seen = KnownBarriers(x, y)
        for _ in range(20):
            end = dice.randrange(100, 4700), dice.randrange(100, 4700)
            if seen.bars(*end) or screens.bars_anew(*end, seen):
                barred += 1
                assert not isinstance(walk(on, mover, (x, y, 0), end, (), MORDHEIM), Walk)
    assert barred > 100


@pytest.mark.parametrize(("ruleset", "mode"), [("core", "walk"), ("mordheim", "walk"), ("gazette", "run")])
def test_steps_judged_at_once_are_the_walks(ruleset: str, mode: str) -> None:
    on, dice, rules = generate(3, density="dense"), Random(1), RULES[ruleset]
    lattice = Lattice.of(on, Mover(Body(0, 0, 0, 50, 120), 400, 400, mode), rules)
    judged = 0
    strewn = [(dice.randrange(1, 95), dice.randrange(1, 95)) for _ in range(250)]
    beside_each_other = [(column, row) for column in range(30, 46) for row in range(30, 46)]
    for column, row in strewn + beside_each_other:
        x, y = column * STEP, row * STEP
        told = lattice._flat_steps(x, y)
        if told is None:
            continue
        judged += 1
        plain = []
        for dx, dy in AROUND:
            step = walk(on, lattice.mover, (x, y, 0), (x + dx * STEP, y + dy * STEP), (), rules)
            if isinstance(step, Walk):
                plain.append((lattice.node(x + dx * STEP, y + dy * STEP, step.z), step.cost))
        assert told == plain
    assert judged > 150


@pytest.mark.parametrize(("ruleset", "mode"), [("core", "walk"), ("mordheim", "charge"), ("gazette", "run")])
def test_a_remembered_leg_is_the_walk_past_whoever_stands_there_now(ruleset: str, mode: str) -> None:
    on, dice, rules = generate(3, density="dense"), Random(2), RULES[ruleset]
    places = [(dice.randrange(60, 1500), dice.randrange(60, 1500)) for _ in range(12)]
    strewn = [(dice.randrange(60, 1500), dice.randrange(60, 1500)) for _ in range(20)]
    free = 0
    for _ in range(4):
        others = [Other(Body(*place, 0, 50, 120), enemy=True) for place in dice.sample(strewn, 3)]
        for x, y in places:
            mover = Mover(Body(x, y, 0, 50, 120), 400, 400, mode)
            lattice = Lattice.of(on, mover, rules)
            for end in places:
                leg = free_leg(lattice, mover, Spot(x, y, 0), end, others)
                plain = walk(on, mover, (x, y, 0), end, others, rules)
                free += leg is not None
                assert (leg and (leg.z, leg.length, leg.cost)) == (
                    (plain.z, plain.length, plain.cost) if isinstance(plain, Walk) else None
                )
    assert free > 40


@pytest.mark.parametrize("ruleset", RULES)
@pytest.mark.parametrize("mode", ["walk", "run"])
def test_a_stroll_is_a_path_that_may_be_gone_and_lies_within_reach(ruleset: str, mode: str) -> None:
    on, dice, rules = generate(5, density="dense"), Random(7), RULES[ruleset]
    others = crowd(on, dice, 12)
    gone = 0
    for _ in range(25):
        body = Body(dice.randrange(100, 4700), dice.randrange(100, 4700), 0, 50, 120)
        mover = Mover(body, 400, 400 if mode == "walk" else 800, mode)
        found = random_path(on, mover, others, rules, dice.randrange)
        if found is None:
            continue
        area, end = found
        assert end in reach(on, mover, others, rules).costs
        steps = area.path_to(end)
        outcome = judge_path(on, mover, steps, others, rules)
        if all(step.kind == "walk" for step in steps):
            gone += 1
            assert outcome.refused is None
            assert outcome.cost <= area.costs[end] <= mover.allowance
    assert gone > 8


def test_models_out_of_reach_change_nothing() -> None:
    on, dice = generate(5, density="dense"), Random(9)
    others = crowd(on, dice, 40)
    for _ in range(6):
        mover = Mover(Body(dice.randrange(100, 4700), dice.randrange(100, 4700), 0, 50, 120), 400, 400)
        near = within_reach(mover, others)
        assert len(near) < len(others)
        assert reach(on, mover, near, CORE).costs == reach(on, mover, others, CORE).costs


@pytest.mark.parametrize("seed", [3, 6])
def test_ways_to_several_points_are_the_ways_to_each(seed: int) -> None:
    on, dice = generate(seed, density="dense"), Random(seed)
    others = crowd(on, dice, 10)
    for _ in range(5):
        mover = Mover(Body(dice.randrange(100, 4700), dice.randrange(100, 4700), 0, 50, 120), 400, 800, "charge")
        x, y = dice.randrange(200, 4600), dice.randrange(200, 4600)
        points = [(x + dx, y + dy) for dx, dy in ((0.0, 0.0), (90.5, 40.0), (-60.0, 80.25))]
        together = {p: r.length for p, r in routes_to_points(on, mover, points, 0, others, MORDHEIM, farthest=2000)}
        for point in points:
            alone = next(routes_to_points(on, mover, [point], 0, others, MORDHEIM, farthest=2000), None)
            assert together.get(point) == (alone[1].length if alone else None)
        assert list(together.values()) == sorted(together.values())


@pytest.mark.parametrize("density", ["club", "dense"])
def test_who_is_out_of_sight_of_the_terrain_shows_no_ray(density: str) -> None:
    on, dice = generate(9, density=density), Random(9)
    counts = {True: 0, False: 0}
    for _ in range(300):
        viewer, target = (Body(dice.randrange(60, 4740), dice.randrange(60, 4740), 0, 50, 120) for _ in range(2))
        eye, crouching = (viewer.x, viewer.y, eye_height(0, 120)), crouched(target)
        blind = is_out_of_sight(on, eye, crouching)
        assert blind == (look_uncached(on, eye, crouching, ()).clear == 0)
        counts[blind] += 1
    assert min(counts.values()) > 20


def test_a_floor_level_with_the_table_changes_no_walk() -> None:
    """A run that grazes the corner of a low block ends as it would without a ruin's ground floor farther on."""
    ledge = table(solid("ledge", box(12, 12, 13, 13), 0.8))
    beside_a_ruin = table(solid("ledge", box(12, 12, 13, 13), 0.8), floor("hall", box(14.5, 13, 20, 19), 0))
    mover = Mover(Body(950, 1050, 0, 50, 120), 400, 1000, "run")
    for end in ((1550, 1650), (1500, 1600), (1650, 1750)):
        bare = walk(ledge, mover, (950, 1050, 0), end, (), GAZETTE)
        assert isinstance(bare, Walk)
        assert walk(beside_a_ruin, mover, (950, 1050, 0), end, (), GAZETTE) == bare


@pytest.mark.parametrize("seed", [3, 4])
def test_a_shorter_reach_is_the_beginning_of_a_longer_one(seed: int) -> None:
    on, dice = generate(seed, width_in=24, length_in=24, density="dense"), Random(seed)
    for _ in range(6):
        body = Body(dice.randrange(3, 45) * STEP, dice.randrange(3, 45) * STEP, 0, 50, 120)
        short, long = (reach(on, Mover(body, 400, far, "walk"), (), MORDHEIM) for far in (400, 500))
        assert list(short.costs.items()) == [(node, cost) for node, cost in long.costs.items() if cost <= 400]


def test_nodes_round_a_base_are_counted_again_when_more_are_listed() -> None:
    on = table()
    lattice = Lattice.of(on, Mover(Body(0, 0, 0, 50, 120), 400, 400), MORDHEIM)
    base = Body(1000, 1000, 0, 50, 120)
    before = lattice.around(base, 100)
    assert lattice.around(base, 100) is before
    listed = lattice.node(1030, 1010, 0)
    assert lattice.around(base, 100) == before | {listed}
    assert lattice.node(1000, 1000, 0) in before
