"""Parrying with sword or buckler. Rules: CC-PARRY-01 to CC-PARRY-06

A parry is attempted automatically each time it is allowed, since it costs nothing and an unused chance is lost
(CC-PARRY-03).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from battles.engine.events import EffectAdded, LoadoutTaken
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import listeners, on
from battles.engine.profile import Weapon
from battles.engine.state import KNOCKED_DOWN, PARRIED, STANDING, BattleState, Effect
from battles.engine.steps.combat.loadouts import BROKEN, FISTS, TURNED, in_hand, uses_buckler, weapons_in_hand
from battles.engine.steps.harm.attacks import Attack, Group
from battles.engine.traits import Flag, Values

PARRIES, CANNOT_BE_PARRIED = Flag("parry"), Flag("cannot_be_parried")
BREAKS_WEAPONS = Values("breaks_weapons", lambda given: int(given["needs"]))
"""Trait of weapons that break the enemy's weapon after a parry, with the score needed. Rules: CC-PARRY-01, CC-PARRY-05

"""
REROLLS_BESIDE = Values("reroll_parry_with", lambda given: frozenset(map(str, given["items"])))
"""Trait of weapons that re-roll a failed parry while held together with one of these items. The ruleset decides about
bucklers (`means_of_parry`). Rule: CC-PARRY-04
"""


@dataclass(slots=True, eq=False)
class Parry:
    """What a model can parry with; hooks may change it."""

    who: str
    blades: int = 0
    """Number of weapons in hand that can parry."""
    buckler: bool = False
    may_reroll: bool = False
    attempts: int = 1
    bonus: int = 0
    fixed: int = 0
    """Score needed to parry the first hit of a combat, regardless of the attack's roll; 0 for none."""
    equal: bool = False
    """Whether a roll equal to the attack's is enough."""


def means_of_parry(game: Game, state: BattleState, model_id: str) -> Parry | None:
    """What the model can parry with now, or None. Changes nothing. Rules: CC-PARRY-01, CC-PARRY-04, CC-PARRY-06"""
    rules = game.rules
    model = state.models[model_id]
    if rules.parry == "none" or model.gone or model.posture > KNOCKED_DOWN:
        return None
    if model.posture == KNOCKED_DOWN and not rules.knocked_down_may_parry:
        return None
    fighter = game.fighters[model_id]
    parry = Parry(model_id)
    held = weapons_in_hand(game, state, model_id)
    for weapon in held:
        for function, parameters in listeners(weapon.hooks, (), "parry_with"):
            function(game, state, model_id, parry, **parameters)
    parry.may_reroll = parry.may_reroll or (len(held) > 1 and _rerolls_with_another(held))
    parry.buckler = rules.parry != "marked" and uses_buckler(game, state, model_id)
    parry.may_reroll |= (parry.buckler and parry.blades > 0) or (rules.two_swords_reroll_parry and parry.blades > 1)
    for function, parameters in listeners(fighter.hooks, model.effects, "parry"):
        function(game, state, model_id, parry, **parameters)
    return parry if parry.blades or parry.buckler else None


def _rerolls_with_another(held: Sequence[Weapon]) -> bool:
    """Whether a weapon in hand re-rolls failed parries because of another one that is held with it. Rule:
    CC-PARRY-04
    """
    return any(
        other.code in items
        for place, weapon in enumerate(held)
        for items in REROLLS_BESIDE.among(weapon.traits)
        for number, other in enumerate(held)
        if number != place
    )


def parry(ctx: Context, group: Group) -> None:
    """Try to parry the best attack of the first opponent who hits in this phase.

    Rules: CC-PARRY-02, CC-PARRY-03, CC-PARRY-05
    """
    if group.how != "blow" or ctx.model(group.whom).flags & PARRIED:
        return
    landed = [attack for attack in group.attacks if attack.lands]
    if not landed:
        return
    means = means_of_parry(ctx.game, ctx.state, group.whom)
    if means is None:
        return
    ctx.flag(group.whom, on=PARRIED, why="parry")
    own_strength = ctx.fighter(group.whom).profile.strength
    candidates = [
        attack
        for attack in landed
        if not attack.automatic and attack.strength < 2 * own_strength and not CANNOT_BE_PARRIED.on(attack.weapon)
    ]
    for _ in range(means.attempts):
        candidates = [attack for attack in candidates if not attack.parried]
        if not candidates:
            return
        best = max(candidates, key=lambda attack: attack.face)
        if best.face >= 6 and not means.equal and not means.fixed:
            return
        need = means.fixed or best.face + (0 if means.equal else 1) - means.bonus
        if means.fixed:
            ctx.emit(EffectAdded(group.whom, Effect(TURNED)))
        passed = ctx.roll("parry", group.whom, need=need, against=group.who, rule="CC-PARRY-01").passed
        if not passed and means.may_reroll:
            passed = ctx.roll("reroll", group.whom, need=need, against=group.who, rule="CC-PARRY-04").passed
        if passed:
            best.parried = True
            ctx.note("parried", group.whom, group.who, rule="CC-PARRY-01")
            _break_blade(ctx, group.whom, best)
        if means.fixed:
            return


@on("parry_with", PARRIES.code)
def parry_with_blade(
    game: Game, state: BattleState, model_id: str, parry: Parry, *, marked: bool = False, **_: Any
) -> None:
    """Count a weapon that can parry; in some rulesets only weapons that are marked. Rule: CC-PARRY-01"""
    parry.blades += game.rules.parry != "marked" or marked


@on("parry_with", "parry_on")
def parry_first_hit(game: Game, state: BattleState, model_id: str, parry: Parry, *, needs: int, **_: Any) -> None:
    """The blade parries the first hit of a combat on a fixed score. Rule: CC-PARRY-01"""
    has_turned = any(effect.code == TURNED for effect in state.models[model_id].effects)
    if game.rules.parry != "marked" and not has_turned:
        parry.blades += 1
        parry.fixed = needs


@on("parry_with", "parry_twice")
def parry_again(game: Game, state: BattleState, model_id: str, parry: Parry, **_: Any) -> None:
    """The weapon may try a failed parry once more. Rule: CC-PARRY-04"""
    parry.may_reroll = True


def _break_blade(ctx: Context, model_id: str, attack: Attack) -> None:
    """After a parry with a sword breaker, roll whether the enemy's weapon breaks for the rest of the battle."""
    needs = [
        score
        for weapon in weapons_in_hand(ctx.game, ctx.state, model_id)
        for score in BREAKS_WEAPONS.among(weapon.traits)
    ]
    arms = ctx.fighter(attack.who).weapons
    index = next((place for place, weapon in enumerate(arms) if weapon is attack.weapon), -1)
    if (
        not needs
        or index < 0
        or not ctx.roll(
            "die", model_id, need=min(needs), against=attack.who, rule="CC-PARRY-01", about="break_weapon"
        ).passed
    ):
        return
    held = in_hand(ctx.game, ctx.state, attack.who)
    ctx.emit(EffectAdded(attack.who, Effect(BROKEN, index + 1)))
    ctx.emit(LoadoutTaken(attack.who, tuple(place for place in held if place != index) or (FISTS,)))
    ctx.note("disarmed", attack.who, detail=attack.weapon.name)


def can_parry(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether this standing model could parry the next attack; for pages and bots."""
    model = state.models[model_id]
    return model.posture == STANDING and not model.flags & PARRIED and means_of_parry(game, state, model_id) is not None
