"""Starts a search for paths: by the C code, or without it by `search.Search`. Rule: GM-ROUTE-01"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi
from typing import Protocol

from battles.engine.native import geometry
from battles.engine.table.blockers import SIXTEEN
from battles.engine.table.movement.contact_places import ROUND, Arrival
from battles.engine.table.movement.legs import Legs, Place, StaticLeg
from battles.engine.table.movement.rules import Mover, MoveRules, Other
from battles.engine.table.movement.search import Search
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body, Spot

if geometry is not None:
    geometry.set_search_types(StaticLeg, Arrival, Spot, ROUND, SIXTEEN, cos(pi / 16), pi / 36)


class Paths(Protocol):
    """The paths that a search finds."""

    limit: float
    """Longer paths are not needed. It may be lowered when a path was found."""

    def __iter__(self) -> Iterator[Arrival]: ...


def search_paths(
    table: Table,
    mover: Mover,
    start: Spot,
    target: Body,
    crowd: Sequence[Other],
    rules: MoveRules,
    *,
    cheapest: bool,
    longest: float,
    points: Sequence[Place] | None = None,
) -> Paths:
    """A search by the C code, or without it by `Search`."""
    legs = Legs.of(table, mover, rules)
    if geometry is None or legs.native is None:
        return Search(table, mover, start, target, crowd, rules, cheapest, longest, points)
    goals = None if points is None else tuple(points)
    return geometry.Search(legs.native, start, target, list(crowd), cheapest, longest, goals)
