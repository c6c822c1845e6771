"""Skills declared at the start of a turn (Black Hunger): more Attacks and longer moves, then hits on the model."""

from __future__ import annotations

from battles.engine.dice import d3
from battles.engine.events import EffectEnded
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import on
from battles.engine.state import BattleState
from battles.engine.steps.movement.allowances import Allowance
from battles.engine.steps.turn.declarations import DECLARED, is_declared


@on("move", "movement_bonus")
def movement_bonus(
    game: Game, state: BattleState, model_id: str, allowance: Allowance, *, dice: str, declared: bool = False
) -> Allowance:
    """Add the inches rolled at the declaration to every move of the turn. Rules: MV-WALK-01, MV-RUN-01"""
    if not declared or not is_declared(state, model_id):
        return allowance
    more = 100 * next(effect.value for effect in state.models[model_id].effects if effect.code == DECLARED)
    return allowance._replace(walk=allowance.walk + more, run=allowance.run + more, charge=allowance.charge + more)


@on("turn_end", "hits_on_self")
def hits_on_self(
    ctx: Context, model_id: str, *, dice: str, strength: int, no_save: bool = False, declared: bool = False
) -> None:
    """Hit the model itself at the end of the turn. Rule: CRIT-SCOPE-01"""
    if declared and not is_declared(ctx.state, model_id):
        return
    from battles.engine.steps.harm.automatic_hits import hit_automatically

    face = ctx.roll("count", model_id).total
    count = d3(face) if dice == "D3" else face
    ctx.emit(EffectEnded(model_id, DECLARED))
    hit_automatically(ctx, model_id, strength, count, how="hunger", armour=not no_save)
