"""A marsh whose stench or quagmires affect a side that rolls a 1 at the start of its turn. Rule: SCN-HAZARD-01"""

from __future__ import annotations

from typing import Final

from battles.engine.events import EffectAdded, EffectEnded, PostureChanged, Rolled
from battles.engine.flow import Context
from battles.engine.hooks import declare_inner
from battles.engine.scenarios.base import Scenario
from battles.engine.scenarios.creatures.figures import is_figure
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.state import KNOCKED_DOWN, STUNNED, Effect

RULE: Final = "SCN-HAZARD-01"
SUNK: Final = "in_quagmire"
declare_inner(SUNK)
LIFELESS: Final = frozenset({"undead", "undead_creature", "daemon"})
PAIRS: Final = 36


class Marsh(Scenario):
    """On a 1 at the start of its turn a side rolls another D6: a stinking bog on 2 and 3, a quagmire on 4 and 5."""

    code = "marsh"

    def turn_start(self, ctx: Context, side: str) -> None:
        if side not in ctx.game.players:
            return
        self._sink(ctx, side)
        if ctx.roll("die", side, rule=RULE, about="danger").total != 1:
            return
        own = self.in_the_open(ctx, side)
        face = ctx.roll("die", side, rule=RULE, about="which_danger").total
        if not own:
            return
        if face in (2, 3):
            self._bog(ctx, own)
        elif face in (4, 5):
            self._quagmire(ctx, own)

    @staticmethod
    def in_the_open(ctx: Context, side: str) -> list[str]:
        """Warriors of a side at ground level."""
        return [
            model_id
            for model_id, model in ctx.state.models.items()
            if model_id[0] == side and not model.gone and model.z == 0 and not is_figure(ctx.fighters[model_id])
        ]

    @staticmethod
    def _passes(ctx: Context, model_id: str, what: str) -> bool:
        from battles.engine.steps.models.characteristics import characteristic

        value = characteristic(ctx.game, ctx.state, model_id, what)
        return bool(ctx.check("char", model_id, value, rule=RULE, about=f"{what}:marsh").passed)

    def _bog(self, ctx: Context, own: list[str]) -> None:
        model_id = one_of(ctx, own)
        ctx.note("marsh_stench", model_id, rule=RULE)
        if LIFELESS & set(ctx.fighters[model_id].tags) or self._passes(ctx, model_id, "toughness"):
            return
        if ctx.state.models[model_id].posture < STUNNED:
            ctx.emit(PostureChanged(model_id, STUNNED, why="marsh"))

    def _quagmire(self, ctx: Context, own: list[str]) -> None:
        """Each warrior rolls a D6 until one rolls a 1 and sinks in; if no one does, the last one sinks in."""
        victim = next(
            (model_id for model_id in own if ctx.roll("die", model_id, rule=RULE, about="sinks").total == 1), own[-1]
        )
        ctx.note("quagmire", victim, rule=RULE)
        posture = ctx.state.models[victim].posture
        if self._passes(ctx, victim, "strength"):
            if posture < KNOCKED_DOWN:
                ctx.emit(PostureChanged(victim, KNOCKED_DOWN, why="marsh"))
        else:
            if posture < STUNNED:
                ctx.emit(PostureChanged(victim, STUNNED, why="marsh"))
            ctx.emit(EffectAdded(victim, Effect(SUNK)))

    def _sink(self, ctx: Context, side: str) -> None:
        """Test for a stuck warrior at the start of the next turn: freed but knocked down, or permanently lost."""
        from battles.engine.steps.harm.injuries import take_out

        for model_id, model in tuple(ctx.state.models.items()):
            if model_id[0] != side or model.gone or not any(effect.code == SUNK for effect in model.effects):
                continue
            ctx.emit(EffectEnded(model_id, SUNK))
            if not self._passes(ctx, model_id, "strength"):
                take_out(ctx, model_id)
            elif model.posture < KNOCKED_DOWN:
                ctx.emit(PostureChanged(model_id, KNOCKED_DOWN, why="marsh"))


def one_of(ctx: Context, names: list[str]) -> str:
    """One of at most 36 names at random, all equally likely: two dice, rolled again when they match no name."""
    fitting = PAIRS // len(names) * len(names)
    while True:
        faces = (ctx.dice.face("die"), ctx.dice.face("die"))
        ctx.emit(Rolled("die", names[0], faces, rule=RULE, about="which_warrior"))
        number = 6 * (faces[0] - 1) + faces[1] - 1
        if number < fitting:
            return names[number % len(names)]


add_aim("marsh", lambda _plan, _params: Marsh())
