"""Cache of the last command that was found legal, so that it is checked only once.

The bot that chooses a move, `Battle.validate` and the step that carries out the move all ask the same question about
the same position. The answer is cached with a copy of that position and is used while nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from battles.engine.game import Game, Verdict
from battles.engine.state import BattleState

Result = TypeVar("Result")


def judged_once(game: Game, state: BattleState, question: tuple[Any, ...], judge: Callable[[], Result]) -> Result:
    """The result of `judge`, or its last result if that was about the same question and position.

    Raises what `judge` raises; such refusals are not cached.
    """
    last = game.caches.verdict
    if last is not None and last.question == question and last.game is game and last.position.is_same_as(state):
        return cast("Result", last.result)
    position = state.fork()
    result = judge()
    game.caches.verdict = Verdict(question, game, position, result)
    return result
