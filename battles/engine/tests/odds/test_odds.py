"""Exact chances against trees worked by hand and against a seeded sample of the same step code."""

from fractions import Fraction

import pytest

from battles.engine.dice import PlainDice
from battles.engine.flow import Context
from battles.engine.odds import duels
from battles.engine.odds.attack_odds import attack_odds, duel, duel_game, outcomes
from battles.engine.profile import fighter_from_data
from battles.engine.rulesets.compile import rules_for
from battles.engine.steps.combat.phase import strike
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.tests.odds.pairs import pair

BLADE = {"code": "blade", "name": "blade"}


def fighter(name, *, weapons=(BLADE,), armour=7, **profile):
    return fighter_from_data({"id": name, "name": name, "profile": profile, "weapons": list(weapons), "armour": armour})


def standing(ruleset, first, second):
    return duel_game(rules_for(ruleset), first, second)


def test_a_mordheim_blow_as_a_hand_worked_tree():
    game, state = standing("mordheim", fighter("a1"), fighter("b1"))
    odds = attack_odds(game, state, "a1", "b1")
    assert odds.hit == pytest.approx(float(Fraction(1, 2)), abs=1e-12)
    assert odds.wounded == pytest.approx(float(Fraction(1, 4)), abs=1e-12)
    plain = Fraction(1, 2) * Fraction(1, 3)
    six = Fraction(1, 2) * Fraction(1, 6)
    two_dice = Fraction(5, 9)
    two_dice_and_two = Fraction(8, 9)
    out = plain * Fraction(1, 3) + six * (Fraction(2, 3) * two_dice + Fraction(1, 3) * two_dice_and_two)
    assert odds.out_of_action == pytest.approx(float(out), abs=1e-12)


@pytest.mark.parametrize("ruleset", ["skirmish", "gazette", "mordheim", "core"])
def test_chances_sum_to_one(ruleset):
    game, state = standing(ruleset, fighter("a1", attacks=1, strength=4), fighter("b1", armour=5, toughness=4))
    odds = attack_odds(game, state, "a1", "b1")
    assert sum(odds.postures.values()) == pytest.approx(1, abs=1e-12)
    assert sum(odds.wounds.values()) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("ruleset", ["skirmish", "gazette", "mordheim", "core"])
def test_exact_odds_lie_inside_a_seeded_sample(ruleset):
    game, state = standing(ruleset, fighter("a1", strength=4), fighter("b1", armour=6))
    odds = attack_odds(game, state, "a1", "b1")
    dice, count, out = PlainDice(7), 3_000, 0
    plan = attack_plan(game, state, "a1", "self")
    for _ in range(count):
        ctx = Context(game, state.fork(), dice)
        strike(ctx, "a1", "b1", plan)
        out += bool(ctx.model("b1").gone)
    chance = odds.out_of_action
    assert abs(out / count - chance) < 4 * (chance * (1 - chance) / count) ** 0.5


def test_more_strength_never_wounds_less_often():
    last = 0.0
    for strength in range(1, 9):
        game, state = standing("core", fighter("a1", strength=strength), fighter("b1", armour=5))
        wounded = attack_odds(game, state, "a1", "b1").wounded
        assert wounded >= last - 1e-12
        last = wounded


def test_a_question_without_dice_has_one_answer():
    game, state = standing("core", fighter("a1"), fighter("b1"))
    assert outcomes(game, state, lambda ctx: "nothing") == {"nothing": 1.0}


@pytest.mark.parametrize("number", [10, 16, 29])
def test_who_is_driven_about_the_open_field_comes_back_to_the_same_positions(number, monkeypatch):
    """A frenzied fighter follows whom it throws, turn after turn: the places grow no new positions."""
    plays = []

    class Watched(duels.Duel):
        def __init__(self, *parts):
            super().__init__(*parts)
            plays.append(self)

    monkeypatch.setattr(duels, "Duel", Watched)
    odds = duel(rules_for("core"), *pair(number))
    assert odds.first_wins + odds.second_wins + odds.undecided == pytest.approx(1, abs=1e-12)
    places = {(one.x, one.y, two.x - one.x) for ((_, one), (_, two)), *_ in plays[0]._turns}
    assert len(places) <= 12
