"""What a fighter's presence does to blows and shots at him, and arts of his own blows. Hooks `to_hit`, `parry`."""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.events import Modifier
from battles.engine.game import Game
from battles.engine.gear.conditions import in_turn, is_mine, with_weapon
from battles.engine.hooks import on
from battles.engine.state import FIRST_ROUND, BattleState
from battles.engine.steps.attacks import Attack
from battles.engine.steps.loadouts import uses_shield
from battles.engine.steps.parrying import Parry

DEAD = frozenset({"undead_creature", "undead", "daemon"})
"""Tags and keywords of those who do not breathe."""


@on("to_hit", "enemy_to_hit_penalty")
def enemy_to_hit_penalty(
    game: Game,
    state: BattleState,
    who: str,
    attack: Attack,
    *,
    amount: int,
    turn: str = "",
    living_only: bool = False,
) -> None:
    """Enemies in contact hit the bearer less often; a stench troubles the living alone."""
    if attack.whom != who or not attack.in_combat or not in_turn(state, who, turn):
        return
    foe = game.fighters[attack.who]
    if not living_only or not DEAD & (foe.tags | foe.keywords):
        attack.hit_mods.append(Modifier("skill", -amount))


@on("to_hit", "harmed_by_fire")
def harmed_by_fire(game: Game, state: BattleState, who: str, attack: Attack, *, amount: int) -> None:
    """Burning hits are stronger against the bearer. Rule: SPEC-FLAMING-01"""
    if attack.whom == who and attack.weapon.has("flaming"):
        attack.strength += amount


@on("to_hit", "keeps_heavy_bonus")
def keeps_heavy_bonus(game: Game, state: BattleState, who: str, attack: Attack) -> None:
    """Heavy weapons keep their Strength in every round."""
    if is_mine(attack, who) and attack.weapon.has("heavy") and not state.models[who].flags & FIRST_ROUND:
        attack.strength += attack.weapon.strength_bonus
        attack.save_strength += attack.weapon.strength_bonus


@on("to_hit", "ignore_long_range")
def ignore_long_range(game: Game, state: BattleState, who: str, attack: Attack, *, weapons: Sequence[str] = ()) -> None:
    """No penalty at long range, perhaps with some weapons only. Rule: SHOOT-MOD-LONG-01"""
    if is_mine(attack, who) and attack.how == "shot" and with_weapon(attack, weapons):
        attack.ignores.add("long_range")


@on("parry", "parry_on_equal")
def parry_on_equal(game: Game, state: BattleState, who: str, parry: Parry) -> None:
    """A roll as high as the blow's turns it too. Rule: CC-PARRY-01"""
    parry.equal = True


@on("parry", "parries_with_shield")
def parries_with_shield(game: Game, state: BattleState, who: str, parry: Parry) -> None:
    """A shield in hand parries like a buckler. Rule: CC-PARRY-01"""
    if game.rules.parry == "all" and uses_shield(game, state, who):
        parry.blades += 1
