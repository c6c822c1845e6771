"""Warbands that their leader may set up again, after all models are on the table. Rule: SCN-DEPLOY-01

Implements the trait `redeploys`. Its `distance` is how far from the side's own edge the warband may then be, if that is
farther than the zone of the scenario. Infiltrators are not set up again, since they are set up last anyway.
"""

from __future__ import annotations

from collections.abc import Iterator

from battles.engine.game import Game
from battles.engine.scenarios.areas import Area, strip
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import BattleState
from battles.engine.steps.turn import infiltrators
from battles.engine.traits import Values

REDEPLOYS = Values("redeploys", lambda given: 100 * int(given["distance"]))


def distance_of(game: Game, state: BattleState, side: str) -> int:
    """Maximum distance from its edge at which the side may set up again, in hundredths of an inch; 0 if it may not."""
    scenario = scenario_of(game)
    return max(
        (
            distance
            for model_id, fighter in game.fighters.items()
            if model_id[0] == side and fighter.is_leader and not scenario.stays_away(game, state, model_id)
            for distance in REDEPLOYS.of(fighter)
        ),
        default=0,
    )


def is_under_way(state: BattleState) -> bool:
    """Whether a warband is being set up for the second time now."""
    return any(
        frame.kind == "deployment" and frame.data.get("at", 0) >= frame.data["again"]
        for frame in state.flow
        if "again" in frame.data
    )


def models_of(game: Game, state: BattleState, side: str) -> Iterator[str]:
    """The models that may be placed again: those on the table that are not infiltrators."""
    for model_id, model in state.models.items():
        if model_id[0] == side and not model.gone and not infiltrators.comes_late(game, model_id):
            yield model_id


def area_of(game: Game, state: BattleState, side: str) -> Area:
    """The side's zone, and the strip along its own edge that the leader's trait allows."""
    scenario = scenario_of(game)
    area = scenario.area(game, state, side)
    edge = scenario.home_edge(game, state, side)
    if not edge:
        return area
    return area._replace(outlines=(*area.outlines, strip(game, edge, distance_of(game, state, side))))
