"""The movement rules that the table's geometry needs, built once from the active rules.

Rules: MV-WALK-04, MV-RUN-05, MV-CLIMB-01, TR-CLASS-01
"""

from __future__ import annotations

from functools import lru_cache

from battles.engine.rulesets.keys import Rules
from battles.engine.table.movement.rules import MoveRules

MOUNTED_LEAP = 200
"""Height that a horse can leap in rulesets where animals do not climb. Rule: TR-MOUNT-01"""


@lru_cache(maxsize=64)
def move_rules(rules: Rules, mounted: bool = False) -> MoveRules:
    """The movement rules for a model on foot or mounted."""
    older = rules.climb_needs_touch_at_start
    leap_limit = 100 if rules.leap_limit_inclusive else 99
    if mounted and not rules.leap_limit_inclusive:
        leap_limit = MOUNTED_LEAP
    return MoveRules(
        leap_limit=leap_limit,
        leap_at_run=rules.run_over_objects,
        difficult=2,
        very_difficult=rules.very_difficult_factor,
        shallow_water=2,
        deep_water=2 if rules.water_is_difficult else None,
        ladder_is_climb=rules.ladders_are_climbs,
        ladder_up_at_run=rules.run_up_ladders and not rules.ladders_are_climbs,
        ladder_down_at_run=not rules.ladders_are_climbs,
        ladder_test_in_charge=rules.ladder_charge_tests,
        rope_is_climb=rules.ropes_need_tests,
        climb_in_charge=rules.climb_in_charge,
        climb_from_contact_only=older,
        animals_climb=rules.animals_climb,
        jump_max=rules.jump_down_limit or None,
        gap_tested=rules.gap_jump_tests,
        gap_rise=25 if rules.gap_jump_upward else 0,
        gap_free_drop=None if rules.gap_jump_tests else 100,
    )
