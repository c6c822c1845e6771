"""How likely a charge is to reach its target: finding the enemy, overcoming fear, the tests on the way, and the
distance.

Where measuring is not allowed, the length of the route is guessed (`guessed_distances`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battles.engine.bots.values import guessed_distances
from battles.engine.bots.values.hazards import risk_of
from battles.engine.commands import Charge, Segment
from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.odds import charge_odds
from battles.engine.odds.budget import OverBudget
from battles.engine.state import BattleState
from battles.engine.steps.charge import climbing_routes, declarations, routes
from battles.engine.steps.movement.tracks import Track

EVEN = 0.5
"""Assumed chance of a test that has too many outcomes to count."""
POOR = 0.6
"""If the direct route has a lower chance than this, routes over ladders, climbs and jumps are also considered."""


class Way(NamedTuple):
    """A route for a charge: the chance to reach the enemy, the expected loss from falls, and the path for the command.

    The path is empty for the direct route.
    """

    arrives: float = 0.0
    loss: float = 0.0
    path: tuple[Segment, ...] = ()


NO_WAY = Way()


def way_to(game: Game, state: BattleState, model_id: str, target: str, declared: Sequence[declarations.Record]) -> Way:
    """The best route for a charge at one enemy; `NO_WAY` when the charge may not be declared."""
    best = _way(game, state, Charge(model_id, (target,)), declared)
    if best.arrives < POOR and game.table.pieces:
        for named in climbing_routes.named_charges(game, state, model_id):
            if named.targets == (target,):
                other = _way(game, state, named, declared)
                best = max(best, other, key=lambda way: way.arrives - way.loss)
    return best


def _way(game: Game, state: BattleState, charge: Charge, declared: Sequence[declarations.Record]) -> Way:
    model_id, target = charge.who, charge.targets[0]
    try:
        search, track = declarations.check_charge(game, state, model_id[0], charge, declared)
    except IllegalAction:
        return NO_WAY
    chance, loss = 1.0, 0.0
    try:
        if search:
            chance *= charge_odds.chance_to_find(game, state, model_id, search)
        if charge_odds.needs_nerve(game, state, model_id, target):
            chance *= charge_odds.chance_to_dare(game, state, model_id, target)
    except OverBudget:
        chance *= EVEN
    if not game.rules.measuring_is_free:
        track = track or routes.path_to_contact(game, state, model_id, charge.targets, charge.path)
        chance *= _reaches(game, state, charge, track)
    if track is not None and track.checks:
        risk = risk_of(game, state, model_id, track)
        chance, loss = chance * risk.arrives, chance * risk.loss
    return Way(chance, loss, charge.path)


def _reaches(game: Game, state: BattleState, charge: Charge, track: Track | None) -> float:
    """The chance that the route is short enough, judged by a guess of its length."""
    if track is None:
        return 0.0
    seen = guessed_distances.guess(game, state, charge.who[0], (charge.who, charge.targets[0]), track.cost)
    return guessed_distances.chance_within(game, seen, routes.charge_budget(game, state, charge.who, track))
