"""What an attack needs and how likely it is, shown before the player commits. Scores come from the engine's rules; a
chain multiplies the probabilities of its dice. Critical hits and parries are not included, as the text says. "Each
attack" means one attack that costs the enemy a Wound."""

from __future__ import annotations

from typing import TypedDict

from django.utils.translation import gettext as _

from battles.core.dice_text import reason_word
from battles.engine.events import Modifier
from battles.engine.game import Game
from battles.engine.odds.attack_odds import attack_odds
from battles.engine.odds.budget import Budget, OverBudget
from battles.engine.state import BattleState
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.harm import wounding
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.saves import saves_against
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.shooting import to_hit
from battles.engine.steps.shooting.rate_of_fire import plan_of, shots_at

ENDLESS = 10**7
"""A range at which no shot is at long range."""


class Chance(TypedDict):
    """One step of a chain: its label and its probability as text."""

    label: str
    chance: str


class ModifierLine(TypedDict):
    """A modifier of a score: what causes it, its value such as "-1", and its rule id."""

    label: str
    value: str
    rule_id: str


class Chain(TypedDict):
    """Parameters of `_odds.html` for one attack. `says`, `short`, `needs` and `reasons` summarise them as text."""

    steps: list[Chance]
    product: Chance
    modifiers: list[ModifierLine]
    says: str
    short: str
    needs: str
    reasons: str


def percent(chance: float) -> str:
    """A probability as text: "42 %". Never 100 % for an attempt that can fail, never 0 % for one that can succeed."""
    whole = round(100 * chance)
    if 0 < chance < 1:
        whole = min(99, max(1, whole))
    return f"{whole} %"


def of_score(need: int) -> float:
    """The probability of a D6 score. A natural 1 always fails if a die is rolled."""
    return max(0, min(5, 7 - need)) / 6 if need > 1 else 1.0


def of_hit(game: Game, attack: Attack) -> float:
    """The probability of a hit, including the second die for scores above six. Rule: SHOOT-NEED7-01"""
    if attack.automatic:
        return 1.0
    need = attack.need_hit
    if need > 6 and game.rules.two_dice_past_six and attack.how == "shot":
        return of_score(need - 3) / 6 if need <= 9 else 0.0
    return of_score(need)


def _hits(attack: Attack) -> str:
    return _("always") if attack.automatic else _score(attack.need_hit)


def _score(need: int) -> str:
    return f"{need}+" if need <= 6 else _("out of reach")


def chain(game: Game, state: BattleState, attack: Attack, *, count: int, each: str) -> Chain:
    """Parameters of `_odds.html` for one attack, and short texts about them (`needs`, `says`)."""
    wounding.prepare(game, state, attack)
    armour = saves_against(game, state, attack).armour_need
    hit, wound = of_hit(game, attack), of_score(attack.need_wound)
    pierce = 1 - of_score(armour) if armour <= 6 else 1.0
    whole = hit * wound * pierce
    any_of = 1 - (1 - whole) ** count
    steps: list[Chance] = [
        {
            "label": _("hit %(n)s") % {"n": _("always") if attack.automatic else _score(attack.need_hit)},
            "chance": percent(hit),
        },
        {"label": _("wound %(n)s") % {"n": _score(attack.need_wound)}, "chance": percent(wound)},
    ]
    if armour <= 6:
        steps.append({"label": _("no save, saves on %(n)s") % {"n": _score(armour)}, "chance": percent(pierce)})
    product: Chance = {"label": each, "chance": percent(whole)}
    modifiers = [_modifier(modifier) for modifier in (*attack.hit_mods, *attack.wound_mods)]
    says = _("%(odds)s to wound") % {"odds": percent(any_of)}
    if count > 1:
        says = _("%(odds)s to wound with %(n)d attacks") % {"odds": percent(any_of), "n": count}
    needs = _("hits on %(hit)s, wounds on %(wound)s")
    if armour <= 6:
        needs = _("hits on %(hit)s, wounds on %(wound)s, armour save on %(save)s")
    return {
        "steps": steps,
        "product": product,
        "modifiers": modifiers,
        "says": says,
        "short": percent(any_of),
        "needs": needs
        % {
            "hit": _("all attacks") if attack.automatic else _score(attack.need_hit),
            "wound": _score(attack.need_wound),
            "save": _score(armour),
        },
        "reasons": ", ".join(reason_word(modifier) for modifier in attack.hit_mods),
    }


def _modifier(modifier: Modifier) -> ModifierLine:
    words, _space, value = reason_word(modifier).rpartition(" ")
    return {"label": words.capitalize(), "value": value, "rule_id": modifier.rule}


def of_shot(game: Game, state: BattleState, model_id: str, target: str, weapon: int) -> Chain:
    """The odds of one shot with the weapon at this index. Where players guess distances, short and long range are both
    shown and the range is not checked (MV-MEAS-01). Rule: SHOOT-MOD-01"""
    plan = plan_of(game, state, model_id, weapon)
    count = shots_at(plan, short=False)
    if game.rules.measuring_is_free:
        attack = to_hit.shot(game, state, model_id, target, plan.weapon, reach=plan.reach)
        return chain(game, state, attack, count=count, each=_("each shot"))
    near = to_hit.shot(game, state, model_id, target, plan.weapon, reach=ENDLESS)
    far = to_hit.shot(game, state, model_id, target, plan.weapon, reach=1)
    chained = chain(game, state, near, count=count, each=_("each shot"))
    distant = chain(game, state, far, count=count, each=_("each shot"))
    says = _("near %(near)s, far %(far)s; may be out of range, and the shot is then lost")
    return {
        **chained,
        "says": says % {"near": chained["says"], "far": distant["says"]},
        "short": f"{chained['short']} / {distant['short']}",
    }


def of_blows(game: Game, state: BattleState, model_id: str, target: str) -> Chain | None:
    """The odds of an attack with the first weapon in hand; None for a model without attacks. Rule: CC-HIT-01"""
    weapons = attack_plan(game, state, model_id)
    if not weapons:
        return None
    attack = blow(game, state, model_id, target, weapons[0])
    return chain(game, state, attack, count=len(weapons), each=_("each attack"))


def of_split(game: Game, state: BattleState, model_id: str, targets: list[str], budget: Budget) -> str:
    """The exact probability that each target goes out of action if attacks are divided this way, as text, in the order
    in which the label of this way names the targets; "" if it has too many states to compute. Rule: CC-ALLOC-01"""
    plan = attack_plan(game, state, model_id)
    chains = []
    for target in dict.fromkeys(targets):
        weapons = [weapon for weapon, aimed in zip(plan, targets, strict=False) if aimed == target]
        try:
            out = attack_odds(game, state, model_id, target, weapons, budget=budget).out_of_action
        except OverBudget:
            return ""
        chains.append(percent(out))
    return _("out %(odds)s") % {"odds": ", ".join(chains)}


def of_test(game: Game, state: BattleState, model_id: str, name: str = "initiative") -> float:
    """The probability of passing a characteristic test: roll at or under it, where a 6 always fails. Rule:
    CHAR-TEST-01"""
    return max(0, min(5, characteristic(game, state, model_id, name))) / 6
