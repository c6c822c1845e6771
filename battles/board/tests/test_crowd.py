"""Each model in a melee can be recognised: silhouettes and labels move apart, and bases stay where the models are."""

from __future__ import annotations

import re
from itertools import combinations
from math import hypot

import pytest

from battles.board.svg.crowd import LEAN, Lean, leans_of
from battles.board.svg.models import Projection, models_svg
from battles.board.tests.test_svg import figure

MELEE = [
    figure(id="a1", x=10.0, y=10.0), figure(id="b1", side="b", x=11.0, y=10.0),
    figure(id="a2", x=10.5, y=10.87), figure(id="a3", x=20.0, y=10.0),
]  # fmt: skip


def drawn_at(text: str, model_id: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the base and the silhouette of a model are drawn."""
    model = re.search(rf'<a class="[^"]*"[^>]*data-who="{model_id}"[^>]*translate\(([^ ]+) ([^)]+)\)".*?</a>', text)
    assert model is not None
    base = (float(model.group(1)), float(model.group(2)))
    lean = re.search(r'class="lean" transform="translate\(([^ ]+) ([^)]+)\)"', model.group(0))
    shift = (float(lean.group(1)), float(lean.group(2))) if lean else (0.0, 0.0)
    return base, (base[0] + shift[0], base[1] + shift[1])


def test_bases_stay_and_silhouettes_of_a_melee_stand_apart() -> None:
    text = models_svg(MELEE, Projection(24))
    places = {each.id: drawn_at(text, each.id) for each in MELEE}
    for each in MELEE:
        assert places[each.id][0] == (each.x, pytest.approx(24 - each.y))
    for first, second in combinations(("a1", "b1", "a2"), 2):
        (bx, by), (sx, sy) = places[first]
        (cx, cy), (tx, ty) = places[second]
        assert hypot(sx - tx, sy - ty) > hypot(bx - cx, by - cy) + LEAN
    assert places["a3"][0] == places["a3"][1], "a model that stands alone does not lean"


def test_silhouettes_in_a_melee_are_smaller() -> None:
    alone, crowd = models_svg(MELEE[:1], Projection(24)), models_svg(MELEE[:2], Projection(24))
    assert 'transform="scale(0.0312)' in alone
    assert 'transform="scale(0.0250)' in crowd
    assert 'transform="scale(0.0312)' not in crowd


def test_a_surrounded_model_stays_in_the_middle_and_floors_do_not_crowd_each_other() -> None:
    row = [figure(id="b1", side="b", x=9.0), figure(id="a1", x=10.0), figure(id="b2", side="b", x=11.0)]
    leans = leans_of(row)
    assert leans["a1"] == Lean(0, 0)
    assert (leans["b1"].x, leans["b2"].x) == (-1, 1)
    assert leans_of([figure(id="a1"), figure(id="b1", side="b", z=3.0)]) == {}


def test_models_at_the_same_point_lean_in_opposite_directions() -> None:
    first, second = leans_of([figure(id="a1"), figure(id="a2")]).values()
    assert first.y == -second.y != 0
