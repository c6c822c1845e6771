"""Traits of close combat weapons, and skills that change the model's own attacks: Strength, rolls to hit, order,
number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from battles.engine.events import Modifier
from battles.engine.game import Game
from battles.engine.gear.conditions import BLACK_POWDER, in_phase, in_turn, is_against, is_mine, with_weapon
from battles.engine.hooks import on
from battles.engine.profile import Weapon, weapon_from_data
from battles.engine.state import FIRST_ROUND, BattleState
from battles.engine.steps.combat.strike_order import Entry
from battles.engine.steps.combat.strikers import Striker
from battles.engine.steps.combat.striking import charged_this_turn
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.models.size import rides
from battles.engine.traits import Flag, Values

POISONED = Flag("poison")
STRONGER_LIMBS = Values("stronger_limbs", lambda given: int(given["amount"]))
"""Bonus to the Strength of attacks with parts of the body."""


def _stronger(attack: Attack, by: int) -> None:
    attack.strength += by
    attack.save_strength += by


@on("to_hit", "strength_bonus")
def strength_bonus(
    game: Game,
    state: BattleState,
    model_id: str,
    attack: Attack,
    *,
    amount: int = 0,
    value: int = 0,
    phase: str = "combat",
    turn: str = "",
    weapons: Sequence[str] = (),
    not_black_powder: bool = False,
) -> None:
    """Add to the Strength of the model's own hits."""
    if not is_mine(attack, model_id) or not in_phase(attack, phase) or not in_turn(state, model_id, turn):
        return
    if not with_weapon(attack, weapons) or (not_black_powder and attack.weapon.code in BLACK_POWDER):
        return
    _stronger(attack, amount or value)


@on("to_hit", "strength_set")
def strength_set(
    game: Game, state: BattleState, model_id: str, attack: Attack, *, amount: int, phase: str = ""
) -> None:
    """Replace the attacker's Strength by a fixed one."""
    if is_mine(attack, model_id) and in_phase(attack, phase):
        attack.strength = attack.save_strength = amount


@on("to_hit", "heavy")
def heavy(game: Game, state: BattleState, model_id: str, attack: Attack) -> None:
    """The weapon's bonus applies only in the first round of a combat."""
    if not state.models[model_id].flags & FIRST_ROUND:
        _stronger(attack, -attack.weapon.strength_bonus)


@on("to_hit", "cavalry_bonus")
def cavalry_bonus(game: Game, state: BattleState, model_id: str, attack: Attack, *, amount: int) -> None:
    """Add to the Strength of a mounted charge."""
    if rides(game, state, model_id) and charged_this_turn(state, model_id):
        _stronger(attack, amount)


@on("to_hit", "to_hit_bonus")
def to_hit_bonus(
    game: Game,
    state: BattleState,
    model_id: str,
    attack: Attack,
    *,
    amount: int = 0,
    value: int = 0,
    phase: str = "",
    turn: str = "",
    weapons: Sequence[str] = (),
    groups: Sequence[str] = (),
) -> None:
    """Modify rolls to hit, optionally only with some weapons or for some bearers."""
    if not with_weapon(attack, weapons) or (groups and not set(groups) & game.fighters[model_id].tags):
        return
    if is_mine(attack, model_id) and in_phase(attack, phase) and in_turn(state, model_id, turn):
        attack.hit_mods.append(Modifier("skill", amount or value))


@on("to_hit", "hits_on")
def hits_on(game: Game, state: BattleState, model_id: str, attack: Attack, *, needs: int, phase: str) -> None:
    """Hit on this score regardless of other modifiers."""
    if is_mine(attack, model_id) and in_phase(attack, phase):
        attack.hits_on = needs


@on("to_hit", "reroll_misses")
def reroll_misses(
    game: Game,
    state: BattleState,
    model_id: str,
    attack: Attack,
    *,
    weapons: Sequence[str] = (),
    turn: str = "",
    value: int = 0,
    phase: str = "",
    enemies: Sequence[str] = (),
    stronger_only: bool = False,
) -> None:
    """Re-roll misses, optionally only against certain enemies or stronger ones. Rule: DICE-REROLL-01"""
    if not is_mine(attack, model_id) or not with_weapon(attack, weapons) or not in_turn(state, model_id, turn):
        return
    if not in_phase(attack, phase) or not is_against(game, attack.whom, enemies):
        return
    if stronger_only and _strength(game, state, attack.whom) <= _strength(game, state, model_id):
        return
    attack.rerolls_misses = True


def _strength(game: Game, state: BattleState, model_id: str) -> int:
    return characteristic(game, state, model_id, "strength")


@on("to_hit", "poison")
def poison(
    game: Game,
    state: BattleState,
    model_id: str,
    attack: Attack,
    *,
    poison: str = "",
    strength_bonus: int = 0,
    no_critical: bool = False,
    no_save_change: bool = False,
) -> None:
    """Apply a weapon's poison: one kind wounds on a 6 to hit, the other makes hits stronger.

    Rules: SPEC-POISON-01, SPEC-POISON-03
    """
    if not is_mine(attack, model_id) or attack.weapon.code in BLACK_POWDER or not attack.weapon.code:
        return
    carried = game.fighters[model_id].weapons
    if POISONED.on(attack.weapon) or (carried and attack.weapon is carried[0]):
        if strength_bonus and "immune_to_poison" not in game.fighters[attack.whom].keywords:
            _stronger(attack, strength_bonus)
            if no_save_change:
                attack.save_strength -= strength_bonus
        if poison not in ("dark_venom", "reptile_venom"):
            attack.poison = "item"
        if no_critical:
            attack.may_be_critical = False


@on("to_hit", "poisoned_attacks")
def poisoned_attacks(game: Game, state: BattleState, model_id: str, attack: Attack) -> None:
    """Apply the keyword "poisoned attacks" of a weapon or model. Rules: SPEC-POISON-01, SPEC-POISON-02"""
    if is_mine(attack, model_id):
        attack.poison = attack.poison or "keyword"


@on("to_hit", "killing_blow")
def killing_blow(game: Game, state: BattleState, model_id: str, attack: Attack) -> None:
    """The attack can be a killing blow. Rules: SPEC-KB-01, SPEC-KB-02"""
    if is_mine(attack, model_id):
        attack.killing_blow = attack.killing_blow or "killing_blow"


@on("to_hit", "heroic_killing_blow")
def heroic_killing_blow(game: Game, state: BattleState, model_id: str, attack: Attack) -> None:
    """The attack can be a heroic killing blow, in rulesets that use the keyword chapter. Rule: SPEC-KB-02"""
    if is_mine(attack, model_id) and game.rules.keywords:
        attack.killing_blow = "heroic_killing_blow"


@on("to_hit", "damage")
def damage(
    game: Game, state: BattleState, model_id: str, attack: Attack, *, amount: int = 0, value: int = 0, phase: str = ""
) -> None:
    """Each hit that wounds causes several Wounds. Rule: CRIT-MULTI-01"""
    if is_mine(attack, model_id) and in_phase(attack, phase):
        attack.damage = max(attack.damage, amount or value)


# -- order and number of attacks --------------------------------------------------------------------------------------


@on("strike_order", "strike_first")
def strike_first(
    game: Game,
    state: BattleState,
    model_id: str,
    entry: Entry,
    *,
    turn: str = "",
    value: int = 0,
    enemies: Sequence[str] = (),
    on_foot: bool = False,
) -> Entry:
    """The model strikes first, optionally only against opponents of certain kinds or on foot. Rule: CC-ORDER-01"""
    if not in_turn(state, model_id, turn):
        return entry
    for enemy in state.models[model_id].engaged if enemies or on_foot else ():
        if not is_against(game, enemy, enemies) or (on_foot and rides(game, state, enemy)):
            return entry
    return entry._replace(first=True)


@on("strike_order", "strike_last")
def strike_last(game: Game, state: BattleState, model_id: str, entry: Entry) -> Entry:
    """The model strikes last. Rules: CC-ORDER-01, CC-ORDER-02"""
    return entry._replace(last=True)


@on("strike_order", "ignore_strike_last")
def ignore_strike_last(game: Game, state: BattleState, model_id: str, entry: Entry) -> Entry:
    """Heavy weapons no longer make the bearer strike last."""
    return entry._replace(ignores_last=True)


@on("attacks", "pair")
def pair(game: Game, state: BattleState, model_id: str, striker: Striker) -> None:
    """Two weapons of one kind give one more attack. Rule: CC-2W-01"""
    striker.second_attacks += 1


@on("attacks", "whipcrack")
def whipcrack(game: Game, state: BattleState, model_id: str, striker: Striker) -> None:
    """The whip gives one more attack in the turn of a charge."""
    if charged_this_turn(state, model_id):
        striker.attacks += 1


@on("attacks", "attacks_at_most")
def attacks_at_most(game: Game, state: BattleState, model_id: str, striker: Striker, *, amount: int) -> None:
    """Limit the number of attacks."""
    striker.attacks = min(striker.attacks, amount)


@on("attacks", "extra_attacks")
def extra_attacks(
    game: Game,
    state: BattleState,
    model_id: str,
    striker: Striker,
    *,
    amount: int = 0,
    value: int = 0,
    enemies_at_least: int = 0,
) -> None:
    """Add attacks, optionally only against several enemies."""
    if striker.who == model_id and len(state.models[model_id].engaged) >= enemies_at_least:
        striker.attacks += amount or value


@on("attacks", "attacks_multiplier")
def attacks_multiplier(
    game: Game, state: BattleState, model_id: str, striker: Striker, *, amount: int, turn: str = ""
) -> None:
    """Multiply the number of attacks."""
    if striker.who == model_id and in_turn(state, model_id, turn):
        striker.attacks *= amount


@on("attacks", "enemy_attacks_penalty")
def enemy_attacks_penalty(
    game: Game,
    state: BattleState,
    model_id: str,
    striker: Striker,
    *,
    amount: int,
    minimum: int = 1,
    enemies: Sequence[str] = (),
    turn: str = "",
) -> None:
    """Reduce the attacks of an enemy in contact."""
    if striker.who != model_id and is_against(game, striker.who, enemies) and in_turn(state, model_id, turn):
        striker.attacks = max(min(minimum, striker.attacks), striker.attacks - amount)


@on("attacks", "natural_attack")
def natural_attack(
    game: Game,
    state: BattleState,
    model_id: str,
    striker: Striker,
    *,
    amount: int = 1,
    strength: int = 0,
    strength_bonus: int = 0,
    strength_if_poison_immune: int = 0,
    to_hit: int = 0,
    turn: str = "",
    ridden_down: bool = False,
) -> None:
    """Add attacks with a body part, or with the steed against enemies on foot."""
    if striker.who != model_id or not in_turn(state, model_id, turn):
        return
    if ridden_down and not (rides(game, state, model_id) and _all_on_foot(game, state, model_id)):
        return
    strength_bonus += sum(STRONGER_LIMBS.of(game.fighters[model_id]))
    limb = _limb(strength, strength_bonus, strength_if_poison_immune, to_hit)
    striker.extra.extend([limb] * amount)


@cache
def _limb(strength: int, strength_bonus: int, strength_if_poison_immune: int, to_hit: int) -> Weapon:
    """A body part as a weapon. Equal arguments give the same object, since exact odds recognise weapons by identity."""
    traits: list[list[object]] = []
    if strength_if_poison_immune:
        traits.append(["weaker_against_immune", {"strength": strength_if_poison_immune}])
    if to_hit:
        traits.append(["to_hit_bonus", {"amount": to_hit}])
    return weapon_from_data(
        {
            "code": "limb",
            "name": "limb",
            "chart": "unarmed",
            "strength": strength,
            "strength_bonus": strength_bonus,
            "traits": traits,
        }
    )


def _all_on_foot(game: Game, state: BattleState, model_id: str) -> bool:
    return not any(rides(game, state, enemy) for enemy in state.models[model_id].engaged)


@on("to_hit", "weaker_against_immune")
def weaker_against_immune(game: Game, state: BattleState, model_id: str, attack: Attack, *, strength: int) -> None:
    """Reduce the Strength of a sting against models that are immune to poison."""
    if "immune_to_poison" in game.fighters[attack.whom].keywords:
        attack.strength = attack.save_strength = strength


@on("attacks", "unarmed_as_two_weapons")
def unarmed_as_two_weapons(
    game: Game, state: BattleState, model_id: str, striker: Striker, *, claws_attacks: int = 2
) -> None:
    """Unarmed attacks count as two weapons; fighting claws give more than the usual additional attack."""
    if striker.who != model_id:
        return
    if striker.weapons[0].code == "fist":
        striker.attacks = max(striker.attacks, game.fighters[model_id].profile.attacks)
        striker.second_attacks += 1
    elif striker.weapons[0].code == "fighting_claws":
        striker.second_attacks += claws_attacks - 1


@on("to_hit", "unarmed_without_penalty", "unarmed_as_two_weapons")
def unarmed_without_penalty(
    game: Game, state: BattleState, model_id: str, attack: Attack, *, claws_attacks: int = 0
) -> None:
    """Unarmed attacks have full Strength."""
    if is_mine(attack, model_id) and attack.weapon.code == "fist":
        _stronger(attack, -attack.weapon.strength_bonus)


@on("attacks", "unarmed_without_penalty")
def unarmed_attacks(game: Game, state: BattleState, model_id: str, striker: Striker) -> None:
    """Creatures that fight without weapons keep all their attacks."""
    if striker.who == model_id and striker.weapons[0].code == "fist":
        striker.attacks = max(striker.attacks, game.fighters[model_id].profile.attacks)


@on("attacks", "counts_as_armed_with")
def counts_as_armed_with(
    game: Game, state: BattleState, model_id: str, striker: Striker, *, items: Sequence[str]
) -> None:
    """The model fights as if armed with these weapons."""
    if striker.who == model_id and len(items) > 1 and len(striker.weapons) < 2:
        striker.second_attacks += 1
