"""A hoard hidden in one of the buildings, and the mummy that rises with its guardians when the hoard is found.

Rules: SCN-TREASURE-01, SCN-HOARD-01, SCN-NEUTRAL-01
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battles.engine.events import Removed, WoundsLost
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.base import Award, Scenario
from battles.engine.scenarios.creatures.figures import in_reserve, named, on_the_table, set_down
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.printed.buildings import body
from battles.engine.scenarios.printed.treasure import HiddenTreasure
from battles.engine.state import BattleState, Outcome
from battles.engine.table.ground import piece_distance

RULE: Final = "SCN-HOARD-01"
NEAR: Final = 600
"""Distance from the hoard within which a model holds it, in hundredths of an inch."""


class Hoard(HiddenTreasure):
    """Buildings are searched with 2D6. Finding the hoard wakes its owner and two guardians for each warband.

    If only one side has models near the hoard when its owner is taken out of action, that side wins, and the guardians
    are removed.
    """

    code = "guarded_hoard"

    def __init__(self, needs: int, owner: str, guards: str) -> None:
        super().__init__(needs)
        self.owner, self.guards = owner, guards

    def found(self, ctx: Context, model_id: str, building: str) -> None:
        self.remember(ctx, hoard=building, finder=model_id)
        ctx.note("finds_hoard", model_id, rule=RULE)
        outline = ctx.game.table.piece(building).outline
        x, y = sum(p[0] for p in outline) // len(outline), sum(p[1] for p in outline) // len(outline)
        for figure in (self.owner, self.guards):
            for guard in in_reserve(ctx.game, ctx.state, figure):
                set_down(ctx, guard, x, y, away=100)

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number:
            return
        if "hoard" not in self.facts(ctx.state):
            self.search(ctx)
            return
        self._remember_wounds(ctx)
        if self.fallen(ctx.game, ctx.state):
            for guard in on_the_table(ctx.game, ctx.state, self.guards):
                ctx.emit(Removed(guard, "out"))

    def _remember_wounds(self, ctx: Context) -> None:
        """Record which of the players' warriors have wounded the owner."""
        own = self._owners(ctx.game)
        hurt: list[str] = self.facts(ctx.state).get("wounders", [])
        new = [
            event.by
            for event in ctx.events
            if isinstance(event, WoundsLost) and event.who in own and event.by[:1] in ctx.game.players
        ]
        added = [model_id for model_id in dict.fromkeys(new) if model_id not in hurt]
        if added:
            self.remember(ctx, wounders=[*hurt, *added])

    def _owners(self, game: Game) -> list[str]:
        return named(game, self.owner)

    def fallen(self, game: Game, state: BattleState) -> bool:
        """Whether the owner has appeared and was taken out of action."""
        return any(state.models[model_id].gone == "out" for model_id in self._owners(game))

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        hoard = self.facts(state).get("hoard", "")
        if not hoard or not self.fallen(game, state):
            return None
        near = {
            model_id[0]
            for model_id, model in state.models.items()
            if model_id[0] in game.players
            and not model.gone
            and piece_distance(game.table, body(game, state, model_id), hoard) <= NEAR
        }
        return Outcome(tuple(near), "hoard_won") if len(near) == 1 else None

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        """The goal of this model: one of the buildings not searched yet, a different one for each model; then the
        hoard.
        """
        if model_id[0] not in game.players or game.fighters[model_id].role == "henchman":
            return None
        hoard = self.facts(state).get("hoard", "")
        left = [hoard] if hoard else self.to_search(game, state)
        if not left:
            return None
        outline = game.table.piece(left[int(model_id[1:]) % len(left)]).outline
        return sum(p[0] for p in outline) // len(outline), sum(p[1] for p in outline) // len(outline)

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        facts = self.facts(state)
        finder = facts.get("finder", "")
        found = [Award(finder, 1, "finds_hoard")] if finder and game.fighters[finder].role != "henchman" else []
        return found + [Award(model_id, 1, f"wounds_{self.owner}") for model_id in facts.get("wounders", [])]

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        outcome = state.outcome
        if outcome is None or outcome.reason != "hoard_won":
            return {}
        return {side: {"occasions": {"hoard": 1}} for side in outcome.winners}


def _hoard(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    owner, guards = str(params.get("figure", "")), str(params.get("guards", ""))
    if not {owner, guards} <= {row["code"] for row in plan.figures}:
        return "The owner of a hoard and its guardians must be listed in the scenario's figures."
    return Hoard(int(params.get("needs", 10)), owner, guards)


add_aim(
    "guarded_hoard",
    _hoard,
    bounds={"needs": (3, 12)},
    deeds=("finds_hoard", "wounds_mummy"),
    occasions=("hoard",),
)
