"""Rays: the worked cases of LS-TRUE-01, LS-BLOCK-01, LS-COVER-01, and a naive oracle in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import hypot, isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battles.engine.table.sight.ray_masks import DEPTH
from battles.engine.table.sight.rays import (
    crouched,
    eye_height,
    in_arc,
    is_out_of_sight,
    is_wholly_clear,
    look,
    prone,
    sees,
)
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body
from battles.engine.tests.table.build import at, box, floor, piece, solid, table, wall


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


def test_a_rider_sees_only_their_front() -> None:
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


# -- a naive oracle: how long each ray runs inside each single thing, in fractions


def share_inside(
    origin: list[Fraction], run: list[Fraction], low: Sequence[int | Fraction], high: Sequence[int | Fraction]
) -> Fraction:
    """The share of a ray within a box, each coordinate strictly between its bounds."""
    start, end = Fraction(0), Fraction(1)
    for begin, by, least, most in zip(origin, run, low, high, strict=True):
        if not by:
            if not least < begin < most:
                return Fraction(0)
            continue
        near, far = sorted(((least - begin) / by, (most - begin) / by))
        start, end = max(start, near), min(end, far)
    return max(Fraction(0), end - start)


def share_in_cylinder(origin: list[Fraction], run: list[Fraction], body: Body) -> Fraction:
    """The share of a ray within an upright cylinder."""
    x, y, z = origin[0] - body.x, origin[1] - body.y, origin[2]
    a, b, c = run[0] ** 2 + run[1] ** 2, x * run[0] + y * run[1], x * x + y * y - body.radius**2
    under = b * b - a * c
    if under <= 0:
        return Fraction(0)
    root = Fraction(isqrt(int(under * 10**40)), 10**20)
    start, end = max(Fraction(0), (-b - root) / a), min(Fraction(1), (-b + root) / a)
    if run[2]:
        near, far = sorted(((body.z - z) / run[2], (body.z + body.height - z) / run[2]))
        start, end = max(start, near), min(end, far)
    elif not body.z < z < body.z + body.height:
        return Fraction(0)
    return max(Fraction(0), end - start)


def depths(on: Table, viewer: Body, target: Body, others: list[Body], column: Fraction, row: Fraction) -> list[float]:
    """How deep one ray runs into each thing, in hundredths of an inch."""
    ex, ey, ez = (Fraction(part) for part in eye(viewer))
    dx, dy = target.x - ex, target.y - ey
    far = Fraction(isqrt(int((dx * dx + dy * dy) * 10**40)), 10**20)
    out = column * target.radius / far
    run = [dx - dy * out, dy + dx * out, target.z + row * target.height - ez]
    found = []
    for stone in on.solids:
        xs, ys = [x for x, _ in stone.outline], [y for _, y in stone.outline]
        found.append(share_inside([ex, ey, ez], run, (min(xs), min(ys), stone.z0), (max(xs), max(ys), stone.z1)))
    for part in on.walls:
        ax, ay, bx, by = part.ax, part.ay, part.bx, part.by
        long = Fraction(isqrt(((bx - ax) ** 2 + (by - ay) ** 2) * 10**40), 10**20)
        ux, uy, half = (bx - ax) / long, (by - ay) / long, Fraction(part.thickness, 2)
        turned = [[p * ux + q * uy, q * ux - p * uy, r] for p, q, r in ((ex - ax, ey - ay, ez), run)]
        found.append(share_inside(turned[0], turned[1], (0, -half, part.z0), (long, half, part.z1)))
    found += [share_in_cylinder([ex, ey, ez], run, body) for body in others]
    length = float(sum(part * part for part in run)) ** 0.5
    return [float(share) * length for share in found]


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
def test_sight_agrees_with_exact_rays(scene: tuple[Table, Body, Body, list[Body]]) -> None:
    """A ray is blocked by what it enters for more than a thousandth of an inch (GM-UNIT-01), and by nothing else.

    `look` uses real numbers, so a depth within a billionth of an inch of that bound may fall on either side.
    """
    on, viewer, target, others = scene
    sight = look(on, eye(viewer), target, others, explain=True)
    stopped = {(s.column, s.row) for s in sight.stops}
    for i, column in enumerate((-8, -4, 0, 4, 8)):
        for j, row in enumerate((1, 3, 5, 7, 9)):
            found = depths(on, viewer, target, others, Fraction(column, 10), Fraction(row, 10))
            if all(abs(depth - DEPTH) > 1e-7 for depth in found):
                assert ((i, j) in stopped) == any(depth > DEPTH for depth in found), (i, j, found)
    fast = look(on, eye(viewer), target, others)
    assert fast.clear == sight.clear
    if fast.clear:
        assert (fast.hard, fast.soft) == (sight.hard, sight.soft)
    assert is_wholly_clear(on, eye(viewer), target, others) == (sight.clear == 25)
    assert is_out_of_sight(on, eye(viewer), target) == (not look(on, eye(viewer), target).clear)


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("y", [10, 12])
def test_a_ray_along_the_side_of_a_block_is_not_stopped_by_it(y: float, way: int) -> None:
    on = table(solid("s", box(12, 10, 14, 12), 3))
    sight = look(on, eye(at(10 if way > 0 else 16, y)), at(16 if way > 0 else 10, y), explain=True)
    assert {stop.column for stop in sight.stops} == ({3, 4} if (way > 0) == (y == 10) else {0, 1})


def test_a_stop_by_a_body_names_its_place_in_the_list_given():
    far, screen = Body(4000, 4000, 0, 50, 120), Body(1500, 1000, 0, 50, 120)
    sight = look(Table.open_field(), (1000, 1000, 108), Body(2000, 1000, 0, 50, 120), [far, screen], explain=True)
    assert {stop.number for stop in sight.stops if stop.kind == "body"} == {1}
