"""Scenarios about buildings: Occupy and Defend the Find. A building is a terrain piece with the `building` flag."""

from __future__ import annotations

from battles.engine.dice import counted
from battles.engine.events import Rolled, Scored
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.roll_offs import roll_off
from battles.engine.scenarios.areas import EDGES, Area, strip, whole_table
from battles.engine.scenarios.base import Question, Scenario, is_able
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.registry import register
from battles.engine.scenarios.roles import RoleScenario
from battles.engine.state import BattleState, Outcome
from battles.engine.table.ground import Inside, inside, piece_distance
from battles.engine.table.vectors import Body, polygon_distance

NEAR = 600
MIDDLE = 400
"""Radius of the objective on a table without buildings, in hundredths of an inch."""


def buildings(game: Game) -> list[str]:
    """Ids of the table's buildings, those nearest to its middle first."""
    middle = game.table.width // 2, game.table.length // 2
    found = [piece for piece in game.table.pieces if "building" in piece.flags or piece.floors]
    found.sort(key=lambda piece: (polygon_distance(*middle, piece.outline), piece.id))
    return [piece.id for piece in found]


def body(game: Game, state: BattleState, model_id: str) -> Body:
    """The model as a cylinder."""
    model, fighter = state.models[model_id], game.fighters[model_id]
    return Body(model.x, model.y, model.z, fighter.radius, fighter.height)


def is_inside(game: Game, state: BattleState, model_id: str, building: str) -> bool:
    """Whether the middle of the model's base is in the building, on any floor."""
    return not state.models[model_id].gone and inside(game.table, body(game, state, model_id), building) >= Inside.IN


class Occupy(Scenario):
    """Eight turns, no rout tests: hold more buildings than the other side, of the D3+2 nearest to the middle."""

    code = "occupy"
    name = "Occupy"
    rout_tests = False
    max_turns = 8
    sides = (2, 2)

    def __init__(self, die: str = "D3", plus: int = 2) -> None:
        self.die, self.plus = die, plus

    def prepare(self, ctx: Context) -> None:
        super().prepare(ctx)
        self.lay_out(ctx)

    def lay_out(self, ctx: Context) -> None:
        face = ctx.dice.face("count")
        ctx.emit(Rolled("count", ctx.game.players[0], (face,), rule="SCN-OCCUPY-01"))
        self.remember(ctx, buildings=buildings(ctx.game)[: counted(face, self.die) + self.plus])

    def holder(self, game: Game, state: BattleState, building: str) -> str:
        """The side that has a standing model in the building and no enemy in it; "" for none."""
        there = [model_id for model_id in state.models if is_inside(game, state, model_id, building)]
        sides = {model_id[0] for model_id in there}
        if len(sides) != 1 or not any(is_able(state, model_id) for model_id in there):
            return ""
        return sides.pop()

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number:
            return
        held = [self.holder(ctx.game, ctx.state, building) for building in self.facts(ctx.state)["buildings"]]
        for side, record in ctx.state.sides.items():
            if held.count(side) != record.score:
                ctx.emit(Scored(side, held.count(side)))

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        return {side: {"buildings": state.sides[side].score} for side in game.players}


def larger_side(ctx: Context) -> str:
    """The side that began with more warriors; a roll-off decides between equals."""
    side, other = ctx.game.players
    first, second = ctx.state.sides[side].started, ctx.state.sides[other].started
    if first != second:
        return side if first > second else other
    return roll_off(ctx, (side, other), about="larger")[0]


def round_the_middle(game: Game, building: str, near: int) -> Area:
    """The area in or near the objective; on a table without buildings, around the middle."""
    if building:
        return Area((whole_table(game),), near_piece=building, near=near)
    x, y, far = game.table.width // 2, game.table.length // 2, MIDDLE + near
    return Area((((x - far, y - far), (x + far, y - far), (x + far, y + far), (x - far, y + far)),))


class DefendTheFind(RoleScenario):
    """The larger warband tries to have more standing warriors near the central building than the smaller one."""

    code = "defend_the_find"
    name = "Defend the Find"
    attacker_deploys_first = False
    decides_limit = True
    has_objective = True

    def __init__(self, near: int = NEAR) -> None:
        self.near = near

    def prepare(self, ctx: Context) -> None:
        self.lay_out(ctx)
        named = ctx.game.scenario.get("attacker", "")
        if named not in ctx.game.players:
            named = larger_side(ctx)
        self.assign(ctx, str(named))

    def lay_out(self, ctx: Context) -> None:
        found = buildings(ctx.game)
        self.remember(ctx, building=found[0] if found else "")

    def question(self, game: Game, state: BattleState) -> Question | None:
        return None

    def first_side(self, game: Game, state: BattleState) -> str:
        return ""

    def area(self, game: Game, state: BattleState, side: str) -> Area:
        if side == self.attacker(state):
            return Area(tuple(strip(game, edge, NEAR) for edge in EDGES))
        return round_the_middle(game, self.facts(state)["building"], self.near)

    def is_near(self, game: Game, state: BattleState, model_id: str) -> bool:
        """Whether a model is within 6 inches of the objective (or the custom scenario's distance) or inside it."""
        building = self.facts(state)["building"]
        model = state.models[model_id]
        if building:
            return piece_distance(game.table, body(game, state, model_id), building) <= self.near
        reach = MIDDLE + self.near + game.fighters[model_id].radius
        return (model.x - game.table.width // 2) ** 2 + (model.y - game.table.length // 2) ** 2 <= reach * reach

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        if side != self.defender(ctx.state):
            return None
        near = [
            model_id[0]
            for model_id in ctx.state.models
            if is_able(ctx.state, model_id) and self.is_near(ctx.game, ctx.state, model_id)
        ]
        if near.count(self.attacker(ctx.state)) > near.count(side):
            return Outcome((self.attacker(ctx.state),), "objective_taken")
        return None

    def at_limit(self, game: Game, state: BattleState, left: tuple[str, ...]) -> Outcome:
        return Outcome((self.defender(state),), "objective_held")

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        building = self.facts(state).get("building", "")
        found: dict[str, Loot] = {}
        for side in game.players:
            heroes = [
                model_id
                for model_id, fighter in game.fighters.items()
                if fighter.side == side and fighter.role == "hero" and not state.models[model_id].gone
            ]
            within = [model_id for model_id in heroes if building and is_inside(game, state, model_id, building)]
            found[side] = {"shards": min(3, len(within))}
        return found


register(Occupy())
register(DefendTheFind())
