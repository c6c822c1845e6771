"""Weather: how far models see in fog, warriors who get lost, and the effect of haze on moving and shooting.

Rules: SCN-SIGHT-01, GM-PLACE-01, MV-STUP-01
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from battles.engine.events import EffectAdded, Marked, Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.scenarios.base import Scenario, is_able
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.state import ACTED, BattleState, Effect

if TYPE_CHECKING:
    from battles.engine.steps.movement.allowances import Allowance
    from battles.engine.steps.shooting.rate_of_fire import ShotPlan

HAZE = "in_haze"
declare_inner(HAZE)
VISIBILITY = "visibility"
"""Key of the mark with the maximum distance of sight, which `steps.movement.hiding.visibility` reads."""
VOICES = "voices"
"""Key of the mark with the range of the leader's Leadership in per cent, which `steps.nerve.leaders` reads."""
INCH = 100
TURNS_A_FACE = 60
"""Degrees between the directions that the faces of a direction die stand for."""


class DenseFog(Scenario):
    """Each turn, dice decide how far models see. A warrior who rolls a 1 gets lost and wanders."""

    code = "dense_fog"

    def __init__(self, count: int, lost_on: int, times: int = 1) -> None:
        self.count, self.lost_on, self.times = count, lost_on, times

    def turn_start(self, ctx: Context, side: str) -> None:
        seen = ctx.sum_of("count", side, self.count, rule="SCN-SIGHT-01").total
        ctx.emit(Marked(VISIBILITY, seen * self.times * INCH))
        if side not in ctx.game.players:
            return
        from battles.engine.steps.movement.forced.random_moves import stumble

        for model_id, model in tuple(ctx.state.models.items()):
            if model_id[0] != side or not is_able(ctx.state, model_id) or model.engaged:
                continue
            if (
                self.lost_on
                and ctx.roll("die", model_id, need=self.lost_on + 1, rule="SCN-SIGHT-01", about="keep_way").passed
                is False
            ):
                ctx.note("lost_in_fog", model_id, rule="SCN-SIGHT-01")
                heading = ctx.dice.face("scatter")
                ctx.emit(Rolled("scatter", model_id, (heading,), rule="SCN-SIGHT-01"))
                length = ctx.roll("move", model_id, rule="SCN-SIGHT-01").total
                stumble(ctx, model_id, float(TURNS_A_FACE * heading), INCH * length)
                if not ctx.state.models[model_id].gone:
                    ctx.flag(model_id, on=ACTED, why="lost_in_fog")


class Haze(Scenario):
    """All models move less, shoot less far, and use the leader's Leadership from a shorter distance."""

    code = "haze"

    def __init__(self, movement: int, reach: int, voices: int) -> None:
        self.movement, self.reach, self.voices = movement, reach, voices

    def turn_start(self, ctx: Context, side: str) -> None:
        if ctx.state.marks.get(VOICES) != self.voices:
            ctx.emit(Marked(VOICES, self.voices))
        for model_id in ctx.state.models:
            if not any(effect.code == HAZE for effect in ctx.state.models[model_id].effects):
                ctx.emit(EffectAdded(model_id, Effect(HAZE, 10 * self.movement + self.reach)))


@on("move", HAZE)
def _march_slower(game: Game, state: BattleState, model_id: str, allowance: Allowance, *, value: int) -> Allowance:
    """Reduce movement: the tens digit of `value` is the number of inches lost."""
    less = INCH * (value // 10)
    movement = max(INCH, allowance.movement - less)
    change = movement - allowance.movement
    return allowance._replace(
        movement=movement,
        walk=max(0, allowance.walk + change),
        run=max(0, allowance.run + 2 * change),
        charge=max(0, allowance.charge + 2 * change),
    )


@on("shoot", HAZE)
def _shoot_less_far(game: Game, state: BattleState, model_id: str, plan: ShotPlan, *, value: int) -> ShotPlan:
    """Reduce the range: the units digit of `value` is the number of inches lost."""
    return plan._replace(reach=max(INCH, plan.reach - INCH * (value % 10)))


def _fog(_plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    dice = str(params.get("dice", ""))
    if dice not in ("D6", "2D6", "3D6", "4D6"):
        return "The range of sight must be a roll of D6 to 4D6."
    return DenseFog(
        int(dice[0]) if dice[0].isdigit() else 1, int(params.get("lost_on", 0)), int(params.get("times", 1))
    )


def _haze(_plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    return Haze(int(params["movement"]), int(params["range"]), int(params.get("voices", 100)))


add_aim("dense_fog", _fog, bounds={"lost_on": (0, 3), "times": (0, 6)})
add_aim("haze", _haze, bounds={"movement": (0, 3), "range": (0, 9), "voices": (10, 100)})
