"""Trait codes without a hook function that no rule declares as a question (`traits`): fields, weapons and spells use
them."""

from __future__ import annotations

from battles.engine.hooks import declare_inner
from battles.engine.profile import CHARACTERISTICS
from battles.engine.steps.turn.muster import CHAPTER_KEYWORDS
from battles.engine.traits import declare_passive

declare_passive(
    "barrage", "breaks_weapons", "cannot_be_parried", "caster", "cumbersome", "difficult_to_use", "flaming",
    "hits_twice", "in_place_of_blows", "keeps_finds", "large_target", "magical", "mounted_only", "other_blow",
    "parry_on", "reroll_parry_with", "rerolls_start", "serves_as", "serves_in_combat", "shoots_in_combat",
    "shoots_with_body", "stronger_limbs", "throw_net", "thrown_bomb", "thrown_vial", "two_handed", "unwieldy",
    "used_to_armour", "when_charging",
)  # fmt: skip
declare_inner(
    "armour_of_righteousness", "black_fury", "carries_chest", "death_vision", "hearts_of_steel", "heroic_killing_blow",
    "luck_of_shemtek", "lured", "netted", "no_pain", "shield_of_faith", "sorcerers_curse", "sword_of_rezhebel",
    "the_hammer_of_sigmar", "weaker_against_immune", *CHAPTER_KEYWORDS, *(f"raised_{name}" for name in CHARACTERISTICS),
)  # fmt: skip
