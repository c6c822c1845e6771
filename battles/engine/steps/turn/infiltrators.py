"""Infiltrators, who are set up after all others, out of sight and away from every enemy. Rule: SCN-DEPLOY-01

Implements the trait `infiltrate`. If there is no such place, they are set up in their own zone like the others.
"""

from __future__ import annotations

from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.scenarios.areas import Area, whole_table
from battles.engine.sentences import say
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import enemies_of
from battles.engine.steps.movement.hiding.visibility import eye_of
from battles.engine.table.sight.rays import look
from battles.engine.table.vectors import Body
from battles.engine.traits import Values

INFILTRATE = Values("infiltrate", lambda given: 100 * int(given["distance"]))


def distance_of(game: Game, model_id: str) -> int:
    """Distance an infiltrator must keep from enemies, hundredths of an inch; 0 for other models."""
    return INFILTRATE.first(game.fighters[model_id], 0)


def comes_late(game: Game, model_id: str) -> bool:
    """Whether the model is set up after the warbands."""
    return distance_of(game, model_id) > 0


def is_late(state: BattleState) -> bool:
    """Whether the infiltrators are being set up now."""
    for frame in state.flow:
        if frame.kind == "deployment" and "main" in frame.data:
            return bool(frame.data["main"] <= frame.data["at"] < frame.data.get("again", len(frame.data["order"])))
    return False


def area_of(game: Game, model_id: str) -> Area:
    """The area for an infiltrator: the whole table, far from enemies."""
    return Area((whole_table(game),), apart_from_enemies=distance_of(game, model_id))


def fault_of_sight(game: Game, state: BattleState, model_id: str, x: int, y: int, z: int) -> IllegalAction | None:
    """Why an infiltrator would be seen there, or None. Rule: LS-TRUE-01"""
    fighter = game.fighters[model_id]
    there = Body(x, y, z, fighter.radius, fighter.height)
    for enemy in enemies_of(game, state, model_id):
        if look(game.table, eye_of(game, state, enemy), there).clear:
            return IllegalAction(
                "in_view",
                say("{enemy} would see {name} there.", enemy=game.name(enemy), name=fighter.name),
                "SCN-DEPLOY-01",
            )
    return None
