"""Current characteristics: profile, mount, skills, gear and lasting effects. Rules: CHAR-PROFILE-01, TR-MOUNT-01"""

from __future__ import annotations

from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.state import BattleState


def characteristic(game: Game, state: BattleState, model_id: str, name: str) -> int:
    """The current value of a characteristic, never below 0; a rider has the Movement of the mount.

    `name` is one of `profile.CHARACTERISTICS`; movement in whole inches.
    """
    fighter = game.fighters[model_id]
    value: int = getattr(fighter.profile, name)
    if name == "movement" and fighter.mount is not None:
        value = fighter.mount.profile.movement
    model = state.models[model_id]
    for function, parameters in listeners(fighter.hooks, model.effects, "characteristic"):
        value = function(game, state, model_id, name, value, **parameters)
    return max(0, value)


def keywords_of(game: Game, state: BattleState, model_id: str) -> frozenset[str]:
    """The current keywords. Rule: PSY-KEYS-01"""
    fighter = game.fighters[model_id]
    keywords = fighter.keywords
    for function, parameters in listeners(fighter.hooks, state.models[model_id].effects, "psychology"):
        keywords = function(game, state, model_id, keywords, **parameters)
    return keywords
