"""Tests for jumps down and for jumps across a gap. Rules: MV-JUMPDN-01, MV-JUMPDN-02, MV-GAP-01, MV-GAP-02"""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.heights import falling
from battles.engine.steps.movement.initiative_tests import initiative_test
from battles.engine.table.movement.paths import Check

_TESTS = {
    "jump_down": ("jump", "MV-JUMPDN-01"),
    "gap": ("gap", "MV-GAP-01"),
    "gap_landing": ("jump", "MV-GAP-02"),
}


def roll_check(ctx: Context, model_id: str, check: Check) -> bool:
    """Roll the tests of a jump in order. The first failure turns it into a fall. Rule: MV-JUMPDN-02"""
    kind, rule = _TESTS[check.kind]
    if check.automatic:
        ctx.note("jump_too_far", model_id, rule="MV-GAP-01")
        falling.fall(ctx, model_id, check.height, check.fall, kind)
        return False
    tests = check.tests
    if kind == "jump" and allowance_of(ctx.game, ctx.state, model_id).safe_drop >= check.height:
        tests = min(tests, 1)
    for _ in range(tests):
        if not initiative_test(ctx, model_id, kind, rule, check.height):
            falling.fall(ctx, model_id, check.height, check.fall, kind)
            return False
    return True
