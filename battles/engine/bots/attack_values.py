"""Value of an attack: the engine's own scores as probabilities. Quick estimates, not the exact odds of `odds.py`."""

from __future__ import annotations

from battles.engine.commands import Shoot
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.combat.striking import blow, downed_rule, strikes_downed_automatically
from battles.engine.steps.harm import wounding
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.saves import saves_against
from battles.engine.steps.shooting.cover import screen_of
from battles.engine.steps.shooting.to_hit import shot

OUT_OF_FELLED = 0.34
"""Probability that a model that loses its last Wound goes out of action at once."""


def at_least(need: int) -> float:
    """Probability of rolling this score or more on a D6; 0 above six."""
    return 1.0 if need <= 1 else max(0, 7 - need) / 6


def one_attack(game: Game, state: BattleState, attack: Attack) -> float:
    """Probability that a prepared attack causes a Wound."""
    hit = 1.0 if attack.automatic else at_least(attack.need_hit)
    wounding.prepare(game, state, attack)
    saves = saves_against(game, state, attack)
    return hit * at_least(attack.need_wound) * (1 - at_least(saves.armour_need))


def fells(game: Game, state: BattleState, model_id: str, whom: str) -> float:
    """Rough probability that a round of attacks takes the enemy's last Wound, or finishes a knocked down enemy."""
    target = state.models[whom]
    rule = downed_rule(game.rules, target.posture, felled_by_striker=False, down_since_start=True)
    if rule == "out":
        return 1.0
    sure = rule != "" and strikes_downed_automatically(game.rules, target.posture)
    missed, expected = 1.0, 0.0
    for weapon in attack_plan(game, state, model_id):
        attack = blow(game, state, model_id, whom, weapon)
        attack.automatic = attack.automatic or sure
        chance = at_least(attack.need_hit) if rule == "hit_is_out" and not sure else one_attack(game, state, attack)
        missed *= 1 - chance
        expected += chance
    if target.wounds > 1 and not rule:
        return min(1.0, expected / target.wounds)
    return 1 - missed


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


def percent(chance: float) -> str:
    """ "41 %"."""
    return f"{round(100 * chance)} %"


def shot_fells(game: Game, state: BattleState, command: Shoot) -> float:
    """Probability that one shot causes a Wound, divided by the Wounds the target has left."""
    weapons = game.fighters[command.who].weapons
    if not 0 <= command.weapon < len(weapons):
        return 0.25
    attack = shot(game, state, command.who, command.target, weapons[command.weapon])
    need, attack.need_hit = attack.need_hit, min(attack.need_hit, 6)
    chance = one_attack(game, state, attack)
    if need > 6:
        chance = chance * at_least(need - 3) if game.rules.two_dice_past_six and need < 10 else 0.0
    return chance / max(1, state.models[command.target].wounds)


def strays(game: Game, state: BattleState, command: Shoot) -> float:
    """Expected cost of a near miss: positive for friends in the way, negative for enemies."""
    weapons = game.fighters[command.who].weapons
    if not 0 <= command.weapon < len(weapons):
        return 0.0
    attack = shot(game, state, command.who, command.target, weapons[command.weapon])
    if not any(modifier.reason.endswith("cover") for modifier in attack.hit_mods):
        return 0.0
    screen = screen_of(game, state, command.who, command.target)
    if not screen:
        return 0.0
    hit = Attack(command.who, screen, "cover", attack.weapon, attack.strength, attack.save_strength, automatic=True)
    harm = one_attack(game, state, hit) / 6 * worth(game, state, screen) / max(1, state.models[screen].wounds)
    return -harm if game.are_enemies(command.who, screen) else harm
