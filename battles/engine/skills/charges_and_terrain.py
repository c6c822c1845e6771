"""Charges with a random length, charges that are slowed down, and terrain in which some models are better.

Hooks `move`, `dares`, `sight`. Rules: MV-CHG-01, MV-CHG-08, TR-CLASS-01
"""

from __future__ import annotations

from battles.engine.dice import counted
from battles.engine.events import EffectAdded, Modifier, Used
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.state import BattleState, Effect
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.magic.spellbook import Casting
from battles.engine.steps.models.bodies import body_of, is_hidden
from battles.engine.steps.movement.allowances import Allowance, is_mounted
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.movement.hiding.detection import notice_reach
from battles.engine.steps.movement.initiative_tests import next_turn
from battles.engine.table.vectors import Body, polygon_distance, within

SURGE, TRIPPED, CALTROPS = "surges", "tripped_up", "caltrops"
MOST = {"D3": 3, "D6": 6}
BESIDE = 50
"""Distance at which a model counts as next to a wood, in hundredths of an inch."""
FAILS_ON = 4
declare_inner(SURGE, TRIPPED)


@on("move", "charge_surge")
def may_surge(game: Game, state: BattleState, model_id: str, allowance: Allowance, *, dice: str) -> Allowance:
    """Before the die is rolled, allow charges up to its maximum result."""
    if any(effect.code == SURGE for effect in state.models[model_id].effects):
        return allowance
    return allowance._replace(charge=allowance.charge + 100 * MOST[dice])


@on("dares", "charge_surge")
def surges(ctx: Context, model_id: str, charger: str, target: str, *, dice: str) -> bool:
    """Roll the die that adds inches to the charge."""
    if model_id == charger and all(effect.code != SURGE for effect in ctx.model(model_id).effects):
        far = counted(ctx.roll("count", model_id).total, dice)
        ctx.emit(EffectAdded(model_id, Effect(SURGE, far, *next_turn(ctx.state))))
    return True


@on("move", SURGE)
def surged(game: Game, state: BattleState, model_id: str, allowance: Allowance, *, value: int = 0) -> Allowance:
    """Add the rolled inches to the charge."""
    return allowance._replace(charge=allowance.charge + 100 * value)


@on("dares", CALTROPS)
def scatters(ctx: Context, model_id: str, charger: str, target: str) -> bool:
    """Roll how many inches the first charge at the bearer loses, once per battle. Rule: MV-CHG-08"""
    if model_id == target and all(code != CALTROPS for code, _ in ctx.model(model_id).used):
        ctx.emit(Used(model_id, CALTROPS))
        far = ctx.roll("count", model_id).total
        ctx.emit(EffectAdded(charger, Effect(TRIPPED, far, *next_turn(ctx.state))))
    return True


@on("move", TRIPPED)
def tripped(game: Game, state: BattleState, model_id: str, allowance: Allowance, *, value: int = 0) -> Allowance:
    """Subtract the rolled inches from the charge."""
    return allowance._replace(charge=max(0, allowance.charge - 100 * value))


# -- woods -------------------------------------------------------------------------------------------------------------


def is_by_trees(game: Game, body: Body) -> bool:
    """Whether the model is in a wood or next to one."""
    return any(polygon_distance(body.x, body.y, wood.outline) <= body.radius + BESIDE for wood in game.table.forests)


@on("move", "woodsman")
def woodsman(game: Game, state: BattleState, model_id: str, allowance: Allowance) -> Allowance:
    """Woods do not slow the model; other difficult ground slows it as usual."""
    if is_mounted(game.fighters[model_id]):
        return allowance
    body = body_of(game, state, model_id)
    reach = max(allowance.walk, allowance.run, allowance.charge) + body.radius
    slow = [
        area
        for area in game.table.areas
        if area.ground == "difficult" and polygon_distance(body.x, body.y, area.outline) <= reach
    ]
    if not slow or any("forest" not in area.flags for area in slow):
        return allowance
    return allowance._replace(sure_footed=max(1, allowance.sure_footed))


@on("to_hit", "forest_cloak")
def cloaked(game: Game, state: BattleState, model_id: str, attack: Attack) -> None:
    """Shots at a wearer near trees have -1 to hit, unless the shooter is close."""
    if attack.whom == model_id and attack.how == "shot" and _is_made_out(game, state, model_id, attack.who) is False:
        attack.hit_mods.append(Modifier("skill", -1))


@on("spell", "forest_cloak")
def overlooked(ctx: Context, model_id: str, casting: Casting) -> bool:
    """A spell aimed at the model near trees works only on a 4+."""
    if casting.who == model_id or _is_made_out(ctx.game, ctx.state, model_id, casting.who) is not False:
        return False
    return not ctx.roll(
        "die", casting.who, need=FAILS_ON, against=model_id, rule="MAG-WHO-01", about="forest_cloak"
    ).passed


def _is_made_out(game: Game, state: BattleState, model_id: str, watcher: str) -> bool | None:
    """Whether the watcher is within its Initiative in inches; None if the model is not near trees."""
    body = body_of(game, state, model_id)
    if not is_by_trees(game, body) or not watcher:
        return None
    return within(body_of(game, state, watcher), body, notice_reach(game, state, watcher))


# -- hiding ------------------------------------------------------------------------------------------------------------


@on("deploy", "begins_hidden")
def begins_hidden(ctx: Context, model_id: str) -> None:
    """The model begins the battle hidden if it is set up where it can hide. Rule: MV-HIDE-01"""
    if ctx.model(model_id).gone or is_hidden(ctx.model(model_id)):
        return
    if hiding_rules.fault_of_place(ctx.game, ctx.state, model_id, body_of(ctx.game, ctx.state, model_id)) is None:
        hiding_rules.hide(ctx, model_id)


# -- a success for the asking ------------------------------------------------------------------------------------------


@on("hit_rolled", "succeeds_once")
def hits_once(ctx: Context, model_id: str, attack: Attack) -> None:
    """Once per battle, a missed roll to hit counts as a hit."""
    if attack.who == model_id and not attack.hit and attack.face and attack.need_hit < 7 and _succeeds(ctx, model_id):
        attack.hit = True


def _succeeds(ctx: Context, model_id: str) -> bool:
    if any(code == "succeeds_once" for code, _ in ctx.model(model_id).used):
        return False
    ctx.emit(Used(model_id, "succeeds_once"))
    ctx.note("lucky", model_id)
    return True
