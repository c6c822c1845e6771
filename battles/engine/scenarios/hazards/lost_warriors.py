"""Lost in the fog: warriors who lose contact with their friends wander until they find their way or a friend.

Rules: SCN-LOST-01, SCN-SIGHT-01, MV-RAND-01
"""

from __future__ import annotations

from typing import Final

from battles.engine.events import EffectAdded, EffectEnded, Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner
from battles.engine.scenarios.base import Scenario, is_able
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.state import ACTED, CAST, SHOT, BattleState, Effect

LOST: Final = "lost_in_fog"
declare_inner(LOST)
TURN: Final = 60
"""Degrees between the directions that the faces of a direction die stand for."""


def is_lost(state: BattleState, model_id: str) -> bool:
    """Whether this warrior is lost."""
    return any(effect.code == LOST for effect in state.models[model_id].effects)


class LostInTheFog(Scenario):
    """Each warrior rolls a D6 before moving: on a 1 they take a Leadership test, and get lost if they fail.

    Lost warriors move D6 inches in a random direction each turn, charge models in their path, and neither shoot nor
    cast. A roll of 6, or contact with a friend, ends it.
    """

    code = "lose_the_way"

    def turn_start(self, ctx: Context, side: str) -> None:
        if side not in ctx.game.players:
            return
        for model_id in tuple(ctx.state.models):
            if model_id[0] != side or not is_able(ctx.state, model_id) or ctx.state.models[model_id].engaged:
                continue
            face = ctx.roll("die", model_id, rule="SCN-LOST-01", about="keep_way").total
            if is_lost(ctx.state, model_id):
                if face == 6 or touches_friend(ctx.game, ctx.state, model_id):
                    ctx.emit(EffectEnded(model_id, LOST))
                    ctx.note("finds_the_way", model_id, rule="SCN-LOST-01")
                else:
                    self._wander(ctx, model_id)
            elif face == 1 and self._loses(ctx, model_id):
                ctx.emit(EffectAdded(model_id, Effect(LOST)))
                ctx.note("lost_in_fog", model_id, rule="SCN-LOST-01")
                self._wander(ctx, model_id)

    @staticmethod
    def _loses(ctx: Context, model_id: str) -> bool:
        from battles.engine.steps.nerve.leaders import take_test

        return not take_test(ctx, model_id, "nerve", "SCN-LOST-01")

    @staticmethod
    def _wander(ctx: Context, model_id: str) -> None:
        from battles.engine.steps.movement.forced.random_moves import lurch

        heading, length = ctx.dice.face("scatter"), ctx.dice.face("move")
        ctx.emit(Rolled("scatter", model_id, (heading,), rule="SCN-LOST-01"))
        ctx.emit(Rolled("move", model_id, (length,), rule="SCN-LOST-01"))
        ctx.flag(model_id, on=ACTED | SHOT | CAST, why="lost_in_fog")
        lurch(ctx, model_id, float(TURN * heading), 100 * length)

    def watch(self, ctx: Context) -> None:
        for model_id in tuple(ctx.state.models):
            if is_lost(ctx.state, model_id) and touches_friend(ctx.game, ctx.state, model_id):
                ctx.emit(EffectEnded(model_id, LOST))
                ctx.note("finds_the_way", model_id, rule="SCN-LOST-01")


def touches_friend(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether a friend who is not lost is in contact with this warrior."""
    from battles.engine.steps.models.bodies import body_of
    from battles.engine.table.contact import in_contact

    if state.models[model_id].gone:
        return False
    mine = body_of(game, state, model_id)
    return any(
        other != model_id
        and other[0] == model_id[0]
        and not model.gone
        and not is_lost(state, other)
        and in_contact(game.table, mine, body_of(game, state, other))
        for other, model in state.models.items()
    )


add_aim("lose_the_way", lambda _plan, _params: LostInTheFog())
