"""What attacks are worth: exact odds for pairs of models, and the value of a model."""

from __future__ import annotations

from battles.engine.game import Game
from battles.engine.odds.pair_odds import out_of_action_share, pair_odds
from battles.engine.state import BattleState


def wounds_share(game: Game, state: BattleState, model_id: str, target_id: str, *, charges: bool = False) -> float:
    """The average share of the enemy's Wounds that a round of attacks takes; for an enemy on the ground, the chance to
    finish it.

    `charges`: as if the model had just charged.
    """
    return out_of_action_share(pair_odds(game, state, model_id, target_id, charges=charges), state.models[target_id])


def takes_out(game: Game, state: BattleState, model_id: str, target_id: str, *, charges: bool = False) -> float:
    """The chance that a round of attacks takes the enemy out of action."""
    return pair_odds(game, state, model_id, target_id, charges=charges).out_of_action


def worth(game: Game, state: BattleState, model_id: str) -> float:
    """Value of a model as a target: heroes and the leader are worth more."""
    fighter = game.fighters[model_id]
    value = 1.0 + 0.15 * (fighter.profile.attacks - 1) + 0.1 * (fighter.profile.weapon_skill - 3)
    if fighter.role != "henchman":
        value += 0.3
    return value + (0.8 if fighter.is_leader else 0)


def has_bow(game: Game, model_id: str) -> bool:
    """Whether the model has a missile weapon with more than throwing range."""
    return any(weapon.is_missile and weapon.reach > 1000 for weapon in game.fighters[model_id].weapons)
