"""The odds of a fall, shown before the jump, compared with hand-computed trees."""

from fractions import Fraction as F

import pytest

from battles.board.previews.attack_odds import percent
from battles.board.previews.fall_odds import odds_of_fall
from battles.board.reach.drawing import judged_way
from battles.engine.commands import EndStep, Move
from battles.engine.odds.attack_odds import duel_game
from battles.engine.profile import fighter_from_data
from battles.engine.rulesets.compile import rules_for
from battles.engine.table.table import Table
from battles.engine.tests.builder import Arena
from battles.engine.tests.movement.terrain import block


def standing(**given):
    fighter = fighter_from_data({"id": "a1", "name": "a", "profile": given})
    other = fighter_from_data({"id": "b1", "name": "b", "profile": {}})
    return duel_game(rules_for("core"), fighter, other)


def test_three_inches_are_d3_hits_at_strength_three():
    game, state = standing()
    fall = odds_of_fall(game, state, "a1", 300, "jump")
    wound = F(1, 2)
    safe = sum((1 - wound) ** hits for hits in (1, 2, 3)) / 3
    assert fall.hurt == pytest.approx(float(1 - safe), abs=1e-12)
    stays = sum((1 - wound + wound * F(2, 3)) ** hits for hits in (1, 2, 3)) / 3
    assert fall.out == pytest.approx(float(1 - stays), abs=1e-12)


def test_less_than_an_inch_hurts_no_one_and_more_is_never_better():
    game, state = standing()
    assert odds_of_fall(game, state, "a1", 90, "jump") == (0, 0)
    outs = [odds_of_fall(game, state, "a1", height, "jump").out for height in range(100, 1100, 100)]
    assert outs == sorted(outs)
    assert outs[0] < outs[-1]


def test_two_wounds_bear_a_fall_better():
    frail, hardy = standing(), standing(wounds=2)
    assert odds_of_fall(*hardy, "a1", 400, "gap").out < odds_of_fall(*frail, "a1", 400, "gap").out


def test_the_way_says_what_a_failed_jump_costs():
    table = Table.from_data({"version": 1, "width": 4800, "length": 4800, "pieces": [block(12, 18, 5, 15, 3)]})
    arena = Arena("core", table=table)
    arena.add("a", at=(12.5, 10, 3))
    arena.add("b", at=(40, 40))
    battle = arena.battle("movement")
    battle.play("a", EndStep())
    way = judged_way(battle, Move("a1", "walk", (("down", 1150, 1000, 0),)))
    assert len(way.checks) == 1
    fall = odds_of_fall(battle.game, battle.state, "a1", 300, "jump")
    for words in ("Initiative test", "or a fall of 3.0 inches", percent(fall.hurt), percent(fall.out)):
        assert words in way.checks[0]
    assert way.is_final
