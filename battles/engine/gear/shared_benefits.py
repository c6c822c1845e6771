"""Benefits that one warrior gives the warband: better guns, better food, a blessing, runes on a friend's equipment.

They are granted after deployment; their conditions are checked when used. Hooks `deploy`, `shoot`, `hit_rolled`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles.engine.events import EffectAdded, EffectEnded
from battles.engine.flow import Choice, Context
from battles.engine.game import Game
from battles.engine.gear.conditions import BLACK_POWDER, is_against
from battles.engine.hooks import declare_inner, on
from battles.engine.state import STANDING, BattleState, Effect
from battles.engine.steps.harm.attacks import Attack, reroll_to_hit
from battles.engine.steps.harm.saves import Saves
from battles.engine.steps.models.bodies import body_of, on_table
from battles.engine.steps.movement.initiative_tests import next_turn
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.steps.shooting.rate_of_fire import ShotPlan
from battles.engine.steps.turn.optional_choices import BEFORE_BATTLE, offer
from battles.engine.table.vectors import within

BETTER_GUNS, WELL_FED, HAS_EATEN = "better_guns", "well_fed", "has_eaten"
LADY, RUNED = "blessed_by_the_lady", "elf_runes"
PISTOLS_FARTHER, GUNS_FARTHER, TABLE = 300, 600, 600
FIRES_ON = 4
LONG_ARMS = frozenset({"crossbow", "handgun", "hunting_rifle", "blunderbuss", "repeater_crossbow"})
OTHERS_WARES = ("hired_sword", "dramatis_persona")
"""Roles of warriors whose weapons are not improved by the weaponsmith."""
declare_inner(BETTER_GUNS, WELL_FED, HAS_EATEN, LADY, RUNED)


@on("deploy", "expert_weaponsmith")
def extend_ranges(ctx: Context, model_id: str) -> None:
    """If the weaponsmith takes part in the battle, missile weapons of the warband have a longer range."""
    for other, fighter in ctx.fighters.items():
        if other[0] == model_id[0] and fighter.role not in OTHERS_WARES and not ctx.model(other).gone:
            ctx.emit(EffectAdded(other, Effect(BETTER_GUNS)))


@on("shoot", BETTER_GUNS)
def reaches_farther(game: Game, state: BattleState, model_id: str, plan: ShotPlan, **_: Any) -> ShotPlan:
    """Increase the range: pistols by 3 inches, crossbows and long guns by 6 inches."""
    if plan.weapon.kind == "pistol":
        return plan._replace(reach=plan.reach + PISTOLS_FARTHER)
    return plan._replace(reach=plan.reach + GUNS_FARTHER) if plan.weapon.code in LONG_ARMS else plan


@on("deploy", "inspired_cooking")
def cooks(ctx: Context, model_id: str, *, friends: Sequence[str]) -> None:
    """Friends of these kinds benefit from better food during this battle."""
    for other in on_table(ctx.state, model_id[0]):
        if other != model_id and is_against(ctx.game, other, friends):
            ctx.emit(EffectAdded(other, Effect(WELL_FED, int(model_id[1:]))))


@on("hit_rolled", WELL_FED)
def strikes_again(ctx: Context, model_id: str, attack: Attack, *, value: int = 0) -> None:
    """Re-roll a missed attack near the cook once a turn. Rule: DICE-REROLL-01"""
    cook = f"{model_id[0]}{value}"
    if attack.who != model_id or attack.hit or not attack.in_combat or not attack.face or attack.rerolled:
        return
    eaten = any(effect.code == HAS_EATEN for effect in ctx.model(model_id).effects)
    if eaten or ctx.model(cook).gone or ctx.model(cook).posture != STANDING:
        return
    if within(body_of(ctx.game, ctx.state, model_id), body_of(ctx.game, ctx.state, cook), TABLE):
        ctx.emit(EffectAdded(model_id, Effect(HAS_EATEN, 0, *next_turn(ctx.state))))
        reroll_to_hit(ctx, attack)


# -- the Lady ----------------------------------------------------------------------------------------------------------


@on("deploy", "blessing_of_the_lady")
def ask_for_blessing(ctx: Context, model_id: str, *, guards: Sequence[str]) -> None:
    """If the leader passes a Leadership test, enemy black powder weapons and shots at knights may fail.

    Rule: CHAR-LD-01
    """
    if not ctx.fighter(model_id).is_leader or not take_test(ctx, model_id, "nerve", "CHAR-LD-01", own_only=True):
        return
    for other in on_table(ctx.state):
        if ctx.game.are_enemies(model_id, other) or is_against(ctx.game, other, guards):
            ctx.emit(EffectAdded(other, Effect(LADY)))


@on("hit_rolled", LADY)
def may_fail_to_fire(ctx: Context, model_id: str, attack: Attack, **_: Any) -> None:
    """An enemy's black powder weapon hits only on an additional 4+, and so does any other weapon that shoots at a
    knight.
    """
    if attack.how != "shot" or not attack.hit:
        return
    powder = attack.weapon.code in BLACK_POWDER
    is_under_it = powder if attack.who == model_id else not powder
    if (
        is_under_it
        and not ctx.roll(
            "die", attack.who, need=FIRES_ON, against=attack.whom, rule="SHOOT-WHO-01", about="fires"
        ).passed
    ):
        attack.hit = False


# -- runes of the Elves ------------------------------------------------------------------------------------------------


def _friends_to_choose(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    return [
        Choice(other, f"{game.name(model_id)} cuts runes for {game.name(other)}", "cut_runes")
        for other in on_table(state, model_id[0])
        if other != model_id
    ]


@offer("master_of_runes", BEFORE_BATTLE, _friends_to_choose)
def cut_runes(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """One friend may re-roll one failed armour save in this battle."""
    ctx.emit(EffectAdded(key, Effect(RUNED)))


@on("save", RUNED)
def reroll_with_runes(game: Game, state: BattleState, model_id: str, saves: Saves, **_: Any) -> None:
    """The model re-rolls a failed armour save. Rule: DICE-REROLL-01"""
    if saves.attack.whom == model_id:
        saves.rerolls_armour = True


@on("save_rolled", RUNED)
def end_runes(ctx: Context, model_id: str, saves: Saves, **_: Any) -> None:
    """The benefit ends when a save has been re-rolled."""
    if saves.attack.whom == model_id and saves.was_rerolled:
        ctx.emit(EffectEnded(model_id, RUNED))
