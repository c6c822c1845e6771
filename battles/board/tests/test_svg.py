"""The drawing contains what the engine compiled, hides nothing and escapes user text."""

import re
from math import hypot
from xml.etree import ElementTree

import pytest

from battles.board.model_views import Figure
from battles.board.svg.models import Projection, models_svg, reach_path
from battles.board.svg.table import table_svg
from battles.engine.table.generator import generate
from battles.engine.table.table import Table
from battles.tables.library import ready_tables, table_for
from battles.tables.previews import picture, picture_of


def figure(**fields: object) -> Figure:
    plain = {
        "id": "a1", "side": "a", "name": "Otto", "letters": "Ot", "x": 3.0, "y": 4.0, "z": 0.0, "radius": 0.5,
        "on_table": True, "condition": "standing", "is_leader": False, "is_hidden": False, "is_fleeing": False,
        "is_mine": True, "can_act": False, "wounds": 1, "full_wounds": 1, "marks": (), "engaged": (),
        "is_below": False, "facing": None, "archetype": "captain", "sentence": "standing.",
    }  # fmt: skip
    return Figure(**{**plain, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize("density", ["low", "club", "dense"])
def test_every_floor_above_the_ground_has_its_height_written(density: str) -> None:
    table = generate(5, width_in=24, length_in=24, density=density)
    drawn = table_svg(table)
    ElementTree.fromstring(f"<svg>{drawn}</svg>")
    floors = [surface for surface in table.surfaces if surface.kind == "floor" and surface.z]
    solids = [solid for solid in table.solids if solid.z1 >= 200]
    assert drawn.count('class="height"') == len(floors) + len(solids)
    assert len(re.findall(r"<(path|rect|text)", drawn)) < 1500


def test_ready_tables_are_playable_and_have_pictures() -> None:
    assert len(ready_tables()) >= 3
    for code in ready_tables():
        Table.from_data(table_for(code=code).data)
        assert len(picture_of(code)) < 20_000


def test_equal_seeds_give_equal_tables() -> None:
    assert table_for(seed="x").data == table_for(seed="x").data
    assert table_for(seed="x").data != table_for(seed="y").data
    with pytest.raises(KeyError):
        table_for(code="nowhere")
    with pytest.raises(ValueError):
        table_for(seed="x", size_in=7)


def test_a_models_name_cannot_carry_markup() -> None:
    drawn = models_svg([figure(name='<script>"&', letters="<i")], Projection(24, "/b/"))
    assert "<script>" not in drawn
    assert "&lt;script&gt;" in drawn
    ElementTree.fromstring(f"<svg>{drawn}</svg>")


@pytest.mark.parametrize(
    ("fields", "mark"),
    [
        ({"condition": "knocked_down"}, 'class="down"'),
        ({"condition": "knocked_down"}, "badge is-knocked_down"),
        ({"condition": "stunned"}, "badge is-stunned"),
        ({"is_hidden": True}, "badge is-hidden"),
        ({"is_fleeing": True}, "badge is-fleeing"),
        ({"letters": "W2"}, "plaque is-numbered"),
        ({"is_leader": True}, 'class="leader"'),
        ({"can_act": True}, 'class="ready"'),
        ({"full_wounds": 3, "wounds": 1}, "pip lost"),
        ({"z": 3.0}, "storey-mark"),
        ({"is_below": True}, "below"),
        ({"marks": ("ran",)}, "chevron"),
    ],
)
def test_every_condition_has_a_mark_of_its_own(fields: dict[str, object], mark: str) -> None:
    assert mark not in models_svg([figure()], Projection(24))
    assert mark in models_svg([figure(**fields)], Projection(24))


@pytest.mark.parametrize("side", ["a", "b", "c", "d"])
def test_sides_differ_by_shape(side: str) -> None:
    others = [models_svg([figure(side=other, id=f"{other}1")], Projection(24)) for other in "abcd" if other != side]
    base = re.search(r'<path class="ring-shape"[^>]*>', models_svg([figure(side=side, id=f"{side}1")], Projection(24)))
    assert (base is None) == (side == "a"), "side A is the plain disc"
    assert base is None or all(base.group(0) not in other for other in others)


def test_a_token_has_one_badge_that_of_the_worst_state() -> None:
    drawn = models_svg([figure(condition="stunned", is_hidden=True, is_fleeing=True)], Projection(24))
    assert drawn.count('class="upright badge') == 1
    assert "badge is-stunned" in drawn
    assert 'id="mark-stunned"' in drawn


def test_fights_are_drawn_once() -> None:
    pair = [figure(engaged=("b1",)), figure(id="b1", side="b", x=4.0, engaged=("a1",))]
    assert models_svg(pair, Projection(24)).count('class="fight"') == 1


def test_reach_is_one_shape_with_its_rim() -> None:
    rim = reach_path([(1.0, 1.0), (1.5, 1.0), (1.0, 1.5)], 0.5, 24)
    assert rim.count("M") == rim.count("Z") == 1
    assert picture(Table.open_field()).startswith("<svg")


def corners(path: str) -> list[list[tuple[float, float]]]:
    return [[tuple(map(float, c.split())) for c in ring[:-1].split("L")] for ring in path.split("M")[1:]]  # type: ignore[misc]


def test_a_reach_has_cut_corners_and_open_holes() -> None:
    block = {(x, y) for x in range(6) for y in range(5)} - {(2, 2), (3, 2)}
    rings = corners(reach_path([(x / 2, y / 2) for x, y in block], 0.5, 24))
    assert len(rings) == 2
    assert sorted(len(ring) for ring in rings) == [6, 8]
    doubled = abs(sum(
        sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)) for ring in rings
    ))  # fmt: skip
    assert doubled / 2 == pytest.approx(len(block) / 4 - 4 / 32 + 4 / 32)


def test_cells_that_touch_by_a_corner_are_two_shapes() -> None:
    rings = corners(reach_path([(0.5, 0.5), (1.0, 1.0)], 0.5, 24))
    assert [len(ring) for ring in rings] == [4, 4]


def test_in_a_crowd_on_a_floor_each_height_is_written_once_among_neighbours() -> None:
    close = [figure(id=f"a{n}", x=3.0 + 1.1 * (n % 3), y=4.0 + 1.1 * (n // 3), z=3.0) for n in range(6)]
    drawn = models_svg(close, Projection(24))
    plates = re.findall(r'class="upright storey-plate( is-told)?"', drawn)
    assert len(plates) == 6, "a selected model shows its own"
    written = [place for place, covered in zip(close, plates, strict=True) if not covered]
    for model in close:
        assert any(abs(model.x - other.x) <= 1.5 and abs(model.y - other.y) <= 1.5 for other in written)
    for model in written:
        others = [other for other in written if other is not model]
        assert all(hypot(model.x - other.x, model.y - other.y) > 1.4 for other in others), "plates lie apart"
    below = figure(id="b1", x=3.0, y=5.0, z=0.0, is_below=True)
    assert "storey-plate is-told" not in models_svg([figure(z=3.0), below], Projection(24)), "different heights"
    assert "storey-plate is-told" not in models_svg([figure(z=3.0), figure(id="a2", x=9.0, z=3.0)], Projection(24))
