"""A farm that both sides plunder and burn: its people defend it, all warriors loot, and torches are thrown into the
houses.

Rules: SCN-FARM-01, SCN-NEUTRAL-01, CRIT-SCOPE-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any, Final

from battles.engine.dice import d3
from battles.engine.events import Scored
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios import tokens
from battles.engine.scenarios.base import Award, Scenario, is_able
from battles.engine.scenarios.creatures.figures import in_reserve, is_figure, on_the_table, set_down
from battles.engine.scenarios.creatures.villagers import doorsteps
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.objectives.pool import BUSY
from battles.engine.scenarios.printed.buildings import body, buildings, is_inside
from battles.engine.state import KNOCKED_DOWN, STUNNED, BattleState, Outcome
from battles.engine.table.ground import piece_distance

RULE: Final = "SCN-FARM-01"
MOST_HOUSES: Final = 6
ALARM, GUARDED, THROW = 200, 600, 600
"""Distance at which a house wakes, distance at which a farmer stops looters, and range of a torch (hundredths of an
inch).
"""
GOES_OUT, INFERNO, COLLAPSE = 1, 6, 7
GOLD_UP_TO: Final = 5
WEAK, STRONG = 2, 3
"""Strength of hits by smoke and small fires, and of hits by a blaze."""


class Farm(Scenario):
    """The six houses nearest to the middle: each contains D3 farmers, can be looted once, and can then be set on fire.

    A warrior who spends a turn in a house without a farmer within 6 inches loots it: nothing on a 1, 2D6 gc on 2 to 5,
    a shard on a 6. Each warrior has a torch, and throws it at the end of a turn at a looted house within 6 inches; from
    outside this needs a 2+. A burning house rolls a D6 in every player turn, plus 1 for each turn it has burnt.
    """

    code = "farm"
    decides_limit = True

    def __init__(self, figure: str) -> None:
        self.figure = figure

    def lay_out(self, ctx: Context) -> None:
        found = buildings(ctx.game)[:MOST_HOUSES]
        self.remember(ctx, buildings=found, roused=[], looted={}, finds={}, fires={}, burnt={}, torches=[])

    # -- farmers ------------------------------------------------------------------------------------------------------

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number:
            return
        for house in self.facts(ctx.state)["buildings"]:
            roused = self.facts(ctx.state)["roused"]
            if house not in roused and any(self._rouses(ctx, model_id, house) for model_id in tuple(ctx.state.models)):
                self.remember(ctx, roused=[*roused, house])
                count = d3(ctx.roll("count", ctx.game.neutral, rule=RULE).total)
                for number, model_id in enumerate(in_reserve(ctx.game, ctx.state, self.figure)[:count]):
                    steps = doorsteps(ctx.game, house)
                    set_down(ctx, model_id, *steps[(4 * number) % len(steps)], away=50)
        for side in ctx.game.players:
            score = sum(by[0] == side for by in self.facts(ctx.state)["burnt"].values())
            if score != ctx.state.sides[side].score:
                ctx.emit(Scored(side, score))

    def _rouses(self, ctx: Context, model_id: str, house: str) -> bool:
        if ctx.state.models[model_id].gone or model_id[0] not in ctx.game.players:
            return False
        return piece_distance(ctx.game.table, body(ctx.game, ctx.state, model_id), house) <= ALARM

    # -- plunder and torches ------------------------------------------------------------------------------------------

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        if side in ctx.game.players:
            for model_id in tuple(ctx.state.models):
                if model_id[0] == side and self._is_idle(ctx.game, ctx.state, model_id):
                    house = self.house_to_loot(ctx.game, ctx.state, model_id)
                    if house:
                        self._loot(ctx, model_id, house)
            for model_id in tuple(ctx.state.models):
                if model_id[0] == side:
                    self._throw(ctx, model_id)
        self.watch(ctx)
        return None

    @staticmethod
    def _is_idle(game: Game, state: BattleState, model_id: str) -> bool:
        model = state.models[model_id]
        if is_figure(game.fighters[model_id]) or not tokens.may_carry(game, model_id) or model.gone:
            return False
        return is_able(state, model_id) and not model.engaged and not model.flags & BUSY

    def house_to_loot(self, game: Game, state: BattleState, model_id: str) -> str:
        """The house that this model is in and can loot now; "" for none."""
        facts = self.facts(state)
        mine = state.models[model_id]
        farmers = (state.models[model_id] for model_id in on_the_table(game, state, self.figure))
        if any(hypot(farmer.x - mine.x, farmer.y - mine.y) <= GUARDED for farmer in farmers):
            return ""
        closed = {*facts["looted"], *facts["burnt"]}
        inside = (house for house in facts["buildings"] if house not in closed)
        return next((house for house in inside if is_inside(game, state, model_id, house)), "")

    def _loot(self, ctx: Context, model_id: str, house: str) -> None:
        face = ctx.roll("die", model_id, rule=RULE, about="loot").total
        facts = self.facts(ctx.state)
        self.remember(ctx, looted={**facts["looted"], house: model_id}, finds={**facts["finds"], house: face})
        ctx.note("loots_building", model_id, rule=RULE)

    def _throw(self, ctx: Context, model_id: str) -> None:
        """Throw the warrior's one torch into the first looted house in reach that does not burn yet."""
        facts, model = self.facts(ctx.state), ctx.state.models[model_id]
        if model_id in facts["torches"] or model.engaged or not is_able(ctx.state, model_id):
            return
        if is_figure(ctx.fighters[model_id]) or not tokens.may_carry(ctx.game, model_id):
            return
        for house in facts["looted"]:
            if house in facts["fires"] or house in facts["burnt"]:
                continue
            gap = piece_distance(ctx.game.table, body(ctx.game, ctx.state, model_id), house)
            if gap > THROW:
                continue
            self.remember(ctx, torches=[*facts["torches"], model_id])
            inside = is_inside(ctx.game, ctx.state, model_id, house)
            if inside or ctx.roll("die", model_id, need=2, rule=RULE, about="set_house_on_fire").passed:
                ctx.note("sets_fire", model_id, rule=RULE)
                self.remember(ctx, fires={**self.facts(ctx.state)["fires"], house: [model_id, 0]})
            return

    # -- fire ---------------------------------------------------------------------------------------------------------

    def turn_start(self, ctx: Context, side: str) -> None:
        if side not in ctx.game.players:
            return
        for house, (by, turns) in tuple(self.facts(ctx.state)["fires"].items()):
            total = ctx.roll("die", side, rule=RULE, about="house_burns").total + turns
            fires = {**self.facts(ctx.state)["fires"]}
            fires[house] = [by, turns + 1]
            if total <= GOES_OUT:
                del fires[house]
                ctx.note("fire_dies", rule=RULE)
            elif total >= COLLAPSE:
                del fires[house]
                self.remember(ctx, burnt={**self.facts(ctx.state)["burnt"], house: by})
                ctx.note("house_collapses", rule=RULE)
                self._crush(ctx, house)
            else:
                self._burn(ctx, house, blaze=total >= INFERNO)
            self.remember(ctx, fires=fires)

    def _inside(self, ctx: Context, house: str) -> list[str]:
        return [
            model_id
            for model_id, model in ctx.state.models.items()
            if not model.gone and is_inside(ctx.game, ctx.state, model_id, house)
        ]

    def _burn(self, ctx: Context, house: str, *, blaze: bool) -> None:
        from battles.engine.steps.harm.automatic_hits import hit_automatically
        from battles.engine.steps.models.characteristics import characteristic

        for model_id in self._inside(ctx, house):
            value = characteristic(ctx.game, ctx.state, model_id, "toughness")
            if not blaze and ctx.check("char", model_id, value, rule=RULE, about="toughness:smoke").passed:
                continue
            hits = d3(ctx.roll("count", model_id, rule=RULE).total)
            ctx.note("fire_strikes", model_id, rule=RULE)
            hit_automatically(ctx, model_id, STRONG if blaze else WEAK, hits, how="terrain", armour=blaze)

    def _crush(self, ctx: Context, house: str) -> None:
        from battles.engine.steps.harm.injuries import take_out
        from battles.engine.steps.models.characteristics import characteristic

        for model_id in self._inside(ctx, house):
            posture = ctx.state.models[model_id].posture
            value = characteristic(ctx.game, ctx.state, model_id, "initiative") - (posture == KNOCKED_DOWN)
            escapes = (
                posture != STUNNED and ctx.check("char", model_id, value, rule=RULE, about="initiative:fire").passed
            )
            if not escapes:
                take_out(ctx, model_id)

    # -- the end ------------------------------------------------------------------------------------------------------

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        facts = self.facts(state)
        if not state.turn_number or not facts["buildings"] or len(facts["burnt"]) < len(facts["buildings"]):
            return None
        return self._most(game, state, game.players)

    def at_limit(self, game: Game, state: BattleState, left: tuple[str, ...]) -> Outcome:
        return self._most(game, state, left)

    def _most(self, game: Game, state: BattleState, sides: tuple[str, ...]) -> Outcome:
        burnt = [by[0] for by in self.facts(state)["burnt"].values()]
        best = max((burnt.count(side) for side in sides), default=0)
        winners = tuple(side for side in sides if burnt.count(side) == best and best)
        return Outcome(winners if len(winners) == 1 else (), "farm_burnt")

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        """The goal of a warrior: one warrior in two enters the nearest house not looted yet, and stays there."""
        if is_figure(game.fighters[model_id]) or not tokens.may_carry(game, model_id) or int(model_id[1:]) % 2:
            return None
        facts, model = self.facts(state), state.models[model_id]
        left = [house for house in facts["buildings"] if house not in facts["looted"]]
        if any(is_inside(game, state, model_id, house) for house in left):
            return model.x, model.y
        spots = []
        for house in left:
            outline = game.table.piece(house).outline
            spots.append((sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)))
        return min(spots, key=lambda spot: hypot(spot[0] - model.x, spot[1] - model.y), default=None)

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [Award(model_id, 1, "burns_building") for model_id in self.facts(state).get("burnt", {}).values()]

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        found: dict[str, Loot] = {side: {"occasions": {}} for side in game.players}
        facts = self.facts(state)
        for house, model_id in facts.get("looted", {}).items():
            face = facts["finds"][house]
            kind = "" if face == 1 else "farm_valuables" if face <= GOLD_UP_TO else "farm_shard"
            counts = found[model_id[0]]["occasions"]
            if kind:
                counts[kind] = counts.get(kind, 0) + 1
        return found


def _farm(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    figure = str(params.get("figure", ""))
    if figure not in {row["code"] for row in plan.figures}:
        return "The farmers must be listed in the scenario's figures."
    return Farm(figure)


add_aim("farm", _farm, deeds=("burns_building",), occasions=("farm_valuables", "farm_shard"))
