"""The whole battle: turn order, deployment, then turn after turn until it is over. Rules: TURN-ALT-01, ALLY-MULTI-01"""

from __future__ import annotations

from battles.engine.events import OrderSet, Rolled
from battles.engine.flow import Context, Step, register
from battles.engine.state import Frame
from battles.engine.steps import ending


class BattleStep(Step):
    """Stages: start, deployed, turns. Data: `next`, the place in the order whose turn comes next; `round`."""

    kind = "battle"

    def enter(self, ctx: Context, frame: Frame) -> None:
        if frame.stage == "start":
            ctx.replace(stage="deployed")
            ctx.push(Frame("deployment", "start"))
        elif frame.stage == "deployed":
            ctx.emit(OrderSet(turn_order(ctx)))
            ctx.replace(stage="turns", next=0, round=0)
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
        if not ctx.state.sides[side].routed:
            ctx.push(Frame("turn", "begin", {"side": side, "number": number}))


def turn_order(ctx: Context) -> tuple[str, ...]:
    """Sides in turn order: the scenario's first side, else by roll-off, highest first; ties are rolled again among the tied.

    Rules: TURN-ALT-01, ALLY-MULTI-01, DICE-ROLLOFF-01
    """
    sides = tuple(ctx.game.sides)
    first = ctx.game.scenario.get("first", "")
    if first in sides:
        start = sides.index(first)
        return sides[start:] + sides[:start]
    return roll_off(ctx, sides)


def roll_off(ctx: Context, contestants: tuple[str, ...]) -> tuple[str, ...]:
    """Order contestants (sides or models) by one D6 each, highest first, ties rolled again. Rule: DICE-ROLLOFF-01"""
    if len(contestants) < 2:
        return contestants
    faces: dict[str, int] = {}
    for who in contestants:
        face = ctx.dice.face("rolloff")
        ctx.emit(Rolled("rolloff", who, (face,), rule="DICE-ROLLOFF-01"))
        faces[who] = face
    order: list[str] = []
    for face in sorted(set(faces.values()), reverse=True):
        order.extend(roll_off(ctx, tuple(who for who in contestants if faces[who] == face)))
    return tuple(order)


register(BattleStep())
