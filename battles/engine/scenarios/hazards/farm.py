"""A farm that both sides plunder and burn: its people defend it, all warriors loot, and torches are thrown into the
houses. Rules: SCN-FARM-01, SCN-NEUTRAL-01, CRIT-SCOPE-01
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
"""Distance at which a house wakes, at which a farmer stops looters, and the range of a torch; hundredths of an inch."""
GOES_OUT, INFERNO, COLLAPSE = 1, 6, 7
GOLD_UP_TO: Final = 5
WEAK, STRONG = 2, 3
"""Strength of smoke and small burns, and of a blaze."""


class Farm(Scenario):
    """The six houses nearest to the middle: each contains D3 farmers, can be looted once, and then burns.

    A warrior who spends a turn in a house without a farmer within 6 inches loots it: nothing on a 1, 2D6 gc on 2 to 5,
    a shard on a 6. Each warrior has a torch, and throws it at the end of a turn at a looted house within 6 inches, with
    2+ from outside. A burning house rolls a D6 in every player turn, 1 more for each turn it has burnt.
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
            if house not in roused and any(self._rouses(ctx, who, house) for who in tuple(ctx.state.models)):
                self.remember(ctx, roused=[*roused, house])
                count = d3(ctx.roll("count", ctx.game.neutral, rule=RULE).total)
                for number, who in enumerate(in_reserve(ctx.game, ctx.state, self.figure)[:count]):
                    steps = doorsteps(ctx.game, house)
                    set_down(ctx, who, *steps[(4 * number) % len(steps)], away=50)
        for side in ctx.game.players:
            score = sum(by[0] == side for by in self.facts(ctx.state)["burnt"].values())
            if score != ctx.state.sides[side].score:
                ctx.emit(Scored(side, score))

    def _rouses(self, ctx: Context, who: str, house: str) -> bool:
        if ctx.state.models[who].gone or who[0] not in ctx.game.players:
            return False
        return piece_distance(ctx.game.table, body(ctx.game, ctx.state, who), house) <= ALARM

    # -- plunder and torches ------------------------------------------------------------------------------------------

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        if side in ctx.game.players:
            for who in tuple(ctx.state.models):
                if who[0] == side and self._is_idle(ctx.game, ctx.state, who):
                    house = self.house_to_loot(ctx.game, ctx.state, who)
                    if house:
                        self._loot(ctx, who, house)
            for who in tuple(ctx.state.models):
                if who[0] == side:
                    self._throw(ctx, who)
        self.watch(ctx)
        return None

    @staticmethod
    def _is_idle(game: Game, state: BattleState, who: str) -> bool:
        model = state.models[who]
        if is_figure(game.fighters[who]) or not tokens.may_carry(game, who) or model.gone:
            return False
        return is_able(state, who) and not model.engaged and not model.flags & BUSY

    def house_to_loot(self, game: Game, state: BattleState, who: str) -> str:
        """The house that contains this model and that it can loot, or ""."""
        facts = self.facts(state)
        mine = state.models[who]
        farmers = (state.models[one] for one in on_the_table(game, state, self.figure))
        if any(hypot(one.x - mine.x, one.y - mine.y) <= GUARDED for one in farmers):
            return ""
        closed = {*facts["looted"], *facts["burnt"]}
        inside = (house for house in facts["buildings"] if house not in closed)
        return next((house for house in inside if is_inside(game, state, who, house)), "")

    def _loot(self, ctx: Context, who: str, house: str) -> None:
        face = ctx.roll("die", who, rule=RULE, about="loot").total
        facts = self.facts(ctx.state)
        self.remember(ctx, looted={**facts["looted"], house: who}, finds={**facts["finds"], house: face})
        ctx.note("loots_building", who, rule=RULE)

    def _throw(self, ctx: Context, who: str) -> None:
        """Every warrior has one torch; it is thrown into the first looted house in reach that does not burn yet."""
        facts, model = self.facts(ctx.state), ctx.state.models[who]
        if who in facts["torches"] or model.engaged or not is_able(ctx.state, who):
            return
        if is_figure(ctx.fighters[who]) or not tokens.may_carry(ctx.game, who):
            return
        for house in facts["looted"]:
            if house in facts["fires"] or house in facts["burnt"]:
                continue
            gap = piece_distance(ctx.game.table, body(ctx.game, ctx.state, who), house)
            if gap > THROW:
                continue
            self.remember(ctx, torches=[*facts["torches"], who])
            inside = is_inside(ctx.game, ctx.state, who, house)
            if inside or ctx.roll("die", who, need=2, rule=RULE, about="set_house_on_fire").passed:
                ctx.note("sets_fire", who, rule=RULE)
                self.remember(ctx, fires={**self.facts(ctx.state)["fires"], house: [who, 0]})
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
            who
            for who, model in ctx.state.models.items()
            if not model.gone and is_inside(ctx.game, ctx.state, who, house)
        ]

    def _burn(self, ctx: Context, house: str, *, blaze: bool) -> None:
        from battles.engine.steps.harm.automatic_hits import hit_automatically
        from battles.engine.steps.models.characteristics import characteristic

        for who in self._inside(ctx, house):
            value = characteristic(ctx.game, ctx.state, who, "toughness")
            if not blaze and ctx.check("char", who, value, rule=RULE, about="toughness:smoke").passed:
                continue
            hits = d3(ctx.roll("count", who, rule=RULE).total)
            ctx.note("fire_strikes", who, rule=RULE)
            hit_automatically(ctx, who, STRONG if blaze else WEAK, hits, how="terrain", armour=blaze)

    def _crush(self, ctx: Context, house: str) -> None:
        from battles.engine.steps.harm.injuries import take_out
        from battles.engine.steps.models.characteristics import characteristic

        for who in self._inside(ctx, house):
            posture = ctx.state.models[who].posture
            value = characteristic(ctx.game, ctx.state, who, "initiative") - (posture == KNOCKED_DOWN)
            escapes = posture != STUNNED and ctx.check("char", who, value, rule=RULE, about="initiative:fire").passed
            if not escapes:
                take_out(ctx, who)

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

    def goal(self, game: Game, state: BattleState, who: str) -> tuple[int, int] | None:
        """Every other warrior enters the nearest house not looted yet, and stays there."""
        if is_figure(game.fighters[who]) or not tokens.may_carry(game, who) or int(who[1:]) % 2:
            return None
        facts, model = self.facts(state), state.models[who]
        left = [house for house in facts["buildings"] if house not in facts["looted"]]
        if any(is_inside(game, state, who, house) for house in left):
            return model.x, model.y
        spots = []
        for house in left:
            outline = game.table.piece(house).outline
            spots.append((sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)))
        return min(spots, key=lambda spot: hypot(spot[0] - model.x, spot[1] - model.y), default=None)

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [Award(who, 1, "burns_building") for who in self.facts(state).get("burnt", {}).values()]

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        found: dict[str, Loot] = {side: {"occasions": {}} for side in game.players}
        facts = self.facts(state)
        for house, who in facts.get("looted", {}).items():
            face = facts["finds"][house]
            kind = "" if face == 1 else "farm_valuables" if face <= GOLD_UP_TO else "farm_shard"
            counts = found[who[0]]["occasions"]
            if kind:
                counts[kind] = counts.get(kind, 0) + 1
        return found


def _farm(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    figure = str(params.get("figure", ""))
    if figure not in {row["code"] for row in plan.figures}:
        return "Farmers come out of the houses who are among the figures."
    return Farm(figure)


add_aim("farm", _farm, deeds=("burns_building",), occasions=("farm_valuables", "farm_shard"))
