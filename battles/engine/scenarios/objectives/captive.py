"""A captive who is to be sacrificed: guarded at the altar, freed by contact, led off the table or brought back.

Rules: SCN-CAPTIVE-01, SCN-PRIZE-01, SCN-TOKEN-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any, Final

from battles.engine.events import Marked
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios import tokens
from battles.engine.scenarios.areas import EDGES, Area, edge_gap, whole_table
from battles.engine.scenarios.base import Scenario, is_able
from battles.engine.scenarios.creatures.figures import is_figure
from battles.engine.scenarios.custom.vocabulary import add_aim, add_place, plays
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.objectives.carried_prize import free_middle
from battles.engine.scenarios.objectives.escape import edge_spot
from battles.engine.state import BattleState, Outcome
from battles.engine.table.vectors import TOUCH

RULE: Final = "SCN-CAPTIVE-01"
CAPTIVE: Final = "captive"
ALTAR: Final = 200
"""A captive who is brought back within this distance of the altar is sacrificed (hundredths of an inch)."""


class Captive(Scenario):
    """A warrior in contact with the captive leads them, unless a standing guard is in contact too.

    The attacker wins when the captive leaves by any edge. The defender wins when the captive is not freed within the
    given number of turns, or is brought back to the altar.
    """

    code = "captive"
    decides_limit = True

    def __init__(self, turns: int) -> None:
        self.turns = turns

    def lay_out(self, ctx: Context) -> None:
        x, y = free_middle(ctx.game)
        self.remember(ctx, altar=[x, y])
        tokens.put(ctx, len(tokens.tokens(ctx.state)) + 1, CAPTIVE, x, y, 0)

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number:
            return
        for key, token in tokens.tokens(ctx.state, CAPTIVE).items():
            holder = token["by"]
            if holder and (not is_able(ctx.state, holder) or ctx.state.models[holder].gone):
                tokens.drop(ctx, key)
                token = ctx.state.marks[key]
            if token["by"]:
                continue
            touched = [model_id for model_id in tokens.touching(ctx, token) if not is_figure(ctx.fighters[model_id])]
            guards = [model_id for model_id in touched if self._guards(ctx.game, ctx.state, model_id)]
            free = [model_id for model_id in touched if model_id not in guards]
            freed = self.facts(ctx.state).get("freed")
            if guards and freed:
                self._take(ctx, key, guards[0])
            elif free and not guards:
                self.remember(ctx, freed=True)
                self._take(ctx, key, free[0])

    def _guards(self, game: Game, state: BattleState, model_id: str) -> bool:
        return plays(state, model_id[0], "defender") and is_able(state, model_id) and tokens.may_carry(game, model_id)

    @staticmethod
    def _take(ctx: Context, key: str, model_id: str) -> None:
        ctx.emit(Marked(key, {**ctx.state.marks[key], "by": model_id}))
        ctx.note("picked_up", model_id, detail=CAPTIVE, rule=RULE)

    def holder(self, state: BattleState) -> str:
        """Id of the warrior who leads the captive; "" for none."""
        return next((str(token["by"]) for token in tokens.tokens(state, CAPTIVE).values()), "")

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        if not state.turn_number:
            return None
        attacker, defender = (str(self.facts(state).get(role, "")) for role in ("attacker", "defender"))
        model_id = self.holder(state)
        if model_id and is_able(state, model_id) and not state.models[model_id].engaged:
            model, radius = state.models[model_id], game.fighters[model_id].radius
            if model_id[0] == defender:
                x, y = self.facts(state)["altar"]
                if hypot(model.x - x, model.y - y) <= ALTAR + radius:
                    return Outcome((defender,), "captive_lost")
            elif any(edge_gap(game, model.x, model.y, radius, edge) <= TOUCH for edge in EDGES):
                return Outcome((attacker,), "captive_away")
        return None

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        """The defender's victory at the end of the last turn in which the ritual could be stopped."""
        last = side == [letter for letter in ctx.state.order if letter in ctx.game.players][-1]
        if last and ctx.state.turn_number >= self.turns and not self.facts(ctx.state).get("freed"):
            return Outcome((str(self.facts(ctx.state).get("defender", "")),), "captive_lost")
        return None

    def at_limit(self, game: Game, state: BattleState, left: tuple[str, ...]) -> Outcome:
        """After the last turn, the side that has the captive wins."""
        model_id = self.holder(state)
        return Outcome((model_id[0],) if model_id and model_id[0] in left else (), "turns_over")

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        """The goal of this model: the warrior who leads the captive goes home, one guard stays with them, all others
        approach.
        """
        for token in tokens.tokens(state, CAPTIVE).values():
            model, holder = state.models[model_id], str(token["by"])
            x, y = self.facts(state)["altar"]
            if holder == model_id:
                if plays(state, model_id[0], "defender"):
                    return x, y
                radius = game.fighters[model_id].radius
                near = min(EDGES, key=lambda name: (edge_gap(game, model.x, model.y, radius, name), name))
                return edge_spot(game, state, model_id, near)
            if holder and game.are_enemies(model_id, holder):
                return state.models[holder].x, state.models[holder].y
            if not holder and tokens.may_carry(game, model_id) and not is_figure(game.fighters[model_id]):
                return token["x"], token["y"]
        return None

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        reason = state.outcome.reason if state.outcome else ""
        winners = state.outcome.winners if state.outcome else ()
        if reason not in ("captive_away", "captive_lost"):
            model_id = self.holder(state)
            return {model_id[0]: {"occasions": {"captive_held": 1}}} if model_id else {}
        return {side: {"occasions": {reason: 1}} for side in winners}


def _inside(game: Game, _state: BattleState, _side: str, place: Any) -> Area:
    """Everywhere on the table at this distance from all edges."""
    return Area((whole_table(game),), apart_from_edges=place.distance)


def _captive(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    if not plan.roles or not plan.turns:
        return "A captive needs a defender, who guards it, and a turn limit."
    return Captive(int(params["turns"]))


add_aim(
    "captive",
    _captive,
    bounds={"turns": (2, 12)},
    occasions=("captive_away", "captive_lost", "captive_held"),
)
add_place("deploy_inside", _inside)
