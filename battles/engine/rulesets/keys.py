"""All switches in which rulesets may differ, with the values of the base ruleset `mordheim`.

A layer (`core.py`, `gazette.py`, `skirmish.py`) is a dictionary of overrides; house rules are another one. Steps read
these keys and never ask which ruleset is active. Lengths in hundredths of an inch. A test fails for a key that is never
read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

CODES = ("skirmish", "gazette", "mordheim", "core")
"""Codes of the rulesets. Rule: CONV-RULESET-01"""


@dataclass(frozen=True, slots=True)
class Rules:
    """The active rules of one battle."""

    code: str = "mordheim"

    # the turn
    phases: tuple[str, ...] = ("recovery", "movement", "shooting", "combat")
    combat_name: str = "hand_to_hand"
    """Name of the last phase in this ruleset. Rule: TURN-SEQ-01"""
    special_dice: bool = False
    """Whether the ruleset has artillery and scatter dice. Rules: DICE-ART-01, DICE-SCAT-01"""
    casting_phase: str = "shooting"
    """The phase in which spells are cast. Rule: MAG-PHASE-01"""
    rally_barred_by_near_enemy: bool = True
    """Whether a model cannot rally while the nearest model is an enemy. Rule: TURN-RALLY-02"""
    rallied_may_cast: bool = True
    """Whether a model that rallied this turn may cast spells. Rule: TURN-RALLY-03"""
    turning_over_is_optional: bool = False
    """Whether a stunned model may stay stunned instead of becoming knocked down. Rule: TURN-STUN-01"""
    stood_up_halves_move: bool = True
    """Whether a model that stood up this turn moves at half speed. Rule: TURN-STAND-02"""
    standing_up_counts_as_moving: bool = False
    """Whether standing up counts as a move, for example for weapons that cannot be fired after one.

    Rule: TURN-STAND-03
    """
    failed_charge_may_cast: bool = True
    fallen_may_cast: bool = True
    """Whether knocked down models may cast spells. Rule: MAG-WHO-01"""
    spell_unit_radius: int = 0
    """Enemies within this distance of one another are one unit for spells; 0 for single models. Rule: MAG-UNIT-01"""
    zero_strength_kills: bool = False
    """Whether a model whose Strength or Toughness drops to 0 is removed. Rule: CHAR-ZEROST-01"""

    # shooting
    easier_target_may_be_chosen: bool = True
    """Whether a shooter may choose a farther target that is easier to hit than the nearest. Rule: SHOOT-CLOSE-02"""
    downed_targets: str = "ignorable"
    """"ignorable": models on the ground may be shot or ignored; "barred": at street level they cannot be targets. Rule:
    SHOOT-CLOSE-03
    """
    elevated_same_floor_only: bool = False
    """Whether enemies limit an elevated shooter's choice only on the same floor, not in the whole building.

    Rule: SHOOT-ELEV-02
    """
    same_building_nearest_first: bool = False
    """Whether an elevated shooter must choose the nearest of the enemies in the building. Rule: SHOOT-ELEV-02"""
    out_of_range_may_be_chosen: bool = True
    """Whether a target out of range may be chosen. Rule: SHOOT-RANGE-01"""
    two_dice_past_six: bool = False
    """Whether a shot that needs 7 to 9 can hit with a 6 and a second die. Rule: SHOOT-NEED7-01"""
    single_target_penalty: int = 0
    """Modifier to hit for shots at a target that is not large. Rule: SHOOT-MOD-SINGLE-01"""
    several_shots_penalty: int = 0
    """Modifier to hit for each shot when a model fires several. Rule: SHOOT-MOD-MULTI-01"""
    large_by_body: bool = True
    """Bodies over 2 inches tall or wide are large targets where sizes are not used. Rule: SHOOT-MOD-LARGE-01"""
    large_by_size: bool = False
    """Whether models of size Large and above are large targets; otherwise only those with the keyword large_target.

    Rules: SHOOT-MOD-LARGE-01, CHAR-SIZE-01
    """
    cover_kinds: bool = False
    """Whether soft cover gives -1 and hard cover -2; otherwise all cover gives -1. Rule: SHOOT-COVER-01"""
    cover_from_half_hidden: bool = False
    """Whether a model must be at least half hidden to have cover; otherwise any hidden part is enough. Rule:
    LS-COVER-01
    """
    mounted_shooters_see_front_only: bool = False
    """Whether mounted models see and shoot only in their front arc. Rule: SHOOT-ARC-01"""
    sniper: bool = False
    """Whether the sniper rules apply. Rule: SHOOT-SNIPER-01"""
    fallen_may_shoot: bool = True
    search_failed_may_shoot: bool = True
    """Whether a model may shoot after a failed search for a hidden enemy. Rule: SHOOT-WHO-01"""
    charge_reactions: bool = False
    """Whether models that are charged may react: stand and shoot, or flee. Rule: SHOOT-REACT-01"""

    # wounding, criticals, saves
    strength_against_toughness: str = "chart"
    """"chart": a Strength 4 below the Toughness cannot wound; "linear": a 6 always wounds. Rule: WND-TABLE-01"""
    criticals: str = "basic"
    """Critical hit rules: "double", "gazette", "basic" or "class". Rules: CRIT-SKIRMISH-01, CRIT-GAZ-01, CRIT-MORD-01,
    CRIT-CLASS-01
    """
    critical_needs_less_than_six: bool = True
    """Whether an attack that needs a 6 to wound cannot be a critical hit. Rule: CRIT-NEED6-01"""
    criticals_per_phase: int = 1
    """Maximum number of critical hits of one warrior in a combat phase; 0 means no limit. Rule: CRIT-CAP-01"""
    automatic_hits_may_be_critical: bool = True
    """Whether attacks at fleeing and fallen models can be critical hits. Rule: CRIT-SCOPE-01"""
    critical_doubles_weapon_wounds: bool = False
    """Whether a critical hit doubles the number of Wounds that the weapon causes. Rule: CRIT-MULTI-01"""
    class_chart_edition: str = "mordheim"
    """"mordheim" or "core", where the charts of the weapon classes differ. Rules: CRIT-BLUD-SWEEP-01,
    CRIT-THRUST-THRUST-01
    """
    helmets: bool = True
    """Whether helmets give a save against being stunned. Rule: ARM-HELMET-01"""
    wards: bool = False
    """Whether the ward, regeneration and Magic Resistance keywords apply. Rules: SAVE-WARD-01, SAVE-REGEN-01,
    SAVE-MR-01
    """

    # injuries and the downed
    stunned_crawl: bool = False
    """Whether stunned models may crawl. Rule: INJ-STUN-01"""
    slip_when_fleeing: bool = False
    """Whether a model that begins to flee next to an edge may fall from it. Rule: INJ-EDGE-01"""
    knocked_down_hit_automatically: bool = True
    """Whether attacks on knocked down models hit without a roll. Rule: CC-KD-01"""
    blow_at_knocked_down: str = "wound_is_out"
    """What takes a knocked down model out of action: "wound_is_out", "hit_is_out" or "injury_is_out". Rule: CC-KD-02"""
    blow_at_stunned: str = "out"
    """What takes a stunned model out of action: "out" (any attack) or "injury_is_out". Rule: CC-STUN-01"""
    downed_since_phase_began_only: bool = False
    """Whether only models that were down when the phase began count as downed. Rules: CC-KD-01, CC-SAME-01"""
    fleeing_counts_as_helpless: bool = False
    """Whether fleeing models are treated as helpless. Rules: CC-ALLOC-02, CC-MOVE-02, CONV-STATE-01"""

    # close combat
    to_hit_chart: str = "warhammer"
    """Chart for rolls to hit in combat: "warhammer" or "core". Rules: CC-HIT-01, CC-HIT-02"""
    six_always_hits_in_combat: bool = True
    """Whether the highest score to hit in close combat is 6; otherwise it is 5. Rule: CC-HIT-03"""
    diving_strength_per_two_inches: bool = False
    """Whether a diving charge adds 1 Strength for every 2 inches jumped; otherwise it adds 1. Rule: CC-HIT-04"""
    second_weapon_is_compulsory: bool = False
    second_weapon_penalty: int = 0
    """Reduction of the Weapon Skill for all attacks with two weapons. Rules: CC-2W-01, CC-2W-02"""
    loadout_is_fixed: bool = False
    """Whether the weapons chosen at the start of a combat are kept until it ends. Rule: CC-LOAD-01"""
    parry: str = "all"
    """"all": swords and bucklers can parry; "marked": only gear that is marked as parrying; "none". Rule: CC-PARRY-01

    """
    two_swords_reroll_parry: bool = False
    """Whether two swords re-roll a failed parry. Rule: CC-PARRY-04"""
    knocked_down_may_parry: bool = False
    """Whether knocked down models may parry. Rule: CC-PARRY-06"""
    break_distance_by_move: bool = False
    """Whether models with a Move above 6 flee 3D6 inches, except after All Alone. Rule: CC-BREAK-03"""
    first_flight: str = "away"
    """Direction of the first flight: "away" from enemies or to the nearest "edge". Rules: CC-BREAK-03, MV-FLEE-01"""
    keywords: bool = False
    """Whether the keyword chapter applies: stomp, impact hits, breath, ethereal, terror, stubborn ... Rules: SPEC-*,
    PSY-KEYS-01
    """
    poison_on_six: str = "items"
    """When poison wounds on a 6: "always", "core" or "items". Rules: SPEC-POISON-01, SPEC-POISON-02"""
    killing_blow: str = "off"
    """Effect of killing blows: "out", "roster" or "off". Rules: SPEC-KB-01, SPEC-KB-02"""

    # nerve
    rout_tests: bool = True
    """Whether sides take rout tests. Rule: PSY-ROUT-01"""
    rout_substitute_must_be_able: bool = False
    """Whether the substitute for the leader in a rout test must be able to act. Rule: PSY-ROUT-02"""
    voluntary_rout: bool = True
    """Whether a side may rout voluntarily. Rule: PSY-VROUT-01"""
    leader_is_highest: bool = False
    """Whether the model with the highest Leadership is the leader, regardless of the player's choice.

    Rule: PSY-LEAD-01
    """
    all_alone: bool = True
    all_alone_counts_size: bool = False
    """Whether only enemies of the model's own size or larger count for All Alone. Rule: PSY-ALONE-01"""
    fear_failed_charge_stands: bool = True
    """Whether a model that fails its fear test stays in place instead of making a failed charge. Rule: PSY-FEAR-02"""
    frenzy_doubles: bool = True
    """Whether frenzy doubles the Attacks; otherwise it adds one. Rule: PSY-FRENZY-02"""
    frenzy_immune_needs_reach: bool = True
    """Whether frenzied models are immune to psychology only while an enemy is in charge range. Rule: PSY-FRENZY-03"""
    frenzy_ends_when_fleeing: bool = False
    """Whether frenzy ends when the model flees. Rule: PSY-FRENZY-03"""
    stupidity: str = "test"
    """"test" or "minder". Rule: PSY-STUPID-01"""
    alignment: bool = False
    """Whether alignments limit alliances. Rules: ALLY-ALIGN-01, ALLY-FORMAL-01"""

    # forces and scenarios
    force_guidelines: bool = False
    """Whether the guidelines for forces apply. Rules: SCN-COUNT-01, SCN-TYPE-01, SCN-CORE-01, SCN-BANNER-01"""
    force_points: tuple[int, int] = (0, 0)
    """Suggested minimum and maximum points; 0 for no limit. Rule: WB-POINTS-01"""
    magic_limits: str = ""
    """"levels", "wizards" or "" for none. Rule: SCN-MAGIC-01"""
    missing_leader_is_warning: bool = False
    """Whether a side without a leader is only warned about. Rule: WB-LEADER-01"""
    imperial_factions: bool = False
    """Whether warbands belong to the imperial claimants' factions. Rules: FAC-LIST-01, FAC-GEAR-01, FAC-UNFINISHED-01

    """

    # house rules and options
    hr_cavalry_first_wound: bool = False
    hr_poison_crit: bool = False
    hr_swarms: bool = False
    hr_plague_units: bool = False
    hr_losing_control: bool = False
    """House rule: when a rider loses the last Wound, roll on the table for losing control of the mount instead of the
    injury table.

    Rule: SPEC-MOUNT-01
    """
    panic_triggers: tuple[int, ...] = ()
    """House rule: the situations that call for a panic test. Rules: INJ-CAV-01, SPEC-POISON-03, INJ-SWARM-01,
    MAG-PLAGUE-01, PSY-PANIC-01
    """
    terrain_pack: bool = False
    """Whether the terrain pack is used. Rule: TR-PACK-01"""
    unit_hits: str = "scaled"
    """"scaled": one hit for each die of hits that a terrain piece inflicts on a unit; "literal": the dice are rolled.

    Rule: TR-PACK-03
    """
    uphill_bonus: bool = False
    """+1 to hit for a charge from higher ground, in the phase of the charge. Rule: TR-HILL-CC-01"""
    marsh_all_dangerous: bool = False
    """Whether a marsh is dangerous for small models on foot too. Rule: TR-MARSH-02"""
    sight_mode: str = "true"
    """Line of sight: "true" (between models) or "value" (by size values). Rules: LS-TRUE-01, LS-VALUE-01"""

    # movement
    measuring_is_free: bool = False
    """Whether players may measure distances at any time. Rule: MV-MEAS-01"""
    any_enemy_stops_running: bool = False
    """Whether every enemy within 8 inches prevents running, even a fleeing or hidden one. Rule: MV-RUN-02"""
    run_up_ladders: bool = True
    run_over_objects: bool = True
    ladders_are_climbs: bool = False
    """Whether taking a ladder counts as climbing. Rule: MV-RUN-05"""
    ropes_need_tests: bool = False
    """Whether climbing a rope needs an Initiative test. Rule: MV-LADDER-01"""
    unseen_charge: str = "near"
    """Charges at enemies out of sight: "near" (within 4 inches), "never" or "reach" (anywhere within reach). Rule:
    MV-CHG-04
    """
    hidden_charge: bool = False
    """Whether hidden enemies may be charged. Rule: MV-CHG-05"""
    charge_route: str = "direct"
    """Route of a charge: "direct" or "free" (chosen by the player). Rule: MV-CHG-06"""
    interception: str = "ask"
    """Interception: "ask" the defender, "automatic" redirects the charge, "blocks" stops it. Rule: MV-INT-01"""
    failed_charge_advance: int = 0
    """How far a failed charge moves, in hundredths of an inch; 0 for the model's Movement. Rule: MV-CHG-08"""
    climb_in_charge: bool = False
    """Whether a charge may include climbing. Rule: MV-CHG-12"""
    ladder_charge_tests: bool = False
    """Whether taking a ladder in a charge needs an Initiative test. Rule: MV-CHG-11"""
    animals_climb: bool = False
    """Whether animals can climb. Rule: MV-CLIMB-01"""
    climb_needs_touch_at_start: bool = True
    """Whether a model must touch the wall at the start of its move to climb it. Rule: MV-CLIMB-02"""
    jump_down_limit: int = 600
    """Maximum height of a jump down; 0 means no limit. Rule: MV-JUMPDN-01"""
    gap_jump_tests: bool = True
    gap_jump_upward: bool = True
    """Whether a jump over a gap may end higher than it began. Rules: MV-GAP-01, MV-GAP-02"""
    hiding_survives_a_look: bool = False
    """Whether a model stays hidden when an enemy moves into view of it or near it. Rule: MV-HIDE-05"""
    detection: str = "automatic"
    """Hidden models are detected "automatic"ally within Initiative, or by a "test" within twice that. Rules:
    MV-HIDE-06, MV-HIDE-07
    """
    very_difficult_factor: int = 4
    """How many inches of movement an inch of very difficult ground costs. Rule: TR-VDIFF-01"""
    leap_limit_inclusive: bool = False
    """Whether an object of exactly 1 inch can be leapt without a test. Rule: MV-WALK-04"""
    woods_are_difficult: bool = False
    """Whether woods are difficult ground. Rule: TR-FOREST-MOVE-01"""
    water_is_difficult: bool = False
    """Whether water is difficult ground. Rules: TR-SWIM-01, TR-SWIM-02"""
    one_friend_covers_crawl: bool = False
    """Whether one standing friend next to any of the enemies is enough for a model to crawl away. Rule: MV-CRAWL-03"""
    knocked_down_may_hide: bool = True
    """Whether knocked down models may hide. Rule: MV-HIDE-02"""
    aquatic_may_submerge: bool = False
    """Whether aquatic models may hide under water. Rule: TR-SWIM-02"""
    riders_enter_buildings: bool = False
    """Whether mounted models may enter buildings. Rule: TR-MOUNT-01"""
    mounted_danger_on_any_move: bool = False
    """Whether difficult ground is dangerous for mounted models on every move, not only fast ones. Rule: TR-MOUNT-02"""


RuleValue = bool | int | str | tuple[str, ...] | tuple[int, ...]
Layer = Mapping[str, RuleValue]
"""Overrides of rules, by the field names of `Rules`."""


def changed(rules: Rules, changes: Layer) -> Rules:
    """The rules with these overrides. Raises TypeError for an unknown name."""
    values: Any = changes
    return replace(rules, **values)
