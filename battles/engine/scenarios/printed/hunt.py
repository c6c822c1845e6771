"""Wyrdstone Hunt: counters on the table, which warriors pick up and carry until the other side routs."""

from __future__ import annotations

from battles.engine.dice import counted
from battles.engine.events import Rolled, Scored
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.roll_offs import roll_off
from battles.engine.scenarios import tokens
from battles.engine.scenarios.areas import EDGES, edge_gap
from battles.engine.scenarios.base import Award, Question, Scenario
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.registry import register
from battles.engine.state import BattleState
from battles.engine.table.ground import can_stand
from battles.engine.table.vectors import Body

KIND = "wyrdstone"
FROM_EDGE = 1000
APART = 600
PLACES = 9
"""Number of places offered for a counter."""


class WyrdstoneHunt(Scenario):
    """The sides alternately place D3+1 counters, more than 10 inches from the edges and 6 inches apart."""

    code = "wyrdstone_hunt"
    name = "Wyrdstone Hunt"
    winner_chooses = False

    def __init__(
        self, die: str = "D3", plus: int = 1, from_edge: int = FROM_EDGE, apart: int = APART, *, each: bool = False
    ) -> None:
        self.die, self.plus, self.from_edge, self.apart, self.each = die, plus, from_edge, apart, each
        """`each`: the number is rolled once for every side."""

    def prepare(self, ctx: Context) -> None:
        self.lay_out(ctx)
        super().prepare(ctx)

    def lay_out(self, ctx: Context) -> None:
        placers = list(roll_off(ctx, ctx.game.players, about="counters"))
        number = self.plus
        for side in placers if self.each else placers[:1]:
            face = ctx.dice.face("count")
            ctx.emit(Rolled("count", side, (face,), rule="SCN-HUNT-01"))
            number += counted(face, self.die)
        self.remember(ctx, placers=placers, counters=number)

    def question(self, game: Game, state: BattleState) -> Question | None:
        return self.aim_question(game, state) or super().question(game, state)

    def aim_question(self, game: Game, state: BattleState) -> Question | None:
        facts = self.facts(state)
        placed = len(tokens.tokens(state, KIND))
        if placed < facts["counters"]:
            side = facts["placers"][placed % len(facts["placers"])]
            spots = counter_places(game, state, self.from_edge, self.apart)
            if spots:
                choices = tuple((f"{x},{y}", f"at {x / 100:g}, {y / 100:g}") for x, y in spots)
                return Question(side, "place_counter", choices)
        return None

    def answered(self, ctx: Context, question: Question, key: str) -> None:
        if question.prompt == "place_counter":
            x, y = (int(part) for part in key.split(","))
            tokens.put(ctx, len(tokens.tokens(ctx.state, KIND)) + 1, KIND, x, y, 0)
        else:
            super().answered(ctx, question, key)

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number:
            return
        tokens.drop_and_pick_up(ctx, KIND)
        for side, record in ctx.state.sides.items():
            held = tokens.held_by(ctx.state, side, KIND)
            if held != record.score:
                ctx.emit(Scored(side, held))

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [
            Award(token["by"], 1, "carries_counter") for token in tokens.tokens(state, KIND).values() if token["by"]
        ]

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        return {side: {"shards": tokens.brought_home(game, state, side, KIND)} for side in game.players}


def counter_places(
    game: Game, state: BattleState, from_edge: int = FROM_EDGE, apart: int = APART
) -> list[tuple[int, int]]:
    """Places for the next counter on a grid around the middle: on free ground, far enough from edges and other
    counters.
    """
    width, length = game.table.width, game.table.length
    placed = [(token["x"], token["y"]) for token in tokens.tokens(state, KIND).values()]
    found: list[tuple[int, int]] = []
    for y in range(from_edge + 100, length - from_edge, 300):
        for x in range(from_edge + 100, width - from_edge, 300):
            if any(edge_gap(game, x, y, 0, edge) <= from_edge for edge in EDGES):
                continue
            if any((x - a) ** 2 + (y - b) ** 2 < apart * apart for a, b in placed):
                continue
            if can_stand(game.table, Body(x, y, 0, 50, 120)):
                found.append((x, y))
    found.sort(key=lambda spot: ((spot[0] - width // 2) ** 2 + (spot[1] - length // 2) ** 2, spot))
    step = max(1, len(found) // PLACES)
    return found[::step][:PLACES]


register(WyrdstoneHunt())
