"""Bots weigh the risk of a fall with the odds of the rules."""

from __future__ import annotations

import pytest

from battles.engine.bots.values.hazards import risk_of
from battles.engine.odds.attack_odds import duel_game
from battles.engine.profile import fighter_from_data
from battles.engine.rulesets.compile import rules_for
from battles.engine.steps.movement.tracks import Track
from battles.engine.table.movement.paths import Check
from battles.engine.table.vectors import Spot
from battles.engine.tests.builder import Arena


def test_a_jump_arrives_by_its_initiative_test_and_a_higher_one_costs_more() -> None:
    fighter = fighter_from_data({"id": "a1", "name": "a", "profile": {"initiative": 3}})
    other = fighter_from_data({"id": "b1", "name": "b", "profile": {}})
    game, state = duel_game(rules_for("core"), fighter, other)
    here = Spot(state.models["a1"].x, state.models["a1"].y, 0)

    def jump(height: int) -> Track:
        return Track(here, (), 0, (Check("jump_down", 0, 1, height, here),))

    low, high = risk_of(game, state, "a1", jump(300)), risk_of(game, state, "a1", jump(500))
    assert low.arrives == pytest.approx(0.5)
    assert 0 < low.loss < high.loss


def test_a_route_without_tests_has_no_risk() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10))
    battle = arena.battle("movement")
    assert risk_of(battle.game, battle.state, "a1", Track(Spot(1000, 1000, 0), (), 400)) == (1.0, 0.0)
