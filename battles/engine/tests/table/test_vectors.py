"""Plane geometry: the worked cases of GM-UNIT-01 and GM-DIST-01, and shapely as oracle."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon

from battles.engine.table import vectors as v
from battles.engine.tests.table.build import at

near = st.integers(-40, 40)
place = st.tuples(near, near)


def test_a_gap_of_exactly_eight_is_within_eight() -> None:
    assert v.within(at(10, 10), at(19, 10), 800)
    assert not v.within(at(10, 10), at(19.01, 10), 800)
    assert not v.within(at(10, 10), at(16.36, 16.37), 800)


def test_stored_legs_round_up() -> None:
    assert v.leg_length(1000, 1000, 1282, 1282) == 399
    assert v.leg_length(1000, 1000, 1283, 1283) == 401


def test_distances_of_models() -> None:
    assert v.distance(at(10, 10), at(16, 10)) == 500
    assert round(v.distance(at(10, 10), at(16, 10, 3)) / 100, 3) == 5.831
    assert v.distance(at(10, 10), at(10, 10, 3)) == 300
    assert v.distance(at(10, 10), at(13, 10)) == 200
    assert v.distance(at(10, 10, r=0.75), at(13, 10)) == 175


def test_headings_run_clockwise_from_plus_y() -> None:
    assert (v.heading(1, 1), v.heading(2, 4), v.heading(6, 6)) == (0, 90, 350)


@given(st.integers(0, 10**9))
def test_ceil_sqrt_is_the_least_whole_root(n: int) -> None:
    root = v.ceil_sqrt(n)
    assert root * root >= n
    assert root == 0 or (root - 1) ** 2 < n


@given(place, place, st.integers(0, 20), st.integers(0, 20), near, st.integers(0, 60))
def test_within_agrees_with_exact_fractions(a: v.Point, b: v.Point, r: int, s: int, dz: int, reach: int) -> None:
    told = v.within(v.Body(*a, 0, r, 100), v.Body(*b, dz, s, 100), reach)
    square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    room = reach * reach - dz * dz
    scale = 10**12
    if room < 0:
        assert not told
        return
    low = Fraction(isqrt(room * scale * scale), scale) + r + s
    exact_room = isqrt(room) ** 2 == room
    if exact_room or abs(square - low * low) > Fraction(1, 10**6):
        assert told == (square <= low * low)


@settings(max_examples=300)
@given(place, place, place, place, st.integers(1, 30))
def test_segments_agree_with_shapely(a: v.Point, b: v.Point, c: v.Point, d: v.Point, reach: int) -> None:
    if a == b or c == d:
        return
    first, two = LineString([a, b]), LineString([c, d])
    assert v.segments_meet(a, b, c, d) == first.intersects(two)
    apart = first.distance(two)
    if abs(apart - reach) > 1e-9:
        assert v.segments_nearer_than(a, b, c, d, reach) == (apart < reach)


@settings(max_examples=300)
@given(st.lists(place, min_size=3, max_size=8, unique=True), place)
def test_polygons_agree_with_shapely(corners: list[v.Point], p: v.Point) -> None:
    shape = Polygon(corners)
    if not shape.is_valid or not shape.area:
        return
    expected = 1 if shape.contains(Point(p)) else 0 if shape.touches(Point(p)) else -1
    assert v.point_in_polygon(*p, tuple(corners)) == expected
    assert abs(v.polygon_distance(*p, tuple(corners)) - shape.distance(Point(p))) < 1e-9
    assert abs(v.polygon_area_twice(v.anticlockwise(corners)) - 2 * shape.area) < 1e-6


@settings(max_examples=200)
@given(st.lists(place, min_size=3, max_size=6, unique=True), st.lists(place, min_size=3, max_size=6, unique=True))
def test_overlaps_agree_with_shapely(one: list[v.Point], two: list[v.Point]) -> None:
    a, b = Polygon(one), Polygon(two)
    if not (a.is_valid and b.is_valid and a.area and b.area):
        return
    shared = a.intersection(b).area
    if shared == 0:
        assert not v.polygons_overlap(tuple(one), tuple(two))
    elif shared > 1:
        assert v.polygons_overlap(tuple(one), tuple(two))
