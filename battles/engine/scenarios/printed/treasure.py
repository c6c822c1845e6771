"""Hidden Treasure: search the buildings, find the chest, carry it home."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battles.engine.events import EffectAdded, EffectEnded, Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import on
from battles.engine.scenarios import tokens
from battles.engine.scenarios.areas import edge_gap
from battles.engine.scenarios.base import Award, Scenario, is_able
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.printed.buildings import body, buildings, is_inside
from battles.engine.scenarios.printed.crossing import StreetFight
from battles.engine.scenarios.registry import register, scenario_of
from battles.engine.state import BattleState, Effect, Outcome
from battles.engine.table.vectors import TOUCH, within

if TYPE_CHECKING:
    from battles.engine.steps.movement.allowances import Allowance

KIND = "chest"
SLOWED = "carries_chest"


class HiddenTreasure(StreetFight):
    """Each building outside the deployment zones can be searched once, with 2D6.

    A 12 finds the chest; if no roll finds it, it is in the last building.
    """

    code = "hidden_treasure"
    name = "Hidden Treasure"
    depth = 800

    def __init__(self, needs: int = 12) -> None:
        super().__init__()
        self.needs = needs

    def prepare(self, ctx: Context) -> None:
        Scenario.prepare(self, ctx)
        self.lay_out(ctx)

    def lay_out(self, ctx: Context) -> None:
        self.remember(ctx, searched=[])

    def to_search(self, game: Game, state: BattleState) -> list[str]:
        """Buildings not yet searched and not in a side's zone."""
        searched, whole = self.facts(state)["searched"], scenario_of(game)
        zones = [outline for side in game.players for outline in whole.area(game, state, side).outlines]
        found = []
        for building in buildings(game):
            outline = game.table.piece(building).outline
            x = sum(p[0] for p in outline) // len(outline)
            y = sum(p[1] for p in outline) // len(outline)
            inside_zone = any(
                min(a for a, _ in zone) <= x <= max(a for a, _ in zone)
                and min(b for _, b in zone) <= y <= max(b for _, b in zone)
                for zone in zones
            )
            if building not in searched and not inside_zone:
                found.append(building)
        return found

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number:
            return
        if not tokens.tokens(ctx.state, KIND):
            self.search(ctx)
        tokens.drop_and_pick_up(ctx, KIND)
        burden(ctx, KIND)

    def search(self, ctx: Context) -> None:
        """Search the buildings that models of the active side are in for the first time."""
        left = self.to_search(ctx.game, ctx.state)
        for model_id in tuple(ctx.state.models):
            if (
                model_id[0] != ctx.state.active
                or not is_able(ctx.state, model_id)
                or not tokens.may_carry(ctx.game, model_id)
            ):
                continue
            for building in tuple(left):
                if not is_inside(ctx.game, ctx.state, model_id, building):
                    continue
                faces = (ctx.dice.face("die"), ctx.dice.face("die"))
                found = sum(faces) >= self.needs or len(left) == 1
                ctx.emit(Rolled("die", model_id, faces, self.needs, found, rule="SCN-TREASURE-01", about="treasure"))
                left.remove(building)
                self.remember(ctx, searched=[*self.facts(ctx.state)["searched"], building])
                if found:
                    self.found(ctx, model_id, building)
                    return

    def found(self, ctx: Context, model_id: str, building: str) -> None:
        """Called when the object is found in this building."""
        model = ctx.state.models[model_id]
        tokens.put(ctx, 1, KIND, model.x, model.y, model.z, model_id)
        self.remember(ctx, finder=model_id)
        ctx.note("found_chest", model_id, rule="SCN-TREASURE-01")

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        for token in tokens.tokens(state, KIND).values():
            model_id = token["by"]
            if not model_id or not is_able(state, model_id):
                continue
            home = scenario_of(game).home_edge(game, state, model_id[0])
            model = state.models[model_id]
            if home and edge_gap(game, model.x, model.y, game.fighters[model_id].radius, home) <= TOUCH:
                return Outcome((model_id[0],), "treasure_home")
        return None

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        finder = self.facts(state).get("finder")
        if finder and game.fighters[finder].role != "henchman":
            return [Award(str(finder), 2, "found_chest")]
        return []

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        winners = state.outcome.winners if state.outcome else ()
        chests = tokens.tokens(state, KIND).values()
        found = any(not tokens.keeps(game, chest["by"]) for chest in chests)
        return {side: {"chest": found and winners == (side,)} for side in game.players}


def burden(ctx: Context, kind: str) -> None:
    """Slow down the models that carry such an object, and no others."""
    carriers = {token["by"] for token in tokens.tokens(ctx.state, kind).values()}
    for model_id, model in tuple(ctx.state.models.items()):
        slowed = any(effect.code == SLOWED for effect in model.effects)
        if model_id in carriers and not slowed and not model.gone:
            ctx.emit(EffectAdded(model_id, Effect(SLOWED)))
        elif slowed and model_id not in carriers:
            ctx.emit(EffectEnded(model_id, SLOWED))


@on("move", SLOWED)
def _half_speed(game: Game, state: BattleState, model_id: str, allowance: Allowance, **_: Any) -> Allowance:
    """A warrior alone with the chest moves at half speed; with a friend in contact, at full speed."""
    mine = body(game, state, model_id)
    for other in state.models:
        if (
            other == model_id
            or other[0] != model_id[0]
            or not is_able(state, other)
            or not tokens.may_carry(game, other)
        ):
            continue
        if within(mine, body(game, state, other), TOUCH):
            return allowance
    return allowance._replace(walk=allowance.walk // 2, run=allowance.run // 2, charge=allowance.charge // 2)


register(HiddenTreasure())
