"""Experience after a battle: for survival, the winning leader, enemies put out of action, and the scenario's own
awards.

Each award is one fact from the state and the log; the aftermath applies them to the roster. Rule: SCN-AWARD-01
"""

from __future__ import annotations

from collections.abc import Iterable

from battles.engine.events import Event, Removed
from battles.engine.game import Game
from battles.engine.scenarios.base import Award
from battles.engine.scenarios.creatures.figures import earns_nothing, is_figure
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import BattleState

WORDS = {
    "survived": "survived the battle",
    "winning_leader": "led the winning side",
    "put_out_of_action": "put an enemy out of action",
    "carries_counter": "carries a wyrdstone counter at the end",
    "broke_through": "broke through the enemy's lines",
    "escaped_first": "was the first hero out of the street",
    "found_chest": "found the treasure chest",
    "escapes": "got away",
    "takes_prize": "carried the prize off",
}


def awards_of(game: Game, state: BattleState, events: Iterable[Event]) -> list[Award]:
    """Every award of a finished battle, by model; the aftermath combines henchmen of one group.

    Survival is given to every model that started; the aftermath removes it from those who die of their wounds.
    """
    found = [Award(model_id, 1, "survived") for model_id, fighter in game.fighters.items() if not is_figure(fighter)]
    winners = state.outcome.winners if state.outcome else ()
    found.extend(
        Award(fighter.id, 1, "winning_leader")
        for fighter in game.fighters.values()
        if fighter.is_leader and fighter.side in winners
    )
    for event in events:
        if isinstance(event, Removed) and event.why == "out" and event.by in game.fighters:
            killer = game.fighters[event.by]
            if killer.role != "hero" or is_figure(killer) or earns_nothing(game.fighters[event.who]):
                continue
            if game.are_enemies(event.by, event.who):
                found.append(Award(event.by, 1, "put_out_of_action"))
    found.extend(scenario_of(game).awards(game, state))
    return found
