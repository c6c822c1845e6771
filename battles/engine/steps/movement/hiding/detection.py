"""Distance at which a model notices hidden enemies, and models that always see them. Rules: MV-HIDE-03, MV-HIDE-06

Implements the traits `spot_hidden` and `sees_everything`, through `declare_passive`.
"""

from __future__ import annotations

from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import is_hidden
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.table.vectors import polygon_distance
from battles.engine.traits import Flag

SPOTS, HARDER = "spot_hidden", "harder_to_find"
SEES_ALL = Flag("sees_everything")


def notice_reach(game: Game, state: BattleState, model_id: str, times: int = 1, target: str = "") -> int:
    """Distance within which a model notices hidden enemies, hundredths of an inch.

    Its Initiative (`times` over) in inches; more with a lantern or excellent sight, less for a `target` with a skill in
    hiding. Rules: MV-HIDE-03, MV-HIDE-06, MV-HIDE-07
    """
    extra = 0
    for code, parameters in game.fighters[model_id].skills:
        if code == SPOTS:
            extra += int(parameters.get("bonus", 0))
            times = max(times, int(parameters.get("initiative_times", 1)))
    sense = characteristic(game, state, model_id, "initiative")
    for code, parameters in game.fighters[target].skills if target else ():
        if code == HARDER and (not parameters.get("in_woods") or _in_wood(game, state, target)):
            sense = (sense + 1) // 2 if parameters.get("halves") else max(0, sense - int(parameters.get("by", 0)))
    return 100 * (times * sense + extra)


def _in_wood(game: Game, state: BattleState, model_id: str) -> bool:
    model, radius = state.models[model_id], game.fighters[model_id].radius
    return any(polygon_distance(model.x, model.y, wood.outline) <= radius for wood in game.table.forests)


def is_hidden_from(game: Game, state: BattleState, model_id: str, target: str) -> bool:
    """Whether the target is hidden and this model does not see through it. Rule: MV-HIDE-08"""
    return is_hidden(state.models[target]) and not SEES_ALL.of(game.fighters[model_id])
