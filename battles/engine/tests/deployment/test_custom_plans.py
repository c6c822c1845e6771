"""Custom scenarios: what cannot be played is refused with sentences, everything else is played to its end."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battles.engine.errors import BadSetup
from battles.engine.events import BattleEnded
from battles.engine.scenarios.custom.plan import BOUNDS, FORCES, PLACES, STORIES, TABLE_SIDES, read_plan
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import Outcome
from battles.engine.tests.builder import SWORD
from battles.engine.tests.setups import COMPANY, begin, play_out, setup

HOUSES = [
    {
        "id": f"house{number}", "kind": "house", "name": "House",
        "outline": [[x, y], [x + 500, y], [x + 500, y + 500], [x, y + 500]],
        "z0": 0, "z1": 0, "ground": "open", "flags": ["building"],
    }
    for number, (x, y) in enumerate([(950, 950), (300, 1100), (1600, 1000)])
]  # fmt: skip
TABLE = {"width": 2400, "length": 2400, "pieces": HOUSES}


def effect(code: str, **params: Any) -> dict[str, Any]:
    return {"code": code, "params": params}


def home(*effects: dict[str, Any], **about: Any) -> dict[str, Any]:
    return {"name": "The Toll Bridge", "effects": list(effects), **about}


def battle_data(data: Any, turns: int = 3, **about: Any) -> dict[str, Any]:
    made = setup("mordheim", max_turns=turns, table=TABLE, **about)
    made["scenario"] |= {"code": "own_abcdefgh_1_toll", "home": data}
    return made


HOLD = effect("win_by_majority", side="attacker", distance=6)
SOUND = {
    "plain": home(),
    "counters": home(effect("wyrdstone_counters", dice="D3", plus=1, edge_distance=6, apart=4)),
    "hold": home(
        effect("deploy_near_objective", side="defender", distance=6),
        effect("deploy_edge", side="attacker", distance=6, any_edges=True),
        HOLD,
        roles=True,
    ),
    "buildings": home(effect("occupy_buildings", dice="D3", plus=0), routs=False, turns=3),
    "through": home(
        effect("deploy_edge", side="attacker", distance=8, random_edge=True),
        effect("deploy_away", side="defender", distance=10),
        effect("win_by_reaching_edge", side="attacker", amount=2, distance=2),
        effect("attacker_is", who="smaller"),
        effect("win_at_limit", side="defender"),
        roles=True,
        turns=3,
    ),
    "race": home(effect("win_by_reaching_edge", side="both", amount=1, distance=3)),
    "leaving": home(effect("win_by_leaving", side="attacker"), roles=True),
    "chest": home(
        effect("search_buildings", dice="2D6", needs=7, last_always=True), effect("carry_chest", win_by_own_edge=True)
    ),
    "scattered": home(
        effect("deploy_scattered", side="defender", needs=4, distance=4),
        effect("deploy_edge", side="attacker", distance=8, random_edge=True),
        effect("reinforcements", side="defender", needs=2, from_turn=1),
        roles=True,
    ),
    "quarters": home(effect("deploy_quarter", side="both"), effect("carried_shards", dice="D3")),
}


@pytest.mark.parametrize("name", sorted(SOUND))
def test_every_way_to_set_up_and_every_aim_is_played_to_the_end(name: str) -> None:
    battle = begin(battle_data(SOUND[name]), 3)
    play_out(battle)
    assert battle.outcome is not None
    assert scenario_of(battle.game).name == "The Toll Bridge"
    placed = [model for model in battle.state.models.values() if model.gone != "reserve"]
    assert len(placed) >= len(COMPANY)
    loot = scenario_of(battle.game).loot(battle.game, battle.state)
    assert set(loot) == {"a", "b"}


def test_a_defender_who_holds_out_wins_when_the_turns_are_over() -> None:
    battle = begin(battle_data(SOUND["through"], turns=1), 5)
    play_out(battle)
    last = next(event for event in reversed(battle.log) if isinstance(event, BattleEnded))
    facts = battle.state.marks["scenario"]
    expected = {
        "turns_over": (facts["defender"],),
        "broken_through": (facts["attacker"],),
    }
    assert last.winners == expected[last.reason]


def test_the_smaller_side_attacks_where_the_scenario_says_so() -> None:
    data = battle_data(SOUND["through"])
    data["sides"][1]["fighters"] = data["sides"][1]["fighters"][:3]
    battle = begin(data, 1)
    assert battle.state.marks["scenario"]["attacker"] == "b"


def test_counters_are_scored_carried_and_brought_home() -> None:
    battle = begin(battle_data(SOUND["counters"]), 2)
    scenario = scenario_of(battle.game)
    battle.state.marks["token:1"] = {"kind": "wyrdstone", "x": 0, "y": 0, "z": 0, "by": "a1"}
    assert [award[:2] for award in scenario.awards(battle.game, battle.state)] == [("a1", 1)]
    assert scenario.loot(battle.game, battle.state)["a"]["shards"] == 1
    battle.state.sides["a"] = battle.state.sides["a"]._replace(score=1)
    assert scenario.at_limit(battle.game, battle.state, ("a", "b")) == Outcome(("a",), "turns_over")


@pytest.mark.parametrize(
    ("effects", "about", "said"),
    [
        ([effect("teleport")], {}, "There is no scenario effect called"),
        ([effect("deploy_edge", side="both", distance=60)], {}, "“distance” of “deploy_edge” must be 6 to 12"),
        ([effect("deploy_edge", side="attacker", distance=8)], {}, "Without an attacker, the side must be first"),
        ([effect("deploy_edge", side="both", distance=8)] * 2, {}, "is defined twice"),
        ([effect("deploy_away", side="both", distance=8)], {}, "is set up after it"),
        ([HOLD], {}, "let one side attack"),
        ([effect("wyrdstone_counters", dice="9D6", plus=1, edge_distance=6, apart=4)], {}, "a roll of a D3 or a D6"),
        ([effect("deploy_quarter", side="both"), effect("win_by_leaving", side="both")], {}, "needs its own edge"),
        ([effect("carry_chest", win_by_own_edge=True)], {}, "A chest must first be found"),
        ([effect("win_at_limit", side="both")], {}, "needs a turn limit"),
        ([effect("at_most", kind="kings", amount=1)], {}, "A force can have limits for"),
        ([effect("table_side", amount=25)], {}, "24, 30, 36, 48"),
        ([effect("story", tag="comedy")], {}, "The story must be one of these"),
        ([], {"routs": False}, "end with the last warrior"),
        ([], {"turns": 10**9}, "at most 50 turns"),
        ([], {"name": ""}, "1 to 80 characters"),
        (
            [SOUND["counters"]["effects"][0], effect("occupy_buildings", dice="D3", plus=1)],
            {},
            "Choose only one of these",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(
    effects: list[dict[str, Any]], about: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadSetup) as refused:
        begin(battle_data(home(*effects, **about)), 1)
    assert said in str(refused.value)
    assert refused.value.faults[0].rule == "SCN-HOME-01"


@pytest.mark.parametrize(
    ("limit", "fighters", "said"),
    [
        (effect("at_most", kind="models", amount=3), list(COMPANY), "brings 6 warriors; this scenario allows 3"),
        (effect("at_most", kind="heroes", amount=1), list(COMPANY), "brings 2 heroes; this scenario allows 1"),
        (effect("at_least", amount=7), list(COMPANY), "brings 6 warriors; this scenario asks for 7"),
        (
            effect("at_most", kind="wizards", amount=0),
            [COMPANY[0], {"name": "Mage", "weapons": [SWORD], "spells": ["warpfire"]}],
            "brings 1 wizards; this scenario allows 0",
        ),
        (
            effect("at_most", kind="monsters", amount=0),
            [COMPANY[0], {"name": "Troll", "kind": "monster", "weapons": []}],
            "brings 1 monsters; this scenario allows 0",
        ),
    ],
)
def test_forces_keep_to_the_limits(limit: dict[str, Any], fighters: list[dict[str, Any]], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        begin(battle_data(home(limit), fighters=fighters), 1)


def test_a_rating_above_the_limit_is_refused() -> None:
    data = battle_data(home(effect("rating_at_most", amount=100)))
    data["sides"][1]["rating"] = 101
    with pytest.raises(BadSetup, match="Blue has a rating of 101; this scenario allows 100"):
        begin(data, 1)


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 99), st.text(max_size=5), st.lists(st.integers(), max_size=2)
)
WORDS = st.sampled_from(
    ["both", "attacker", "defender", "first", "second", "D3", "D6", "2D6", "larger", "smaller", "chosen", *STORIES]
)


def _sound_numbers(code: str) -> dict[str, st.SearchStrategy[Any]]:
    found: dict[str, st.SearchStrategy[Any]] = {
        name: st.integers(*bounds) for (effect_code, name), bounds in BOUNDS.items() if effect_code == code
    }
    side = st.sampled_from(["both", "attacker", "defender", "first", "second"])
    shapes = {
        "win_by_majority": {"side": st.just("attacker")},
        "wyrdstone_counters": {"dice": st.sampled_from(["D3", "D6"])},
        "occupy_buildings": {"dice": st.sampled_from(["D3", "D6"])},
        "carried_shards": {"dice": st.just("D3")},
        "search_buildings": {"dice": st.just("2D6"), "last_always": st.just(True)},
        "carry_chest": {"win_by_own_edge": st.just(True)},
        "attacker_is": {"who": st.sampled_from(["chosen", "larger", "smaller"])},
        "at_most": {"kind": st.sampled_from(FORCES)},
        "table_side": {"amount": st.sampled_from(TABLE_SIDES)},
        "story": {"tag": st.sampled_from(STORIES)},
        "deploy_edge": {"side": side, "any_edges": st.booleans(), "random_edge": st.booleans()},
    }
    return {**found, **shapes.get(code, {"side": side})}


CODES = (
    *PLACES, "win_by_majority", "win_by_reaching_edge", "win_by_leaving", "wyrdstone_counters", "carried_shards",
    "search_buildings", "carry_chest", "occupy_buildings", "reinforcements", "attacker_is", "first_turn",
    "win_at_limit", "at_most", "at_least", "rating_at_most", "table_side", "story",
)  # fmt: skip
LIKELY = st.sampled_from(CODES).flatmap(
    lambda code: st.fixed_dictionaries({"code": st.just(code), "params": st.fixed_dictionaries(_sound_numbers(code))})
)
HOSTILE = st.fixed_dictionaries(
    {"code": st.one_of(st.sampled_from(CODES), JUNK)},
    optional={"params": st.one_of(JUNK, st.dictionaries(st.text(max_size=9), st.one_of(JUNK, WORDS), max_size=4))},
)


@given(st.one_of(JUNK, st.dictionaries(st.sampled_from(["name", "turns", "effects", "roles"]), JUNK)))
def test_any_data_at_all_get_an_answer(data: Any) -> None:
    read_plan(data)


@given(st.lists(st.one_of(LIKELY, HOSTILE), max_size=5), st.booleans(), st.integers(0, 4))
def test_hostile_effects_get_an_answer(effects: list[Any], roles: bool, turns: int) -> None:
    read_plan({"name": "x", "roles": roles, "turns": turns, "effects": effects})


@settings(max_examples=30, deadline=None)
@given(
    st.lists(LIKELY, max_size=4, unique_by=lambda row: row["code"]),
    st.booleans(),
    st.integers(0, 1),
    st.integers(0, 99),
)
def test_random_scenarios_are_refused_or_played(
    effects: list[dict[str, Any]], roles: bool, turns: int, seed: int
) -> None:
    data = home(*effects, roles=roles, turns=turns)
    _plan, faults = read_plan(data)
    if faults or any(effect["code"].startswith("at_") for effect in effects):
        with suppress(BadSetup):
            begin(battle_data(data), seed)
        return
    battle = begin(battle_data(data, turns=1), seed)
    play_out(battle)
    assert battle.outcome is not None
