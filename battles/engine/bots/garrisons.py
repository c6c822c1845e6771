"""The tactician's use of garrison buildings: archers enter where there are targets, and all leave when there are none.

Rules: TR-BLDG-ENTER-01, TR-BLDG-EXIT-01, TR-BLDG-SHOOTOUT-01, TR-BLDG-LOS-01
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from battles.engine.bots import available_commands
from battles.engine.bots.base import Asked, Chosen
from battles.engine.bots.reasons import Reason, because
from battles.engine.bots.scene import is_patient
from battles.engine.commands import Move
from battles.engine.steps.models.bodies import enemies_of, is_down
from battles.engine.steps.movement import options
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.terrain.buildings.entering import entries_near
from battles.engine.terrain.buildings.garrisons import FIVE, floor_of, garrison_of, near, occupants, sections, storeys

if TYPE_CHECKING:
    from battles.engine.battle import Battle

NO_BOW = 800
"""A model whose missile weapon has a shorter range than this does not enter a building (hundredths of an inch)."""


def best_move(battle: Battle, side: str) -> Chosen | None:
    """A useful move into or out of a building, or None."""
    if not sections(battle.game):
        return None
    for model_id in available_commands.movers(battle, side):
        inside = bool(garrison_of(battle.state, model_id))
        chosen = _leave(battle, model_id) if inside else _enter(battle, model_id)
        if chosen is not None:
            return chosen
    return None


def _reach(battle: Battle, model_id: str) -> int:
    """Range of the model's best missile weapon; 0 if it has none worth using."""
    reaches = [weapon.reach for weapon in battle.game.fighters[model_id].weapons if weapon.is_missile]
    best = max(reaches, default=0)
    return best if best > NO_BOW else 0


def _has_target_within(battle: Battle, model_id: str, reach: int) -> bool:
    """Whether an enemy outside stands within this range."""
    game, state = battle.game, battle.state
    return any(
        not garrison_of(state, enemy) and near(game, state, model_id, enemy, reach)
        for enemy in enemies_of(game, state, model_id)
    )


def _enter(battle: Battle, model_id: str) -> Chosen | None:
    """Move an archer into a building with room at its windows, if an enemy is in range or will be."""
    game, state = battle.game, battle.state
    reach = _reach(battle, model_id)
    if not reach or not is_patient(game, state) or is_down(state.models[model_id]) or state.models[model_id].engaged:
        return None
    near_by = entries_near(game, state, model_id)
    if not near_by or not _has_target_within(battle, model_id, reach):
        return None
    room = {piece.id for piece, _spot in near_by if len(occupants(state, piece.id)) < FIVE * storeys(piece)}
    if not room:
        return None
    for move in options.through_doors(game, state, model_id):
        return Chosen(move, because("to_windows", who=model_id))
    return None


def _leave(battle: Battle, model_id: str) -> Chosen | None:
    """Leave towards the nearest enemy if there are no targets or this model does not shoot."""
    game, state = battle.game, battle.state
    reach = _reach(battle, model_id)
    stays = reach and _has_target_within(battle, model_id, reach + 2 * allowance_of(game, state, model_id).walk)
    if stays and is_patient(game, state):
        return None
    if not reach and is_patient(game, state) and _is_outnumbered_outside(battle, model_id):
        return None
    enemy_models = [state.models[enemy] for enemy in enemies_of(game, state, model_id) if state.models[enemy].on_table]
    ways = [move for move in options.through_doors(game, state, model_id) if move.manner == "leave"]
    if not ways or not enemy_models:
        return None

    def apart(move: Move) -> tuple[float, Move]:
        _kind, x, y, _z = move.path[-1]
        return min(hypot(enemy.x - x, enemy.y - y) for enemy in enemy_models), move

    return Chosen(min(ways, key=apart), because("leaves_building", who=model_id))


def _is_outnumbered_outside(battle: Battle, model_id: str) -> bool:
    """Whether more enemies than friends could attack this model if it comes out."""
    game, state = battle.game, battle.state
    reach = 2 * allowance_of(game, state, model_id).charge
    count = sum(near(game, state, model_id, enemy, reach) for enemy in enemies_of(game, state, model_id))
    friends = sum(
        not model.gone and other[0] == model_id[0] and near(game, state, model_id, other, reach)
        for other, model in state.models.items()
    )
    return count > friends


def choose_floor(question: Asked) -> tuple[str, Reason]:
    """Choose the highest floor with room at the windows, for a better view."""
    state, keys = question.battle.state, question.keys
    held = occupants(state, str(state.flow[-2].data["piece"]))
    for key in reversed(keys):
        if sum(floor_of(state, model_id) == int(key) for model_id in held) < FIVE:
            return key, because("view_from_above")
    return keys[0], because("stays_below")
