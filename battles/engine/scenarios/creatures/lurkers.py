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
from battles.engine.scenarios.creatures.beasts import reaches_somebody
from battles.engine.scenarios.creatures.figures import in_reserve, on_the_table, set_down
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.printed.buildings import buildings, is_inside
from battles.engine.state import ACTED, STANDING

RULE: Final = "SCN-LURK-01"
TURN: Final = 60
HEALS: Final = 5


class Lurkers(Scenario):
    """One for each warband, in woods or else in ruins; warriors in those woods test as if All Alone."""

    code = "lurking_things"

    def __init__(self, figure: str) -> None:
        self.figure = figure

    def turn_start(self, ctx: Context, side: str) -> None:
        if side == ctx.state.order[0] and not self.facts(ctx.state).get("loose"):
            self.remember(ctx, loose=True)
            self._set_down(ctx)
        if side == ctx.game.neutral:
            for who in on_the_table(ctx.game, ctx.state, self.figure):
                self._heal(ctx, who)
                self._roam(ctx, who)
        elif side in ctx.game.players:
            for who in tuple(ctx.state.models):
                if who[0] == side and is_able(ctx.state, who) and not ctx.state.models[who].engaged:
                    self._fear(ctx, who)

    def _set_down(self, ctx: Context) -> None:
        """In lairs chosen by a roll, the farthest from both sides first in the list."""
        lairs = woods(ctx.game) or buildings(ctx.game)
        for number, who in enumerate(in_reserve(ctx.game, ctx.state, self.figure)[: len(ctx.game.players)]):
            face = ctx.roll("die", who, rule=RULE, about="lair").total
            x, y = ctx.game.table.width // 2, ctx.game.table.length // 2
            if lairs:
                outline = ctx.game.table.piece(lairs[(face + 3 * number) % len(lairs)]).outline
                x, y = sum(p[0] for p in outline) // len(outline), sum(p[1] for p in outline) // len(outline)
            set_down(ctx, who, x, y, away=100)

    @staticmethod
    def _heal(ctx: Context, who: str) -> None:
        wounds = ctx.state.models[who].wounds
        if (
            wounds < ctx.fighters[who].profile.wounds
            and ctx.roll("die", who, need=HEALS, rule=RULE, about="heal").passed
        ):
            ctx.emit(WoundsLost(who, -1, wounds + 1))

    @staticmethod
    def _roam(ctx: Context, who: str) -> None:
        """Without an enemy in reach: 2D6 in a random direction."""
        from battles.engine.steps.movement.forced.random_moves import lurch

        model = ctx.state.models[who]
        if model.engaged or model.posture != STANDING or reaches_somebody(ctx.game, ctx.state, who):
            return
        faces = (ctx.dice.face("scatter"), ctx.dice.face("move"), ctx.dice.face("move"))
        ctx.emit(Rolled("move", who, faces, rule=RULE))
        ctx.flag(who, on=ACTED, why="roams")
        lurch(ctx, who, float(TURN * faces[0]), 100 * (faces[1] + faces[2]))

    def _fear(self, ctx: Context, who: str) -> None:
        """In the woods every warrior tests as if All Alone, or flees."""
        from battles.engine.steps.nerve.flight import run_away
        from battles.engine.steps.nerve.leaders import take_test

        if not any(is_inside(ctx.game, ctx.state, who, wood) for wood in woods(ctx.game)):
            return
        if not take_test(ctx, who, "alone", RULE, own_only=True):
            ctx.note("breaks", who, detail="the dark", rule=RULE)
            run_away(ctx, who, 2, None, "dark")


def woods(game: Game) -> list[str]:
    """Pieces of woodland on the table."""
    return [piece.id for piece in game.table.pieces if "forest" in piece.flags]


def _lurkers(plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    figure = str(params.get("figure", ""))
    if figure not in {row["code"] for row in plan.figures}:
        return "What lurks on the table is among the figures."
    return Lurkers(figure)


add_aim("lurking_things", _lurkers)
