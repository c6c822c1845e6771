"""Scenarios of the supplements are played on the board from their data, in every ruleset, including the
aftermath."""

from __future__ import annotations

import pytest

from battles.core.custom_scenarios import can_play, faults_of, terms_of
from battles.engine.dice import counted
from battles.engine.events import Rolled
from battles.engine.tests.setups import play_out
from battles.setup.forms import scenario_choices
from battles.setup.tests.supplements.played_battles import RULESETS, begun, by_data, fought
from campaigns.matches.scenario_sides import allows_sides
from catalogue.packs.installed import book

ENOUGH = 48


@pytest.mark.parametrize("code", by_data())
def test_the_data_of_a_playable_scenario_can_be_played(code: str) -> None:
    record = book().scenarios[code]
    assert [sentence for _path, sentence in faults_of(record)] == []
    assert can_play(record)
    assert terms_of(code)["home"]["name"] == record.name
    assert code in [choice for _pack, rows in scenario_choices() for choice, _label in rows]
    for text in (record.sides, record.terrain, record.setup, record.first_turn, record.objective, record.ends):
        assert text, f"{code} leaves a text out"
    assert record.automation == "full" or record.source.note.startswith("By hand:")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("code", by_data())
def test_bots_play_every_scenario_to_the_end(code: str, ruleset: str) -> None:
    battle = fought(code, ruleset, seed=1 + RULESETS.index(ruleset))
    assert battle.outcome is not None
    assert battle.game.scenario["home"]["name"] == book().scenarios[code].name


@pytest.mark.parametrize("code", ["street_brawl", "treasure_hunt", "the_lost_prince", "the_pool"])
def test_three_warbands_set_up_along_edges_of_their_own(code: str) -> None:
    battle = begun(code, sides=3)
    play_out(battle)
    edges = battle.state.marks["scenario"]["edges"]
    assert sorted(edges) == ["a", "b", "c"]
    assert len(set(edges.values())) == 3
    assert battle.outcome is not None
    assert allows_sides(book().scenarios[code], 3)
    assert not allows_sides(book().scenarios[code], 5)


def test_a_scenario_with_roles_is_for_two() -> None:
    assert not allows_sides(book().scenarios["the_wizards_mansion"], 3)


def test_the_shards_of_a_treasure_hunt_are_rolled_for_every_warband() -> None:
    for sides in (2, 3):
        battle = begun("treasure_hunt", sides=sides, seed=4)
        rolled = [event for event in battle.log if isinstance(event, Rolled) and event.purpose == "count"]
        assert len(rolled) == sides
        assert battle.state.marks["scenario"]["counters"] == sum(counted(event.faces[0], "D3") for event in rolled)


def test_scenarios_of_the_supplements_can_be_played() -> None:
    assert len(by_data()) >= ENOUGH


def test_a_scenario_known_by_its_title_alone_is_not_offered() -> None:
    assert not can_play(book().scenarios["the_rats_lair"])
    assert "the_rats_lair" not in [choice for _pack, rows in scenario_choices() for choice, _label in rows]
