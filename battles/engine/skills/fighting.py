"""Skills that temporarily improve a fighter, and skills that give re-rolls."""

from __future__ import annotations

from typing import Any

from battles.engine.dice import d3
from battles.engine.events import EffectAdded, Used
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.gear.conditions import in_turn
from battles.engine.hooks import on
from battles.engine.state import BattleState, Effect
from battles.engine.steps.combat.strike_order import Entry
from battles.engine.steps.harm.attacks import Attack, reroll_to_hit, takes_attacks_in_order
from battles.engine.steps.harm.wounding import reroll_wound
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.turn.declarations import is_declared
from battles.engine.table.ground import building_of
from battles.engine.traits import Values

LUCK = "reroll_any"
OWN_BONUSES = Values("characteristic_bonus", dict)
"""The fighter's own bonuses, without those of its weapons."""


@on("characteristic", "characteristic_bonus")
def characteristic_bonus(
    game: Game,
    state: BattleState,
    model_id: str,
    name: str,
    present: int,
    *,
    characteristic: str,
    amount: int = 0,
    turn: str = "",
    place: str = "",
    dice: str = "",
    declared: bool = False,
    above_maximum: bool = False,
    without_keywords: bool = False,
) -> int:
    """Improve a characteristic while a condition holds; permanent bonuses are already in the profile.

    `without_keywords`: only in rulesets without the keyword chapter, which has a keyword of its own for this.
    """
    if without_keywords and game.rules.keywords:
        return present
    if name != characteristic or not (turn or place or declared):
        return present
    if declared and not is_declared(state, model_id):
        return present
    if turn and not in_turn(state, model_id, turn):
        return present
    if place == "ruins" and not building_of(game.table, body_of(game, state, model_id)):
        return present
    return present + amount


@on("deploy", "characteristic_bonus")
def rolled_bonus(ctx: Context, model_id: str, *, characteristic: str, dice: str = "", **_: Any) -> None:
    """A drug taken before the battle increases a characteristic by a die roll. Rule: CHAR-PROFILE-01"""
    if not dice or ctx.model(model_id).gone:
        return
    face = ctx.roll("count", model_id).total
    ctx.emit(EffectAdded(model_id, Effect(f"raised_{characteristic}", d3(face) if dice == "D3" else face)))


@on("strike_order", "characteristic_bonus")
def quick_weapon(game: Game, state: BattleState, model_id: str, entry: Entry, **bonus: object) -> Entry:
    """A weapon of light metal increases its wielder's Initiative. The fighter's own bonuses are applied elsewhere."""
    carried = bonus in OWN_BONUSES.of(game.fighters[model_id])
    if carried or bonus.get("characteristic") != "initiative" or bonus.get("turn") or bonus.get("place"):
        return entry
    return entry._replace(initiative=entry.initiative + int(str(bonus.get("amount", 0))))


@on("characteristic", "characteristic_set")
def characteristic_set(
    game: Game,
    state: BattleState,
    model_id: str,
    name: str,
    present: int,
    *,
    characteristic: str,
    amount: int,
    turn: str = "",
) -> int:
    """Set a characteristic to this value while a condition holds, unless it is already better."""
    if name != characteristic or not in_turn(state, model_id, turn):
        return present
    return max(present, amount)


@on("hit_rolled", LUCK)
def lucky_blow(ctx: Context, model_id: str, attack: Attack, *, times: int = 1) -> None:
    """Re-roll missed rolls to hit, a limited number of times."""
    if (
        attack.who == model_id
        and not attack.hit
        and not attack.rerolled
        and attack.face
        and _spend_luck(ctx, model_id, times)
    ):
        reroll_to_hit(ctx, attack)


@on("wound_rolled", LUCK)
@takes_attacks_in_order
def lucky_wound(ctx: Context, model_id: str, attack: Attack, *, times: int = 1) -> None:
    """Re-roll failed rolls to wound, a limited number of times."""
    if attack.who == model_id and not attack.wounded and attack.need_wound <= 6 and _spend_luck(ctx, model_id, times):
        reroll_wound(ctx, attack)


def _spend_luck(ctx: Context, model_id: str, times: int) -> bool:
    spent = next((count for code, count in ctx.model(model_id).used if code == LUCK), 0)
    if spent >= times:
        return False
    ctx.emit(Used(model_id, LUCK))
    return True
