"""Scenarios about crossing the table: Breakthrough and Street Fight."""

from __future__ import annotations

from battles.engine.events import Removed
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.roll_offs import roll_off
from battles.engine.scenarios.areas import Area, edge_gap, opposite, strip, whole_table
from battles.engine.scenarios.base import Award, Question, Scenario, edge_question, is_able
from battles.engine.scenarios.registry import register, scenario_of
from battles.engine.scenarios.roles import RoleScenario
from battles.engine.state import BattleState, Outcome
from battles.engine.table.vectors import TOUCH

THROUGH = 200
"""A warrior within this distance of the far edge has broken through (hundredths of an inch)."""
NEEDED = 2


class Breakthrough(RoleScenario):
    """The attacker wins at once with two standing models within 2 inches of the edge behind the defender.

    `both`: either side may break through (for custom scenarios).
    """

    code = "breakthrough"
    name = "Breakthrough"

    def __init__(self, needed: int = NEEDED, through: int = THROUGH, *, both: bool = False) -> None:
        self.needed, self.through, self.both = needed, through, both

    def assign(self, ctx: Context, attacker: str) -> None:
        super().assign(ctx, attacker)
        self.remember(ctx, edge_chooser=roll_off(ctx, ctx.game.players, about="edge")[0])

    def question(self, game: Game, state: BattleState) -> Question | None:
        question = super().question(game, state)
        if question is None and not self.edge_of(game, state, self.attacker(state)):
            return edge_question(self.facts(state)["edge_chooser"])
        return question

    def choose_edge(self, ctx: Context, side: str, edge: str) -> None:
        super().choose_edge(ctx, self.attacker(ctx.state), edge)

    def area(self, game: Game, state: BattleState, side: str) -> Area:
        if side == self.attacker(state):
            return Area((strip(game, self.edge_of(game, state, side), self.depth),))
        return Area((whole_table(game),), apart_from_enemies=1400)

    def runners(self, game: Game, state: BattleState) -> tuple[str, ...]:
        """The sides that win by breaking through."""
        return game.players if self.both else (self.attacker(state),)

    def broken_through(self, game: Game, state: BattleState) -> list[str]:
        """The standing models of these sides that are near enough to their far edge."""
        far = {
            side: opposite(home)
            for side in self.runners(game, state)
            if (home := scenario_of(game).home_edge(game, state, side))
        }
        return [
            model_id
            for model_id, model in state.models.items()
            if model_id[0] in far
            and is_able(state, model_id)
            and edge_gap(game, model.x, model.y, game.fighters[model_id].radius, far[model_id[0]]) <= self.through
        ]

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        if not state.turn_number:
            return None
        through = [model_id[0] for model_id in self.broken_through(game, state)]
        for side in game.players:
            if through.count(side) >= self.needed:
                return Outcome((side,), "broken_through")
        return None

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [Award(model_id, 1, "broke_through") for model_id in self.broken_through(game, state)]


class StreetFight(Scenario):
    """The side that gets all its remaining warriors off the opposite end of the street wins.

    `attacker_alone`: only the attacker may leave that way (for custom scenarios).
    """

    code = "street_fight"
    name = "Street Fight"
    depth = 600
    sides = (2, 2)

    def __init__(self, *, attacker_alone: bool = False) -> None:
        self.attacker_alone = attacker_alone

    def runners(self, game: Game, state: BattleState) -> tuple[str, ...]:
        """The sides that may leave by the far edge."""
        return (str(self.facts(state)["attacker"]),) if self.attacker_alone else game.players

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number:
            return
        if ctx.state.active not in self.runners(ctx.game, ctx.state):
            return
        for model_id, model in tuple(ctx.state.models.items()):
            if model_id[0] != ctx.state.active or model.engaged or not is_able(ctx.state, model_id):
                continue
            home = scenario_of(ctx.game).home_edge(ctx.game, ctx.state, model_id[0])
            radius = ctx.game.fighters[model_id].radius
            if home and edge_gap(ctx.game, model.x, model.y, radius, opposite(home)) <= TOUCH:
                if "escaped" not in self.facts(ctx.state) and ctx.fighters[model_id].role != "henchman":
                    self.remember(ctx, escaped=model_id)
                ctx.note("left_by_far_edge", model_id, rule="SCN-STREET-01")
                ctx.emit(Removed(model_id, "left"))

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        if not state.turn_number:
            return None
        for side in self.runners(game, state):
            places = [model.gone for model_id, model in state.models.items() if model_id[0] == side]
            if "left" in places and "" not in places and "reserve" not in places:
                return Outcome((side,), "escaped")
        return None

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        first = self.facts(state).get("escaped")
        return [Award(str(first), 1, "escaped_first")] if first else []


register(Breakthrough())
register(StreetFight())
