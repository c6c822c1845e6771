"""A cart full of goods in the middle: a warrior who spends a turn next to it takes some, and can drop them again.

Rules: SCN-CART-01, SCN-TOKEN-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any, Final

from battles.engine.events import Marked, Scored
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios import tokens
from battles.engine.scenarios.base import Award, Scenario, is_able
from battles.engine.scenarios.creatures.figures import is_figure, named
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.objectives.pool import BUSY
from battles.engine.state import CAST, RAN, SHOT, BattleState

RULE: Final = "SCN-CART-01"
CART: Final = 200
"""Radius of the cart, in hundredths of an inch."""
NEAR: Final = 100
HERO_TAKES, OTHER_TAKES = 2, 1
LOST: Final = ("out", "fled")


class LootCart(Scenario):
    """3D6+6 goods are in a cart. A hero carries two of them, other warriors one, and animals none.

    Carriers neither shoot nor cast spells. When they run, or are in combat at the end of a combat phase, they must pass
    an Initiative test or drop everything; dropped goods are lost. The winner gets the goods left in the cart.
    """

    code = "loot_cart"

    def __init__(self, kind: str, dice: int, plus: int, figure: str) -> None:
        self.kind, self.dice, self.plus, self.figure = kind, dice, plus, figure

    def lay_out(self, ctx: Context) -> None:
        count = ctx.sum_of("count", ctx.game.players[0], self.dice, rule=RULE).total + self.plus
        self.remember(ctx, cart=count)

    def left(self, state: BattleState) -> int:
        """Number of goods still in the cart."""
        return int(self.facts(state).get("cart", 0))

    def is_beside(self, game: Game, state: BattleState, model_id: str) -> bool:
        """Whether this model is next to the cart."""
        model = state.models[model_id]
        reach = CART + NEAR + game.fighters[model_id].radius
        return hypot(model.x - game.table.width // 2, model.y - game.table.length // 2) <= reach

    def takes(self, game: Game, state: BattleState, model_id: str) -> int:
        """Number of goods this model takes at the end of its turn."""
        model, fighter = state.models[model_id], game.fighters[model_id]
        if is_figure(fighter) or not tokens.may_carry(game, model_id) or not is_able(state, model_id):
            return 0
        if model.flags & BUSY or model.engaged or model.z > tokens.LEVEL or not self.is_beside(game, state, model_id):
            return 0
        most = OTHER_TAKES if fighter.role == "henchman" else HERO_TAKES
        return max(0, min(most - len(self.carried(state, model_id)), self.left(state)))

    def carried(self, state: BattleState, model_id: str) -> list[str]:
        """Keys of the goods that this model carries."""
        return [key for key, token in tokens.tokens(state, self.kind).items() if token["by"] == model_id]

    def turn_end(self, ctx: Context, side: str) -> None:
        for model_id in tuple(ctx.state.models):
            count = self.takes(ctx.game, ctx.state, model_id) if model_id[0] == side else 0
            if not count:
                continue
            model = ctx.state.models[model_id]
            for _ in range(count):
                number = 1 + max((int(key.split(":")[1]) for key in tokens.tokens(ctx.state)), default=0)
                tokens.put(ctx, number, self.kind, model.x, model.y, model.z, model_id)
            self.remember(ctx, cart=self.left(ctx.state) - count)
            ctx.note("picked_up", model_id, detail=self.kind, rule=RULE)
        self.watch(ctx)

    def phase_over(self, ctx: Context, phase: str, side: str) -> None:
        from battles.engine.steps.models.characteristics import characteristic

        for model_id in sorted({token["by"] for token in tokens.tokens(ctx.state, self.kind).values() if token["by"]}):
            model = ctx.state.models[model_id]
            if phase == "movement" and model_id[0] == side:
                ctx.flag(model_id, on=SHOT | CAST, why="carries")
            shaken = model.flags & RAN and phase == "movement" and model_id[0] == side
            if not shaken and not (phase == "combat" and model.engaged):
                continue
            value = characteristic(ctx.game, ctx.state, model_id, "initiative")
            if not ctx.check("char", model_id, value, rule=RULE, about="initiative:carry").passed:
                self._ruin(ctx, model_id)

    def _ruin(self, ctx: Context, model_id: str) -> None:
        for key in self.carried(ctx.state, model_id):
            ctx.emit(Marked(key, None))
        ctx.note("ruins_goods", model_id, rule=RULE)

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number:
            return
        for model_id in sorted({token["by"] for token in tokens.tokens(ctx.state, self.kind).values()}):
            if ctx.state.models[model_id].gone in LOST and not ctx.state.sides[model_id[0]].routed:
                self._ruin(ctx, model_id)
        for side in ctx.game.players:
            held = tokens.held_by(ctx.state, side, self.kind)
            if held != ctx.state.sides[side].score:
                ctx.emit(Scored(side, held))

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        """The goal of a model: warriors without goods go to the cart and wait there; carriers do not approach the
        enemy.
        """
        model = state.models[model_id]
        if is_figure(game.fighters[model_id]) or not tokens.may_carry(game, model_id):
            return None
        if self.carried(state, model_id):
            return model.x, model.y
        if not self.left(state) or int(model_id[1:]) % 2:
            return None
        if self.is_beside(game, state, model_id):
            return model.x, model.y
        return game.table.width // 2, game.table.length // 2

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        carriers = {token["by"] for token in tokens.tokens(state, self.kind).values()}
        return [Award(model_id, 1, "carries_counter") for model_id in sorted(carriers)]

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        winners = state.outcome.winners if state.outcome else ()
        taken = all(state.models[model_id].gone in LOST for model_id in named(game, self.figure))
        found: dict[str, Loot] = {}
        for side in game.players:
            held = tokens.held_by(state, side, self.kind)
            if side not in winners:
                found[side] = {"occasions": {"goods": held} if held else {}}
                continue
            half = share_of_winner(held + self.left(state))
            captive = {"captive_taken": 1} if self.figure and taken else {}
            found[side] = {"occasions": ({"goods": half} if half else {}) | captive}
        return found


def share_of_winner(goods: int) -> int:
    """The goods that count for the winner: half of those it holds and those in the cart, rounded up."""
    return (goods + 1) // 2


def _cart(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    figure, dice = str(params.get("figure", "")), str(params.get("dice", ""))
    if dice not in ("D6", "2D6", "3D6"):
        return "The number of goods must be a roll of D6 to 3D6."
    if figure and figure not in {row["code"] for row in plan.figures}:
        return "The captive must be one of the scenario's figures."
    count = int(dice[0]) if dice[0].isdigit() else 1
    return LootCart(str(params.get("kind", "goods")), count, int(params.get("plus", 0)), figure)


add_aim("loot_cart", _cart, bounds={"plus": (0, 12)}, deeds=("carries_counter",), occasions=("goods", "captive_taken"))
