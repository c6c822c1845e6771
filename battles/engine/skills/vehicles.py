"""Chariots that run over the models they charge, and who may drive them. Rules: TR-CHARIOT-01, GM-TEST-01

Hooks `move` and `charge`.
"""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import on
from battles.engine.state import BattleState
from battles.engine.steps.harm.attacks import NO_WEAPON, Attack, Group
from battles.engine.steps.harm.pipeline import resolve
from battles.engine.steps.movement.allowances import Allowance
from battles.engine.steps.movement.initiative_tests import initiative_test
from battles.engine.traits import Flag

DRIVES = Flag("drive_chariot")
"""Whether the model is trained to drive a chariot."""


@on("move", "rides_chariot")
def rides_chariot(game: Game, state: BattleState, model_id: str, allowance: Allowance, *, movement: int) -> Allowance:
    """The chariot moves at the speed of its team. It never runs; with a trained driver it charges at twice this
    speed.
    """
    far = 100 * movement
    may = DRIVES.of(game.fighters[model_id])
    return allowance._replace(
        movement=far, walk=far, run=far, charge=2 * far if may else 0, may_run=False,
        may_charge=allowance.may_charge and may,
    )  # fmt: skip


@on("charge", "rides_chariot")
def crushes(ctx: Context, model_id: str, target: str, *, movement: int) -> None:
    """A model that is charged passes an Initiative test or takes a hit of Strength 4 with its save 2 worse."""
    if ctx.model(target).gone or initiative_test(ctx, target, "evade", "GM-TEST-01"):
        return
    hit = Attack(
        model_id, target, "collision", NO_WEAPON._replace(save_modifier=-1), 4, 4, automatic=True, may_be_critical=False
    )
    resolve(ctx, Group(model_id, target, "collision", [hit]))
