"""What lies under a base: cases of GM-SURF-01, GM-FLOOR-01, GM-INSIDE-01, MV-FALL-02, MV-SLIP-01."""

from __future__ import annotations

from battles.engine.table.ground import (
    Inside,
    can_stand,
    ground_class,
    inside,
    is_elevated,
    open_edges_near,
    same_building,
    same_floor,
    surface_height,
)
from battles.engine.table.movement.rules import Other
from battles.engine.table.placement import landing_spot
from battles.engine.table.shapes import ruin, walkway
from battles.engine.table.sight.value_mode import look_by_value, standing_value
from battles.engine.table.table import Table
from battles.engine.table.templates import under_teardrop
from battles.engine.tests.table.build import at, box, floor, h, piece, solid, table


def test_the_rim_of_a_balcony() -> None:
    on = table(floor("f", box(10, 10, 14, 14), 3))
    near = open_edges_near(on, at(13.2, 12, 3), 100)[0]
    assert (round(near.gap), near.drop, near.x) == (30, 300, 1400)
    assert not open_edges_near(on, at(12, 12, 3), 100)


def test_a_ledge_beside_a_rim_takes_half_the_drop() -> None:
    on = table(floor("f", box(10, 10, 14, 14), 3), floor("ledge", box(14, 10, 16, 14), 1.5))
    assert open_edges_near(on, at(13.2, 12, 3), 100)[0].drop == 150


def test_parapets_and_hillsides_are_no_edges() -> None:
    assert not open_edges_near(table(floor("f", box(10, 10, 14, 14), 3, parapet=0.6)), at(13.2, 12, 3), 100)
    hill = piece("hill", box(10, 10, 20, 20), flags=["hill"], levels=[{"outline": box(10, 10, 20, 20), "z": 200}])
    assert not open_edges_near(table(hill), at(19.2, 15, 2), 100)


def test_a_whole_base_needs_a_floor() -> None:
    on = table(floor("f", box(10, 10, 14, 14), 3))
    assert can_stand(on, at(13.5, 12, 3))
    assert not can_stand(on, at(13.6, 12, 3))
    assert surface_height(on, h(12), h(12), 500) == 300
    assert surface_height(on, h(12), h(12), 299) == 0


def houses() -> Table:
    floors = [[0, 0, 600, 600, 300]]
    a = ruin(
        "a", "A", 1000, 1000, 600, 600, (300, 300, 300, 300), floors=floors, ladders=[[700, 300, 0, 560, 300, 300]]
    )
    b = ruin("b", "B", 1800, 1000, 600, 600, (300, 300, 300, 300), floors=floors)
    return table(a, b, walkway("w", "W", 1600, 1200, 200, 150))


def test_floors_and_buildings() -> None:
    on = houses()
    up_a, up_b, low_a = at(12, 13, 3), at(20, 13, 3), at(12, 13)
    assert same_floor(on, up_a, up_b)
    assert not same_building(on, up_a, up_b)
    assert same_building(on, up_a, low_a)
    assert not same_floor(on, up_a, low_a)
    assert is_elevated(at(1, 1, 2.01))
    assert not is_elevated(at(1, 1, 2))
    assert standing_value(on, up_a) == 6


def test_degrees_of_being_inside() -> None:
    on = table(piece("wood", box(10, 10, 20, 20), ground="difficult", flags=["forest"]))
    assert inside(on, at(9.7, 15), "wood") == Inside.PARTLY
    assert inside(on, at(10.2, 15), "wood") == Inside.IN
    assert inside(on, at(11, 15), "wood") == Inside.WHOLLY
    assert inside(on, at(9.5, 15), "wood") == Inside.OUT
    assert ground_class(on, h(15), h(15), 0) == "difficult"


def test_a_faller_lands_beside_whoever_stands_there() -> None:
    spot = landing_spot(table(), at(10, 10, 4), [Other(at(10, 10), enemy=True)])
    assert spot == (1000, 1110, 0)


def test_breath() -> None:
    enemies = [at(15, 10), at(15, 11.2), at(15, 12), at(18.9, 10), at(19.1, 10)]
    assert under_teardrop(table(), at(10, 10), 90, enemies) == [0, 1, 3]
    on = table(floor("f", box(5, 5, 25, 15), 3))
    assert under_teardrop(on, at(10, 10), 90, [at(15, 10, 3)]) == []


def test_sight_by_values() -> None:
    wall = solid("rock", box(14, 5, 15, 15), 5)
    assert not look_by_value(table(wall), at(10, 10), 1, at(20, 10), 1).seen
    body = at(15, 10, r=2)
    assert look_by_value(table(), at(10, 10), 2, at(20, 10), 1, [(body, 1)]).seen
    assert not look_by_value(table(), at(10, 10), 1, at(20, 10), 1, [(body, 1)]).seen
    wood = table(piece("wood", box(12, 5, 18, 15), flags=["forest"]))
    assert not look_by_value(wood, at(10, 10), 1, at(20, 10), 1).seen
    assert look_by_value(wood, at(10, 10), 6, at(20, 10), 1).seen
    levels = [{"outline": box(10, 5, 20, 15), "z": 200}, {"outline": box(14, 5, 16, 15), "z": 400}]
    hill = table(piece("hill", box(10, 5, 20, 15), flags=["hill"], levels=levels))
    assert not look_by_value(hill, at(12, 10, 2), standing_value(hill, at(12, 10, 2)), at(25, 10), 1).seen
