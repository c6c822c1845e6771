"""Creatures that guard a nest, and enemies with a bounty on them. Rules: SCN-NEUTRAL-01, SCN-BOUNTY-01"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.engine.events import Removed
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.base import Scenario
from battles.engine.scenarios.creatures.figures import named, part_of
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.loot import Loot
from battles.engine.state import BattleState

HEADS = "heads"
"""Key of a fact: id of a victim -> id of the warrior who took it out of action."""


class Nest(Scenario):
    """The winner gets the contents of the nest if all of its guardians are out of action."""

    code = "nest"

    def __init__(self, figure: str) -> None:
        self.figure = figure

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        guards = named(game, self.figure)
        won = state.outcome.winners if state.outcome else ()
        free = all(state.models[model_id].gone == "out" for model_id in guards)
        return {side: {"occasions": {"nest_taken": 1} if free and side in won else {}} for side in game.players}


class Bounty(Scenario):
    """Counts the warriors of the enemy's roster that a side takes out of action, with heroes counted separately."""

    code = "head_money"

    def watch(self, ctx: Context) -> None:
        facts: dict[str, str] = self.facts(ctx.state).get(HEADS, {})
        new = {
            event.who: event.by
            for event in ctx.events
            if isinstance(event, Removed)
            and event.why == "out"
            and event.by[:1] in ctx.game.players
            and event.who[0] in ctx.game.players
            and event.by[0] != event.who[0]
            and event.who not in facts
            and part_of(ctx.fighters[event.who]) is None
        }
        if new:
            self.remember(ctx, **{HEADS: {**facts, **new}})

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        heads: dict[str, str] = self.facts(state).get(HEADS, {})
        won = state.outcome.winners if state.outcome else ()
        found: dict[str, Loot] = {side: {"occasions": {}} for side in game.players}
        for victim, by in heads.items():
            if by[0] in won:
                kind = "felled_hero" if game.fighters[victim].role == "hero" else "felled_henchman"
                counts = found[by[0]]["occasions"]
                counts[kind] = counts.get(kind, 0) + 1
        return found


def _nest(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    figure = str(params.get("figure", ""))
    if figure not in {row["code"] for row in plan.figures}:
        return "The creatures that guard a nest must be listed in the scenario's figures."
    return Nest(figure)


add_aim("nest", _nest, occasions=("nest_taken",))
add_aim("head_money", lambda _plan, _params: Bounty(), occasions=("felled_hero", "felled_henchman"))
