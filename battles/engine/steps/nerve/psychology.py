"""Psychology: active keywords, hatred, immunity, ability to act.

Rules: PSY-KEYS-01 to PSY-IMM-01
"""

from __future__ import annotations

from battles.engine.game import Game
from battles.engine.state import FLEEING, FRENZIED, STANDING, STUPID, BattleState
from battles.engine.steps.models.bodies import body_of, enemies_of
from battles.engine.steps.models.characteristics import characteristic, keywords_of
from battles.engine.table.vectors import within
from battles.engine.traits import Flag

HATES_SHOOTERS = Flag("hates_shooters")
MORALE_KEYWORDS = frozenset({"fear", "frenzy", "hatred", "stupidity", "immune_to_psychology"})
"""Keywords of psychology that every ruleset uses."""
LENT_KEYWORDS = frozenset({"terror", "stubborn", "unbreakable"})
"""Keywords used only with the keyword chapter. Rule: PSY-KEYS-01"""
NEAR_FRIEND = 600
"""Distance within which a friend is near, in hundredths of an inch. Rules: PSY-LEAD-02, PSY-ALONE-01, PSY-STUPID-01"""


def is_incapacitated(state: BattleState, model_id: str) -> bool:
    """Whether the model is fleeing, knocked down, stunned, or off the table. Rule: CONV-STATE-01"""
    model = state.models[model_id]
    return bool(model.gone) or model.posture != STANDING or bool(model.flags & FLEEING)


def is_immune(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model takes no tests for fear, terror, panic or being All Alone. Rules: PSY-IMM-01, PSY-FRENZY-03,
    PSY-STUPID-01
    """
    keywords = keywords_of(game, state, model_id)
    if "immune_to_psychology" in keywords:
        return True
    if "stupidity" in keywords and game.rules.stupidity == "minder":
        return True
    if not state.models[model_id].flags & FRENZIED:
        return False
    return not game.rules.frenzy_immune_needs_reach or enemy_in_charge_reach(game, state, model_id)


def enemy_in_charge_reach(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether an enemy is within twice the model's Movement in a straight line. Rule: PSY-FRENZY-03"""
    reach = 200 * characteristic(game, state, model_id, "movement")
    mine = body_of(game, state, model_id)
    return any(within(mine, body_of(game, state, other), reach) for other in enemies_of(game, state, model_id))


def hates(game: Game, state: BattleState, model_id: str, enemy_id: str) -> bool:
    """Whether the model hates this enemy, by its id, its tags or its warband. The keyword "hatred" without names means
    all enemies.

    Rule: PSY-HATE-01
    """
    fighter = game.fighters[model_id]
    if HATES_SHOOTERS.of(fighter) and any(weapon.is_missile for weapon in game.fighters[enemy_id].weapons):
        return True
    if not fighter.hates:
        return "hatred" in keywords_of(game, state, model_id)
    target = game.fighters[enemy_id]
    return bool(fighter.hates & ({"*", enemy_id} | target.tags | game.sides[enemy_id[0]].tags))


def is_friend(game: Game, model_id: str, other: str) -> bool:
    """Whether the other is of the same side or a formal ally. Rule: ALLY-FORMAL-02"""
    return model_id != other and not game.are_enemies(model_id, other)


def able_friend_near(game: Game, state: BattleState, model_id: str, *, clever: bool = False) -> bool:
    """Whether a friend within 6 inches is able to act (and not stupid, if `clever` is set).

    Rules: PSY-ALONE-01, PSY-STUPID-01
    """
    mine = body_of(game, state, model_id)
    for other in state.models:
        if not is_friend(game, model_id, other) or is_incapacitated(state, other):
            continue
        if clever and "stupidity" in keywords_of(game, state, other):
            continue
        if within(mine, body_of(game, state, other), NEAR_FRIEND):
            return True
    return False


def may_act(state: BattleState, model_id: str) -> bool:
    """Whether the model may act this turn: not after a failed Stupidity test. Rule: PSY-STUPID-01"""
    return not state.models[model_id].flags & STUPID
