"""The way of a charge: from where the charger stands to contact with everybody it charges. Rules: MV-CHG-06, MV-CHG-10, GM-ROUTE-01"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

from battles.engine.commands import Segment
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.bodies import body_of
from battles.engine.steps.movers import mover_of, others_of, rules_of
from battles.engine.steps.tracks import Leg, Track, start_of
from battles.engine.table.moverules import Refused
from battles.engine.table.vectors import TOUCH, Body, Point, gap_at_most, round_half_up, toward
from battles.engine.table.walking import walk


def contact_points(mover: Body, targets: Sequence[Body]) -> list[Point]:
    """Plan points where the mover's base touches every target's: the nearest one, or the two that touch a pair."""
    first = targets[0]
    if len(targets) == 1:
        return [toward(first.x, first.y, mover.x, mover.y, first.radius + mover.radius)]
    second = targets[1]
    points = _two_circles(first, second, mover.radius)
    return [
        point
        for point in points
        if all(gap_at_most(mover._replace(x=point[0], y=point[1]), target, TOUCH) for target in targets[2:])
    ]


def _two_circles(a: Body, b: Body, radius: int) -> list[Point]:
    ra, rb = a.radius + radius, b.radius + radius
    dx, dy = b.x - a.x, b.y - a.y
    far = hypot(dx, dy)
    if not far or far > ra + rb or far < abs(ra - rb):
        return []
    along = (far * far + ra * ra - rb * rb) / (2 * far)
    off = sqrt(max(0.0, ra * ra - along * along))
    mx, my = a.x + dx * along / far, a.y + dy * along / far
    return [
        (round_half_up(mx + sign * off * dy / far), round_half_up(my - sign * off * dx / far)) for sign in (1, -1)
    ]


def route_to(
    game: Game, state: BattleState, who: str, targets: Sequence[str], path: Sequence[Segment] = ()
) -> Track | None:
    """The track of a charge, whatever it costs, or None when no way leads there."""
    start = start_of(state, who)
    mover = mover_of(game, state, who, "charge", budget=10**6)
    others = others_of(game, state, who, targets=targets)
    best: Track | None = None
    for x, y in contact_points(mover.body, [body_of(game, state, target) for target in targets]):
        result = walk(game.table, mover, start, (x, y), others, rules_of(game, who))
        if not isinstance(result, Refused) and (best is None or result.cost < best.cost):
            best = Track(start, (Leg("walk", x, y, result.z, result.cost),), result.cost)
    return best
