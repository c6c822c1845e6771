"""Trait codes without a hook function: the steps read them directly, or fields carry them."""

from __future__ import annotations

from battles.engine.hooks import declare_inner
from battles.engine.profile import CHARACTERISTICS
from battles.engine.steps.turn.muster import CHAPTER_KEYWORDS, declare_passive

declare_passive(
    "arms_mastery", "barrage", "breaks_spells", "breaks_weapons", "breath_attack", "cannot_be_parried",
    "cast_in_armour", "caster", "casts_as_a_unit", "casts_hidden", "charges_unseen", "cumbersome", "difficult_to_use",
    "evades_charges", "extra_hand", "fear_in", "fears_kind", "flaming", "handles_beasts", "harder_to_find",
    "hates_shooters", "hides_after_running", "hides_in_open", "hits_twice", "impact_hits", "in_place_of_blows",
    "infiltrate", "keeps_finds", "large_target", "leader_range", "leader_range_bonus", "leap", "loses_hand", "magical",
    "mounted_only", "must_charge", "no_armour_while_casting", "other_blow", "parry_on", "rallying_call",
    "reroll_cast", "reroll_parry_with", "rerolls_start", "rout_weight", "runs_and_shoots", "second_spell",
    "sees_everything", "serves_as", "serves_in_combat", "shoots_in_combat", "shoots_with_body", "sniper",
    "spot_hidden", "standard", "stops_chargers", "stronger_limbs", "sways_chargers", "throw_net", "thrown_bomb",
    "thrown_vial", "throws_voice", "two_handed", "unwieldy", "used_to_armour", "wards_off", "when_charging",
)  # fmt: skip
declare_inner(
    "armour_of_righteousness", "black_fury", "carries_chest", "death_vision", "hearts_of_steel", "heroic_killing_blow",
    "luck_of_shemtek", "lured", "netted", "no_pain", "shield_of_faith", "sorcerers_curse", "sword_of_rezhebel",
    "the_hammer_of_sigmar", "weaker_against_immune", *CHAPTER_KEYWORDS, *(f"raised_{name}" for name in CHARACTERISTICS),
)  # fmt: skip
