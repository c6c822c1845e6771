"""The whole battle: turn order, deployment, then turn after turn until it is over. Rules: TURN-ALT-01, ALLY-MULTI-01

Advice about forces and scenarios comes from `scenarios.checks` and is shown to the player who starts the battle.
"""

from __future__ import annotations

from battles.engine.events import OrderSet
from battles.engine.flow import Context, Step, register
from battles.engine.roll_offs import roll_off
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import Frame
from battles.engine.steps.turn import ending, optional_choices, pacts

__all__ = ["BattleStep", "roll_off"]


class BattleStep(Step):
    """Stages: start, pacts, deployed, turns. Data: `next`, the index of the next turn in the order; `round`."""

    kind = "battle"

    def enter(self, ctx: Context, frame: Frame) -> None:
        if frame.stage == "start":
            ctx.replace(stage="pacts")
            ctx.push(Frame("deployment", "start"))
        elif frame.stage == "pacts":
            ctx.replace(stage="deployed")
            pacts.begin(ctx)
        elif frame.stage == "deployed":
            ctx.emit(OrderSet((*scenario_of(ctx.game).turn_order(ctx), *_neutral(ctx))))
            ctx.replace(stage="turns", next=0, round=0)
            optional_choices.begin(ctx, optional_choices.BEFORE_BATTLE)
        else:
            self._next_turn(ctx, frame)

    def _next_turn(self, ctx: Context, frame: Frame) -> None:
        if ending.settle(ctx):
            return
        place, number = frame.data["next"], frame.data["round"]
        if place == 0:
            number += 1
            if ending.out_of_turns(ctx, number):
                return
        side = ctx.state.order[place]
        ctx.replace(next=(place + 1) % len(ctx.state.order), round=number)
        if not ctx.state.sides[side].routed and not _is_empty(ctx, side):
            ctx.push(Frame("turn", "begin", {"side": side, "number": number}))


def _neutral(ctx: Context) -> tuple[str, ...]:
    """The neutral side, which acts last in every round. Rule: SCN-NEUTRAL-01"""
    return (ctx.game.neutral,) if ctx.game.neutral else ()


def _is_empty(ctx: Context, side: str) -> bool:
    """Whether the neutral side has no model on the table and so gets no turn."""
    return ctx.game.sides[side].neutral and not any(
        model_id[0] == side and not model.gone for model_id, model in ctx.state.models.items()
    )


register(BattleStep())
