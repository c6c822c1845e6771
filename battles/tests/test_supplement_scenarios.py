"""Item 3.6: scenarios of the supplements are played on the board by their data, in every ruleset, to the aftermath."""

from __future__ import annotations

import pytest

from battles.forms import scenario_choices
from battles.home_scenarios import can_play, faults_of, terms_of
from battles.tests.supplement_battles import RULESETS, by_data, fought
from catalogue.book import book

ENOUGH = 1


@pytest.mark.parametrize("code", by_data())
def test_the_data_of_a_playable_scenario_can_be_played(code: str) -> None:
    record = book().scenarios[code]
    assert [sentence for _path, sentence in faults_of(record)] == []
    assert can_play(record)
    assert terms_of(code)["home"]["name"] == record.name
    assert code in [choice for choice, _label in scenario_choices()]
    for text in (record.sides, record.terrain, record.setup, record.first_turn, record.objective, record.ends):
        assert text, f"{code} leaves a text out"
    assert record.automation == "full" or record.source.note.startswith("By hand:")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("code", by_data())
def test_bots_play_it_to_the_end_with_every_promise_kept(code: str, ruleset: str) -> None:
    battle = fought(code, ruleset, seed=1 + RULESETS.index(ruleset))
    assert battle.outcome is not None
    assert battle.game.scenario["home"]["name"] == book().scenarios[code].name


def test_scenarios_of_the_supplements_can_be_played() -> None:
    assert len(by_data()) >= ENOUGH


def test_a_scenario_known_by_its_title_alone_is_not_offered() -> None:
    assert not can_play(book().scenarios["the_rats_lair"])
    assert "the_rats_lair" not in [choice for choice, _label in scenario_choices()]
