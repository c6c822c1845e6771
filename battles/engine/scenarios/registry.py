"""The scenarios by code, and the scenario of a battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battles.engine.game import Game
from battles.engine.registry import Registry
from battles.engine.scenarios.base import Scenario

SCENARIOS: Registry[Scenario] = Registry("scenario")


def register(scenario: Scenario) -> Scenario:
    """Register a scenario under its code, when its module is imported."""
    return SCENARIOS.add(scenario.code, scenario)


SKIRMISH = register(Scenario())


READERS: Registry[Callable[[Any, str], Scenario]] = Registry("reader of custom scenarios")
"""The function that reads custom scenarios. `custom.scenario`, which imports this module, adds it."""


def scenario_of(game: Game) -> Scenario:
    """The scenario of a battle: the custom one in the setup, or the printed one that it names, or a plain skirmish.

    Unknown codes and invalid data never get here: `muster` refuses them.
    """
    home = game.scenario.get("home")
    if home is None:
        return SCENARIOS.get(str(game.scenario.get("code", "") or "skirmish"), SKIRMISH)
    found = game.caches.scenario
    if found is None:
        found = game.caches.scenario = READERS["custom"](home, str(game.scenario.get("code", "")))
    return found


def last_turn(game: Game) -> int:
    """Number of the last turn, 0 for no limit: the scenario's own, or an earlier one stated in the setup."""
    limits = [limit for limit in (int(game.scenario.get("max_turns", 0)), scenario_of(game).max_turns) if limit]
    return min(limits, default=0)
