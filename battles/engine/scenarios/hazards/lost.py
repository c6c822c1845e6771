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
"""Degrees between the directions of the faces of a die."""


def is_lost(state: BattleState, who: str) -> bool:
    """Whether this warrior is lost."""
    return any(effect.code == LOST for effect in state.models[who].effects)


class LoseTheWay(Scenario):
    """Each warrior rolls a D6 before moving: on a 1 they take a Leadership test or get lost.

    Lost warriors move D6 inches in a random direction each turn, charge models in their path, and neither shoot nor
    cast. A 6, or contact with a friend, ends it.
    """

    code = "lose_the_way"

    def turn_start(self, ctx: Context, side: str) -> None:
        if side not in ctx.game.players:
            return
        for who in tuple(ctx.state.models):
            if who[0] != side or not is_able(ctx.state, who) or ctx.state.models[who].engaged:
                continue
            face = ctx.roll("die", who, rule="SCN-LOST-01", about="keep_way").total
            if is_lost(ctx.state, who):
                if face == 6 or has_friend_beside(ctx.game, ctx.state, who):
                    ctx.emit(EffectEnded(who, LOST))
                    ctx.note("finds_the_way", who, rule="SCN-LOST-01")
                else:
                    self._wander(ctx, who)
            elif face == 1 and self._loses(ctx, who):
                ctx.emit(EffectAdded(who, Effect(LOST)))
                ctx.note("lost_in_fog", who, rule="SCN-LOST-01")
                self._wander(ctx, who)

    @staticmethod
    def _loses(ctx: Context, who: str) -> bool:
        from battles.engine.steps.nerve.leaders import take_test

        return not take_test(ctx, who, "nerve", "SCN-LOST-01")

    @staticmethod
    def _wander(ctx: Context, who: str) -> None:
        from battles.engine.steps.movement.forced.random_moves import lurch

        heading, length = ctx.dice.face("scatter"), ctx.dice.face("move")
        ctx.emit(Rolled("scatter", who, (heading,), rule="SCN-LOST-01"))
        ctx.emit(Rolled("move", who, (length,), rule="SCN-LOST-01"))
        ctx.flag(who, on=ACTED | SHOT | CAST, why="lost_in_fog")
        lurch(ctx, who, float(TURN * heading), 100 * length)

    def watch(self, ctx: Context) -> None:
        for who in tuple(ctx.state.models):
            if is_lost(ctx.state, who) and has_friend_beside(ctx.game, ctx.state, who):
                ctx.emit(EffectEnded(who, LOST))
                ctx.note("finds_the_way", who, rule="SCN-LOST-01")


def has_friend_beside(game: Game, state: BattleState, who: str) -> bool:
    """Whether a friend who is not lost touches this one."""
    from battles.engine.steps.models.bodies import body_of
    from battles.engine.table.contact import in_contact

    if state.models[who].gone:
        return False
    mine = body_of(game, state, who)
    return any(
        other != who
        and other[0] == who[0]
        and not model.gone
        and not is_lost(state, other)
        and in_contact(game.table, mine, body_of(game, state, other))
        for other, model in state.models.items()
    )


add_aim("lose_the_way", lambda _plan, _params: LoseTheWay())
