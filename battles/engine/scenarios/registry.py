"""The scenarios that the engine knows by code, and the one of a battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battles.engine.game import Game
from battles.engine.registry import Registry
from battles.engine.scenarios.base import Scenario

SCENARIOS: Registry[Scenario] = Registry("scenario")


def register(scenario: Scenario) -> Scenario:
    """Register a scenario under its code on import of its module."""
    return SCENARIOS.add(scenario.code, scenario)


SKIRMISH = register(Scenario())


READERS: Registry[Callable[[Any, str], Scenario]] = Registry("reader of custom scenarios")
"""Filled by `custom.scenario`, which imports this module."""


def scenario_of(game: Game) -> Scenario:
    """The scenario of a battle: the custom one in the setup, or the printed one it names, or a plain skirmish.

    `muster` has refused unknown codes and invalid data.
    """
    home = game.scenario.get("home")
    if home is None:
        return SCENARIOS.get(str(game.scenario.get("code", "") or "skirmish"), SKIRMISH)
    found = game.caches.scenario
    if found is None:
        found = game.caches.scenario = READERS["custom"](home, str(game.scenario.get("code", "")))
    return found


def last_turn(game: Game) -> int:
    """The last turn of each side, 0 for none: the scenario's own, or an earlier one stated in the setup."""
    limits = [limit for limit in (int(game.scenario.get("max_turns", 0)), scenario_of(game).max_turns) if limit]
    return min(limits, default=0)
