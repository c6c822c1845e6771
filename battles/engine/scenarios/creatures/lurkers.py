"""Lurking creatures: they attack models within their reach, otherwise they roam, and they regenerate.

Rules: SCN-LURK-01, SCN-NEUTRAL-01, MV-RAND-01, MV-FLEE-01
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battles.engine.events import Rolled, WoundsLost
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.base import Scenario, is_able
from battles.engine.scenarios.creatures.beasts import can_reach_an_enemy
from battles.engine.scenarios.creatures.figures import in_reserve, on_the_table, set_down
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.printed.buildings import buildings, is_inside
from battles.engine.state import ACTED, STANDING

RULE: Final = "SCN-LURK-01"
TURN: Final = 60
HEALS: Final = 5


class Lurkers(Scenario):
    """One creature for each warband, in woods or else in ruins. Warriors in those woods test as if All Alone."""

    code = "lurking_things"

    def __init__(self, figure: str) -> None:
        self.figure = figure

    def turn_start(self, ctx: Context, side: str) -> None:
        if side == ctx.state.order[0] and not self.facts(ctx.state).get("loose"):
            self.remember(ctx, loose=True)
            self._set_down(ctx)
        if side == ctx.game.neutral:
            for model_id in on_the_table(ctx.game, ctx.state, self.figure):
                self._heal(ctx, model_id)
                self._roam(ctx, model_id)
        elif side in ctx.game.players:
            for model_id in tuple(ctx.state.models):
                if model_id[0] == side and is_able(ctx.state, model_id) and not ctx.state.models[model_id].engaged:
                    self._fear(ctx, model_id)

    def _set_down(self, ctx: Context) -> None:
        """Place each creature in a lair that a die chooses: one of the woods, or else one of the buildings."""
        lairs = woods(ctx.game) or buildings(ctx.game)
        for number, model_id in enumerate(in_reserve(ctx.game, ctx.state, self.figure)[: len(ctx.game.players)]):
            face = ctx.roll("die", model_id, rule=RULE, about="lair").total
            x, y = ctx.game.table.width // 2, ctx.game.table.length // 2
            if lairs:
                outline = ctx.game.table.piece(lairs[(face + 3 * number) % len(lairs)]).outline
                x, y = sum(p[0] for p in outline) // len(outline), sum(p[1] for p in outline) // len(outline)
            set_down(ctx, model_id, x, y, away=100)

    @staticmethod
    def _heal(ctx: Context, model_id: str) -> None:
        wounds = ctx.state.models[model_id].wounds
        if (
            wounds < ctx.fighters[model_id].profile.wounds
            and ctx.roll("die", model_id, need=HEALS, rule=RULE, about="heal").passed
        ):
            ctx.emit(WoundsLost(model_id, -1, wounds + 1))

    @staticmethod
    def _roam(ctx: Context, model_id: str) -> None:
        """Move a creature without an enemy in reach 2D6 inches in a random direction."""
        from battles.engine.steps.movement.forced.random_moves import lurch

        model = ctx.state.models[model_id]
        if model.engaged or model.posture != STANDING or can_reach_an_enemy(ctx.game, ctx.state, model_id):
            return
        faces = (ctx.dice.face("scatter"), ctx.dice.face("move"), ctx.dice.face("move"))
        ctx.emit(Rolled("move", model_id, faces, rule=RULE))
        ctx.flag(model_id, on=ACTED, why="roams")
        lurch(ctx, model_id, float(TURN * faces[0]), 100 * (faces[1] + faces[2]))

    def _fear(self, ctx: Context, model_id: str) -> None:
        """Every warrior in the woods tests as if All Alone, and flees after a failure."""
        from battles.engine.steps.nerve.flight import run_away
        from battles.engine.steps.nerve.leaders import take_test

        if not any(is_inside(ctx.game, ctx.state, model_id, wood) for wood in woods(ctx.game)):
            return
        if not take_test(ctx, model_id, "alone", RULE, own_only=True):
            ctx.note("breaks", model_id, detail="the dark", rule=RULE)
            run_away(ctx, model_id, 2, None, "dark")


def woods(game: Game) -> list[str]:
    """Pieces of woodland on the table."""
    return [piece.id for piece in game.table.pieces if "forest" in piece.flags]


def _lurkers(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    figure = str(params.get("figure", ""))
    if figure not in {row["code"] for row in plan.figures}:
        return "The hidden creatures must be listed in the scenario's figures."
    return Lurkers(figure)


add_aim("lurking_things", _lurkers)
