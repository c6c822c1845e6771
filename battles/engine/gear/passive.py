"""Trait codes that no hook listens to: the steps that they concern read them by themselves."""

from __future__ import annotations

from battles.engine.steps.muster import declare_passive

declare_passive(
    "breath_attack", "casts_as_a_unit", "cannot_be_parried", "cast_in_armour", "caster", "cumbersome",
    "difficult_to_use", "extra_hand",
    "flaming", "impact_hits", "large_target", "loses_hand", "magical", "mounted_only", "no_armour_while_casting",
    "reroll_parry_with", "shoots_in_combat", "sniper", "throw_net", "thrown_vial", "two_handed", "unwieldy",
)  # fmt: skip
