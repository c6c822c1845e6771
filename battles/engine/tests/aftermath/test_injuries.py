"""Serious injuries and casualty rolls, on the tables of the rulebook."""

import pytest

from battles.aftermath.campaign_tables import campaign_tables
from battles.engine.aftermath.injuries import casualty_roll, row_at, serious_injuries
from battles.engine.aftermath.rolls import Roller
from battles.engine.dice import PlainDice, ScriptedDice
from catalogue.packs.installed import book


@pytest.fixture(scope="module")
def tables():
    return campaign_tables(book())


def rolled(tables, *faces, **how):
    dice = ScriptedDice(*faces)
    results = serious_injuries(Roller(dice), tables.injuries, "otto", **how)
    dice.assert_all_used()
    return results


def test_every_d66_number_has_a_row(tables):
    for tens in range(1, 7):
        for ones in range(1, 7):
            assert row_at(tables.injuries, tens * 10 + ones).code


def test_a_number_no_two_dice_show_is_refused(tables):
    with pytest.raises(KeyError):
        row_at(tables.injuries, 70)


def test_full_recovery_does_nothing(tables):
    (result,) = rolled(tables, 4, 1)
    assert (result.code, result.effects) == ("full_recovery", ())


def test_a_leg_wound_takes_an_inch(tables):
    (result,) = rolled(tables, 2, 2)
    assert result.effects == (("characteristic_change", {"characteristic": "movement", "amount": -1}),)


def test_an_arm_wound_asks_a_second_die(tables):
    (lost,) = rolled(tables, 2, 3, 1)
    (healed,) = rolled(tables, 2, 3, 4)
    assert lost.effects[0][0] == "loses_hand"
    assert healed.effects == (("miss_games", {"amount": 1}),)


def test_multiple_injuries_roll_again_and_bar_the_worst(tables):
    results = rolled(tables, 1, 6, 2, 1, 1, 2, 6, 6, 1, 6, 6)
    assert [result.code for result in results] == ["multiple_injuries", "chest_wound", "survives_against_the_odds"]


def test_a_killing_blow_reads_the_first_die_low(tables):
    (result,) = rolled(tables, 5, 3, 4, first_half=True)
    assert (result.code, result.d66) == ("arm_wound", 23)


def test_the_pits_roll_until_the_number_fits(tables):
    (result,) = rolled(tables, 6, 6, 4, 1, 3, 5, between=(11, 35))
    assert result.code == "deep_wound"


@pytest.mark.parametrize(("face", "dies"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_henchman_dies_on_one_or_two(tables, face, dies):
    assert casualty_roll(Roller(ScriptedDice(face)), tables.casualties, "zealots").dies is dies


def test_every_seed_gives_known_injuries(tables):
    codes = {row.code for row in tables.injuries}
    for seed in range(500):
        results = serious_injuries(Roller(PlainDice(seed)), tables.injuries, "otto")
        assert results
        assert {result.code for result in results} <= codes
        assert [result.code for result in results[1:]].count("multiple_injuries") == 0
