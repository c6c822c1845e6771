"""The shortest legal path from a model into contact with another (GM-ROUTE-01). Hundredths of an inch.

The path is searched by exact length (`search`) in a graph of corners moved out by the mover's radius, doorways, 16-gons
around standing models and contact points around the target. The search uses floats; the legs of the result are stored
values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from battles.engine.table.contact import against_obstacle
from battles.engine.table.movement.contact_places import Arrival
from battles.engine.table.movement.legs import Place
from battles.engine.table.movement.path_search import search_paths
from battles.engine.table.movement.paths import Step, judge_path
from battles.engine.table.movement.rules import Mover, MoveRules, Other, Refused
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body, Spot, leg_length


class CostLimit:
    """The highest cost at which a path is still needed: unlimited at first; the caller lowers it when paths are
    found.
    """

    __slots__ = ("cost",)

    def __init__(self) -> None:
        self.cost = float("inf")


class Route(NamedTuple):
    """A path into contact: its spots from start to contact, stored length and cost of the whole, and steps for `paths`.

    `cost` includes slow ground (GM-PATH-01); `length` does not. `named` is the number of legs that the player named
    (`via`).
    """

    spots: tuple[Spot, ...]
    steps: tuple[Step, ...]
    length: int
    cost: int
    named: int = 0

    @property
    def end(self) -> Spot:
        return self.spots[-1]


def route_to_contact(
    table: Table,
    mover: Mover,
    target: Body,
    others: Sequence[Other] = (),
    rules: MoveRules | None = None,
    *,
    via: Sequence[Step] = (),
    farthest: int | None = None,
    cheapest: bool = False,
) -> Route | Refused:
    """The shortest legal polyline on foot from the mover to its first contact with `target`.

    `others` are all other models, without the target. `via` are named legs (ladders, climbs, jumps) that come first;
    the rest is searched from their end. `farthest` limits the length (default: twice the straight line plus 12 inches).
    `cheapest` compares paths by cost instead of length, including corners of slow ground (core charges). The allowance
    is not checked: a charge may fail because of distance (MV-CHG-08). Refused: `no_route`, or what stops the named
    legs.
    """
    rules = rules or MoveRules()
    crowd = [Other(body, standing, False, goal) for body, standing, _, goal in others]
    crowd.append(Other(target, True, False, True))
    free = mover._replace(mode="charge", allowance=1_000_000)
    begun = _begin(table, free, via, crowd, rules)
    if isinstance(begun, Refused):
        return begun
    start = begun.spots[-1]
    longest = farthest if farthest is not None else 2 * hypot(target.x - start.x, target.y - start.y) + 1200
    paths = search_paths(table, free, start, target, crowd, rules, cheapest=cheapest, longest=longest)
    found = next(iter(paths), None)
    if found is None:
        return Refused("no_route", "There is no way to reach that model.", "GM-ROUTE-01")
    if found.legs:
        legs = found.legs
        before = legs[-2] if len(legs) > 1 else start
        short = against_obstacle(table, mover.body, before, legs[-1], target)
        if short is not None:
            saved = leg_length(*before[:2], *legs[-1][:2]) - leg_length(*before[:2], *short[:2])
            found = found._replace(legs=[*legs[:-1], short], length=found.length - saved, cost=found.cost - saved)
    return _route(begun, found, via)


def routes_to_points(
    table: Table,
    mover: Mover,
    points: Sequence[Place],
    z: int,
    others: Sequence[Other] = (),
    rules: MoveRules | None = None,
    *,
    via: Sequence[Step] = (),
    farthest: int | None = None,
    cheapest: bool = False,
    limit: CostLimit | None = None,
) -> Iterator[tuple[Place, Route]]:
    """Paths to exact points at about one height, each with its point, the shortest (or cheapest) first.

    `others` are all other models, including those to be touched. `limit` ends the search once all other paths are
    certain to cost more. Otherwise as in `route_to_contact`.
    """
    rules = rules or MoveRules()
    crowd = [Other(body, standing, False, goal) for body, standing, _, goal in others]
    free = mover._replace(mode="charge", allowance=1_000_000)
    begun = _begin(table, free, via, crowd, rules)
    if isinstance(begun, Refused) or not points:
        return
    start = begun.spots[-1]
    middle = Body(round(points[0][0]), round(points[0][1]), z, 0, 0)
    straight = max(hypot(x - start.x, y - start.y) for x, y in points)
    longest = farthest if farthest is not None else 2 * straight + 1200
    paths = search_paths(table, free, start, middle, crowd, rules, cheapest=cheapest, longest=longest, points=points)
    for found in paths:
        yield found.place, _route(begun, found, via)
        if limit is not None:
            paths.limit = limit.cost


class _Begun(NamedTuple):
    """The named legs of a path: their spots, stored length and cost."""

    spots: tuple[Spot, ...]
    length: int
    cost: int


def _begin(
    table: Table, mover: Mover, via: Sequence[Step], crowd: Sequence[Other], rules: MoveRules
) -> _Begun | Refused:
    if not via:
        return _Begun((Spot(mover.body.x, mover.body.y, mover.body.z),), 0, 0)
    named = judge_path(table, mover, via, crowd, rules, ends_anywhere=True)
    if named.refused:
        return named.refused
    return _Begun(tuple(named.polyline), named.length, named.cost)


def _route(begun: _Begun, found: Arrival, via: Sequence[Step]) -> Route:
    steps = (*via, *(Step("walk", spot.x, spot.y, spot.z) for spot in found.legs))
    return Route((*begun.spots, *found.legs), steps, begun.length + found.length, begun.cost + found.cost, len(via))
