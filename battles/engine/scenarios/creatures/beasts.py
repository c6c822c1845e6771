"""Animals that roam the table: boars that have swallowed shards, and wolves around their lair.

Rules: SCN-BEASTS-01, SCN-NEUTRAL-01, MV-RAND-01, SCN-TOKEN-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any, Final

from battles.engine.dice import d3
from battles.engine.events import Marked, Removed, Rolled, Scored
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios import tokens
from battles.engine.scenarios.base import Award, Scenario, is_able, random_edge
from battles.engine.scenarios.creatures.figures import in_reserve, on_the_table, part_of, set_down
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.printed.hunt import KIND
from battles.engine.scenarios.printed.surprise import free_spot
from battles.engine.state import ACTED, STANDING, BattleState, Outcome

RULE: Final = "SCN-BEASTS-01"
CARCASS: Final = "carcass"
SCENT: Final = 700
"""Distance within which a boar charges, in hundredths of an inch."""
TURN: Final = 60
FOUND: Final = 4
STAYS: Final = 5
"""On this roll or more, a wolf that cannot charge stays in place."""
FELLED_BY: Final = "beasts_felled"
"""Key of a fact: id of a figure -> id of the warrior who took it out of action."""


class Stampede(Scenario):
    """D3+1 boars for each warband run wild in the middle of the table. A dead boar may contain shards."""

    code = "stampede"

    def __init__(self, figure: str) -> None:
        self.figure = figure

    def turn_start(self, ctx: Context, side: str) -> None:
        if side == ctx.state.order[0] and not self.facts(ctx.state).get("loose"):
            self.remember(ctx, loose=True)
            count = sum(d3(ctx.roll("count", player, rule=RULE).total) + 1 for player in ctx.game.players)
            x, y = ctx.game.table.width // 2, ctx.game.table.length // 2
            for model_id in in_reserve(ctx.game, ctx.state, self.figure)[:count]:
                set_down(ctx, model_id, x, y, away=50)
        if side == ctx.game.neutral:
            for model_id in on_the_table(ctx.game, ctx.state, self.figure):
                self._run(ctx, model_id)

    def _run(self, ctx: Context, model_id: str) -> None:
        """Let a boar with no warrior nearby run 2D6 inches in a random direction and charge any model in its path."""
        from battles.engine.steps.movement.forced.random_moves import lurch

        model = ctx.state.models[model_id]
        if model.engaged or model.posture != STANDING or self._scents(ctx.game, ctx.state, model_id):
            return
        faces = (ctx.dice.face("scatter"), ctx.dice.face("move"), ctx.dice.face("move"))
        ctx.emit(Rolled("move", model_id, faces, rule=RULE))
        ctx.flag(model_id, on=ACTED, why="runs_wild")
        lurch(ctx, model_id, float(TURN * faces[0]), 100 * (faces[1] + faces[2]))

    @staticmethod
    def _scents(game: Game, state: BattleState, model_id: str) -> bool:
        mine, radius = state.models[model_id], game.fighters[model_id].radius
        return any(
            hypot(model.x - mine.x, model.y - mine.y) <= SCENT + radius + game.fighters[other].radius
            for other, model in state.models.items()
            if not model.gone and other[0] in game.players
        )

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number:
            return
        for event in tuple(ctx.events):
            if isinstance(event, Removed) and event.why == "out" and is_of(ctx.game, event.who, self.figure):
                fallen: list[str] = self.facts(ctx.state).get("carcasses", [])
                if event.who not in fallen:
                    self.remember(ctx, carcasses=[*fallen, event.who])
                    model = ctx.state.models[event.who]
                    tokens.put(ctx, len(tokens.tokens(ctx.state)) + 1, CARCASS, model.x, model.y, model.z)
        for key, token in tokens.tokens(ctx.state, KIND).items():
            if token["by"] and ctx.state.models[token["by"]].posture != STANDING:
                tokens.drop(ctx, key)
        tokens.drop_and_pick_up(ctx, KIND)
        for side in ctx.game.players:
            held = tokens.held_by(ctx.state, side, KIND)
            if held != ctx.state.sides[side].score:
                ctx.emit(Scored(side, held))

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        """A warrior next to a carcass searches it: a 4+ finds D3 shards. Then the carcass is empty."""
        for key, token in tokens.tokens(ctx.state, CARCASS).items():
            for model_id in tokens.touching(ctx, token) if not token.get("empty") else ():
                if model_id[0] != side or ctx.state.models[model_id].engaged:
                    continue
                if ctx.roll("die", model_id, need=FOUND, rule=RULE, about="carcass").passed:
                    model = ctx.state.models[model_id]
                    for _ in range(d3(ctx.roll("count", model_id, rule=RULE).total)):
                        number = len(tokens.tokens(ctx.state)) + 1
                        tokens.put(ctx, number, KIND, model.x, model.y, model.z, model_id)
                    ctx.emit(Marked(key, {**token, "empty": True}))
                    ctx.note("picked_up", model_id, detail=KIND, rule=RULE)
                    break
        self.watch(ctx)
        return None

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        """The position of the nearest carcass that was not searched yet."""
        if not tokens.may_carry(game, model_id) or part_of(game.fighters[model_id]) is not None:
            return None
        full = [token for token in tokens.tokens(state, CARCASS).values() if not token.get("empty")]
        model = state.models[model_id]
        near = min(full, key=lambda lair: hypot(lair["x"] - model.x, lair["y"] - model.y), default=None)
        return (near["x"], near["y"]) if near is not None else None

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [
            Award(token["by"], 1, "carries_counter") for token in tokens.tokens(state, KIND).values() if token["by"]
        ]

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        return {side: {"shards": tokens.held_by(state, side, KIND)} for side in game.players}


class Pack(Scenario):
    """D6+2 wolves prowl in the middle of the table; from time to time more wolves arrive, or a bear."""

    code = "wolf_pack"

    def __init__(self, figure: str, bear: str) -> None:
        self.figure, self.bear = figure, bear

    def turn_start(self, ctx: Context, side: str) -> None:
        if side == ctx.state.order[0] and not self.facts(ctx.state).get("loose"):
            self.remember(ctx, loose=True)
            x, y = ctx.game.table.width // 2, ctx.game.table.length // 2
            for model_id in in_reserve(ctx.game, ctx.state, self.figure)[
                : ctx.roll("count", side, rule=RULE).total + 2
            ]:
                set_down(ctx, model_id, x, y, away=50)
        if side != ctx.game.neutral:
            return
        for model_id in on_the_table(ctx.game, ctx.state, self.figure):
            if ctx.state.models[model_id].engaged or can_reach_an_enemy(ctx.game, ctx.state, model_id):
                continue
            if ctx.roll("die", model_id, rule=RULE, about="beast_stays").total >= STAYS:
                ctx.flag(model_id, on=ACTED, why="growls")

    def watch(self, ctx: Context) -> None:
        record_victim(ctx, self, self.figure)

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        if side == ctx.game.neutral and ctx.roll("die", side, rule=RULE, about="more_beasts").total == 1:
            number = ctx.roll("count", side, rule=RULE).total
            edge = random_edge(ctx, side)
            coming = (
                in_reserve(ctx.game, ctx.state, self.bear)[:1]
                if number == 1
                else in_reserve(ctx.game, ctx.state, self.figure)[:number]
            )
            for model_id in coming:
                spot = free_spot(ctx.game, ctx.state, model_id, edge)
                if spot is not None:
                    set_down(ctx, model_id, spot[0], spot[1], away=50)
        return None

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        felled: dict[str, str] = self.facts(state).get(FELLED_BY, {})
        sides = [by[0] for by in felled.values()]
        return {side: {"occasions": {f"felled_{self.figure}": sides.count(side)}} for side in game.players}

    def award_for_victim(self, game: Game, state: BattleState, victim: str) -> str:
        return "fells_bear" if is_of(game, victim, self.bear) else ""


def record_victim(ctx: Context, scenario: Scenario, figure: str) -> None:
    """Record which of the players' warriors took a figure of a kind out of action, from the log of this command."""
    known: dict[str, str] = scenario.facts(ctx.state).get(FELLED_BY, {})
    new = {
        event.who: event.by
        for event in ctx.events
        if isinstance(event, Removed) and event.why == "out" and event.by[:1] in ctx.game.players
    }
    new = {model_id: by for model_id, by in new.items() if model_id not in known and is_of(ctx.game, model_id, figure)}
    if new:
        scenario.remember(ctx, **{FELLED_BY: {**known, **new}})


def is_of(game: Game, model_id: str, figure: str) -> bool:
    """Whether this model is one of the figures of a kind."""
    part = part_of(game.fighters[model_id])
    return part is not None and part.code == figure


def can_reach_an_enemy(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether an enemy is close enough for a straight charge."""
    from battles.engine.steps.movement.allowances import allowance_of

    mine, reach = state.models[model_id], allowance_of(game, state, model_id).charge + game.fighters[model_id].radius
    return any(
        hypot(model.x - mine.x, model.y - mine.y) <= reach + game.fighters[other].radius
        for other, model in state.models.items()
        if not model.gone and other[0] in game.players and is_able(state, other)
    )


def _known(plan: Any, *codes: str) -> bool:
    return set(codes) <= {row["code"] for row in plan.figures}


def _stampede(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    figure = str(params.get("figure", ""))
    return Stampede(figure) if _known(plan, figure) else "The beasts must be listed in the scenario's figures."


def _pack(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    figure, bear = str(params.get("figure", "")), str(params.get("bear", ""))
    return Pack(figure, bear) if _known(plan, figure, bear) else "The beasts must be listed in the scenario's figures."


add_aim("stampede", _stampede, deeds=("carries_counter",))
add_aim("wolf_pack", _pack, deeds=("fells_bear",))
