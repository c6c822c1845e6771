"""The preview edition (seed 001): what differs from the base layer."""

from typing import Any

GAZETTE: dict[str, Any] = {
    "code": "gazette",
    "turning_over_is_optional": True,
    "two_dice_past_six": True,
    "several_shots_penalty": -1,
    "cover_kinds": True,
    "cover_from_half_hidden": True,
    "large_by_body": False,
    "criticals": "gazette",
    "critical_needs_less_than_six": False,
    "critical_doubles_weapon_wounds": True,
    "helmets": False,
    "stunned_crawl": True,
    "knocked_down_hit_automatically": False,
    "blow_at_knocked_down": "hit_is_out",
    "downed_since_phase_began_only": True,
    "diving_strength_per_two_inches": True,
    "parry": "marked",
    "poison_on_six": "always",
    "killing_blow": "out",
    "rout_tests": False,
    "voluntary_rout": False,
    "all_alone": False,
    "any_enemy_stops_running": True,
    "run_up_ladders": False,
    "run_over_objects": False,
    "unseen_charge": "never",
    "interception": "blocks",
    "ladder_charge_tests": True,
}
