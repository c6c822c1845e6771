"""When a trait applies: the conditions that effects in the catalogue can state. Every function returns a bool."""

from __future__ import annotations

from collections.abc import Iterable

from battles.engine.game import Game
from battles.engine.state import FIRST_ROUND, BattleState
from battles.engine.steps.combat.striking import charged_this_turn
from battles.engine.steps.harm.attacks import Attack

BLACK_POWDER = frozenset({"pistol", "duelling_pistol", "warplock_pistol", "blunderbuss", "handgun", "hunting_rifle"})
"""Weapons that use black powder."""


def is_against(game: Game, target: str, enemies: Iterable[str]) -> bool:
    """Whether a model matches one of the tags, keywords or warbands that a trait lists. An empty list matches every
    model.
    """
    names = set(enemies)
    if not names:
        return True
    fighter = game.fighters[target]
    return bool(names & fighter.tags or names & fighter.keywords or names & game.sides[target[0]].tags)


def in_turn(state: BattleState, model_id: str, turn: str) -> bool:
    """Whether a trait's condition is met now: "charging", "charged", "first_round", "this_turn", or "" for always."""
    if turn == "charging":
        return charged_this_turn(state, model_id)
    if turn == "charged":
        return any(charged_this_turn(state, other) for other in state.models[model_id].engaged)
    if turn == "first_round":
        return bool(state.models[model_id].flags & FIRST_ROUND)
    return True


def in_phase(attack: Attack, phase: str) -> bool:
    """Whether the attack belongs to the trait's phase: "combat", "shooting", or "" for both."""
    if phase == "combat":
        return attack.in_combat
    if phase == "shooting":
        return attack.how == "shot"
    return True


def with_weapon(attack: Attack, weapons: Iterable[str]) -> bool:
    """Whether the attack is made with one of these weapons. An empty list matches every weapon."""
    names = tuple(weapons)
    return not names or attack.weapon.code in names


def is_mine(attack: Attack, model_id: str) -> bool:
    """Whether the bearer of the trait is the attacker."""
    return attack.who == model_id
