"""A mountain pass: a road for ambushes, and dangers that the noise of a fight brings to both sides.

Rules: SCN-PASS-01, SCN-NEUTRAL-01
"""

from __future__ import annotations

from typing import Any, Final

from battles.engine.dice import d3
from battles.engine.events import PostureChanged
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.areas import Area, whole_table
from battles.engine.scenarios.base import Scenario
from battles.engine.scenarios.creatures.figures import in_reserve, set_down
from battles.engine.scenarios.custom.vocabulary import add_aim, add_place, plays
from battles.engine.state import KNOCKED_DOWN, STANDING, BattleState, Outcome

RULE: Final = "SCN-PASS-01"
ROAD: Final = 300
"""Half the width of the road, in hundredths of an inch."""
START, COLUMN = 1800, 1200
"""Minimum distance between the head of the column and the western edge, and the column's length (hundredths of an
inch).
"""
ORCS, TROLL = "orc", "troll"
ROCK_STRENGTH: Final = 3


class PassHazards(Scenario):
    """A 1 at the end of the defender's turn causes falling rocks, winds, Orcs or a troll. The scenario needs figures of
    Orcs and a troll.
    """

    code = "pass_hazards"

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        if not plays(ctx.state, side, "defender"):
            return None
        if self.facts(ctx.state).get("winds"):
            self.remember(ctx, winds=False)
        if ctx.roll("die", side, rule=RULE, about="danger").total == 1:
            face = ctx.roll("die", side, rule=RULE, about="which_danger").total
            if face <= 2:
                self._rocks(ctx)
            elif face <= 4:
                ctx.note("pass_winds", side, rule=RULE)
                self.remember(ctx, winds=True)
            else:
                self._monsters(ctx, side, ORCS if face == 5 else TROLL)
        return None

    @staticmethod
    def _rocks(ctx: Context) -> None:
        """All models on the table take an Initiative test against the falling rocks."""
        from battles.engine.steps.harm.automatic_hits import hit_automatically
        from battles.engine.steps.models.characteristics import characteristic

        ctx.note("pass_rocks", rule=RULE)
        for model_id in [model_id for model_id, model in ctx.state.models.items() if not model.gone]:
            value = characteristic(ctx.game, ctx.state, model_id, "initiative")
            if not ctx.check("char", model_id, value, rule=RULE, about="initiative:rocks").passed:
                hit_automatically(ctx, model_id, ROCK_STRENGTH, how="terrain")

    @staticmethod
    def _monsters(ctx: Context, side: str, figure: str) -> None:
        """Place the monsters at the north edge on a roll of 1 to 3, otherwise at the south edge."""
        here = in_reserve(ctx.game, ctx.state, figure)
        north = ctx.roll("die", side, rule=RULE, about="edge").total <= 3
        count = d3(ctx.roll("count", side, rule=RULE).total) + 1 if figure == ORCS else 1
        y = ctx.game.table.length if north else 0
        for number, model_id in enumerate(here[:count]):
            set_down(ctx, model_id, ctx.game.table.width // 2 + 200 * number, abs(y - 100), away=100)

    def turn_start(self, ctx: Context, side: str) -> None:
        """When the wind blows, each warrior passes a Strength test or is knocked down."""
        if not self.facts(ctx.state).get("winds") or side not in ctx.game.players:
            return
        from battles.engine.steps.models.characteristics import characteristic

        for model_id, model in tuple(ctx.state.models.items()):
            if model_id[0] != side or model.gone or model.posture != STANDING:
                continue
            if not ctx.check(
                "char",
                model_id,
                characteristic(ctx.game, ctx.state, model_id, "strength"),
                rule=RULE,
                about="strength:wind",
            ).passed:
                ctx.emit(PostureChanged(model_id, KNOCKED_DOWN, why="winds"))


def _road(game: Game, _state: BattleState, _side: str, _place: Any) -> Area:
    """The stretch of the road in which the column sets up, from east to west, far enough from the exit."""
    width, middle = game.table.width, game.table.length // 2
    west = min(START, width - COLUMN)
    east, south, north = west + COLUMN, middle - ROAD, middle + ROAD
    return Area((((west, south), (east, south), (east, north), (west, north)),))


def _unseen(game: Game, _state: BattleState, _side: str, place: Any) -> Area:
    """Everywhere out of the enemies' sight and at least the place's distance from them."""
    return Area((whole_table(game),), apart_from_enemies=place.distance, unseen=True)


add_aim("pass_hazards", lambda _plan, _params: PassHazards())
add_place("deploy_road", _road)
add_place("deploy_unseen", _unseen, after_enemy=True)
