"""Random rosters with anything from the catalogue play whole battles with the engine's checks, in every ruleset. Half
of each warband is legal and equipped from its list. Then all members get random items, skills, spells, mutations and
old wounds from the whole Book, even those that their list does not allow, because a pack or an arbitrator may allow
them, and the engine must support it."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import pytest

from battles.core.bridge.fighters import fighters_of
from battles.engine.battle import Battle
from battles.engine.bots.random import RandomBot
from battles.engine.dice import PlainDice
from battles.engine.events import apply, apply_all
from battles.engine.game import opening
from battles.engine.scenarios.registry import SCENARIOS
from battles.engine.setup import game_from_data
from battles.engine.state import BattleState
from battles.engine.table.generator import generate_data
from battles.engine.tests.builder import RULESETS
from battles.engine.tests.gates.checks import agree, through_storage
from catalogue.packs.book import Book
from catalogue.packs.installed import book
from warbands.core.state import GROUP, HERO, WarbandState
from warbands.core.tests.factories import empty_draft
from warbands.rules.random_band import random_warband

QUICK, MANY = 4, 200
EVERY = 25
"""After this many commands, all legal commands are validated and the log is replayed."""
LIMIT = 4000
MODELS = 9
"""Maximum number of models of a warband in a battle, so that it stays short."""


def wild_band(seed: int) -> WarbandState:
    """A warband with random additions from the whole Book."""
    chance, facts = Random(seed), book()
    state = empty_draft(chance.choice(sorted(facts.warband_types)))
    keys = count(1)
    random_warband(state, facts, f"roster {seed}", new_key=lambda: f"k{next(keys)}")
    for member in state.active(HERO, GROUP):
        _add(chance, facts, state, member.key, lambda: f"k{next(keys)}")
    return state


def _add(chance: Random, facts: Book, state: WarbandState, key: str, new_key: Any) -> None:
    member = state.members[key]
    for code in chance.sample(sorted(facts.items), chance.randint(0, 3)):
        state.add_kit(key=new_key(), holder=key, item=code)
    member.skills = [*member.skills, *chance.sample(sorted(facts.skills), chance.randint(0, 3))]
    if chance.random() < 0.3:
        member.spells = [*member.spells, *chance.sample(sorted(facts.spells), 2)]
    if chance.random() < 0.2:
        member.mutations = [*member.mutations, chance.choice(sorted(facts.mutations))]
    if chance.random() < 0.3:
        wound = facts.injuries[chance.choice(sorted(facts.injuries))]
        lines = [*wound.effects, *(effect for line in wound.outcomes for effect in line.effects)]
        member.injuries = [{"code": wound.code, "effects": [{"code": e.code, "params": dict(e.params)} for e in lines]}]


def wild_setup(seed: int) -> dict[str, Any]:
    """A battle of two random warbands; every other table has houses."""
    ruleset = RULESETS[seed % len(RULESETS)]
    sides = [
        {"name": f"Band {letter}", "fighters": _fielded(wild_band(2 * seed + number))}
        for number, letter in enumerate("AB")
    ]
    return {
        "ruleset": ruleset,
        "options": {} if ruleset == "core" else {"core_keywords": True},
        "sides": sides,
        "table": generate_data(seed, density="low") if seed % 2 else {"width": 3000, "length": 3000},
        "scenario": {"code": sorted(SCENARIOS)[seed // 4 % len(SCENARIOS)], "max_turns": 3},
    }


def _fielded(state: WarbandState) -> list[dict[str, Any]]:
    rows = fighters_of(state, book())
    return sorted(rows, key=lambda row: not row["is_leader"])[:MODELS]


def play_wild(seed: int) -> Battle:
    """Play to the end and check: the replay equals the current state, listed options are valid, every die has an event,
    the battle ends."""
    data = wild_setup(seed)
    battle = Battle.begin(data, PlainDice(seed))
    shadow: BattleState = apply_all(opening(battle.game), battle.log)
    bots = {"a": RandomBot(seed), "b": RandomBot(seed + 1)}
    for number in range(LIMIT):
        if not battle.awaiting():
            break
        side = battle.awaiting()[0]
        if number % EVERY == 0:
            agree(battle)
        for event in battle.play(side, bots[side].choose(battle, side).command):
            apply(shadow, event)
        assert battle.state.dice_position == battle.dice.position
        if number % EVERY == 0:
            assert shadow.digest() == battle.state.digest()
    assert battle.outcome is not None
    assert shadow.digest() == battle.state.digest()
    stored = apply_all(opening(game_from_data(data)), through_storage(battle.log))
    assert stored.digest() == battle.state.digest()
    return battle


@pytest.mark.parametrize("seed", range(QUICK))
def test_battles_of_random_rosters_pass_the_engines_checks(seed: int) -> None:
    play_wild(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(QUICK, MANY))
def test_many_battles_of_random_rosters_pass_the_engines_checks(seed: int) -> None:
    play_wild(seed)


def test_the_same_seed_makes_the_same_band() -> None:
    assert fighters_of(wild_band(5), book()) == fighters_of(wild_band(5), book())
