"""When a battle is over and which side has won. Scenarios with their own objectives decide first. Rule:
ALLY-MULTI-02
"""

from __future__ import annotations

from battles.engine.events import BattleEnded
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.registry import last_turn, scenario_of
from battles.engine.state import BattleState, Outcome


def sides_in_play(game: Game, state: BattleState) -> tuple[str, ...]:
    """Sides of players that have not routed and still have a model on the table or in reserve."""
    alive = {model_id[0] for model_id, model in state.models.items() if model.gone in ("", "reserve")}
    return tuple(side for side in game.players if side in alive and not state.sides[side].routed)


def settle(ctx: Context) -> bool:
    """Let the scenario update its tokens, and end the battle if the scenario decides it or only one side or alliance is
    left.

    Returns True when the battle is over. It can be called at any time; a second call changes nothing.
    """
    if ctx.state.outcome is not None:
        return True
    scenario = scenario_of(ctx.game)
    scenario.watch(ctx)
    verdict = scenario.verdict(ctx.game, ctx.state) or last_standing(ctx.game, ctx.state)
    if verdict is not None:
        ctx.emit(BattleEnded(verdict.winners, verdict.reason))
    return verdict is not None


def last_standing(game: Game, state: BattleState) -> Outcome | None:
    """The result of a battle without an objective: decided when no side is left, or only sides that are allied with
    each other.
    """
    left = sides_in_play(game, state)
    if not left:
        return Outcome((), "nobody_left")
    first = game.sides[left[0]]
    if len(game.players) > 1 and all(side == first.id or side in first.allies for side in left):
        return Outcome(left, "last_standing")
    return None


def out_of_turns(ctx: Context, number: int) -> bool:
    """End the battle if turn `number` would be past the last one. Returns whether it is over."""
    limit = last_turn(ctx.game)
    if not limit or number <= limit:
        return False
    verdict = scenario_of(ctx.game).at_limit(ctx.game, ctx.state, sides_in_play(ctx.game, ctx.state))
    ctx.emit(BattleEnded(verdict.winners, verdict.reason))
    return True


def turn_over(ctx: Context, side: str) -> bool:
    """Apply the result that a scenario decides at the end of a side's turn. Returns whether the battle is over."""
    if settle(ctx):
        return True
    verdict = scenario_of(ctx.game).turn_end(ctx, side)
    if verdict is not None:
        ctx.emit(BattleEnded(verdict.winners, verdict.reason))
    return verdict is not None


def await_command(ctx: Context, side: str) -> None:
    """Make the top frame wait for `side`, unless the battle has just been decided."""
    if not settle(ctx):
        ctx.replace(owner=side)
