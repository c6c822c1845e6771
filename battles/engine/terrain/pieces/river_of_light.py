"""The River of Light, which casts a random spell on models that enter it. Rule: TR-RIVER-LIGHT-01"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battles.engine.events import EffectAdded, Modifier
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import on
from battles.engine.state import FLEEING, STANDING, STUPID, BattleState, Effect
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.nerve.leaders import LeadershipTest
from battles.engine.terrain.pieces import blood_forest
from battles.engine.terrain.places import own_next_turn
from battles.engine.terrain.unit_hits import strike_unit

if TYPE_CHECKING:
    from battles.engine.steps.combat.strikers import Striker
    from battles.engine.steps.harm.attacks import Attack

KIND = "river_of_light"
RULE = "TR-RIVER-LIGHT-01"
SPELLS = ("ward", "speed", "battle", "net", "banishment", "timewarp")
"""The spells for the faces 1 to 6."""


def cast_river_spell(ctx: Context, model_id: str) -> bool:
    """Cast a random spell of light on a model that enters. Returns False if the model cannot continue."""
    woods = blood_forest.roused(ctx.game, ctx.state, (model_id,))
    spell = SPELLS[ctx.roll("die", model_id, rule=RULE, about="which_spell").total - 1]
    ctx.note("bathed_in_light", model_id, detail=spell, rule=RULE)
    if spell == "net":
        _ensnare(ctx, model_id)
    elif spell == "banishment":
        strike_unit(ctx, model_id, dice=2, rule=RULE)
    else:
        ctx.emit(EffectAdded(model_id, Effect(f"light:{spell}", 0, own_next_turn(ctx.state, model_id), model_id[0])))
        if spell == "battle":
            ctx.flag(model_id, off=FLEEING, why="light")
    blood_forest.feed(ctx, woods)
    model = ctx.state.models[model_id]
    return not model.gone and model.posture == STANDING and not model.flags & STUPID


def _ensnare(ctx: Context, model_id: str) -> None:
    if not ctx.check(
        "char", model_id, characteristic(ctx.game, ctx.state, model_id, "strength"), rule=RULE, about="strength:river"
    ).passed:
        ctx.flag(model_id, on=STUPID, why="light")
        strike_unit(ctx, model_id, rule=RULE)


@on("to_hit", "light:ward")
def warded(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
    """Attacks at the model have -1 to hit."""
    if attack.whom == model_id:
        attack.hit_mods.append(Modifier("ward_of_light", -1, RULE))


@on("characteristic", "light:speed")
def quick(game: Game, state: BattleState, model_id: str, name: str, score: int, **_: Any) -> int:
    """Set Weapon Skill and Initiative to 10."""
    return 10 if name in ("weapon_skill", "initiative") else score


@on("characteristic", "light:timewarp")
def warped(game: Game, state: BattleState, model_id: str, name: str, score: int, **_: Any) -> int:
    """Double the Movement."""
    return 2 * score if name == "movement" else score


@on("attacks", "light:timewarp")
def warped_blows(game: Game, state: BattleState, model_id: str, striker: Striker, **_: Any) -> None:
    """Add one Attack."""
    if striker.who == model_id:
        striker.attacks += 1


@on("leadership", "light:battle")
def passes_tests(game: Game, state: BattleState, model_id: str, test: LeadershipTest, **_: Any) -> LeadershipTest:
    """The model passes every Leadership test."""
    return test._replace(needed=False)
