"""Skills that affect attacks and shots at a fighter, and special rules for its own attacks. Hooks `to_hit`, `parry`."""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.events import Modifier
from battles.engine.game import Game
from battles.engine.gear.conditions import in_turn, is_mine, with_weapon
from battles.engine.hooks import on
from battles.engine.state import FIRST_ROUND, BattleState
from battles.engine.steps.combat.loadouts import uses_shield, weapons_in_hand
from battles.engine.steps.combat.parrying import Parry
from battles.engine.steps.harm.attacks import BURNS, Attack
from battles.engine.steps.magic.spell_parts import stands_by_a_wall
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.shooting.cover import view
from battles.engine.traits import Flag

HEAVY = Flag("heavy")

DEAD = frozenset({"undead_creature", "undead", "daemon"})
"""Tags and keywords of models that do not breathe."""


@on("to_hit", "enemy_to_hit_penalty")
def enemy_to_hit_penalty(
    game: Game,
    state: BattleState,
    model_id: str,
    attack: Attack,
    *,
    amount: int,
    turn: str = "",
    living_only: bool = False,
) -> None:
    """Enemies in contact have a penalty to hit the bearer; a stench affects only the living."""
    if attack.whom != model_id or not attack.in_combat or not in_turn(state, model_id, turn):
        return
    enemy = game.fighters[attack.who]
    if not living_only or not DEAD & (enemy.tags | enemy.keywords):
        attack.hit_mods.append(Modifier("skill", -amount))


@on("to_hit", "harmed_by_fire")
def harmed_by_fire(game: Game, state: BattleState, model_id: str, attack: Attack, *, amount: int) -> None:
    """Burning hits on the bearer are stronger. Rule: SPEC-FLAMING-01"""
    if attack.whom == model_id and BURNS.on(attack.weapon):
        attack.strength += amount


@on("to_hit", "keeps_heavy_bonus")
def keeps_heavy_bonus(game: Game, state: BattleState, model_id: str, attack: Attack) -> None:
    """Heavy weapons keep their Strength bonus in every round of combat."""
    if is_mine(attack, model_id) and HEAVY.on(attack.weapon) and not state.models[model_id].flags & FIRST_ROUND:
        attack.strength += attack.weapon.strength_bonus
        attack.save_strength += attack.weapon.strength_bonus


@on("to_hit", "ignore_long_range")
def ignore_long_range(
    game: Game, state: BattleState, model_id: str, attack: Attack, *, weapons: Sequence[str] = ()
) -> None:
    """The shot has no penalty at long range, optionally only with some weapons. Rule: SHOOT-MOD-LONG-01"""
    if is_mine(attack, model_id) and attack.how == "shot" and with_weapon(attack, weapons):
        attack.ignores.add("long_range")


@on("parry", "parry_on_equal")
def parry_on_equal(
    game: Game, state: BattleState, model_id: str, parry: Parry, *, by_cover: bool = False, weapons: Sequence[str] = ()
) -> None:
    """A roll equal to the attack's also parries, optionally only with some weapons or near walls. Rule: CC-PARRY-01"""
    held = weapons_in_hand(game, state, model_id)
    if weapons and not any(weapon.code in weapons for weapon in held):
        return
    if not by_cover or stands_by_a_wall(game, body_of(game, state, model_id)):
        parry.equal = True


@on("parry", "parries_each_blade")
def parries_each_blade(game: Game, state: BattleState, model_id: str, parry: Parry) -> None:
    """With two parrying weapons, the model can parry two attacks. Rule: CC-PARRY-03"""
    parry.attempts = max(parry.attempts, min(2, parry.blades))


@on("to_hit", "better_cover")
def better_cover(game: Game, state: BattleState, model_id: str, attack: Attack, *, amount: int) -> None:
    """Increase the penalty for shots at the model in cover. Rule: SHOOT-COVER-01"""
    shot_at = attack.whom == model_id and attack.how == "shot" and "cover" not in attack.ignores
    if shot_at and view(game, state, attack.who, model_id).cover:
        attack.hit_mods.append(Modifier("skill", -amount))


@on("parry", "parries_with_shield")
def parries_with_shield(game: Game, state: BattleState, model_id: str, parry: Parry) -> None:
    """The model can parry with a shield in hand like with a buckler. Rule: CC-PARRY-01"""
    if game.rules.parry == "all" and uses_shield(game, state, model_id):
        parry.blades += 1
