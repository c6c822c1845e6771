"""Contact, also across a low wall: the worked cases of MV-CHG-07."""

from __future__ import annotations

from battles.engine.table.contact import in_contact
from battles.engine.table.movement.routes import Route, route_to_contact
from battles.engine.table.movement.rules import MORDHEIM, Mover
from battles.engine.tests.table.build import at, box, piece, table, wall


def test_a_charge_stops_against_a_low_wall_and_is_engaged_across_it() -> None:
    on = table(wall("w", (14.2, 5), (14.2, 15), 0.4, 0.9))
    route = route_to_contact(on, Mover(at(8, 10), 400, 800, "charge"), at(14.9, 10), rules=MORDHEIM)
    assert isinstance(route, Route)
    assert (route.end.x, route.end.y, route.length, route.cost) == (1350, 1000, 550, 550)
    assert in_contact(on, at(13.5, 10), at(14.9, 10))


def test_a_high_wall_keeps_them_apart() -> None:
    assert not in_contact(table(wall("w", (14.2, 5), (14.2, 15), 0.4, 1.6)), at(13.5, 10), at(14.9, 10))
    assert not in_contact(table(), at(13.5, 10), at(14.9, 10))


def test_a_hillside_forgives_the_height() -> None:
    hill = piece("hill", box(14, 0, 30, 20), flags=["hill"], levels=[{"outline": box(14, 0, 30, 20), "z": 200}])
    assert in_contact(table(hill), at(13.6, 10), at(14.6, 10, 2))
    assert not in_contact(table(), at(13.6, 10), at(14.6, 10, 2))
