"""The shortest way into contact: cases of GM-ROUTE-01, MV-CHG-06, MV-CHG-07 and MV-CHG-11."""

from __future__ import annotations

from battles.engine.table.movement.paths import Step, judge_path
from battles.engine.table.movement.routes import Route, route_to_contact
from battles.engine.table.movement.rules import CORE, MORDHEIM, Mover, Other, Refused
from battles.engine.tests.table.build import at, box, floor, piece, solid, table, wall


def charger(x: float, y: float, z: float = 0) -> Mover:
    return Mover(at(x, y, z), 400, 800, "charge")


def found(told: Route | Refused) -> Route:
    assert isinstance(told, Route), told
    return told


def test_the_straight_way() -> None:
    route = found(route_to_contact(table(), charger(10, 10), at(18, 10)))
    assert (route.length, route.cost, route.end.x, route.end.y) == (700, 700, 1700, 1000)


def test_round_a_block() -> None:
    on = table(solid("block", box(13, 9, 15, 11), 3))
    route = found(route_to_contact(on, charger(10, 10), at(18, 10), rules=MORDHEIM))
    assert route.length == 784
    assert {abs(spot.y - 1000) for spot in route.spots[1:3]} == {150}
    outcome = judge_path(on, charger(10, 10), route.steps, [Other(at(18, 10), enemy=True, target=True)], MORDHEIM)
    assert outcome.legal


def test_round_a_friend() -> None:
    route = found(route_to_contact(table(), charger(10, 10), at(18, 10), [Other(at(14, 10))]))
    assert 700 < route.length < 740


def test_through_a_door() -> None:
    door = {"kind": "door", "from": 460, "to": 540, "sill": 0, "lintel": 200}
    on = table(wall("w", (13, 5), (13, 15), 0.2, 3, openings=[door]))
    route = found(route_to_contact(on, charger(10, 8), at(18, 12), rules=MORDHEIM))
    assert any(abs(s.x - 1300) <= 60 and abs(s.y - 1000) <= 1 for s in route.spots)


def test_slow_ground_is_no_excuse_in_mordheim_and_avoided_in_core() -> None:
    on = table(piece("bog", box(13, 9, 15, 14), ground="difficult"))
    straight = found(route_to_contact(on, charger(10, 10), at(18, 10), rules=MORDHEIM))
    assert (straight.length, straight.cost) == (700, 900)
    dry = found(route_to_contact(on, charger(10, 10), at(18, 10), rules=CORE, cheapest=True))
    assert 700 < dry.cost < 760


def test_no_way_into_a_closed_yard() -> None:
    walls = [
        wall(f"w{i}", a, b, 0.2, 3)
        for i, (a, b) in enumerate([((16, 8), (20, 8)), ((20, 8), (20, 12)), ((20, 12), (16, 12)), ((16, 12), (16, 8))])
    ]
    refused = route_to_contact(table(*walls), charger(10, 10), at(18, 10), rules=MORDHEIM)
    assert isinstance(refused, Refused)
    assert refused.code == "no_route"


def test_named_ladders_are_part_of_the_way() -> None:
    house = floor("f", box(12.5, 8, 20, 12), 3)
    house["connectors"] = [{"kind": "ladder", "foot": [1230, 1000, 0], "head": [1260, 1000, 300]}]
    via = [Step("walk", 1200, 1000), Step("climb", 1300, 1000, 300, "ladder")]
    route = found(route_to_contact(table(house), charger(10, 10), at(16, 10, 3), rules=MORDHEIM, via=via))
    assert (route.cost, route.end.z, route.named) == (700, 300, 2)


def test_contact_on_a_hillside_in_spite_of_the_height() -> None:
    hill = piece("hill", box(14, 0, 30, 20), flags=["hill"], levels=[{"outline": box(14, 0, 30, 20), "z": 200}])
    route = found(route_to_contact(table(hill), charger(8, 10), at(14.6, 10, 2), rules=MORDHEIM))
    assert (route.length, route.end.x) == (560, 1360)
