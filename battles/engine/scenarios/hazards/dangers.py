"""Several hazards of a location: plants that attack, fear of the dark, arrows from a house.

Rules: SCN-HAZARD-01, CHAR-LD-01, CRIT-SCOPE-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any

from battles.engine.dice import counted
from battles.engine.events import Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios import tokens
from battles.engine.scenarios.base import Award, Scenario, is_able
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.printed.buildings import body, buildings
from battles.engine.state import ACTED, BattleState, Outcome
from battles.engine.table.ground import can_stand
from battles.engine.table.sight.rays import look
from battles.engine.table.vectors import Body, polygon_distance

TREE, BUSH = "tree", "bush"
NEAR_PLANT = 200
PLANT_SPOTS = ((1, 1), (3, 1), (5, 1), (2, 3), (4, 3), (6, 3), (1, 5), (3, 5), (5, 5), (2, 6), (4, 6), (6, 6))
"""Positions of plants: sevenths of the table's width and length."""
BOLT_REACH, BOLT_STRENGTH, BOLT_HIT = 3000, 4, 4
"""Range, Strength and score to hit of a crossbow with Ballistic Skill 3. Rules: SHOOT-BS-01, SHOOT-RANGE-01"""


class Plants(Scenario):
    """Trees and bushes attack models that end their side's movement phase near them."""

    code = "plants"

    def lay_out(self, ctx: Context) -> None:
        count = len(tokens.tokens(ctx.state))
        for number, (across, along) in enumerate(PLANT_SPOTS):
            x, y = ctx.game.table.width * across // 7, ctx.game.table.length * along // 7
            if can_stand(ctx.game.table, Body(x, y, 0, 50, 120)):
                count += 1
                tokens.put(ctx, count, (TREE, BUSH)[number % 2], x, y, 0)

    def phase_over(self, ctx: Context, phase: str, side: str) -> None:
        if phase != "movement":
            return
        from battles.engine.steps.harm.automatic_hits import hit_automatically

        for model_id in tuple(ctx.state.models):
            kind = self.plant_near(ctx.game, ctx.state, model_id) if model_id[0] == side else ""
            if not kind:
                continue
            face = ctx.dice.face("count")
            ctx.emit(Rolled("count", model_id, (face,), rule="SCN-HAZARD-01"))
            hits = counted(face, "D3") - 1 if kind == TREE else face - 2
            if hits > 0:
                ctx.note("plants_strike", model_id, rule="SCN-HAZARD-01")
                struck = self.facts(ctx.state).get("struck", [])
                if model_id not in struck:
                    self.remember(ctx, struck=[*struck, model_id])
                hit_automatically(ctx, model_id, 3 if kind == TREE else 1, hits, how="terrain")

    def plant_near(self, game: Game, state: BattleState, model_id: str) -> str:
        """The plant within 2 inches of the model, trees before bushes; "" for none."""
        model, found = state.models[model_id], ""
        if model.gone:
            return ""
        for token in tokens.tokens(state).values():
            if token["kind"] not in (TREE, BUSH):
                continue
            reach = NEAR_PLANT + game.fighters[model_id].radius
            if hypot(model.x - token["x"], model.y - token["y"]) <= reach:
                found = TREE if TREE in (token["kind"], found) else BUSH
        return found

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [Award(model_id, 1, "struck_by_plants") for model_id in self.facts(state).get("struck", [])]

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        return {side: {"occasions": {"everybody": 1}} for side in game.players}


class DarknessFear(Scenario):
    """At the start of their turn warriors take a Leadership test; those who fail cannot move this turn."""

    code = "creeps"

    def turn_start(self, ctx: Context, side: str) -> None:
        if side not in ctx.game.players:
            return
        from battles.engine.steps.models.characteristics import keywords_of
        from battles.engine.steps.nerve.leaders import take_test

        for model_id, model in tuple(ctx.state.models.items()):
            if model_id[0] != side or not is_able(ctx.state, model_id) or model.engaged:
                continue
            brave = keywords_of(ctx.game, ctx.state, model_id)
            if brave & {"fear", "terror", "immune_to_fear", "immune_to_psychology"}:
                continue
            if not take_test(ctx, model_id, "fear", "SCN-HAZARD-01"):
                ctx.note("creeps", model_id, rule="SCN-HAZARD-01")
                ctx.flag(model_id, on=ACTED, why="creeps")


class CrossbowFire(Scenario):
    """At the end of every round, crossbows in the building in the middle shoot at the nearest warriors."""

    code = "bolts"

    def __init__(self, dice: str) -> None:
        self.dice = dice

    def lay_out(self, ctx: Context) -> None:
        found = buildings(ctx.game)
        self.remember(ctx, building=found[0] if found else "")

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        if side == [letter for letter in ctx.state.order if letter in ctx.game.players][-1]:
            face = ctx.dice.face("count")
            ctx.emit(Rolled("count", side, (face,), rule="SCN-HAZARD-01"))
            for model_id in self.targets(ctx.game, ctx.state)[: counted(face, self.dice)]:
                self._shoot(ctx, model_id)
        return None

    def targets(self, game: Game, state: BattleState) -> list[str]:
        """Warriors in sight and range of the house, nearest first."""
        near = sorted(
            (self._gap(game, state, model_id), model_id) for model_id, model in state.models.items() if not model.gone
        )
        return [model_id for gap, model_id in near if gap <= BOLT_REACH and self._clear(game, state, model_id)]

    def _gap(self, game: Game, state: BattleState, model_id: str) -> float:
        model, building = state.models[model_id], self.facts(state)["building"]
        if not building:
            return hypot(model.x - game.table.width // 2, model.y - game.table.length // 2)
        return polygon_distance(model.x, model.y, game.table.piece(building).outline)

    def _clear(self, game: Game, state: BattleState, model_id: str) -> int:
        """How many of the 25 sight rays reach the warrior from the nearest wall of the house."""
        model, building = state.models[model_id], self.facts(state)["building"]
        if building and polygon_distance(model.x, model.y, game.table.piece(building).outline) <= 0:
            return 0
        x, y = game.table.width // 2, game.table.length // 2
        if building:
            outline = game.table.piece(building).outline
            x, y = sum(p[0] for p in outline) // len(outline), sum(p[1] for p in outline) // len(outline)
        far, gap = hypot(model.x - x, model.y - y) or 1.0, self._gap(game, state, model_id)
        share = max(0.0, far - gap + 20) / far
        eye = (round(x + (model.x - x) * share), round(y + (model.y - y) * share), 120)
        return int(look(game.table, eye, body(game, state, model_id)).clear)

    def _shoot(self, ctx: Context, model_id: str) -> None:
        from battles.engine.steps.harm.automatic_hits import hit_automatically

        need = BOLT_HIT + (self._gap(ctx.game, ctx.state, model_id) > BOLT_REACH / 2)
        need += self._clear(ctx.game, ctx.state, model_id) < 13
        before = ctx.state.models[model_id].wounds
        if ctx.roll("hit", model_id, need=min(6, need), rule="SCN-HAZARD-01").passed:
            ctx.note("bolt_strikes", model_id, rule="SCN-HAZARD-01")
            hit_automatically(ctx, model_id, BOLT_STRENGTH, how="terrain")
            model = ctx.state.models[model_id]
            hurt = model.wounds < before or model.posture
            scratched = self.facts(ctx.state).get("scratched", [])
            if hurt and not model.gone and model_id not in scratched:
                self.remember(ctx, scratched=[*scratched, model_id])

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [
            Award(model_id, 1, "scratched_by_bolt")
            for model_id in self.facts(state).get("scratched", [])
            if state.models[model_id].gone != "out"
        ]

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        winners = state.outcome.winners if state.outcome else ()
        bandits = bandits_among(len(game.players))
        return {side: {"occasions": {"bandit_taken": bandits}} for side in winners}


def bandits_among(sides: int) -> int:
    """Number of bandits in a battle with this many sides."""
    return 6 + sides


def _bolts(_plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    dice = params.get("dice")
    return CrossbowFire(str(dice)) if dice in ("D3", "D6") else "The number of shots must be a roll of a D3 or a D6."


add_aim("plants", lambda _plan, _params: Plants(), deeds=("struck_by_plants",), occasions=("everybody",))
add_aim("creeps", lambda _plan, _params: DarknessFear())
add_aim("bolts", _bolts, deeds=("scratched_by_bolt",), occasions=("bandit_taken",))
