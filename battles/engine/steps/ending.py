"""When a battle is over and who has won. Scenarios with objectives of their own say so through `scenarios`. Rule: ALLY-MULTI-02"""

from __future__ import annotations

from battles.engine.events import BattleEnded
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import BattleState


def sides_in_play(game: Game, state: BattleState) -> tuple[str, ...]:
    """Sides that have not routed and still have somebody on the table or in reserve."""
    alive = {who[0] for who, model in state.models.items() if model.gone in ("", "reserve")}
    return tuple(side for side in game.sides if side in alive and not state.sides[side].routed)


def settle(ctx: Context) -> bool:
    """End the battle when a single side, or a single formal alliance, is left. True when it is over."""
    if ctx.state.outcome is not None:
        return True
    left = sides_in_play(ctx.game, ctx.state)
    if not left:
        ctx.emit(BattleEnded((), "nobody_left"))
        return True
    first = ctx.game.sides[left[0]]
    if len(ctx.game.sides) > 1 and all(side == first.id or side in first.allies for side in left):
        ctx.emit(BattleEnded(left, "last_standing"))
        return True
    return False


def out_of_turns(ctx: Context, number: int) -> bool:
    """End the battle when turn `number` would be past the scenario's last (`max_turns`, 0 for none). True when it is over."""
    limit = int(ctx.game.scenario.get("max_turns", 0))
    if not limit or number <= limit:
        return False
    scores = {side: ctx.state.sides[side].score for side in sides_in_play(ctx.game, ctx.state)}
    best = max(scores.values(), default=0)
    winners = tuple(side for side, score in scores.items() if score == best)
    ctx.emit(BattleEnded(winners if len(winners) == 1 else (), "turns_over"))
    return True


def await_command(ctx: Context, side: str) -> None:
    """Make the top frame wait for `side`, unless the battle has just been decided."""
    if not settle(ctx):
        ctx.replace(owner=side)
