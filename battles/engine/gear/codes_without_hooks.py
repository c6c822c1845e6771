"""Effect codes without a hook: the field or function that implements each, and the codes of the engine itself."""

from __future__ import annotations

from battles.engine.hooks import declare_inner
from battles.engine.profile import CHARACTERISTICS
from battles.engine.steps.turn.muster import CHAPTER_KEYWORDS
from battles.engine.traits import acts_in

acts_in(
    "battles.engine.profile", "Weapon.hands", ("two_handed",),
    because="Every item with this has two hands in its pack, and such a weapon is held alone.",
)  # fmt: skip
acts_in(
    "battles.engine.profile", "Fighter.keywords", ("large_target",),
    because="Every warrior with that rule is marked as large in its pack, which gives the keyword.",
)  # fmt: skip
acts_in(
    "battles.engine.profile", "Fighter.spells", ("caster",),
    because="Every warrior with such a rule has a spell list in its pack, and the spells on the roster are cast.",
)  # fmt: skip
acts_in(
    "battles.engine.spells.runes", "DIFFICULTY", ("inscribed",),
    because="The effect of the runes of the Dwarfs, which are carved before a battle.",
)  # fmt: skip
acts_in(
    "battles.core.bridge.weapons", "is_cumbersome", ("cumbersome",),
    because="The other weapons of the warrior stay out of the battle.",
)  # fmt: skip
acts_in(
    "battles.core.bridge.weapons", "ARMS_OF_ITEMS", ("serves_as", "serves_in_combat"),
    because="The item becomes one more weapon of the fighter.",
)  # fmt: skip
acts_in(
    "battles.core.bridge.weapons", "ARMS_OF_BODIES", ("shoots_with_body", "other_blow"),
    because="The body becomes one more weapon of the fighter.",
)  # fmt: skip
declare_inner(
    "armour_of_righteousness", "black_fury", "carries_chest", "death_vision", "hearts_of_steel", "heroic_killing_blow",
    "luck_of_shemtek", "lured", "netted", "no_pain", "shield_of_faith", "sorcerers_curse", "sword_of_rezhebel",
    "the_hammer_of_sigmar", "weaker_against_immune", *CHAPTER_KEYWORDS, *(f"raised_{name}" for name in CHARACTERISTICS),
)  # fmt: skip
