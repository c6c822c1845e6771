"""Crawling of models on the ground. Rules: INJ-KD-01, INJ-KD-02, MV-CRAWL-01 to MV-CRAWL-03"""

from __future__ import annotations

from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import STUNNED, BattleState
from battles.engine.steps.models.bodies import is_watchful


def check_crawl(game: Game, state: BattleState, model_id: str) -> None:
    """Raise IllegalAction unless a fallen model may crawl away."""
    model = state.models[model_id]
    name = game.name(model_id)
    if model.posture == STUNNED and not game.rules.stunned_crawl:
        raise IllegalAction("stunned", say("{name} is stunned and can do nothing.", name=name), "MV-CRAWL-02")
    holders = [other for other in model.engaged if is_watchful(state.models[other])]
    if not holders:
        return
    busy = [other for other in holders if _is_busy(game, state, other, model_id)]
    enough = bool(busy) if game.rules.one_friend_covers_crawl else len(busy) == len(holders)
    if not enough:
        free = next((other for other in holders if other not in busy), holders[0])
        raise IllegalAction(
            "held_down",
            say("{free} fights no other model, so {name} cannot crawl away.", free=game.name(free), name=name),
            "MV-CRAWL-03",
        )


def _is_busy(game: Game, state: BattleState, enemy: str, crawler: str) -> bool:
    """Whether a standing friend of the crawler fights this enemy."""
    return any(
        other != crawler and not game.are_enemies(other, crawler) and is_watchful(state.models[other])
        for other in state.models[enemy].engaged
    )
