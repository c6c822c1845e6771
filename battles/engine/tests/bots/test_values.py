"""Bots use the odds of the rules, and guess distances where measuring is not allowed."""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.bots.values import attacks
from battles.engine.bots.values.charging import way_to
from battles.engine.bots.values.guessed_distances import ERROR, chance_within, guess
from battles.engine.bots.values.shooting import shot_worth
from battles.engine.commands import Charge, EndStep, Shoot
from battles.engine.gear.shared_benefits import WELL_FED
from battles.engine.odds.attack_odds import attack_odds, duel_game, shot_odds
from battles.engine.odds.pair_odds import pair_odds
from battles.engine.state import FRENZIED, Effect
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.tests.builder import BOW, RULESETS, SWORD, Arena

THINKING = ("soldier", "tactician")
GUESSING = ("mordheim", "gazette", "skirmish")


def facing(ruleset: str, gap: float, **about: object) -> Battle:
    """Three of side a and one enemy whose base is `gap` inches away from the middle one's."""
    arena = Arena(ruleset)
    for y in (10, 8.5, 11.5):
        arena.add("a", at=(10, y), **about)  # type: ignore[arg-type]
    arena.add("b", at=(11 + gap, 10))
    return arena.battle("movement")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_bot_uses_the_odds_that_the_odds_page_shows(ruleset: str) -> None:
    battle = facing(ruleset, 3, weapons=[SWORD])
    game, state = battle.game, battle.state
    pair, apart = duel_game(game.rules, game.fighters["a1"], game.fighters["b1"])
    apart.models = {key: model._replace(flags=0) for key, model in apart.models.items()}
    assert pair_odds(game, state, "a1", "b1") == attack_odds(pair, apart, "a1", "b1")


def test_equal_warriors_share_their_odds_and_frenzied_ones_do_not() -> None:
    battle = facing("core", 3)
    game, state = battle.game, battle.state
    assert pair_odds(game, state, "a1", "b1") is pair_odds(game, state, "a2", "b1")
    state.models["a2"] = state.models["a2"]._replace(flags=FRENZIED)
    assert attacks.wounds_share(game, state, "a2", "b1") > attacks.wounds_share(game, state, "a1", "b1")


def test_a_shot_is_weighed_by_its_exact_odds() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), weapons=[BOW])
    arena.add("b", at=(20, 10))
    battle = arena.battle("shooting")
    worth = shot_worth(battle.game, battle.state, Shoot("a1", "b1"))
    odds = shot_odds(battle.game, battle.state, "a1", "b1", plan_of(battle.game, battle.state, "a1", 0))
    assert worth.out == pytest.approx(odds.out_of_action)
    assert worth.felled == pytest.approx(1 - odds.postures["standing"])
    assert worth.gain > 0


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("ruleset", GUESSING)
def test_no_one_shoots_far_beyond_the_range_of_the_bow(ruleset: str, name: str) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(5, 10), weapons=[BOW])
    arena.add("b", at=(5 + BOW["reach"] / 100 * (1 + 2 * ERROR) + 1, 10))  # type: ignore[operator]
    battle = arena.battle("shooting")
    assert isinstance(bot_called(name).choose(battle, "a").command, EndStep)


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("ruleset", GUESSING)
def test_no_one_declares_a_charge_at_an_enemy_well_out_of_reach(ruleset: str, name: str) -> None:
    reach = 8 * (1 + 2 * ERROR)
    assert isinstance(bot_called(name).choose(facing(ruleset, reach), "a").command, EndStep)
    assert isinstance(bot_called(name).choose(facing(ruleset, 4), "a").command, Charge)


def test_the_chance_to_reach_falls_with_the_guess_and_is_certain_where_measuring_is_free() -> None:
    battle = facing("mordheim", 6)
    chances = [chance_within(battle.game, 100 * inches, 800) for inches in (6, 7.5, 8, 8.5, 10)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1
    assert chances[2] == pytest.approx(0.5)
    assert chances[-1] == 0
    free = facing("core", 6).game
    assert [chance_within(free, length, 800) for length in (800, 801)] == [1.0, 0.0]


def test_a_guess_is_off_by_a_bounded_error_and_the_same_all_turn() -> None:
    battle = facing("mordheim", 6)
    game, state = battle.game, battle.state
    guesses = [guess(game, state, "a", (f"a{n}", "b1"), 800) for n in range(40)]
    assert len(set(guesses)) > 20
    assert all(800 * (1 - ERROR) <= each <= 800 * (1 + ERROR) for each in guesses)
    assert guesses == [guess(game, state, "a", (f"a{n}", "b1"), 800) for n in range(40)]
    state.turn_number += 1
    assert guesses != [guess(game, state, "a", (f"a{n}", "b1"), 800) for n in range(40)]


def test_fear_lowers_the_chance_of_a_charge() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10))
    arena.add("b", at=(15, 10), keywords=["fear"])
    battle = arena.battle("movement")
    way = way_to(battle.game, battle.state, "a1", "b1", ())
    assert way.arrives == pytest.approx(21 / 36)  # Leadership 7 on two dice


def test_a_model_that_an_effect_names_is_not_part_of_a_pair() -> None:
    """A cook feeds a warrior: in the odds of the warrior and one enemy the cook is off the table."""
    battle = facing("core", 3)
    game, state = battle.game, battle.state
    alone = pair_odds(game, state, "a1", "b1")
    state.models["a1"] = state.models["a1"]._replace(effects=(Effect(WELL_FED, 3),))
    assert pair_odds(game, state, "a1", "b1") == alone
