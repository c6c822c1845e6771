"""Warhammer Skirmish (seed 000): the differences from the base layer."""

from battles.engine.rulesets.keys import Layer

SKIRMISH: Layer = {
    "code": "skirmish",
    "phases": ("recovery", "movement", "magic", "shooting", "combat"),
    "combat_name": "close_combat",
    "casting_phase": "magic",
    "spell_unit_radius": 200,
    "two_dice_past_six": True,
    "single_target_penalty": -1,
    "several_shots_penalty": -1,
    "cover_kinds": True,
    "cover_from_half_hidden": True,
    "mounted_shooters_see_front_only": True,
    "charge_reactions": True,
    "large_by_body": False,
    "criticals": "double",
    "helmets": False,
    "parry": "marked",
    "break_distance_by_move": True,
    "poison_on_six": "always",
    "killing_blow": "out",
    "leader_is_highest": True,
    "force_guidelines": True,
    "force_points": (100, 250),
    "magic_limits": "levels",
    "missing_leader_is_warning": True,
    "interception": "automatic",
}
