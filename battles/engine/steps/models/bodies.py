"""Models as solid bodies for the geometry, and questions about enemies and posture.

Nothing here changes the state. Lengths in hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterator

from battles.engine.game import Game
from battles.engine.state import FLEEING, HIDDEN, KNOCKED_DOWN, STANDING, STUNNED, BattleState, Miniature
from battles.engine.table.vectors import Body

LEVEL = 100
"""Models whose feet differ in height by less than this are on about the same level. Rule: MV-CHG-07"""
ENGINE_GAP = 10
"""Distance from an enemy at which the engine stops a moving model. Rule: MV-WALK-02"""


def body_of(game: Game, state: BattleState, model_id: str) -> Body:
    """The model as an upright cylinder. Fallen models have a quarter of their height. Rule: GM-MODEL-01"""
    model = state.models[model_id]
    known = game.bodies.get(model_id)
    if known is not None and known[0] is model:
        return known[1]
    fighter = game.fighters[model_id]
    height = fighter.height // 4 if model.posture in (KNOCKED_DOWN, STUNNED) else fighter.height
    body = Body(model.x, model.y, model.z, fighter.radius, height)
    game.bodies[model_id] = model, body
    return body


def body_at(game: Game, state: BattleState, model_id: str, x: int, y: int, z: int) -> Body:
    """The model's body as it would be at another place."""
    return body_of(game, state, model_id).at(x, y, z)


def is_down(model: Miniature) -> bool:
    """Whether the model is knocked down or stunned."""
    return model.posture in (KNOCKED_DOWN, STUNNED)


def is_watchful(model: Miniature) -> bool:
    """Whether the model is on the table, standing and not fleeing: such an enemy notices things. Rules: MV-HIDE-03,
    MV-INT-02
    """
    return not model.gone and model.posture == STANDING and not model.flags & FLEEING


def is_out_of_the_fight(game: Game, model: Miniature) -> bool:
    """Whether the model's condition is such that it does not hold its opponents in combat. Rules: MV-ENGAGED-01,
    CONV-STATE-01
    """
    if model.posture != STANDING:
        return True
    return game.rules.fleeing_counts_as_helpless and bool(model.flags & FLEEING)


def on_table(state: BattleState, side: str = "") -> Iterator[str]:
    """Ids of the models on the table, of one side or of all, in roster order."""
    for model_id, model in state.models.items():
        if not model.gone and (not side or model_id[0] == side):
            yield model_id


def enemies_of(game: Game, state: BattleState, model_id: str) -> Iterator[str]:
    """Ids of the enemies of a model or a side that are on the table, in roster order. Rule: ALLY-MULTI-01"""
    side = game.side_of(model_id)
    allies, turned = game.sides[side].allies, game.turned
    for other, model in state.models.items():
        theirs = turned.get(other, other[0]) if turned else other[0]
        if not model.gone and theirs != side and theirs not in allies:
            yield other


def other_bodies(
    game: Game, state: BattleState, model_id: str, *, standing_only: bool = False
) -> list[tuple[str, Body]]:
    """Bodies of all other models on the table."""
    return [
        (other, body_of(game, state, other))
        for other, model in state.models.items()
        if other != model_id and not model.gone and (not standing_only or model.posture == STANDING)
    ]


def is_hidden(model: Miniature) -> bool:
    """Whether the model is hidden now. Rule: MV-HIDE-08"""
    return bool(model.flags & HIDDEN)
