"""A pool in the middle of the table: heroes who spend a whole turn next to it may find shards in it.

Rules: SCN-HOME-01, SCN-POOL-01, SCN-TOKEN-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any, Final

from battles.engine.dice import counted
from battles.engine.events import Rolled, Scored
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios import tokens
from battles.engine.scenarios.base import Award, Scenario, is_able
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.printed.hunt import KIND
from battles.engine.state import CAST, CHARGED, FAILED_CHARGE, FELL, FOUGHT, MOVED, RAN, SHOT, STOOD_UP, BattleState

POOL: Final = 300
"""Radius of the pool, in hundredths of an inch."""
NEAR: Final = 100
BUSY: Final = MOVED | RAN | CHARGED | FAILED_CHARGE | STOOD_UP | FELL | SHOT | CAST | FOUGHT
"""Flags of a model that did not spend the whole turn searching."""


class SearchPool(Scenario):
    """Shards in a pool. At the end of their turn a hero who did nothing else next to the pool finds one on a low roll.

    No one can search with another model within an inch. Shards are carried and dropped like counters.
    """

    code = "search_pool"

    def __init__(self, die: str, plus: int, up_to: int) -> None:
        self.die, self.plus, self.up_to = die, plus, up_to

    def lay_out(self, ctx: Context) -> None:
        face = ctx.dice.face("count")
        ctx.emit(Rolled("count", ctx.game.players[0], (face,), rule="SCN-POOL-01"))
        self.remember(ctx, pool=counted(face, self.die) + self.plus)

    def left(self, state: BattleState) -> int:
        """Number of shards still in the pool."""
        return int(self.facts(state).get("pool", 0)) - len(tokens.tokens(state, KIND))

    def searches(self, game: Game, state: BattleState, model_id: str) -> bool:
        """Whether this hero spent the turn next to the pool, undisturbed and without doing anything else."""
        model, fighter = state.models[model_id], game.fighters[model_id]
        if fighter.role == "henchman" or not tokens.may_carry(game, model_id) or not is_able(state, model_id):
            return False
        if model.flags & BUSY or model.engaged or model.z > tokens.LEVEL:
            return False
        if hypot(model.x - game.table.width // 2, model.y - game.table.length // 2) > POOL + NEAR + fighter.radius:
            return False
        return not any(
            hypot(model.x - other.x, model.y - other.y) < NEAR + fighter.radius + game.fighters[target].radius
            for target, other in state.models.items()
            if target != model_id and not other.gone
        )

    def turn_end(self, ctx: Context, side: str) -> None:
        for model_id in tuple(ctx.state.models):
            if model_id[0] == side and self.left(ctx.state) > 0 and self.searches(ctx.game, ctx.state, model_id):
                face = ctx.dice.face("die")
                ctx.emit(
                    Rolled("die", model_id, (face,), self.up_to, face <= self.up_to, rule="SCN-POOL-01", about="pool")
                )
                if face <= self.up_to:
                    model = ctx.state.models[model_id]
                    number = len(tokens.tokens(ctx.state)) + 1
                    tokens.put(ctx, number, KIND, model.x, model.y, model.z, model_id)
                    ctx.note("picked_up", model_id, detail=KIND, rule="SCN-POOL-01")
        self.watch(ctx)

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number:
            return
        tokens.drop_and_pick_up(ctx, KIND)
        for side, record in ctx.state.sides.items():
            held = tokens.held_by(ctx.state, side, KIND)
            if held != record.score:
                ctx.emit(Scored(side, held))

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        """The goal of heroes without missile weapons: they go to their part of the bank, and stay there."""
        fighter, model = game.fighters[model_id], state.models[model_id]
        if fighter.role == "henchman" or not tokens.may_carry(game, model_id) or self.left(state) <= 0:
            return None
        x, y = game.table.width // 2, game.table.length // 2
        away = hypot(model.x - x, model.y - y)
        if away <= POOL + NEAR + fighter.radius:
            return model.x, model.y
        reach = POOL + NEAR // 2
        return round(x + (model.x - x) * reach / away), round(y + (model.y - y) * reach / away)

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [
            Award(token["by"], 1, "carries_counter") for token in tokens.tokens(state, KIND).values() if token["by"]
        ]

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        return {side: {"shards": tokens.held_by(state, side, KIND)} for side in game.players}


def _pool(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    if params.get("dice") not in ("D3", "D6"):
        return "The number of shards must be a roll of a D3 or a D6."
    return SearchPool(str(params["dice"]), int(params.get("plus", 0)), int(params.get("up_to", 2)))


add_aim("search_pool", _pool, bounds={"plus": (0, 6), "up_to": (1, 5)}, deeds=("carries_counter",))
