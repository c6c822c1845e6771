"""Warriors who must stay close to each other: moves, charges and positions that separate them are refused.

Rules: SCN-DEPLOY-01, MV-WALK-02

Implements the trait `stays_near` for all models of a side that have it; `distance` is in inches, from base to base. A
model that was separated by a flight, a fall or an enemy may move anywhere closer to the others.
"""

from __future__ import annotations

from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import ACTED, CHARGED, FAILED_CHARGE, STANDING, BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.table.vectors import Body, distance
from battles.engine.traits import Values

STAYS_NEAR = Values("stays_near", lambda given: 100 * int(given["distance"]))


def leash_of(game: Game, model_id: str) -> int:
    """How far a model may be from those it stays near, in hundredths of an inch; 0 for no limit."""
    return STAYS_NEAR.first(game.fighters[model_id], 0)


def partners_of(game: Game, state: BattleState, model_id: str) -> list[str]:
    """Ids of the models on the table that a model must stay near."""
    if not leash_of(game, model_id):
        return []
    return [
        other
        for other, model in state.models.items()
        if other != model_id and other[0] == model_id[0] and not model.gone and leash_of(game, other)
    ]


def fault_at(game: Game, state: BattleState, model_id: str, there: Body, follows: bool = False) -> IllegalAction | None:
    """Why a model may not end a move there, or None. With `follows`, the others may still follow it this turn."""
    for other in partners_of(game, state, model_id):
        theirs = body_of(game, state, other)
        reach = leash_of(game, model_id) + (_way_left(game, state, other) if follows else 0)
        gap = distance(there, theirs)
        now = distance(body_of(game, state, model_id), theirs)
        if gap > reach and (state.models[model_id].gone or gap >= now):
            return IllegalAction(
                "apart",
                say(
                    "{who} must stay within {inches} inches of {other}. Move {other} first, or move a shorter "
                    "distance.",
                    who=game.name(model_id), inches=leash_of(game, model_id) // 100, other=game.name(other),
                ),
                "MV-WALK-02",
            )  # fmt: skip
    return None


def _way_left(game: Game, state: BattleState, model_id: str) -> int:
    model = state.models[model_id]
    if model.posture != STANDING or model.engaged or model.flags & (ACTED | CHARGED | FAILED_CHARGE):
        return 0
    return allowance_of(game, state, model_id).walk


def check_end(game: Game, state: BattleState, model_id: str, x: int, y: int, z: int) -> None:
    """Raise IllegalAction when a move that ends there would separate a model from those it stays near."""
    fault = fault_at(game, state, model_id, body_of(game, state, model_id).at(x, y, z))
    if fault is not None:
        raise fault


def check_charge(game: Game, state: BattleState, model_id: str, target: str) -> None:
    """Raise IllegalAction for a charge at an enemy so far from the model's partners that they cannot follow."""
    if partners_of(game, state, model_id):
        fault = fault_at(game, state, model_id, body_of(game, state, target), follows=True)
        if fault is not None:
            raise fault
