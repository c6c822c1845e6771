"""A person to be escorted across the table alive. They need a hero nearby, and the result depends on them.

Rules: SCN-HOME-01, SCN-ESCORT-01, MV-STUP-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any, Final

from battles.engine.events import Removed, Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.areas import Area, edge_gap, opposite, strip
from battles.engine.scenarios.base import Scenario, is_able
from battles.engine.scenarios.creatures.figures import named
from battles.engine.scenarios.custom.vocabulary import add_aim, add_place
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.objectives.escape import edge_spot
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import ACTED, STANDING, BattleState, Outcome
from battles.engine.table.vectors import TOUCH

RULE: Final = "SCN-ESCORT-01"
BESIDE: Final = 100
TURN: Final = 60


class Escort(Scenario):
    """The defender wins when the escorted figure leaves by the far edge, the attacker when it is taken out of action.

    Without a hero of its side within an inch at the start of a turn, it runs off in a random direction.
    """

    code = "escort"

    def __init__(self, figure: str) -> None:
        self.figure = figure

    def ward(self, game: Game, state: BattleState) -> str:
        """Id of the escorted figure; "" for none."""
        return next((model_id for model_id in named(game, self.figure) if state.models[model_id].gone != "away"), "")

    def turn_start(self, ctx: Context, side: str) -> None:
        model_id = self.ward(ctx.game, ctx.state)
        if (
            not model_id
            or model_id[0] != side
            or not is_able(ctx.state, model_id)
            or ctx.state.models[model_id].engaged
        ):
            return
        if not self._guarded(ctx.game, ctx.state, model_id):
            from battles.engine.steps.movement.forced.random_moves import lurch

            heading = ctx.dice.face("scatter")
            ctx.emit(Rolled("scatter", model_id, (heading,), rule=RULE))
            ctx.note("runs_in_panic", model_id, rule=RULE)
            ctx.flag(model_id, on=ACTED, why="panics")
            lurch(ctx, model_id, float(TURN * heading), 200 * ctx.fighters[model_id].profile.movement)

    @staticmethod
    def _guarded(game: Game, state: BattleState, model_id: str) -> bool:
        mine, radius = state.models[model_id], game.fighters[model_id].radius
        return any(
            other != model_id
            and other[0] == model_id[0]
            and game.fighters[other].role != "henchman"
            and not model.gone
            and model.posture == STANDING
            and hypot(model.x - mine.x, model.y - mine.y) <= BESIDE + radius + game.fighters[other].radius
            for other, model in state.models.items()
        )

    def watch(self, ctx: Context) -> None:
        model_id = self.ward(ctx.game, ctx.state)
        if not ctx.state.turn_number or not model_id or model_id[0] != ctx.state.active:
            return
        model = ctx.state.models[model_id]
        home = scenario_of(ctx.game).home_edge(ctx.game, ctx.state, model_id[0])
        if model.engaged or not home or not is_able(ctx.state, model_id):
            return
        if edge_gap(ctx.game, model.x, model.y, ctx.fighters[model_id].radius, opposite(home)) <= TOUCH:
            ctx.note("gets_away", model_id, rule=RULE)
            ctx.emit(Removed(model_id, "left"))

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        model_id = self.ward(game, state) if state.turn_number else ""
        if not model_id or state.models[model_id].gone not in ("left", "out", "fled"):
            return None
        if state.models[model_id].gone == "left":
            return Outcome((model_id[0],), "ward_safe")
        if state.models[model_id].gone == "fled":
            return Outcome((), "ward_fled")
        return Outcome(tuple(side for side in game.players if side != model_id[0]), "ward_dead")

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        """The goal of this model: the escorted person goes to the opposite edge, the other side approaches, and heroes
        of its own side stay near it.
        """
        ward = self.ward(game, state)
        if not ward or state.models[ward].gone:
            return None
        home = scenario_of(game).home_edge(game, state, ward[0])
        if model_id == ward:
            return edge_spot(game, state, model_id, opposite(home)) if home else None
        near = (state.models[ward].x, state.models[ward].y)
        return near if game.are_enemies(model_id, ward) or game.fighters[model_id].role == "hero" else None

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        ward = self.ward(game, state)
        return {ward[0]: {"occasions": {"ward_safe": 1}}} if ward and state.models[ward].gone == "left" else {}


def _flanks(game: Game, state: BattleState, side: str, place: Any) -> Area:
    """Everywhere along the two edges next to the enemy's edge."""
    enemy = next(other for other in game.players if other != side)
    edge = scenario_of(game).edge_of(game, state, enemy)
    edges = ("west", "east") if edge in ("south", "north") else ("south", "north")
    return Area(tuple(strip(game, edge, place.distance) for edge in edges), apart_from_enemies=place.apart)


def _escort(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    figure = str(params.get("figure", ""))
    if figure not in {row["code"] for row in plan.figures}:
        return "The protected person must be one of the scenario's figures."
    return Escort(figure)


add_aim("escort", _escort, occasions=("ward_safe",))
add_place("deploy_flanks", _flanks, after_enemy=True)
