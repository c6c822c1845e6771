"""Attacks in close combat: the score to hit, their Strength, and attacks on knocked down or stunned models.

Rules: CC-HIT-01 to CC-HIT-04, CC-KD-01, CC-STUN-01
"""

from __future__ import annotations

from battles.engine.events import Modifier
from battles.engine.game import Game
from battles.engine.profile import Weapon
from battles.engine.rulesets.keys import Rules
from battles.engine.state import ACROSS, CHARGED, FEAR_SIX, FIRST_ROUND, KNOCKED_DOWN, STANDING, BattleState
from battles.engine.steps.combat.loadouts import usable_weapons
from battles.engine.steps.harm.attacks import Attack, hook_functions_of, take_keywords
from battles.engine.steps.models.characteristics import characteristic, keywords_of
from battles.engine.steps.nerve.psychology import hates
from battles.engine.terrain.defended_obstacles import hinders_blows

DIVE = "dived_on:"
"""Prefix of the mark in which a diving charge stores `[target, hundredths of an inch jumped]`; the charger's id
follows. Rule: MV-DIVE-02
"""


def blow_need(rules: Rules, attacker_skill: int, defender_skill: int) -> int:
    """The unmodified score to hit in close combat. Rules: CC-HIT-01, CC-HIT-02"""
    if attacker_skill > defender_skill:
        return 3
    if attacker_skill == defender_skill:
        return 4
    if rules.to_hit_chart == "core":
        return 5
    return 5 if defender_skill > 2 * attacker_skill else 4


def worst_need(rules: Rules) -> int:
    """The highest score that an attack in close combat can need. Rule: CC-HIT-03"""
    return 6 if rules.six_always_hits_in_combat else 5


def dive_strength(game: Game, state: BattleState, model_id: str, target: str) -> int:
    """Strength that a diving charge adds against the model it lands on; 0 without a diving charge. Rules: CC-HIT-04,
    MV-DIVE-02
    """
    mark = state.marks.get(DIVE + model_id)
    if not mark or mark[0] != target:
        return 0
    return int(mark[1]) // 200 if game.rules.diving_strength_per_two_inches else 1


def blow(
    game: Game, state: BattleState, model_id: str, target: str, weapon: Weapon, *, part: str = "self", how: str = "blow"
) -> Attack:
    """One attack of a fighter (or its mount) with a weapon, with its score to hit. Changes nothing."""
    fighter = game.fighters[model_id]
    if part == "mount":
        assert fighter.mount is not None
        skill, strength = fighter.mount.profile.weapon_skill, fighter.mount.profile.strength
    else:
        skill = characteristic(game, state, model_id, "weapon_skill")
        strength = weapon.strength or characteristic(game, state, model_id, "strength") + weapon.strength_bonus
    attack = Attack(model_id, target, how, weapon, strength, strength, part)
    _prepare(game, state, attack, skill)
    return attack


def _prepare(game: Game, state: BattleState, attack: Attack, skill: int) -> None:
    rules = game.rules
    model_id, target = attack.who, attack.whom
    model = state.models[model_id]
    if rules.second_weapon_penalty and attack.part == "self" and fights_with_two_weapons(game, state, model_id):
        skill = max(1, skill - rules.second_weapon_penalty)
    own = keywords_of(game, state, model_id) if attack.part == "self" else frozenset()
    take_keywords(attack, own)
    steps = dive_strength(game, state, model_id, target)
    if state.marks.get(DIVE + model_id, [""])[0] == target:
        attack.hit_mods.append(Modifier("diving_charge", 1, "CC-HIT-04"))
        attack.strength += steps
        attack.save_strength += steps
    if model.flags & FIRST_ROUND and attack.part == "self" and hates(game, state, model_id, target):
        attack.rerolls_misses = True
    if not steps and meets_defended_obstacle(rules, state, model_id) and hinders_blows(game, state, model_id, target):
        attack.hit_mods.append(Modifier("defended_obstacle", -1, "TR-OBST-DEFEND-02"))
    enemy = keywords_of(game, state, target)
    for function, bearer, parameters in hook_functions_of(game, state, attack, "to_hit"):
        function(game, state, bearer, attack, **parameters)
    if rules.keywords and "ethereal" in enemy and not attack.magical:
        attack.hit_mods.append(Modifier("ethereal", -1, "SPEC-ETHEREAL-01"))
    if hits_automatically(game, state, attack):
        attack.automatic = True
        return
    need = blow_need(rules, skill, characteristic(game, state, target, "weapon_skill"))
    need = max(2, need - sum(modifier.by for modifier in attack.hit_mods))
    need = min(need, worst_need(rules))
    need = attack.hits_on or need
    attack.need_hit = attack.raw_need_hit = 6 if model.flags & FEAR_SIX else need
    if model.flags & FEAR_SIX:
        attack.hit_mods.append(Modifier("fear", 0, "PSY-FEAR-03"))


def hits_automatically(game: Game, state: BattleState, attack: Attack) -> bool:
    """Whether an attack needs no roll to hit: parting blows, and targets with Weapon Skill 0.

    For attacks on models that are down, see `downed_rule`. Rules: CHAR-ZEROWS-01, CC-BREAK-01
    """
    return attack.how == "parting" or characteristic(game, state, attack.whom, "weapon_skill") == 0


def fights_with_two_weapons(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model holds two close combat weapons. Rules: CC-2W-01, CC-2W-02"""
    return len(usable_weapons(game, state, model_id)) > 1


def downed_rule(rules: Rules, posture: int, *, felled_by_striker: bool, down_since_start: bool) -> str:
    """The rule for attacks on this enemy: "" if it counts as standing.

    Rules: CC-KD-02, CC-STUN-01, CC-SAME-01
    """
    if posture == STANDING or felled_by_striker or (rules.downed_since_phase_began_only and not down_since_start):
        return ""
    return rules.blow_at_knocked_down if posture == KNOCKED_DOWN else rules.blow_at_stunned


def strikes_downed_automatically(rules: Rules, posture: int) -> bool:
    """Whether attacks on an enemy in this posture hit without a roll. Rules: CC-KD-01, CC-STUN-01"""
    if posture == KNOCKED_DOWN:
        return rules.knocked_down_hit_automatically
    return posture != STANDING


def meets_defended_obstacle(rules: Rules, state: BattleState, model_id: str) -> bool:
    """Whether the model charged, this turn, an enemy who defends an obstacle.

    Rules: CC-OBST-01, TR-OBST-DEFEND-02
    """
    return rules.terrain_pack and bool(state.models[model_id].flags & ACROSS) and charged_this_turn(state, model_id)


def charged_this_turn(state: BattleState, model_id: str) -> bool:
    """Whether the model completed a charge this turn."""
    return bool(state.models[model_id].flags & CHARGED) and model_id[0] == state.active
