"""Traits of missile weapons and shooting skills: when, how often and how far a model can shoot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles.engine.events import EffectAdded, Modifier
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.gear.conditions import BLACK_POWDER, is_mine
from battles.engine.hooks import declare_inner, on
from battles.engine.state import MOVED, BattleState, Effect
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.shooting.rate_of_fire import ShotPlan

FAR_SIGHT = "far_sight"
declare_inner(FAR_SIGHT)


@on("shoot", "move_or_fire")
def move_or_fire(game: Game, state: BattleState, model_id: str, plan: ShotPlan) -> ShotPlan:
    """The weapon cannot fire in a turn in which its bearer moved."""
    return plan._replace(stands=True)


@on("shoot", "move_and_shoot")
def move_and_shoot(game: Game, state: BattleState, model_id: str, plan: ShotPlan) -> ShotPlan:
    """These weapons can fire after moving."""
    return plan._replace(stands=False)


@on("shoot", "prepare_shot")
def prepare_shot(game: Game, state: BattleState, model_id: str, plan: ShotPlan) -> ShotPlan:
    """The weapon fires only every other turn."""
    return plan._replace(reloads=True)


@on("shoot", "no_reload")
def no_reload(
    game: Game, state: BattleState, model_id: str, plan: ShotPlan, *, weapons: Sequence[str], single_only: bool = False
) -> ShotPlan:
    """These weapons can fire every turn; with `single_only`, a brace cannot."""
    if plan.weapon.code not in weapons or (single_only and _number(game, model_id, plan.weapon.code) > 1):
        return plan
    return plan._replace(reloads=False)


@on("shoot", "fire_twice")
def fire_twice(game: Game, state: BattleState, model_id: str, plan: ShotPlan, *, to_hit: int) -> ShotPlan:
    """The model fires two shots, each with a penalty."""
    return plan._replace(shots=max(plan.shots, 2), penalty=to_hit)


@on("shoot", "fire_twice_at_half_range")
def fire_twice_at_half_range(game: Game, state: BattleState, model_id: str, plan: ShotPlan, *, to_hit: int) -> ShotPlan:
    """The model fires two shots at half range when it stands still."""
    if state.models[model_id].flags & MOVED and model_id[0] == state.active:
        return plan
    return plan._replace(half_range_shots=max(plan.half_range_shots, 2), penalty=to_hit)


@on("shoot", "shots")
def shots(
    game: Game,
    state: BattleState,
    model_id: str,
    plan: ShotPlan,
    *,
    amount: int,
    weapons: Sequence[str],
    may_split: bool = False,
    needs_brace: bool = False,
    standing_only: bool = False,
) -> ShotPlan:
    """The model fires several shots a turn with these weapons. Rule: SHOOT-MOD-MULTI-01"""
    if plan.weapon.code not in weapons or (needs_brace and _number(game, model_id, plan.weapon.code) < 2):
        return plan
    if standing_only and state.models[model_id].flags & MOVED:
        return plan
    return plan._replace(shots=max(plan.shots, amount), may_split=may_split)


@on("shoot", "barrels")
def barrels(game: Game, state: BattleState, model_id: str, plan: ShotPlan, *, amount: int) -> ShotPlan:
    """The weapon fires one barrel or all at once."""
    return plan._replace(shots=max(plan.shots, amount), barrels=True)


@on("shoot", "range_bonus")
def range_bonus(game: Game, state: BattleState, model_id: str, plan: ShotPlan, *, amount: int) -> ShotPlan:
    """Increase the range of missile weapons."""
    return plan._replace(reach=plan.reach + amount * 100)


@on("shoot", "pick_target")
def pick_target(game: Game, state: BattleState, model_id: str, plan: ShotPlan) -> ShotPlan:
    """The model may choose any target in sight."""
    return plan._replace(any_target=True)


@on("shoot", "stealthy")
def stealthy(
    game: Game, state: BattleState, model_id: str, plan: ShotPlan, *, not_black_powder: bool = False
) -> ShotPlan:
    """The model stays hidden when it shoots; with `not_black_powder`, only with other weapons."""
    return plan if not_black_powder and plan.weapon.code in BLACK_POWDER else plan._replace(stays_hidden=True)


@on("shoot", "once_per_battle")
def once_per_battle(game: Game, state: BattleState, model_id: str, plan: ShotPlan) -> ShotPlan:
    """The weapon can be fired once per battle."""
    return plan._replace(once=True)


@on("shoot", "shot_line")
def shot_line(
    game: Game, state: BattleState, model_id: str, plan: ShotPlan, *, length: int, width: int = 1
) -> ShotPlan:
    """The shot hits all models in a straight line."""
    return plan._replace(line=length * 100)


@on("to_hit", "thrown", "pistol")
def light(game: Game, state: BattleState, model_id: str, attack: Attack) -> None:
    """The weapon has no penalty for range or moving."""
    attack.ignores.update(("long_range", "moved"))


@on("to_hit", "ignore_cover")
def ignore_cover(game: Game, state: BattleState, model_id: str, attack: Attack) -> None:
    """The shot has no penalty for cover. Rule: SHOOT-COVER-01"""
    if is_mine(attack, model_id) and attack.how == "shot":
        attack.ignores.add("cover")


@on("to_hit", "enemy_shooting_penalty")
def enemy_shooting_penalty(game: Game, state: BattleState, model_id: str, attack: Attack, *, amount: int) -> None:
    """Shots at the bearer have a penalty."""
    if attack.whom == model_id and attack.how == "shot":
        attack.hit_mods.append(Modifier("cloak", -amount))


def _number(game: Game, model_id: str, code: str) -> int:
    return sum(1 for weapon in game.fighters[model_id].weapons if weapon.code == code)


@on("turn_start", "range_die")
def looks_far(ctx: Context, model_id: str) -> None:
    """Roll a die each turn that adds inches to the range of the model's missile weapons."""
    if not ctx.model(model_id).gone:
        far = ctx.roll("count", model_id).total
        ctx.emit(EffectAdded(model_id, Effect(FAR_SIGHT, far, ctx.state.turn_number + 1, model_id[0])))


@on("shoot", FAR_SIGHT)
def shoots_far(game: Game, state: BattleState, model_id: str, plan: ShotPlan, *, value: int = 0, **_: Any) -> ShotPlan:
    """Add the rolled inches to the range."""
    return plan._replace(reach=plan.reach + value * 100)
