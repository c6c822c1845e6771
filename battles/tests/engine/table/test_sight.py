"""Rays: the worked cases of LS-TRUE-01, LS-BLOCK-01, LS-COVER-01, and a naive oracle of small steps."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battles.engine.table.sight import crouched, eye_height, in_arc, look, prone, sees
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body, point_in_polygon

from .build import at, box, floor, piece, solid, table, wall


def eye(body: Body) -> tuple[int, int, int]:
    return body.x, body.y, eye_height(body.z, body.height)


def clear(on: Table, viewer: Body, target: Body, *others: Body) -> int:
    return look(on, eye(viewer), target, others).clear


def test_open_ground_leaves_all_rays_clear() -> None:
    assert clear(table(), at(10, 10), at(20, 10)) == 25


def test_only_the_head_row_shows_above_a_wall_of_one_inch() -> None:
    assert clear(table(wall("w", (15, 5), (15, 15), 0.2, 1.0)), at(10, 10), at(15.7, 10)) == 5


def test_a_wall_of_half_an_inch_leaves_fifteen() -> None:
    sight = look(table(wall("w", (15, 5), (15, 15), 0.2, 0.5)), eye(at(10, 10)), at(15.7, 10))
    assert (sight.clear, sight.hard, sight.soft) == (15, 10, 0)
    assert sight.in_cover(1)
    assert not sight.in_cover(13)


def test_a_rider_sees_only_his_front() -> None:
    assert not in_arc(at(10, 10), 90, at(12, 14))
    assert in_arc(at(10, 10), 90, at(14, 12))


@pytest.mark.parametrize(("other", "expected"), [(at(15, 10), 0), (prone(at(15, 10)), 25), (at(15, 10.55), 15)])
def test_models_screen_models(other: Body, expected: int) -> None:
    assert clear(table(), at(10, 10), at(20, 10), other) == expected


def test_a_slab_hides_whoever_stands_on_it_from_below() -> None:
    on = table(floor("f", box(5, 5, 25, 15), 3))
    assert clear(on, at(10, 10), at(14, 10, 3)) == 0
    assert not sees(on, eye(at(10, 10)), at(14, 10, 3))


def test_a_hatch_lets_rays_through() -> None:
    on = table(floor("f", box(5, 5, 25, 15), 3, hatches=[box(10, 9, 13.5, 11)]))
    assert clear(on, at(10, 10), at(14, 10, 3)) > 0


def test_a_viewer_on_a_hill_looks_over_a_model_on_the_plain() -> None:
    hill = piece("hill", box(6, 6, 12, 14), flags=["hill"], levels=[{"outline": box(6, 6, 12, 14), "z": 200}])
    on = table(hill)
    assert clear(on, at(10, 10, 2), at(20, 10), at(15, 10)) == 25
    assert clear(on, at(4, 10), at(20, 10)) == 0


@pytest.mark.parametrize(("deep", "target", "seen"), [(6, 30, False), (6, 24.5, True), (5, 30, True)])
def test_five_inches_of_wood_can_be_seen_through(deep: float, target: float, seen: bool) -> None:
    on = table(piece("wood", box(20, 5, 20 + deep, 15), flags=["forest"]))
    assert (clear(on, at(15, 10), at(target, 10)) > 0) is seen


def test_doors_let_rays_through_unless_closed() -> None:
    door = {"kind": "door", "from": 400, "to": 600, "sill": 0, "lintel": 200}
    for thick in (0, 0.2):
        opened = table(wall("w", (15, 5), (15, 15), thick, 3, openings=[door]))
        closed = table(wall("w", (15, 5), (15, 15), thick, 3, openings=[{**door, "closed": True}]))
        assert clear(opened, at(10, 10), at(20, 10)) == 25
        assert clear(closed, at(10, 10), at(20, 10)) == 0
        assert clear(opened, at(10, 6), at(20, 6)) == 0


def test_an_explanation_names_the_first_thing_on_each_ray() -> None:
    on = table(wall("hedge", (13, 5), (13, 15), 0.2, 0.4, cover="soft"), wall("stone", (15, 5), (15, 15), 0.2, 1.0))
    sight = look(on, eye(at(10, 10)), at(15.7, 10), explain=True)
    assert sight.clear == 5
    assert {stop.piece for stop in sight.stops} == {"stone"}
    mixed = look(on, eye(at(10, 10)), at(15.7, 10), [at(14, 10, 0, 0.2, 0.6)], explain=True)
    assert mixed.clear == 5
    assert mixed.soft == len([s for s in mixed.stops if s.kind == "body"]) > 0
    plain = look(on, eye(at(10, 10)), at(15.7, 10), [at(14, 10, 0, 0.2, 0.6)])
    assert (plain.clear, plain.hard, plain.soft) == (mixed.clear, mixed.hard, mixed.soft)


def test_a_hiding_model_is_a_smaller_thing_to_see() -> None:
    on = table(wall("w", (15, 5), (15, 15), 0.2, 0.9))
    assert clear(on, at(10, 10), crouched(at(15.7, 10))) == 0


# -- a naive oracle: walk each ray in small steps and ask whether the point lies in something


def stopped_by_steps(on: Table, viewer: Body, target: Body, others: list[Body], column: float, row: float) -> bool:
    ex, ey, ez = eye(viewer)
    dx, dy = target.x - ex, target.y - ey
    far = hypot(dx, dy)
    sx, sy = target.x - dy / far * column * target.radius, target.y + dx / far * column * target.radius
    sz = target.z + row * target.height
    steps = int(hypot(sx - ex, sy - ey, sz - ez) / 2) + 2
    for i in range(1, steps):
        x, y, z = (a + (b - a) * i / steps for a, b in ((ex, sx), (ey, sy), (ez, sz)))
        for stone in on.solids:
            if stone.z0 < z < stone.z1 and point_in_polygon(x, y, stone.outline) > 0:
                return True
        for part in on.walls:
            u = (x - part.ax) * part.ux + (y - part.ay) * part.uy
            v = abs((y - part.ay) * part.ux - (x - part.ax) * part.uy)
            holed = any(o.start < u < o.end and o.sill < z < o.lintel for o in part.openings)
            if 0 < u < part.length and v < part.thickness / 2 and part.z0 < z < part.z1 and not holed:
                return True
        if any(hypot(x - b.x, y - b.y) < b.radius and b.z < z < b.z + b.height for b in others):
            return True
    return False


spot = st.tuples(st.integers(100, 2300), st.integers(100, 2300))


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Table, Body, Body, list[Body]]:
    pieces = []
    for i, (x, y) in enumerate(draw(st.lists(spot, min_size=1, max_size=5))):
        wide, deep, tall = draw(st.integers(30, 500)), draw(st.integers(30, 500)), draw(st.integers(20, 300))
        if draw(st.booleans()):
            x1, y1 = min(2400, x + wide) / 100, min(2400, y + deep) / 100
            pieces.append(
                piece(
                    f"p{i}",
                    box(x / 100, y / 100, x1, y1),
                    walls=[
                        {
                            "points": [[x, y], [round(x1 * 100), round(y1 * 100)]],
                            "thickness": 20,
                            "z0": 0,
                            "height": tall,
                        }
                    ],
                )
            )
        elif i == 0:
            pieces.append(
                solid(f"p{i}", box(x / 100, y / 100, min(24, (x + wide) / 100), min(24, (y + deep) / 100)), tall / 100)
            )
    bodies = [Body(x, y, 0, 50, 120) for x, y in draw(st.lists(spot, max_size=3))]
    (ax, ay), (bx, by) = draw(spot), draw(spot)
    if hypot(ax - bx, ay - by) < 100:
        bx = ax + 500 if ax < 1500 else ax - 500
    return table(*pieces, width=24, length=24), Body(ax, ay, 0, 50, 120), Body(bx, by, 0, 50, 120), bodies


@settings(max_examples=60, deadline=None)
@given(scenes())
def test_sight_agrees_with_small_steps(scene: tuple[Table, Body, Body, list[Body]]) -> None:
    on, viewer, target, others = scene
    told = look(on, eye(viewer), target, others, explain=True)
    stopped = {(s.column, s.row) for s in told.stops}
    wrong = 0
    for i, column in enumerate((-0.8, -0.4, 0.0, 0.4, 0.8)):
        for j, row in enumerate((0.1, 0.3, 0.5, 0.7, 0.9)):
            if stopped_by_steps(on, viewer, target, others, column, row) and (i, j) not in stopped:
                raise AssertionError((i, j))
            wrong += ((i, j) in stopped) != stopped_by_steps(on, viewer, target, others, column, row)
    assert wrong <= 5, "steps may miss no more than one column of rays that grazes an upright corner"
    fast = look(on, eye(viewer), target, others)
    assert fast.clear == told.clear
    if fast.clear:
        assert (fast.hard, fast.soft) == (told.hard, told.soft)


def test_a_stop_by_a_body_names_its_place_in_the_list_given():
    far, screen = Body(4000, 4000, 0, 50, 120), Body(1500, 1000, 0, 50, 120)
    told = look(Table.open_field(), (1000, 1000, 108), Body(2000, 1000, 0, 50, 120), [far, screen], explain=True)
    assert {stop.number for stop in told.stops if stop.kind == "body"} == {1}
