"""Escape: warriors leave by a table edge, and their side wins when enough of them have left.

Rules: SCN-HOME-01, SCN-ESCAPE-01
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.engine.events import Removed
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.areas import EDGES, Area, edge_gap, opposite, strip
from battles.engine.scenarios.base import Award, Scenario, is_able
from battles.engine.scenarios.custom.vocabulary import add_aim, add_place, plays
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import BattleState, Outcome
from battles.engine.table.vectors import TOUCH

WAYS = ("any", "own", "far", *EDGES)
LOST = ("out", "fled")


class Escape(Scenario):
    """A side wins when a given share of its starting models has left, and may lose when too many are out of action.

    A warrior of the side leaves when touching such an edge in its own turn, if able and out of combat.
    """

    code = "win_by_escaping"

    def __init__(self, role: str, way: str, percent: int, *, more: bool = False, lost: int = 0) -> None:
        self.role, self.way, self.percent, self.more, self.lost = role, way, percent, more, lost
        """`more`: the share must be exceeded, not only reached. `lost`: the side loses above this share out of action;
        0 for never.
        """

    def runs(self, state: BattleState, side: str) -> bool:
        """Whether this side may leave the table."""
        return plays(state, side, self.role)

    def edges(self, game: Game, state: BattleState, side: str) -> tuple[str, ...]:
        """The edges by which the side may leave."""
        if self.way == "any":
            return EDGES
        if self.way in EDGES:
            return (self.way,)
        home = scenario_of(game).home_edge(game, state, side)
        return () if not home else (home,) if self.way == "own" else (opposite(home),)

    def watch(self, ctx: Context) -> None:
        state, side = ctx.state, ctx.state.active
        if not state.turn_number or not self.runs(state, side):
            return
        ways = self.edges(ctx.game, state, side)
        for model_id, model in tuple(state.models.items()):
            if model_id[0] != side or model.engaged or not is_able(state, model_id):
                continue
            radius = ctx.game.fighters[model_id].radius
            if any(edge_gap(ctx.game, model.x, model.y, radius, edge) <= TOUCH for edge in ways):
                ctx.note("gets_away", model_id, rule="SCN-ESCAPE-01")
                ctx.emit(Removed(model_id, "left"))

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        if not state.turn_number:
            return None
        for side in game.players:
            if not self.runs(state, side):
                continue
            started = state.sides[side].started
            places = [model.gone for model_id, model in state.models.items() if model_id[0] == side]
            away, lost = 100 * places.count("left"), 100 * sum(places.count(way) for way in LOST)
            if away and (away > self.percent * started if self.more else away >= self.percent * started):
                return Outcome((side,), "got_away")
            if self.lost and lost > self.lost * started:
                return Outcome(tuple(other for other in game.players if other != side), "cut_down")
        return None

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        if not self.runs(state, model_id[0]):
            return None
        model, radius = state.models[model_id], game.fighters[model_id].radius
        ways = self.edges(game, state, model_id[0])
        if not ways:
            return None
        edge = min(ways, key=lambda name: (edge_gap(game, model.x, model.y, radius, name), name))
        return edge_spot(game, state, model_id, edge)

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [Award(model_id, 1, "escapes") for model_id, model in state.models.items() if model.gone == "left"]


def edge_spot(game: Game, state: BattleState, model_id: str, edge: str) -> tuple[int, int]:
    """The point where a model touches an edge if it goes straight to it."""
    model, radius = state.models[model_id], game.fighters[model_id].radius
    return {
        "south": (model.x, radius), "north": (model.x, game.table.length - radius),
        "west": (radius, model.y), "east": (game.table.width - radius, model.y),
    }[edge]  # fmt: skip


def _escape(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    role, way = str(params.get("side")), str(params.get("way", "far"))
    if role != "both" and role not in plan.role_names:
        return "The side that escapes must be one of the scenario's sides, or both."
    if way not in WAYS:
        return "A side can escape by any edge, by its own or by the opposite one."
    return Escape(
        role, way, int(params.get("percent", 50)), more=params.get("more") is True, lost=int(params.get("lost", 0))
    )


def _around(game: Game, state: BattleState, side: str, place: Any) -> Area:
    """Everywhere along the table edges, away from enemies."""
    return Area(tuple(strip(game, edge, place.distance) for edge in EDGES), apart_from_enemies=place.apart)


add_place("deploy_around", _around, after_enemy=True)
add_aim("win_by_escaping", _escape, bounds={"percent": (10, 100), "lost": (0, 90)}, deeds=("escapes",))
