"""Tests before climbs up and down, ropes, and ladders in a charge.

Rules: MV-CLIMB-04, MV-CLIMB-05, MV-LADDER-01, MV-CHG-11
"""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.steps.movement.heights import falling, jumping
from battles.engine.steps.movement.initiative_tests import initiative_test
from battles.engine.table.movement.paths import Check

_UPWARD = {
    "climb_up": ("climb", "MV-CLIMB-04"),
    "rope_up": ("rope", "MV-LADDER-01"),
    "ladder_charge": ("ladder", "MV-CHG-11"),
}
_DOWNWARD = {"climb_down": ("descend", "MV-CLIMB-05"), "rope_down": ("descend", "MV-LADDER-01")}


def roll_check(ctx: Context, model_id: str, check: Check) -> bool:
    """Roll the dice of one check. Returns False if the move ends: the model stays at the bottom of a failed climb or
    falls.
    """
    if check.kind in _UPWARD:
        kind, rule = _UPWARD[check.kind]
        return initiative_test(ctx, model_id, kind, rule, check.height)
    if check.kind in _DOWNWARD:
        kind, rule = _DOWNWARD[check.kind]
        if initiative_test(ctx, model_id, kind, rule, check.height):
            return True
        falling.fall(ctx, model_id, check.height, check.fall, "climb")
        return False
    return jumping.roll_check(ctx, model_id, check)
