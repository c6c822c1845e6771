"""Exact chances between two fighters in a situation, as plain values, and what other arms would change.

Answers depend on nothing but the fighters' data and the terms, so they are kept in the process.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from battles.engine.game import Game
from battles.engine.odds.duels import duel, duel_game
from battles.engine.odds.questions import AttackOdds, OverBudget, attack_odds
from battles.engine.odds.ranges import COVERS, missiles, odds_at_range
from battles.engine.profile import Fighter, fighter_from_data
from battles.engine.rulesets.compile import rules_for
from battles.engine.rulesets.keys import Rules
from battles.engine.state import CHARGED, FIRST_ROUND, POSTURE_NAMES, BattleState
from battles.engine.steps.combat.loadouts import usable_weapons
from battles.engine.steps.combat.strikers import attack_plan
from battles.odds.fighters import TWICE, Sparrer
from catalogue.packs.book import FREE_ITEM, Book, Item

RULESETS: Final = ("core", "mordheim", "gazette", "skirmish")
SITUATIONS: Final = ("charge", "fight", "charged", "shot")
_OTHERS: Final = {"charge": "charged", "charged": "charge", "fight": "fight"}
"""How the same meeting looks from the other side."""
MOST_KITS: Final = 14
TURNS: Final = 40
DUEL_STATES: Final = 40_000
"""States that the duel of one question may explore; so many take about 1.5 s of processor time."""
STRIKE_STATES: Final = 20_000
"""States that the blows of one fighter may explore."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How they meet: `charge` the first charges, `charged` the second does, `fight` later on, `shot` at range."""

    ruleset: str = "core"
    situation: str = "charge"
    far: bool = False
    cover: str = ""
    moved: bool = False

    @classmethod
    def read(cls, given: Any) -> Terms:
        """The terms of a query string; what is unknown becomes the default."""
        ruleset, situation, cover = given.get("rules", ""), given.get("how", ""), given.get("cover", "")
        return cls(
            ruleset if ruleset in RULESETS else "core",
            situation if situation in SITUATIONS else "charge",
            given.get("range") == "far",
            cover if cover in COVERS else "",
            given.get("moved") == "1",
        )


def odds_between(first: dict[str, Any], second: dict[str, Any], terms: Terms) -> dict[str, Any]:
    """`{"strikes": odds of the first's attacks, "back": of the second's, "arms", ...}`.

    Odds are None where there are no attacks, or too many to work out (see `STRIKE_STATES`).

    Odds: `{"hit", "wounded", "postures": {name: chance}, "wounds": {lost: chance}, "arms": [names], "attacks": int}`.
    """
    one, two = _plain(first), _plain(second)
    back = (
        "null" if terms.situation == "shot" else _strikes(two, one, replace(terms, situation=_OTHERS[terms.situation]))
    )
    return {"strikes": json.loads(_strikes(one, two, terms)), "back": json.loads(back)}


def duel_between(first: dict[str, Any], second: dict[str, Any], terms: Terms) -> dict[str, Any]:
    """How the duel ends: `{"first_wins", "second_wins", "undecided", "by_turn": [[first out, second out], ...],
    "cut_short", "states"}`.

    With `cut_short` the limit of states was reached: the chances are exact for the player turns of `by_turn`, and
    `undecided` is the chance that the duel takes longer.
    """
    found: dict[str, Any] = json.loads(_duel(_plain(first), _plain(second), terms.ruleset, terms.situation))
    return found


def _plain(data: dict[str, Any]) -> str:
    return json.dumps(data, sort_keys=True)


def _fighter(plain: str, identity: str) -> Fighter:
    return fighter_from_data({**json.loads(plain), "id": identity})


@lru_cache(maxsize=4096)
def _strikes(first: str, second: str, terms: Terms) -> str:
    one, two, rules = _fighter(first, "a1"), _fighter(second, "b1"), rules_for(terms.ruleset)
    if terms.situation == "shot":
        return json.dumps(_shot(one, two, terms))
    game, state = duel_game(rules, one, two)
    if terms.situation == "fight":
        _flag(state, "a1", off=FIRST_ROUND)
        _flag(state, "b1", off=FIRST_ROUND)
    elif terms.situation == "charge":
        _flag(state, "a1", on=CHARGED)
    else:
        _flag(state, "b1", on=CHARGED)
        state.active = "b"
    return json.dumps(_blows(game, state, "a1", "b1"))


def _flag(state: BattleState, who: str, on: int = 0, off: int = 0) -> None:
    state.models[who] = state.models[who]._replace(flags=(state.models[who].flags | on) & ~off)


def _blows(game: Game, state: BattleState, who: str, whom: str) -> dict[str, Any] | None:
    plan = attack_plan(game, state, who)
    if not plan:
        return None
    arms = [weapon.name for weapon in usable_weapons(game, state, who)]
    try:
        odds = attack_odds(game, state, who, whom, plan, states=STRIKE_STATES)
    except OverBudget:
        return None
    return _told(odds, arms, len(plan))


def _shot(one: Fighter, two: Fighter, terms: Terms) -> dict[str, Any] | None:
    slots = missiles(one)
    if not slots:
        return None
    plan, count, odds = odds_at_range(
        rules_for(terms.ruleset), one, two, slots[0], far=terms.far, cover=terms.cover, moved=terms.moved
    )
    return None if odds is None else _told(odds, [plan.weapon.name], count)


def _told(odds: AttackOdds, arms: list[str], attacks: int) -> dict[str, Any]:
    postures = {name: odds.postures.get(name, 0.0) for name in POSTURE_NAMES}
    return {**odds.to_data(), "postures": postures, "arms": arms, "attacks": attacks}


@lru_cache(maxsize=1024)
def _duel(first: str, second: str, ruleset: str, situation: str) -> str:
    rules, one, two = rules_for(ruleset), _fighter(first, "a1"), _fighter(second, "b1")
    if situation == "charged":
        odds = _followed(rules, two, one)
        odds["first_wins"], odds["second_wins"] = odds["second_wins"], odds["first_wins"]
        odds["by_turn"] = [[other, own] for own, other in odds["by_turn"]]
        return json.dumps(odds)
    return json.dumps(_followed(rules, one, two, charges=situation == "charge"))


def _followed(rules: Rules, one: Fighter, two: Fighter, *, charges: bool = True) -> dict[str, Any]:
    found = duel(rules, one, two, charges=charges, turns=TURNS, states=DUEL_STATES)
    return {**found.to_data(), "states": found.states}


# -- other arms ----------------------------------------------------------------------------------------------------


def strikes_of(first: dict[str, Any], second: dict[str, Any], terms: Terms) -> dict[str, Any] | None:
    """The first half of `odds_between`: what the first does to the second."""
    found: dict[str, Any] | None = json.loads(_strikes(_plain(first), _plain(second), terms))
    return found


def other_kits(sparrer: Sparrer, items: Sequence[Item], facts: Book, *, shooting: bool) -> list[tuple[str, ...]]:
    """Kits that differ in what is in hand alone: each weapon by itself, then with a dagger beside it.

    What he has now comes first; armour stays.
    """
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
