"""Exact odds between two fighters in a situation, as plain values, and the effect of other weapons. The results depend
only on the fighters' data and the situation, so they are cached in the process."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from django.http import QueryDict

from battles.engine.game import Game
from battles.engine.odds.attack_odds import AttackOdds, attack_odds
from battles.engine.odds.budget import Budget, OverBudget
from battles.engine.odds.duels import duel, duel_game
from battles.engine.odds.shot_odds import COVERS, missiles, odds_at_range
from battles.engine.profile import Fighter, fighter_from_data
from battles.engine.rulesets.compile import rules_for
from battles.engine.rulesets.keys import Rules
from battles.engine.setup_data import FighterData
from battles.engine.state import CHARGED, FIRST_ROUND, POSTURE_NAMES, STANDING, BattleState
from battles.engine.steps.combat.loadouts import usable_weapons
from battles.engine.steps.combat.strikers import attack_plan
from battles.odds.answer_data import AttackAnswer, CachedAttacks, DuelAnswer, PairAnswer
from battles.odds.fighters import TWICE, OddsFighter
from battles.odds.work import RequestBudget, charged_to, record_explored
from catalogue.packs.book import FREE_ITEM, Book, Item
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET

RULESETS: Final = ("core", "mordheim", "gazette", "skirmish")
SITUATIONS: Final = ("charge", "fight", "charged", "shot")
OTHER_SIDE: Final = {"charge": "charged", "charged": "charge", "fight": "fight"}
"""The situation as seen from the other fighter."""
MOST_KITS: Final = 14
TURNS: Final = 40
DUEL_STATES: Final = 30_000
"""Maximum number of states that the duel of one request may explore."""
STRIKE_STATES: Final = 12_000
"""Maximum number of states that the attacks of one fighter with one set of equipment may explore."""


def forget() -> None:
    """Empty the cache of results (for measurements and tests)."""
    _strikes.cache_clear()
    _duel.cache_clear()


class Strikes(NamedTuple):
    """The odds of one fighter's attacks: None if there are none, or too many outcomes to compute."""

    odds: AttackAnswer | None
    is_over_limit: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """The situation: in `charge` the first fighter charges, in `charged` the second does; `fight` is a later round,
    `shot` is shooting."""

    ruleset: str = DEFAULT_RULESET
    situation: str = "charge"
    far: bool = False
    cover: str = ""
    moved: bool = False
    postures: tuple[int, int] = (STANDING, STANDING)
    """The posture of the attacker and that of the target."""
    lost: tuple[int, int] = (0, 0)
    """Wounds that each of them has already lost."""

    @property
    def turned(self) -> Terms:
        """The same situation for the attacks of the other fighter."""
        situation = OTHER_SIDE.get(self.situation, self.situation)
        return replace(self, situation=situation, postures=self.postures[::-1], lost=self.lost[::-1])

    @classmethod
    def read(cls, given: QueryDict) -> Terms:
        """The situation in a query string; unknown values are replaced by the default."""
        ruleset, situation, cover = given.get("rules", ""), given.get("how", ""), given.get("cover", "")
        return cls(
            ruleset if ruleset in RULESETS else DEFAULT_RULESET,
            situation if situation in SITUATIONS else "charge",
            given.get("range") == "far",
            cover if cover in COVERS else "",
            given.get("moved") == "1",
        )


def odds_between(
    first: FighterData, second: FighterData, terms: Terms, work: RequestBudget | None = None
) -> PairAnswer:
    """Odds of the first fighter's attacks on the second (`strikes`), and of the second's on the first (`back`)."""
    work = work or RequestBudget()
    strikes, back = strikes_of(first, second, terms, work), Strikes(None)
    if terms.situation != "shot":
        back = strikes_of(second, first, terms.turned, work)
    found = {"strikes": strikes, "back": back}
    return {
        "strikes": strikes.odds,
        "back": back.odds,
        "over_limit": [name for name, attacks in found.items() if attacks.is_over_limit],
    }


def strikes_of(first: FighterData, second: FighterData, terms: Terms, work: RequestBudget) -> Strikes:
    """The odds of the first fighter's attacks on the second, using at most the states that are left for the request."""
    with charged_to(work):
        found: CachedAttacks = json.loads(_strikes(_plain(first), _plain(second), terms, work.share(STRIKE_STATES)))
    work.charge(found["states"])
    return Strikes(found["odds"], found["over_limit"])


def duel_between(
    first: FighterData, second: FighterData, terms: Terms, work: RequestBudget | None = None
) -> DuelAnswer:
    """How the duel ends. With `cut_short`, the limit of states was reached: the odds are exact for the player turns in
    `by_turn`, and `undecided` is the probability that the duel takes longer."""
    work = work or RequestBudget()
    states = work.share(DUEL_STATES)
    with charged_to(work):
        found: DuelAnswer = json.loads(_duel(_plain(first), _plain(second), terms.ruleset, terms.situation, states))
    work.charge(found["states"])
    return found


def _plain(data: FighterData) -> str:
    return json.dumps(data, sort_keys=True)


def _fighter(plain: str, identity: str) -> Fighter:
    return fighter_from_data({**json.loads(plain), "id": identity})


@lru_cache(maxsize=4096)
def _strikes(first: str, second: str, terms: Terms, states: int) -> str:
    budget = Budget(states)
    try:
        odds = _worked_out(_fighter(first, "a1"), _fighter(second, "b1"), terms, budget)
    except OverBudget:
        return json.dumps({"odds": None, "over_limit": True, "states": budget.spent})
    finally:
        record_explored(budget.spent)
    return json.dumps({"odds": odds, "over_limit": False, "states": budget.spent})


def _worked_out(attacker: Fighter, two: Fighter, terms: Terms, budget: Budget) -> AttackAnswer | None:
    """The odds of the attacker's attacks; None if they have none. Raises OverBudget."""
    rules = rules_for(terms.ruleset)
    if terms.situation == "shot":
        return _shot(attacker, two, terms, budget)
    game, state = duel_game(rules, attacker, two)
    _hurt(state, terms)
    if terms.situation == "fight":
        _flag(state, "a1", off=FIRST_ROUND)
        _flag(state, "b1", off=FIRST_ROUND)
    elif terms.situation == "charge":
        _flag(state, "a1", on=CHARGED)
    else:
        _flag(state, "b1", on=CHARGED)
        state.active = "b"
    return _blows(game, state, "a1", "b1", budget)


def _hurt(state: BattleState, terms: Terms) -> None:
    """Set the postures and Wounds lost of both fighters."""
    for model_id, posture, lost in zip(("a1", "b1"), terms.postures, terms.lost, strict=True):
        model = state.models[model_id]
        state.models[model_id] = model._replace(posture=posture, wounds=max(1, model.wounds - lost))


def _flag(state: BattleState, model_id: str, on: int = 0, off: int = 0) -> None:
    state.models[model_id] = state.models[model_id]._replace(flags=(state.models[model_id].flags | on) & ~off)


def _blows(game: Game, state: BattleState, model_id: str, target: str, budget: Budget) -> AttackAnswer | None:
    plan = attack_plan(game, state, model_id)
    if not plan:
        return None
    arms = [weapon.name for weapon in usable_weapons(game, state, model_id)]
    odds = attack_odds(game, state, model_id, target, plan, budget=budget)
    return _plain_attacks(odds, arms, len(plan))


def _shot(attacker: Fighter, two: Fighter, terms: Terms, budget: Budget) -> AttackAnswer | None:
    slots = missiles(attacker)
    if not slots:
        return None
    plan, count, odds = odds_at_range(
        rules_for(terms.ruleset),
        attacker,
        two,
        slots[0],
        far=terms.far,
        cover=terms.cover,
        moved=terms.moved,
        posture=terms.postures[1],
        lost=terms.lost[1],
        budget=budget,
    )
    return None if odds is None else _plain_attacks(odds, [plan.weapon.name], count)


def _plain_attacks(odds: AttackOdds, arms: list[str], attacks: int) -> AttackAnswer:
    postures = {name: odds.postures.get(name, 0.0) for name in POSTURE_NAMES}
    wounds = {str(lost): chance for lost, chance in odds.wounds.items()}
    return {
        "hit": odds.hit,
        "wounded": odds.wounded,
        "postures": postures,
        "wounds": wounds,
        "arms": arms,
        "attacks": attacks,
    }


@lru_cache(maxsize=1024)
def _duel(first: str, second: str, ruleset: str, situation: str, states: int) -> str:
    rules, attacker, two = rules_for(ruleset), _fighter(first, "a1"), _fighter(second, "b1")
    if situation == "charged":
        odds = _followed(rules, two, attacker, states)
        odds["first_wins"], odds["second_wins"] = odds["second_wins"], odds["first_wins"]
        odds["by_turn"] = [[other, own] for own, other in odds["by_turn"]]
        return json.dumps(odds)
    return json.dumps(_followed(rules, attacker, two, states, charges=situation == "charge"))


def _followed(rules: Rules, attacker: Fighter, two: Fighter, states: int, *, charges: bool = True) -> DuelAnswer:
    found = duel(rules, attacker, two, charges=charges, turns=TURNS, states=states)
    record_explored(found.states)
    return {
        "first_wins": found.first_wins,
        "second_wins": found.second_wins,
        "undecided": found.undecided,
        "by_turn": [list(pair) for pair in found.by_turn],
        "cut_short": found.cut_short,
        "states": found.states,
    }


# -- other arms ----------------------------------------------------------------------------------------------------


def other_kits(sparrer: OddsFighter, items: Sequence[Item], facts: Book, *, shooting: bool) -> list[tuple[str, ...]]:
    """Alternative equipment that differs only in the weapons in hand: each weapon alone, then with a dagger. The
    current equipment comes first; armour stays."""
    worn = tuple(
        code for code in sparrer.kit if facts.items[code.removesuffix(TWICE)].slot not in ("close_combat", "missile")
    )
    slot = "missile" if shooting else "close_combat"
    arms = [item for item in items if item.slot == slot]
    found: list[tuple[str, ...]] = [sparrer.kit]
    singles = [(item.code,) for item in arms]
    pairs = []
    if not shooting:
        light = [item.code for item in arms if item.hands == 1 and not item.pair]
        pairs = [(code, FREE_ITEM if code != FREE_ITEM else code + TWICE) for code in light]
    for kit in (*singles, *pairs):
        whole = (*kit, *worn)
        if set(whole) != set(sparrer.kit) and whole not in found:
            found.append(whole)
    return found[:MOST_KITS]
