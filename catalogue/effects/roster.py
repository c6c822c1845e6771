"""Effects that the roster obeys: who may own, learn and be what."""

from typing import Final

ROSTER: Final[dict[str, tuple[str, str]]] = {
    "no_equipment": ("", "Never carries weapons, armour or anything else."),
    "no_experience": ("", "Never earns experience."),
    "no_armour": ("", "Never wears armour."),
    "no_missile_weapons": ("", "Never uses missile weapons."),
    "never_leads": ("", "Never becomes the leader."),
    "may_use_any": ("item_class:item_class", "Every item of this class is open to him."),
    "excludes_skill": ("skill:skill", "Not used together with this skill."),
    "may_learn_spells": ("spell_list:spell_list needs_item:item", "May learn spells when he owns the item."),
    "learn_spell": ("spell_list:spell_list or_own_list?:bool", "One wizard learns one more spell."),
    "mutations_on_recruitment": ("multiplier:int", "Mutations on recruitment only; later ones cost this many times."),
    "mutations_at_least": ("amount:int", "Joins with at least this many mutations."),
    "warband_size_bonus": ("amount:int", "Added to the largest size of the warband."),
    "starting_gold": ("amount:int", "Founded with this much gold (in the list's own figure)."),
    "profile_already_changed": (
        "characteristic:characteristic warrior_type:warrior_type",
        "The printed profile of this entry holds the change already.",
    ),
    "second_only_for": ("warrior_types:warrior_types", "Only these may carry two of it."),
    "needs_mount": ("item:item", "Only for one who owns this mount."),
    "fights_as": ("warrior_type:warrior_type", "Fights beside its owner with this profile and counts as a warrior."),
}
