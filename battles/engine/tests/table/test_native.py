"""The compiled geometry against its twin in Python: equal results for random questions, and when which one is used."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from itertools import islice
from random import Random

import pytest

from battles.engine.native import geometry
from battles.engine.native.build import compiler
from battles.engine.table.generator import generate_data
from battles.engine.table.ground import can_stand, heights_at
from battles.engine.table.movement.legs import Legs
from battles.engine.table.movement.routes import route_to_contact, routes_to_points
from battles.engine.table.movement.rules import CORE, GAZETTE, MORDHEIM, Mover, MoveRules, Other
from battles.engine.table.movement.walking import Stretch, walk
from battles.engine.table.sight.rays import is_out_of_sight, is_wholly_clear, look
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body
from battles.engine.tests.gates.landscape import pack_setup

needs_module = pytest.mark.skipif(geometry is None, reason="the geometry is not compiled")
SEEDS = range(6)


def both_tables(seed: int) -> tuple[Table, Table]:
    """A table twice: for the compiled geometry, and for the Python code. Every second one has all kinds of terrain."""
    data = pack_setup(seed, 2)["table"] if seed % 2 else generate_data(seed, width_in=24, length_in=24, density="dense")
    compiled, plain = Table.from_data(data), Table.from_data(data)
    plain.__dict__["terrain"] = None
    assert compiled.terrain is not None
    return compiled, plain


def some_body(dice: Random, on: Table, near: Body | None = None) -> Body:
    """A body of some size at one of the heights of a random place, which may be impossible to stand on."""
    radius = dice.choice((40, 50, 50, 75, 125))
    if near is None:
        x, y = dice.randint(-20, on.width + 20), dice.randint(-20, on.length + 20)
    else:
        x, y = near.x + dice.randint(-500, 500), near.y + dice.randint(-500, 500)
    if dice.random() < 0.5:
        x, y = x // 50 * 50, y // 50 * 50
    return Body(x, y, dice.choice(heights_at(on, x, y)), radius, dice.choice((30, 120, 150)))


def some_mover(dice: Random, body: Body) -> tuple[Mover, MoveRules]:
    mover = Mover(
        body, 400, 800, dice.choice(("walk", "run", "charge")), small=dice.random() < 0.8, aquatic=dice.random() < 0.1,
        anywhere=dice.random() < 0.1, ghostly=dice.random() < 0.1, sure_footed=dice.choice((0, 0, 1, 2)),
    )  # fmt: skip
    return mover, dice.choice((CORE, MORDHEIM, GAZETTE))


def crowd_near(dice: Random, on: Table, near: Body, count: int) -> list[Other]:
    return [Other(some_body(dice, on, near), dice.random() < 0.8, dice.random() < 0.5) for _ in range(count)]


@needs_module
def test_lengths_are_those_of_python() -> None:
    assert geometry is not None
    dice = Random(1)
    for _ in range(100_000):
        x, y = dice.uniform(-5000, 5000), dice.choice((dice.uniform(-5000, 5000), float(dice.randint(-9000, 9000))))
        assert geometry.hypot(x, y) == math.hypot(x, y)


@needs_module
@pytest.mark.parametrize("seed", SEEDS)
def test_walks_are_the_same(seed: int) -> None:
    compiled, plain = both_tables(seed)
    dice = Random(seed)
    for _ in range(1500):
        start = some_body(dice, plain)
        end = some_body(dice, plain, start)
        mover, rules = some_mover(dice, start)
        crowd = crowd_near(dice, plain, start, dice.choice((0, 3)))
        found: list[tuple[object, list[Stretch]]] = []
        for table in (compiled, plain):
            stretches: list[Stretch] = []
            found.append((walk(table, mover, start[:3], end[:2], crowd, rules, stretches), stretches))
        assert found[0] == found[1]
        assert type(found[0][0]) is type(found[1][0])


@needs_module
@pytest.mark.parametrize("seed", SEEDS)
def test_room_to_stand_is_the_same(seed: int) -> None:
    compiled, plain = both_tables(seed)
    dice = Random(seed)
    for _ in range(3000):
        body = some_body(dice, plain)
        assert can_stand(compiled, body) == can_stand(plain, body)


@needs_module
@pytest.mark.parametrize("seed", SEEDS)
def test_lines_of_sight_are_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, plain = both_tables(seed)
    dice = Random(seed)
    for _ in range(1500):
        viewer, target = some_body(dice, plain), some_body(dice, plain)
        eye = (viewer.x, viewer.y, viewer.z + 108)
        bodies = tuple(some_body(dice, plain, dice.choice((viewer, target))) for _ in range(4))
        assert look(compiled, eye, target, bodies) == look(plain, eye, target, bodies)
        assert is_out_of_sight(compiled, eye, target) == is_out_of_sight(plain, eye, target)
        clear = is_wholly_clear(compiled, eye, target, bodies)
        with monkeypatch.context() as patch:
            patch.setattr("battles.engine.table.sight.rays.geometry", None)
            assert clear == is_wholly_clear(plain, eye, target, bodies)


@needs_module
@pytest.mark.parametrize("seed", SEEDS)
def test_paths_into_contact_are_the_same(seed: int) -> None:
    compiled, plain = both_tables(seed)
    dice = Random(seed)
    for _ in range(60):
        mover, rules = some_mover(dice, some_body(dice, plain))
        target = some_body(dice, plain, dice.choice((None, mover.body)))
        crowd = crowd_near(dice, plain, target, 5)
        cheapest, farthest = dice.random() < 0.5, dice.choice((None, 800))
        routes = [
            route_to_contact(table, mover, target, crowd, rules, cheapest=cheapest, farthest=farthest)
            for table in (compiled, plain)
        ]
        assert routes[0] == routes[1]


@needs_module
@pytest.mark.parametrize("seed", SEEDS)
def test_paths_to_points_are_the_same(seed: int) -> None:
    compiled, plain = both_tables(seed)
    dice = Random(seed)
    for _ in range(30):
        mover, rules = some_mover(dice, some_body(dice, plain))
        points = [
            (float(body.x), body.y + dice.random()) for body in (some_body(dice, plain, mover.body) for _ in range(4))
        ]
        crowd = crowd_near(dice, plain, mover.body, 5)
        found = [
            list(islice(routes_to_points(table, mover, points, 0, crowd, rules, cheapest=seed % 2 == 0), 3))
            for table in (compiled, plain)
        ]
        assert found[0] == found[1]


@needs_module
def test_legs_are_the_same() -> None:
    compiled, plain = both_tables(3)
    dice = Random(3)
    mover, rules = Mover(Body(0, 0, 0, 50, 120), 400, 800), MORDHEIM
    fast, slow = Legs.of(compiled, mover, rules), Legs.of(plain, mover, rules)
    assert fast.native is not None
    assert slow.native is None
    for _ in range(3000):
        start = some_body(dice, plain)
        end = some_body(dice, plain, start)
        assert fast.leg(*start[:3], *end[:2]) == slow.leg(*start[:3], *end[:2])
        assert fast.native.is_closed(end.x + 0.5, end.y) == slow.is_closed((end.x + 0.5, end.y))


@pytest.mark.skipif(not compiler(), reason="there is no C compiler")
def test_a_variable_switches_the_compiled_geometry_off() -> None:
    program = "from battles.engine.native import geometry; print(geometry is None)"
    environment = {**os.environ, "MORDHEIM_NATIVE": "0"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"
