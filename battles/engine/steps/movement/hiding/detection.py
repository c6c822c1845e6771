"""The distance at which a model notices hidden enemies, and models that always see them. Rules: MV-HIDE-03, MV-HIDE-06

Implements the traits `spot_hidden` and `sees_everything`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import is_hidden
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.table.vectors import polygon_distance
from battles.engine.traits import Flag, Values


class SpotsHidden(NamedTuple):
    """A model's bonuses for noticing hidden enemies: additional inches, and a multiple of its Initiative."""

    bonus: int
    times: int


class HarderToFind(NamedTuple):
    """A skill in hiding: the Initiative of searchers is halved (rounded up) or reduced by a number; some skills work
    only in woods.
    """

    halves: bool
    by: int
    in_woods: bool


SPOTS_HIDDEN: Final = Values(
    "spot_hidden",
    lambda parameters: SpotsHidden(int(parameters.get("bonus", 0)), int(parameters.get("initiative_times", 1))),
)
HARDER_TO_FIND: Final = Values(
    "harder_to_find",
    lambda parameters: HarderToFind(
        bool(parameters.get("halves")), int(parameters.get("by", 0)), bool(parameters.get("in_woods"))
    ),
)
SEES_ALL = Flag("sees_everything")


def notice_reach(game: Game, state: BattleState, model_id: str, times: int = 1, target: str = "") -> int:
    """Distance within which a model notices hidden enemies, in hundredths of an inch.

    It is the model's Initiative in inches, multiplied by `times`; more with a lantern or excellent sight, less for a
    `target` with a skill in hiding. Rules: MV-HIDE-03, MV-HIDE-06, MV-HIDE-07
    """
    aids = SPOTS_HIDDEN.of(game.fighters[model_id])
    times = max(times, *(aid.times for aid in aids)) if aids else times
    sense = characteristic(game, state, model_id, "initiative")
    for skill in HARDER_TO_FIND.of(game.fighters[target]) if target else ():
        if not skill.in_woods or _in_wood(game, state, target):
            sense = (sense + 1) // 2 if skill.halves else max(0, sense - skill.by)
    return 100 * (times * sense + sum(aid.bonus for aid in aids))


def _in_wood(game: Game, state: BattleState, model_id: str) -> bool:
    model, radius = state.models[model_id], game.fighters[model_id].radius
    return any(polygon_distance(model.x, model.y, wood.outline) <= radius for wood in game.table.forests)


def is_hidden_from(game: Game, state: BattleState, model_id: str, target: str) -> bool:
    """Whether the target is hidden from this model, which may have a trait that sees hidden models. Rule: MV-HIDE-08"""
    return is_hidden(state.models[target]) and not SEES_ALL.of(game.fighters[model_id])
