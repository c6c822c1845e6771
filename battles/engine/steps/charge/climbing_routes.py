"""Useful charges over ladders, climbs and jumps. The command names these parts; the rest is the most direct route.

Rules: MV-CHG-11, MV-CHG-12, MV-DIVE-01, GM-ROUTE-01
"""

from __future__ import annotations

from battles.engine.commands import Charge, Segment
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import LEVEL, body_of, enemies_of, is_hidden
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.movers import mover_of, others_of, rules_of
from battles.engine.steps.movement.tracks import segments_of
from battles.engine.table.movement.reach import ReachArea, reach
from battles.engine.table.vectors import Body, gap_at_most

NEAR_CONTACT = 150
"""Distance from contact at which the rest of the route is an ordinary walk, in hundredths of an inch."""


def named_charges(game: Game, state: BattleState, model_id: str) -> list[Charge]:
    """One charge for each enemy on another level whom the charger can reach over a part that must be named."""
    mine = body_of(game, state, model_id)
    range_of_charge = allowance_of(game, state, model_id).charge
    targets = [
        (other, body_of(game, state, other))
        for other in enemies_of(game, state, model_id)
        if not is_hidden(state.models[other])
    ]
    above_or_below = [
        (other, body)
        for other, body in targets
        if abs(body.z - mine.z) > LEVEL and gap_at_most(mine, body, range_of_charge)
    ]
    if not above_or_below:
        return []
    mover = mover_of(game, state, model_id, "charge", budget=range_of_charge)
    others = others_of(game, state, model_id, targets=[other for other, _ in targets])
    area = reach(game.table, mover, others, rules_of(game, model_id))
    found = []
    for other, body in above_or_below:
        path = _way_to(area, body)
        if path:
            found.append(Charge(model_id, (other,), path))
    return found


def _way_to(area: ReachArea, target: Body) -> tuple[Segment, ...]:
    """The cheapest path to a place near contact, up to its last ladder, climb or jump; empty if there is none."""
    both = area.mover.body.radius + target.radius
    best, chosen = float("inf"), -1
    for node, cost in area.costs.items():
        x, y, z = area.lattice.spot(node)
        if abs(z - target.z) > LEVEL:
            continue
        gap = ((x - target.x) ** 2 + (y - target.y) ** 2) ** 0.5 - both
        if gap <= NEAR_CONTACT and cost + max(0.0, gap) < best:
            best, chosen = cost + max(0.0, gap), node
    if chosen < 0:
        return ()
    path = segments_of(area.path_to(chosen))
    last = max((number for number, segment in enumerate(path) if segment[0] != "walk"), default=-1)
    return path[: last + 1]
