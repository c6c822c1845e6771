"""How bots deploy: at the suggested places. The tactician deploys in closer formation, so that friends can help each
other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.bots.base import Chosen
from battles.engine.bots.reasons import because
from battles.engine.bots.values import attacks
from battles.engine.commands import Deploy, Ready
from battles.engine.steps.turn.deployment import place_fault, suggested_deployment

if TYPE_CHECKING:
    from battles.engine.battle import Battle

SHARES = (45, 60, 80)
"""Percentages of the suggested distance from the warband's centre that are tried, the closest first."""
BACK = (500, 350, 200, 0)
"""Distances behind the suggested place that are tried, the farthest first, since rear models are shot at later."""
WINGS = (100, 80, 60)
"""The same percentages for archers, who stand apart and in front, so that no friend blocks their sight."""
IN_FRONT = (350, 200, 0)
"""The same distances for archers."""
HIGH = 100
"""Models with a suggested place at this height or above stay there, in hundredths of an inch."""


def set_up(battle: Battle, side: str) -> Chosen:
    """The next model's place; "ready" when all are placed."""
    suggested = suggested_deployment(battle.game, battle.state, side)
    if not suggested:
        return as_suggested(battle, side)
    return Chosen(_closer(battle, side, suggested), because("close_to_friends"))


def as_suggested(battle: Battle, side: str) -> Chosen:
    """The next model at its suggested place; "ready" when all are placed."""
    suggested = suggested_deployment(battle.game, battle.state, side)
    if suggested:
        return Chosen(suggested[0], because("usual_position"))
    legal = battle.legal(side)
    return Chosen(legal[0], because("ready" if isinstance(legal[0], Ready) else "where_there_is_room"))


def _closer(battle: Battle, side: str, suggested: list[Deploy]) -> Deploy:
    """The first suggested place, moved towards the warband's centre as far as there is room."""
    game, state, first = battle.game, battle.state, suggested[0]
    if first.z >= HIGH:
        return first
    spots = [(place.x, place.y) for place in suggested]
    spots += [(model.x, model.y) for model_id, model in state.models.items() if model_id[0] == side and not model.gone]
    x, y = sum(spot[0] for spot in spots) // len(spots), sum(spot[1] for spot in spots) // len(spots)
    ax, ay = _homeward(battle, x, y)
    is_archer = attacks.has_bow(game, first.who)
    for back in IN_FRONT if is_archer else BACK:
        for share in WINGS if is_archer else SHARES:
            place = Deploy(
                first.who,
                x + (first.x - x) * share // 100 + ax * back,
                y + (first.y - y) * share // 100 + ay * back,
                first.z,
            )
            if place_fault(game, state, place.who, place.x, place.y, place.z) is None:
                return place
    return first


def _homeward(battle: Battle, x: int, y: int) -> tuple[int, int]:
    """The direction away from the middle of the table, along the axis on which the point is farther from it."""
    off_x, off_y = x - battle.game.table.width // 2, y - battle.game.table.length // 2
    if abs(off_x) > abs(off_y):
        return (1 if off_x > 0 else -1), 0
    return 0, (1 if off_y > 0 else -1)
