"""A ritual to be finished or stopped: ten turns of chanting by the defender's spellcaster, while the Undead come to
help.

Rules: SCN-RITUAL-01, SCN-NEUTRAL-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any, Final

from battles.engine.dice import d3
from battles.engine.events import Placed
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.base import Scenario, is_able, random_edge
from battles.engine.scenarios.creatures.figures import is_figure, named, set_down
from battles.engine.scenarios.custom.vocabulary import add_effect, plays
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.objectives.carried_prize import free_middle
from battles.engine.scenarios.objectives.pool import BUSY
from battles.engine.scenarios.printed.surprise import HALF, free_spot
from battles.engine.state import BattleState, Outcome

RULE: Final = "SCN-RITUAL-01"
NEAR: Final = 200
"""Maximum distance between the spellcaster's base and the middle of the altar, in hundredths of an inch."""
FEWER: Final = 3


class Ritual(Scenario):
    """The defender wins when the ritual is finished, the attacker when the spellcaster is taken out of action before.

    The spellcaster is the defender's first wizard, else its leader. A turn counts if it was spent next to the altar
    with nothing but chanting; a fight or anything else restarts the count. Undead join the defender: D3 at the start
    and D6-3 at the start of each of its turns, from a random edge.
    """

    code = "ritual"

    def __init__(self, turns: int, figure: str) -> None:
        self.turns, self.figure = turns, figure

    def lay_out(self, ctx: Context) -> None:
        self.remember(ctx, altar=list(free_middle(ctx.game)))

    def caster(self, game: Game, state: BattleState) -> str:
        """Id of the model that performs the ritual."""
        own = [
            model_id
            for model_id, fighter in game.fighters.items()
            if plays(state, model_id[0], "defender") and not is_figure(fighter)
        ]
        rank = {
            model_id: (not game.fighters[model_id].spells, not game.fighters[model_id].is_leader) for model_id in own
        }
        return min(own, key=lambda model_id: (rank[model_id], int(model_id[1:])), default="")

    def is_beside(self, game: Game, state: BattleState, model_id: str) -> bool:
        """Whether this model is next to the altar."""
        x, y = self.facts(state)["altar"]
        model = state.models[model_id]
        return hypot(model.x - x, model.y - y) <= NEAR + game.fighters[model_id].radius

    def turn_start(self, ctx: Context, side: str) -> None:
        if not plays(ctx.state, side, "defender"):
            return
        waiting = [
            model_id
            for model_id in named(ctx.game, self.figure)
            if model_id[0] == side and ctx.state.models[model_id].gone == "reserve"
        ]
        if not self.facts(ctx.state).get("risen"):
            self.remember(ctx, risen=True)
            x, y = self.facts(ctx.state)["altar"]
            for model_id in waiting[: d3(ctx.roll("count", side, rule=RULE).total)]:
                set_down(ctx, model_id, x, y, away=50)
            return
        count = ctx.roll("count", side, rule=RULE).total - FEWER
        edge = random_edge(ctx, side) if count > 0 and waiting else ""
        for model_id in waiting[: max(0, count)]:
            spot = free_spot(ctx.game, ctx.state, model_id, edge)
            if spot is not None:
                ctx.emit(Placed(model_id, *spot))
                ctx.note("figure_appears", model_id, rule="SCN-NEUTRAL-01")

    def phase_over(self, ctx: Context, phase: str, side: str) -> None:
        """Restart the count of turns if the spellcaster is in a fight."""
        model_id = self.caster(ctx.game, ctx.state)
        if (
            phase == "combat"
            and model_id
            and ctx.state.models[model_id].engaged
            and self.facts(ctx.state).get("chanted")
        ):
            ctx.note("ritual_broken", model_id, rule=RULE)
            self.remember(ctx, chanted=0)

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        model_id = self.caster(ctx.game, ctx.state)
        if not model_id or side != model_id[0]:
            return None
        model, chanted = ctx.state.models[model_id], int(self.facts(ctx.state).get("chanted", 0))
        calm = is_able(ctx.state, model_id) and not model.engaged and not model.flags & BUSY
        if calm and self.is_beside(ctx.game, ctx.state, model_id):
            self.remember(ctx, chanted=chanted + 1)
            ctx.note("chants", model_id, rule=RULE)
        elif chanted:
            ctx.note("ritual_broken", model_id, rule=RULE)
            self.remember(ctx, chanted=0)
        return self.verdict(ctx.game, ctx.state)

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        model_id = self.caster(game, state) if state.turn_number else ""
        if not model_id:
            return None
        if int(self.facts(state).get("chanted", 0)) >= self.turns:
            return Outcome((model_id[0],), "ritual_done")
        if state.models[model_id].gone in ("out", "fled"):
            return Outcome(tuple(side for side in game.players if side != model_id[0]), "ritual_stopped")
        return None

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        """The goal of a model: the spellcaster goes to the altar and stays there; the other side approaches."""
        caster = self.caster(game, state)
        if not caster or state.models[caster].gone:
            return None
        x, y = self.facts(state)["altar"]
        if model_id == caster:
            return (
                (state.models[model_id].x, state.models[model_id].y)
                if self.is_beside(game, state, model_id)
                else (x, y)
            )
        return (state.models[caster].x, state.models[caster].y) if game.are_enemies(model_id, caster) else None

    def award_for_victim(self, game: Game, state: BattleState, victim: str) -> str:
        done = int(self.facts(state).get("chanted", 0)) >= self.turns
        return "stops_ritual" if victim == self.caster(game, state) and not done else ""

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        done = state.outcome is not None and state.outcome.reason == "ritual_done"
        return {
            side: {"occasions": {"ritual_done": 1} if done and plays(state, side, "defender") else {}}
            for side in game.players
        }


def _ritual(plan: Any, params: Mapping[str, Any], _before: tuple[str, ...]) -> Any:
    figure = str(params.get("figure", ""))
    if not plan.roles or figure not in {row["code"] for row in plan.figures if row.get("joins") == "defender"}:
        yield "A ritual needs a defender, and a figure that joins the defender."
        return
    plan.outpost = HALF
    plan.aims.append(Ritual(int(params["turns"]), figure))


add_effect("ritual", _ritual, bounds={"turns": (2, 12)}, deeds=("stops_ritual",), occasions=("ritual_done",))
