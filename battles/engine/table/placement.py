"""Where a move may end: the same check for moves that players choose and for forced moves.

A forced move that may not end at its end point stops at the last place on its path where it may (`last_place`). Lengths
are hundredths of an inch. Rules: GM-PLACE-01, GM-SURF-01, MV-WALK-02, MV-WALK-03, MV-FALL-02
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, radians, sin
from typing import NamedTuple

from battles.engine.table.contact import REACH, in_contact
from battles.engine.table.ground import SUPPORT, can_stand, surface_height
from battles.engine.table.movement.rules import Other, Refused
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body, Spot, gap_at_most, round_half_up

COARSE = 5
"""Step of the search for the last place, before it is refined."""


class Place(NamedTuple):
    """A place on a path: its distance along the path, and its position."""

    at: int
    spot: Spot


def end_fault(
    table: Table, body: Body, others: Iterable[Other], start: Body | None = None, *, may_touch: bool = False
) -> Refused | None:
    """Why a move may not end with the base there; None if it may.

    Targets may be touched, and so may enemies in contact with the mover at `start`. With `may_touch`, all enemies may
    be touched, as by a charge, a push and an interception.
    """
    if not can_stand(table, body):
        return Refused("no_room", "The base cannot be placed there.", "GM-SURF-01")
    others = tuple(others)
    if not can_stand(table, body, others):
        return Refused("occupied", "Another model is there.", "MV-WALK-03")
    if not may_touch and touches_enemy(table, body, others, start):
        return Refused("contact", "A move may not end touching an enemy; only a charge does.", "MV-WALK-02")
    return None


def touches_enemy(table: Table, body: Body, others: Iterable[Other], start: Body | None = None) -> bool:
    """Whether a base is in contact with an enemy that is not a target, including fallen ones and those across a low
    wall. Rule: MV-WALK-02
    """
    return any(
        other.enemy
        and not other.target
        and gap_at_most(body, other.body, REACH)
        and in_contact(table, body, other.body)
        and not (start is not None and in_contact(table, start, other.body))
        for other in others
    )


def last_place(
    length: int,
    spot_at: Callable[[int], Spot | None],
    holds: Callable[[Spot], bool],
    holds_exactly: Callable[[Spot], bool],
) -> Place | None:
    """The last place on a path of that length where the mover may stay; None if there is none after its start.

    `spot_at` returns the position after a part of that length, None where no model can stop. The end of the path is
    checked as stored (`holds`); an earlier place must be clear without the tolerance for rounding (`holds_exactly`).
    Rules: GM-PLACE-01, GM-UNIT-01
    """

    def found(at: int, test: Callable[[Spot], bool]) -> Place | None:
        spot = spot_at(at)
        return Place(at, spot) if spot is not None and test(spot) else None

    if length <= 0:
        return None
    there = found(length, holds)
    if there is not None:
        return there
    at = length - 1
    while at > 0:
        place = found(at, holds_exactly)
        if place is None:
            at -= COARSE
            continue
        for further in range(min(length - 1, at + COARSE - 1), at, -1):
            better = found(further, holds_exactly)
            if better is not None:
                return better
        return place
    return None


def landing_spot(table: Table, body: Body, others: Iterable[Other], farthest: int = 4800) -> Spot | None:
    """Where a falling model lands: straight below, or in the nearest free spot on rings 0.1 inches apart, clockwise
    from +y.

    It overlaps no model and touches no enemy; None if nothing is free within `farthest` (MV-FALL-02). `body` is the
    model at the point from which it falls.
    """
    crowd = tuple(others)
    low = surface_height(table, body.x, body.y, body.z)
    for ring in range(0, farthest + 1, 10):
        for step in range(16 if ring else 1):
            angle = radians(step * 22.5)
            x, y = round_half_up(body.x + ring * sin(angle)), round_half_up(body.y + ring * cos(angle))
            z = surface_height(table, x, y, low + SUPPORT)
            if end_fault(table, body.at(x, y, z), crowd) is None:
                return Spot(x, y, z)
    return None
