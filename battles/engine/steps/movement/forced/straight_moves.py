"""Straight moves for as far as possible: staggers, random moves, pushes, advances of failed charges.

Lengths in hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, radians, sin
from typing import NamedTuple

from battles.engine.game import Game
from battles.engine.table.movement.rules import Mover, MoveRules, Other, Refused
from battles.engine.table.movement.walking import Walk, walk
from battles.engine.table.vectors import SLACK, Spot, round_half_up


class Reached(NamedTuple):
    """Length of a straight move, and what stopped it ("" if nothing did)."""

    spot: Spot
    length: int
    cost: int
    stopped_by: str


def direction_of(heading: float) -> tuple[float, float]:
    """Unit vector of a heading in degrees clockwise from +y."""
    return sin(radians(heading)), cos(radians(heading))


def furthest(
    game: Game,
    mover: Mover,
    start: Spot,
    direction: tuple[float, float],
    length: int,
    others: Sequence[Other],
    rules: MoveRules,
    *,
    allowed: Callable[[Spot], bool] | None = None,
) -> Reached:
    """The farthest point in a direction that can be reached within `mover.allowance`, found by bisection.

    The base must be completely clear, without the tolerance for rounded positions, unless it starts in contact.
    `allowed` may forbid farther end points (an enemy too close); once it forbids a point, it must forbid all points
    behind it.
    """
    ux, uy = direction
    exact = mover._replace(body=mover.body._replace(radius=mover.body.radius + SLACK))
    tight = isinstance(walk(game.table, exact, start, start[:2], others, rules), Refused)

    def attempt(far: int) -> tuple[Spot, Walk] | str:
        x, y = round_half_up(start.x + ux * far), round_half_up(start.y + uy * far)
        result = walk(game.table, exact, start, (x, y), others, rules)
        if isinstance(result, Refused) and (tight or result.code == "off_table"):
            result = walk(game.table, mover, start, (x, y), others, rules)
        if isinstance(result, Refused):
            return result.code
        if result.cost > mover.allowance:
            return "spent"
        spot = Spot(x, y, result.z)
        if allowed is not None and not allowed(spot):
            return "near"
        return spot, result

    best: tuple[int, tuple[Spot, Walk]] | None = None
    stopped = ""
    low, high = 0, length
    whole = attempt(length)
    if not isinstance(whole, str):
        return Reached(whole[0], length, whole[1].cost, "")
    stopped = whole
    while low < high - 1:
        middle = (low + high) // 2
        got = attempt(middle)
        if isinstance(got, str):
            stopped, high = got, middle
        else:
            best, low = (middle, got), middle
    if best is None:
        return Reached(start, 0, 0, stopped)
    far, (spot, result) = best
    return Reached(spot, far, result.cost, stopped)
