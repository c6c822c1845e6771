"""Chance Encounter: two warbands on their way home with wyrdstone."""

from __future__ import annotations

from battles.engine.dice import counted
from battles.engine.events import Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.roll_offs import roll_off
from battles.engine.scenarios.areas import Area, whole_table
from battles.engine.scenarios.base import Question, Scenario
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.registry import register
from battles.engine.state import BattleState
from battles.engine.table.vectors import Polygon

QUARTERS = ("south_west", "south_east", "north_west", "north_east")


def quarter(game: Game, name: str) -> Polygon:
    """The outline of one quarter of the table."""
    half_x, half_y = game.table.width // 2, game.table.length // 2
    x0, x1 = (0, half_x) if name.endswith("west") else (half_x, game.table.width)
    y0, y1 = (0, half_y) if name.startswith("south") else (half_y, game.table.length)
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def quarter_question(side: str) -> Question:
    """The decision in which a side chooses a quarter of the table."""
    choices = tuple((name, f"the {name.replace('_', '-')} quarter") for name in QUARTERS)
    return Question(side, "choose_quarter", choices)


class ChanceEncounter(Scenario):
    """The first side sets up in a quarter of the table, the second at least 14 inches away.

    Both carry shards, which they can lose.
    """

    code = "chance_encounter"
    name = "Chance Encounter"
    sides = (2, 2)
    uses_table_zones = False

    def __init__(self, die: str = "D3") -> None:
        self.die = die

    def prepare(self, ctx: Context) -> None:
        super().prepare(ctx)
        self.lay_out(ctx)

    def lay_out(self, ctx: Context) -> None:
        stakes = {}
        for side in ctx.game.players:
            face = ctx.dice.face("count")
            ctx.emit(Rolled("count", side, (face,), rule="SCN-ENCOUNTER-01"))
            stakes[side] = counted(face, self.die)
        self.remember(ctx, stakes=stakes)

    def question(self, game: Game, state: BattleState) -> Question | None:
        facts = self.facts(state)
        if not facts.get("chosen") and not game.scenario.get("together"):
            return super().question(game, state)
        if "quarter" not in facts and not self.fixed_zones(game):
            return quarter_question(facts["order"][0])
        return None

    def answered(self, ctx: Context, question: Question, key: str) -> None:
        if question.prompt == "choose_quarter":
            self.remember(ctx, quarter=key)
        else:
            super().answered(ctx, question, key)

    def area(self, game: Game, state: BattleState, side: str) -> Area:
        facts = self.facts(state)
        if self.fixed_zones(game):
            return super().area(game, state, side)
        if side == facts["order"][0]:
            return Area((quarter(game, facts["quarter"]),))
        return Area((whole_table(game),), apart_from_enemies=1400)

    def turn_order(self, ctx: Context) -> tuple[str, ...]:
        if ctx.game.scenario.get("first", "") in ctx.game.players:
            return super().turn_order(ctx)
        initiatives = {side: _initiative(ctx.game, side) for side in ctx.game.players}
        return roll_off(ctx, ctx.game.players, initiatives, about="turn")

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        stakes: dict[str, int] = self.facts(state).get("stakes", {})
        fallen = {
            side: sum(
                1
                for model_id, model in state.models.items()
                if model_id[0] == side and model.gone == "out" and game.fighters[model_id].role == "hero"
            )
            for side in game.players
        }
        found: dict[str, Loot] = {}
        for side in game.players:
            enemy = next(other for other in game.players if other != side)
            kept = max(0, stakes.get(side, 0) - fallen[side])
            found[side] = {"shards": kept + min(fallen[enemy], stakes.get(enemy, 0))}
        return found


def _initiative(game: Game, side: str) -> int:
    own = [fighter for fighter in game.fighters.values() if fighter.side == side]
    leader = next((fighter for fighter in own if fighter.is_leader), None) or max(
        own, key=lambda fighter: fighter.profile.leadership
    )
    return leader.profile.initiative


register(ChanceEncounter())
