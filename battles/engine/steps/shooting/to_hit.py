"""The score that a shot needs, with the reason of every modifier. Rules: SHOOT-BS-01, SHOOT-BS-02, SHOOT-MOD-01 and
those named below
"""

from __future__ import annotations

from battles.engine.events import Modifier
from battles.engine.game import Game
from battles.engine.profile import Weapon
from battles.engine.rulesets.keys import Rules
from battles.engine.state import MOVED, RAN, STOOD_UP, BattleState
from battles.engine.steps.harm.attacks import Attack, hook_functions_of, take_keywords
from battles.engine.steps.models.characteristics import characteristic, keywords_of
from battles.engine.steps.models.size import is_large
from battles.engine.steps.shooting.cover import HARD, View, view
from battles.engine.steps.shooting.rate_of_fire import reach_of
from battles.engine.terrain.buildings.garrisons import near

BEST = 2
"""The lowest score that a shot can need, since a natural 1 always misses. Rule: SHOOT-BS-02"""
COVER, HARD_COVER = -1, -2
LONG_RANGE, MOVED_BEFORE, RAN_BEFORE, STOOD_UP_BEFORE = -1, -1, -2, -1
LARGE_TARGET, INTO_COMBAT, CHARGING_TARGET = 1, 1, -1
"""Modifiers to hit. Rules: SHOOT-COVER-01, SHOOT-MOD-LONG-01, SHOOT-MOD-MOVE-01, TURN-STAND-03, SHOOT-MOD-LARGE-01,
SHOOT-ENG-01, SHOOT-REACT-01
"""


def basic_need(ballistic_skill: int) -> int:
    """The score that a shot needs without modifiers, which may be below `BEST`. Rule: SHOOT-BS-01"""
    return 7 - ballistic_skill


def shot_modifiers(rules: Rules) -> dict[str, int]:
    """The modifiers that any shot can have in a ruleset, by reason. Rule: SHOOT-MOD-01"""
    cover = {"soft_cover": COVER, "hard_cover": HARD_COVER} if rules.cover_kinds else {"cover": COVER}
    found = {
        **cover,
        "long_range": LONG_RANGE,
        "moved": MOVED_BEFORE,
        "stood_up": STOOD_UP_BEFORE if rules.standing_up_counts_as_moving else 0,
        "several_shots": rules.several_shots_penalty,
        "single_target": rules.single_target_penalty,
        "charging_target": CHARGING_TARGET if rules.charge_reactions else 0,
        "large_target": LARGE_TARGET,
        "into_combat": INTO_COMBAT if rules.sniper else 0,
    }
    return {reason: by for reason, by in found.items() if by}


def shot(
    game: Game,
    state: BattleState,
    model_id: str,
    target: str,
    weapon: Weapon,
    *,
    seen: View | None = None,
    penalty: int = 0,
    reaction: bool = False,
    reach: int | None = None,
) -> Attack:
    """One shot with its score to hit. Changes nothing.

    Pass `seen` and `reach` if they are known. `penalty` is that of several shots; `reaction` marks a shot at a charger.
    Rules: SHOOT-MOD-01, SHOOT-REACT-01
    """
    strength = weapon.strength or characteristic(game, state, model_id, "strength") + weapon.strength_bonus
    attack = Attack(model_id, target, "shot", weapon, strength, strength)
    take_keywords(attack, keywords_of(game, state, model_id))
    for function, bearer, parameters in hook_functions_of(game, state, attack, "to_hit"):
        function(game, state, bearer, attack, **parameters)
    if "cover" not in attack.ignores:
        _cover(game, attack, seen or view(game, state, model_id, target))
    _others(game, state, attack, reach_of(game, state, model_id, weapon) if reach is None else reach)
    if penalty:
        attack.hit_mods.append(Modifier("several_shots", penalty, "SHOOT-MOD-MULTI-01"))
    if reaction:
        attack.hit_mods.append(Modifier("charging_target", CHARGING_TARGET, "SHOOT-REACT-01"))
    raw = basic_need(characteristic(game, state, model_id, "ballistic_skill")) - sum(
        modifier.by for modifier in attack.hit_mods
    )
    attack.raw_need_hit = attack.hits_on or raw
    attack.need_hit = max(BEST, attack.raw_need_hit)
    return attack


def need_to_hit(
    game: Game, state: BattleState, model_id: str, target: str, weapon: Weapon, *, shots: int = 1
) -> tuple[int, tuple[Modifier, ...]]:
    """The score that a shot needs, with its modifiers, for pages, bots and odds.

    For scores over 6 see `two_dice_past_six`; 10 and more are impossible.
    """
    penalty = game.rules.several_shots_penalty if shots > 1 else 0
    attack = shot(game, state, model_id, target, weapon, penalty=penalty)
    return attack.need_hit, tuple(attack.hit_mods)


def _cover(game: Game, attack: Attack, seen: View) -> None:
    """Rules: SHOOT-COVER-01, SHOOT-COVER-03"""
    if seen.cover:
        by = HARD_COVER if game.rules.cover_kinds and seen.cover == HARD else COVER
        attack.hit_mods.append(
            Modifier(f"{seen.cover}_cover" if game.rules.cover_kinds else "cover", by, "SHOOT-COVER-01")
        )


def _others(game: Game, state: BattleState, attack: Attack, reach: int) -> None:
    """Add the modifiers for range, movement, size and the rest. Rules: SHOOT-MOD-LONG-01 to SHOOT-MOD-SINGLE-01,
    SPEC-ETHEREAL-01
    """
    rules = game.rules
    model_id, target, mods = attack.who, attack.whom, attack.hit_mods
    model = state.models[model_id]
    if "long_range" not in attack.ignores and not near(game, state, model_id, target, reach // 2):
        mods.append(Modifier("long_range", LONG_RANGE, "SHOOT-MOD-LONG-01"))
    if "moved" not in attack.ignores and model_id[0] == state.active:
        if model.flags & MOVED:
            mods.append(Modifier("moved", RAN_BEFORE if model.flags & RAN else MOVED_BEFORE, "SHOOT-MOD-MOVE-01"))
        elif model.flags & STOOD_UP and rules.standing_up_counts_as_moving:
            mods.append(Modifier("stood_up", STOOD_UP_BEFORE, "TURN-STAND-03"))
    large = is_large(game, target)
    if large:
        mods.append(Modifier("large_target", LARGE_TARGET, "SHOOT-MOD-LARGE-01"))
    elif rules.sniper and state.models[target].engaged:
        mods.append(Modifier("into_combat", INTO_COMBAT, "SHOOT-ENG-01"))
    if rules.single_target_penalty and not large:
        mods.append(Modifier("single_target", rules.single_target_penalty, "SHOOT-MOD-SINGLE-01"))
    if rules.keywords and not attack.magical and "ethereal" in keywords_of(game, state, target):
        mods.append(Modifier("ethereal", -1, "SPEC-ETHEREAL-01"))
