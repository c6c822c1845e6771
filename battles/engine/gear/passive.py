"""Trait codes that no hook listens to: the steps that they concern read them by themselves, or fields carry them."""

from __future__ import annotations

from battles.engine.hooks import declare_inner
from battles.engine.profile import CHARACTERISTICS
from battles.engine.steps.muster import CHAPTER_KEYWORDS, declare_passive

declare_passive(
    "breath_attack", "casts_as_a_unit", "cannot_be_parried", "cast_in_armour", "caster", "cumbersome",
    "difficult_to_use", "extra_hand", "flaming", "impact_hits", "infiltrate", "large_target", "leader_range",
    "leader_range_bonus", "leap", "loses_hand", "magical", "mounted_only", "no_armour_while_casting",
    "reroll_cast", "reroll_parry_with", "rout_weight", "sees_everything", "shoots_in_combat", "sniper", "standard",
    "spot_hidden", "throw_net", "thrown_vial", "two_handed", "unwieldy", "wards_off",
)  # fmt: skip
declare_inner(
    "armour_of_righteousness", "black_fury", "carries_chest", "death_vision", "hearts_of_steel", "heroic_killing_blow",
    "luck_of_shemtek", "lured", "netted", "no_pain", "shield_of_faith", "sorcerers_curse", "sword_of_rezhebel",
    "the_hammer_of_sigmar", "weaker_against_immune", *CHAPTER_KEYWORDS, *(f"raised_{name}" for name in CHARACTERISTICS),
)  # fmt: skip
