"""Concession of a side.

With two parties this ends the battle; with more, the side's models leave and the others continue. Rules: ALLY-MULTI-01,
ALLY-MULTI-02
"""

from __future__ import annotations

from battles.engine.events import BattleEnded, Removed, SideRouted
from battles.engine.flow import Context, run
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.turn import ending


def fights_on_without(game: Game, state: BattleState, side: str) -> bool:
    """Whether the battle continues because enemies remain on the table when this side leaves. Never before the first
    turn.
    """
    if not state.turn_number:
        return False
    left = [other for other in ending.sides_in_play(game, state) if other != side]
    return any(game.are_enemies(first, other) for first in left for other in left)


def concede(ctx: Context, side: str) -> None:
    """End the battle for all other sides, or remove this side and continue the battle."""
    if not fights_on_without(ctx.game, ctx.state, side):
        others = tuple(other for other in ctx.game.players if other != side and not ctx.state.sides[other].routed)
        ctx.emit(BattleEnded(others, "resigned"))
        return
    if ctx.state.active != side:
        _answer(ctx, side)
        if ctx.state.outcome is not None or ctx.state.sides[side].routed:
            return
    if ctx.state.active == side:
        _end_turn(ctx)
    ctx.emit(SideRouted(side, voluntary=True))
    for model_id, model in tuple(ctx.state.models.items()):
        if model_id[0] == side and model.gone in ("", "reserve"):
            ctx.emit(Removed(model_id, "routed"))
    if not ending.settle(ctx):
        run(ctx)


def _end_turn(ctx: Context) -> None:
    """End everything in progress in the side's own turn. The turn itself then ends, since the side has left."""
    place = max(number for number, frame in enumerate(ctx.state.flow) if frame.kind == "turn")
    ctx.state.flow = ctx.state.flow[: place + 1]


def _answer(ctx: Context, side: str) -> None:
    """Answer the pending decision of the side, in another side's turn, with the default."""
    while ctx.state.outcome is None and ctx.top.kind == "decision" and ctx.top.owner == side:
        ctx.answer = str(ctx.pop().data["silence"])
        run(ctx)
