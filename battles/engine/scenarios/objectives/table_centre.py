"""Objectives in the middle of the table: a building that a side holds, or a circle in which most models must stand at
the end.

Rules: SCN-HOME-01, SCN-OBJECTIVE-01
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.base import Scenario, is_able
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.printed.buildings import buildings
from battles.engine.state import BattleState, Outcome


class MiddleBuilding(Scenario):
    """The building nearest to the middle is the objective. The side inside it at the end holds it."""

    code = "middle_building"
    has_objective = True

    def lay_out(self, ctx: Context) -> None:
        found = buildings(ctx.game)
        self.remember(ctx, building=found[0] if found else "")


class HoldMiddle(Scenario):
    """After the last turn, the side with most standing models completely inside a circle around the middle wins."""

    code = "hold_middle"
    decides_limit = True

    def __init__(self, reach: int) -> None:
        self.reach = reach
        """Radius of the circle, in hundredths of an inch."""

    def inside(self, game: Game, state: BattleState, side: str) -> int:
        """How many of a side's standing models are inside the circle."""
        x, y = game.table.width // 2, game.table.length // 2
        return sum(
            (model.x - x) ** 2 + (model.y - y) ** 2 <= self.reach**2
            for model_id, model in state.models.items()
            if model_id[0] == side and is_able(state, model_id)
        )

    def at_limit(self, game: Game, state: BattleState, left: tuple[str, ...]) -> Outcome:
        counts = {side: self.inside(game, state, side) for side in left}
        best = max(counts.values(), default=0)
        winners = tuple(side for side, count in counts.items() if count == best and best)
        return Outcome(winners if len(winners) == 1 else (), "middle_held")


def _hold(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    if not plan.turns:
        return "Who holds the middle is decided when the turns are over: set a turn limit."
    return HoldMiddle(100 * int(params.get("distance", 6)))


add_aim("middle_building", lambda _plan, _params: MiddleBuilding())
add_aim("win_by_holding_middle", _hold, bounds={"distance": (2, 12)})
