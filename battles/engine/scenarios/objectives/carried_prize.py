"""One prize that both sides want: it is in the middle, can be carried, and wins the battle when it leaves the table.

It may be a person who wanders until a warrior leads them, or a chest that slows down a single carrier. Rules:
SCN-HOME-01, SCN-PRIZE-01, SCN-TOKEN-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any, Final

from battles.engine.events import Marked, Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios import tokens
from battles.engine.scenarios.areas import EDGES, edge_gap
from battles.engine.scenarios.base import Award, Scenario, is_able
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.objectives.escape import edge_spot
from battles.engine.scenarios.printed.treasure import burden
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import FLEEING, BattleState, Outcome
from battles.engine.table.ground import can_stand
from battles.engine.table.vectors import TOUCH, Body, point_in_polygon

KINDS: Final = ("wand", "prince", "chest", "skull", "prize")
PERSONS: Final = ("prince",)
"""Kinds of prize that are people. A fleeing carrier releases them."""
LEAVES: Final = ("any", "own")


class CarriedPrize(Scenario):
    """A warrior in contact carries the prize; the side whose carrier reaches the edge with it wins.

    `wanders`: while no one carries it, it moves D6 inches in a random direction at the start of each turn of the first
    side. `slows`: a single carrier moves at half speed, unless a friend helps. `waits`: only a warrior who has been
    next to it since the side's last turn can pick it up.
    """

    code = "carried_prize"

    def __init__(
        self, kind: str, leaves: str, *, wanders: bool = False, slows: bool = False, waits: bool = False
    ) -> None:
        self.kind, self.leaves, self.wanders, self.slows, self.waits = kind, leaves, wanders, slows, waits

    def lay_out(self, ctx: Context) -> None:
        x, y = free_middle(ctx.game)
        tokens.put(ctx, len(tokens.tokens(ctx.state)) + 1, self.kind, x, y, 0)

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number:
            return
        for key, token in tokens.tokens(ctx.state, self.kind).items():
            carrier = ctx.state.models[token["by"]] if token["by"] else None
            if carrier is not None and self.kind in PERSONS and carrier.flags & FLEEING:
                tokens.drop(ctx, key)
        if not self.waits:
            tokens.drop_and_pick_up(ctx, self.kind)
        else:
            tokens.drop_of_fallen(ctx, self.kind)
        if self.slows:
            burden(ctx, self.kind)

    def turn_start(self, ctx: Context, side: str) -> None:
        if self.waits:
            tokens.take_after_a_turn(ctx, self.kind, side)
        if self.wanders and side == ctx.game.players[0]:
            for key, token in tokens.tokens(ctx.state, self.kind).items():
                if not token["by"]:
                    self._wander(ctx, side, key, token)

    def _wander(self, ctx: Context, side: str, key: str, token: tokens.Token) -> None:
        """Move the prize in a direction given by two dice read as a clock face, as far as there is room to stand."""
        faces = (ctx.dice.face("die"), ctx.dice.face("die"), ctx.dice.face("die"))
        ctx.emit(Rolled("die", side, faces, rule="SCN-PRIZE-01", about="wander"))
        angle = 2 * pi * (6 * (faces[0] - 1) + faces[1] - 1) / 36
        for far in range(100 * faces[2], 0, -50):
            x, y = round(token["x"] + far * sin(angle)), round(token["y"] + far * cos(angle))
            if _inside(ctx.game, x, y) and can_stand(ctx.game.table, Body(x, y, token["z"], tokens.REACH, 120)):
                ctx.emit(Marked(key, {**token, "x": x, "y": y}))
                return

    def gone_with(self, game: Game, state: BattleState) -> str:
        """Id of the carrier at an edge by which the prize may leave; "" for none."""
        for token in tokens.tokens(state, self.kind).values():
            model_id = token["by"]
            if model_id and is_able(state, model_id) and not state.models[model_id].engaged:
                model, radius = state.models[model_id], game.fighters[model_id].radius
                ways = self.edges(game, state, model_id)
                touches = any(edge_gap(game, model.x, model.y, radius, edge) <= TOUCH for edge in ways)
                if touches and self._at_home(game, state, model_id):
                    return str(model_id)
        return ""

    def edges(self, game: Game, state: BattleState, model_id: str) -> tuple[str, ...]:
        """The edges by which this model can leave with the prize: those of its own corner, if the sides have
        corners.
        """
        if self.leaves == "any":
            return EDGES
        corner = str(self.facts(state).get("quarters", {}).get(model_id[0], ""))
        home = scenario_of(game).home_edge(game, state, model_id[0])
        return tuple(corner.split("_")) if corner else (home,) if home else ()

    def _at_home(self, game: Game, state: BattleState, model_id: str) -> bool:
        """Whether the model may leave where it is; if the sides have corners, only near its own corner."""
        if self.leaves == "any" or "quarters" not in self.facts(state):
            return True
        model, area = state.models[model_id], scenario_of(game).area(game, state, model_id[0])
        return any(point_in_polygon(model.x, model.y, outline) >= 0 for outline in area.outlines)

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        model_id = self.gone_with(game, state) if state.turn_number else ""
        return Outcome((model_id[0],), "prize_taken") if model_id else None

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        """The goal of this model: the carrier goes home, others go to an enemy who has the prize, and a friend stays
        near the carrier.
        """
        for token in tokens.tokens(state, self.kind).values():
            if token["by"] == model_id:
                model, radius = state.models[model_id], game.fighters[model_id].radius
                ways = self.edges(game, state, model_id)
                if len(ways) == 2 and self.leaves == "own":
                    return edge_spot(game, state, model_id, ways[1])[0], edge_spot(game, state, model_id, ways[0])[1]
                if ways:
                    near = min(ways, key=lambda name: (edge_gap(game, model.x, model.y, radius, name), name))
                    return edge_spot(game, state, model_id, near)
            elif token["by"] and game.are_enemies(model_id, token["by"]):
                carrier = state.models[token["by"]]
                return carrier.x, carrier.y
        return None

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        model_id = self.gone_with(game, state)
        return [Award(model_id, 1, "takes_prize")] if model_id else []

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        model_id = self.gone_with(game, state)
        return {model_id[0]: {"occasions": {"prize": 1}}} if model_id else {}


def _inside(game: Game, x: int, y: int) -> bool:
    return (
        tokens.REACH <= x <= game.table.width - tokens.REACH and tokens.REACH <= y <= game.table.length - tokens.REACH
    )


def free_middle(game: Game) -> tuple[int, int]:
    """The place nearest to the middle of the table where something can be placed and reached."""
    x, y = game.table.width // 2, game.table.length // 2
    for far in range(0, max(x, y), 50):
        for step in range(24 if far else 1):
            px, py = round(x + far * sin(2 * pi * step / 24)), round(y + far * cos(2 * pi * step / 24))
            if can_stand(game.table, Body(px, py, 0, tokens.REACH, 120)):
                return px, py
    return x, y


def _prize(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    kind, leaves = str(params.get("kind", "prize")), str(params.get("leaves", "any"))
    if kind not in KINDS or leaves not in LEAVES:
        return "A prize must be a wand, prince, chest, skull or prize, and leave by any edge or by its side's own edge."
    homes = [place.has_edge or place.code == "deploy_corner" for place in plan.places.values()]
    if leaves == "own" and not all(homes):
        return "The side that carries the objective home needs its own edge: set “deploy_edge” for that side."
    return CarriedPrize(
        kind,
        leaves,
        wanders=params.get("wanders") is True,
        slows=params.get("slows") is True,
        waits=params.get("waits") is True,
    )


add_aim("carried_prize", _prize, deeds=("takes_prize",), occasions=("prize",))
