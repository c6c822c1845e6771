"""Rolling to wound: Strength against Toughness, poison, and what counts as a natural 6.

Rules: WND-STR-01, WND-TABLE-01, WND-NAT-01
"""

from __future__ import annotations

from battles.engine.events import Modifier
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.rulesets.keys import Rules
from battles.engine.state import BattleState
from battles.engine.steps.harm.attacks import Attack, hook_functions_of
from battles.engine.steps.models.characteristics import characteristic, keywords_of

SOLID = ("blow", "shot", "parting", "impact", "stomp")
"""Kinds of attack that an ethereal body partly ignores. Rule: SPEC-ETHEREAL-01"""
IMPOSSIBLE = 7
"""Score of a roll to wound that is impossible."""


def wound_need(rules: Rules, strength: int, toughness: int) -> int:
    """The score needed to wound, 2 to 6, or IMPOSSIBLE. Rules: WND-TABLE-01, CHAR-ZEROST-01"""
    if toughness <= 0:
        return 2
    difference = strength - toughness
    if rules.strength_against_toughness == "linear":
        return min(6, max(2, 4 - difference))
    if difference >= 2:
        return 2
    if difference >= -1:
        return 4 - difference
    return 6 if difference >= -3 else IMPOSSIBLE


def prepare(game: Game, state: BattleState, attack: Attack) -> None:
    """Compute the score that an attack needs to wound, with its modifiers. Changes only the attack."""
    attack.toughness = characteristic(game, state, attack.whom, "toughness")
    for function, model_id, parameters in hook_functions_of(game, state, attack, "to_wound"):
        function(game, state, model_id, attack, **parameters)
    solid = game.rules.keywords and not attack.magical and attack.how in SOLID
    if solid and "ethereal" in keywords_of(game, state, attack.whom):
        attack.wound_mods.append(Modifier("ethereal", -1, "SPEC-ETHEREAL-01"))
    need = wound_need(game.rules, max(0, attack.strength), attack.toughness)
    if need < IMPOSSIBLE and attack.wound_mods:
        need = min(6, max(2, need - sum(modifier.by for modifier in attack.wound_mods)))
    attack.need_wound = min(need, attack.wound_worst)


def poison_works(game: Game, state: BattleState, attack: Attack) -> bool:
    """Whether poison wounds automatically with this roll to hit. Rules: SPEC-POISON-01, SPEC-POISON-02"""
    if not attack.poison or attack.face != 6 or attack.automatic:
        return False
    mode = game.rules.poison_on_six
    if mode == "items" and attack.poison not in ("item", "terrain") and not game.rules.keywords:
        return False
    if mode == "core" and attack.need_hit >= 6:
        return False
    return "immune_to_poison" not in keywords_of(game, state, attack.whom)


def roll_wound(ctx: Context, attack: Attack, purpose: str = "wound") -> None:
    """Make one roll to wound: a natural 1 never wounds, and a poisoned 6 to hit needs no roll.

    Rules: WND-NAT-01, SPEC-POISON-03
    """
    prepare(ctx.game, ctx.state, attack)
    if poison_works(ctx.game, ctx.state, attack):
        attack.wounded = True
        ctx.note("poisoned", attack.who, attack.whom, rule="SPEC-POISON-01")
        item = attack.poison == "item" and ctx.rules.poison_on_six == "items"
        if item or ctx.rules.hr_poison_crit:
            attack.poison_critical = ctx.roll(
                "poison", attack.who, need=6, against=attack.whom, rule="SPEC-POISON-03"
            ).passed
        return
    need = attack.need_wound
    rolled = ctx.roll(
        purpose,
        attack.who or attack.whom,
        need=need,
        mods=attack.wound_mods,
        against=attack.whom,
        rule="WND-TABLE-01",
        about=attack.weapon_label,
    )
    attack.wound_face = rolled.total
    attack.wounded = rolled.passed and rolled.total != 1
    for function, model_id, parameters in hook_functions_of(ctx.game, ctx.state, attack, "wound_rolled"):
        function(ctx, model_id, attack, **parameters)


def reroll_wound(ctx: Context, attack: Attack) -> None:
    """Re-roll a die to wound; the second face counts. Rule: DICE-REROLL-01"""
    rolled = ctx.roll(
        "reroll", attack.who or attack.whom, need=attack.need_wound, against=attack.whom, rule="DICE-REROLL-01"
    )
    attack.wound_face = rolled.total
    attack.wounded = rolled.passed and rolled.total != 1
