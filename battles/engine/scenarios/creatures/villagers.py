"""A village whose people attack anyone who comes near a house, and houses that heroes loot.

Rules: SCN-VILLAGE-01, SCN-NEUTRAL-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, hypot, pi, sin
from typing import Any, Final

from battles.engine.dice import d3
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios import tokens
from battles.engine.scenarios.base import Award, Scenario, is_able
from battles.engine.scenarios.creatures.figures import in_reserve, set_down
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.objectives.pool import BUSY
from battles.engine.scenarios.printed.buildings import body, buildings, is_inside
from battles.engine.state import BattleState, Outcome
from battles.engine.table.ground import piece_distance

RULE: Final = "SCN-VILLAGE-01"
ALARM, CLEAR = 800, 500
"""Distance at which a warrior wakes a house, and minimum distance of its villagers from all models when they come out
(hundredths of an inch).
"""


class AngryVillagers(Scenario):
    """The D3+1 houses nearest to the middle contain D3+1 villagers each, who come out when a warrior is within 8
    inches.

    A hero who spends a whole turn in such a house, with no other side inside, loots it. Each house can be looted once.
    """

    code = "village_mob"

    def __init__(self, figure: str) -> None:
        self.figure = figure

    def lay_out(self, ctx: Context) -> None:
        count = d3(ctx.roll("count", ctx.game.players[0], rule=RULE).total) + 1
        self.remember(ctx, buildings=buildings(ctx.game)[:count], roused=[], looted={})

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number:
            return
        facts = self.facts(ctx.state)
        for house in facts["buildings"]:
            if house in self.facts(ctx.state)["roused"]:
                continue
            near = next(
                (model_id for model_id in ctx.state.models if self._rouses(ctx.game, ctx.state, model_id, house)), ""
            )
            if near:
                self.remember(ctx, roused=[*self.facts(ctx.state)["roused"], house])
                self._come_out(ctx, house)

    @staticmethod
    def _rouses(game: Game, state: BattleState, model_id: str, house: str) -> bool:
        if state.models[model_id].gone or model_id[0] not in game.players:
            return False
        return piece_distance(game.table, body(game, state, model_id), house) <= ALARM

    def _come_out(self, ctx: Context, house: str) -> None:
        """Place the villagers on a side of the house without models within 5 inches, if there is one."""
        count = d3(ctx.roll("count", ctx.game.neutral, rule=RULE).total) + 1
        spot = max(doorsteps(ctx.game, house), key=lambda step: (self._room(ctx, step), step))
        for model_id in in_reserve(ctx.game, ctx.state, self.figure)[:count]:
            set_down(ctx, model_id, *spot, away=50)

    @staticmethod
    def _room(ctx: Context, spot: tuple[int, int]) -> int:
        """Distance of a place to the nearest warrior of a player, but at most the required distance."""
        gaps = [
            hypot(model.x - spot[0], model.y - spot[1]) - ctx.fighters[model_id].radius
            for model_id, model in ctx.state.models.items()
            if not model.gone and model_id[0] in ctx.game.players
        ]
        return round(min(CLEAR, min(gaps, default=CLEAR)))

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        for model_id in tuple(ctx.state.models):
            house = self._looted_by(ctx.game, ctx.state, model_id) if model_id[0] == side else ""
            if house:
                self.remember(ctx, looted={**self.facts(ctx.state)["looted"], house: model_id})
                ctx.note("loots_building", model_id, rule=RULE)
        return None

    def _looted_by(self, game: Game, state: BattleState, model_id: str) -> str:
        """The house that this hero has just looted; "" for none."""
        model = state.models[model_id]
        if (
            game.fighters[model_id].role == "henchman"
            or not tokens.may_carry(game, model_id)
            or model_id[0] not in game.players
        ):
            return ""
        if not is_able(state, model_id) or model.engaged or model.flags & BUSY:
            return ""
        for house in self.facts(state)["buildings"]:
            if house in self.facts(state)["looted"] or not is_inside(game, state, model_id, house):
                continue
            others = [
                other for other in state.models if other[0] != model_id[0] and is_inside(game, state, other, house)
            ]
            if not others:
                return str(house)
        return ""

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        """The goal of heroes who are not wizards: enter the nearest house not looted yet, and stay there."""
        fighter, model = game.fighters[model_id], state.models[model_id]
        if fighter.role == "henchman" or fighter.is_leader or not tokens.may_carry(game, model_id):
            return None
        left = [house for house in self.facts(state)["buildings"] if house not in self.facts(state)["looted"]]
        for house in left:
            if is_inside(game, state, model_id, house):
                return model.x, model.y
        spots = []
        for house in left:
            outline = game.table.piece(house).outline
            spots.append((sum(p[0] for p in outline) // len(outline), sum(p[1] for p in outline) // len(outline)))
        return min(spots, key=lambda spot: hypot(spot[0] - model.x, spot[1] - model.y), default=None)

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [Award(model_id, 1, "loots_building") for model_id in self.facts(state).get("looted", {}).values()]


def doorsteps(game: Game, house: str) -> list[tuple[int, int]]:
    """Points an inch outside the walls, on all sides of a house."""
    outline = game.table.piece(house).outline
    x, y = sum(p[0] for p in outline) // len(outline), sum(p[1] for p in outline) // len(outline)
    far = max(hypot(a - x, b - y) for a, b in outline) + 100
    found = [(round(x + far * sin(n * pi / 6)), round(y + far * cos(n * pi / 6))) for n in range(12)]
    inside = [(a, b) for a, b in found if 100 <= a <= game.table.width - 100 and 100 <= b <= game.table.length - 100]
    return inside or [(x, y)]


def _mob(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    figure = str(params.get("figure", ""))
    if figure not in {row["code"] for row in plan.figures}:
        return "The villagers must be listed in the scenario's figures."
    return AngryVillagers(figure)


add_aim("village_mob", _mob, deeds=("loots_building",))
