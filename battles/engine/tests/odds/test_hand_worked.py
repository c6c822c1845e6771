"""Exact odds against outcome trees worked by hand, in fractions."""

from fractions import Fraction as F

import pytest

from battles.engine.odds.attack_odds import attack_odds, duel, duel_game
from battles.engine.profile import fighter_from_data
from battles.engine.rulesets.compile import rules_for
from battles.engine.state import CHARGED

CLUB = {"code": "club", "name": "club", "chart": "bludgeoning"}
HEAVY = {"code": "heavy", "name": "heavy", "hands": 2, "strength_bonus": 2}
BLADE = {"code": "blade", "name": "blade"}
PARRYING = {"code": "sword", "name": "sword", "traits": [["parry", {"marked": True}]]}

DOWN, STUNNED, OUT = F(1, 3), F(1, 3), F(1, 3)
"""One injury die: 1-2, 3-4, 5-6."""


def fighter(name, **given):
    profile = given.pop("profile", {})
    return fighter_from_data({"id": name, "name": name, "profile": profile, "weapons": [BLADE], **given})


def odds(ruleset, first, second):
    game, state = duel_game(rules_for(ruleset), first, second)
    return attack_odds(game, state, "a1", "b1")


def worst_of(count, result):
    """The chance that the worst of several injuries is this one (0 down, 1 stunned, 2 out)."""
    return F(result + 1, 3) ** count - F(result, 3) ** count


def assert_equals(found, expected):
    assert found == pytest.approx(float(expected), abs=1e-12)


def test_skirmish_doubles_and_drops_the_save_on_a_six():
    """4+ to hit, 4+ to wound, save 5+: a six is two wounds without a save; two injury dice, the worst counts."""
    found = odds("skirmish", fighter("a1"), fighter("b1", armour=5))
    plain, six, through = F(1, 2) * F(2, 6), F(1, 2) * F(1, 6), F(4, 6)
    assert_equals(found.wounded, plain * through + six)
    for name, result in (("knocked_down", 0), ("stunned", 1), ("out_of_action", 2)):
        assert_equals(found.postures[name], plain * through * F(1, 3) + six * worst_of(2, result))


def test_gazette_weak_spot_double_hit_and_master_strike():
    """The chart by thirds: one wound without a save, two with saves each, two without and +2 on the injury dice."""
    found = odds("gazette", fighter("a1"), fighter("b1", armour=6))
    plain, six, through = F(1, 2) * F(2, 6), F(1, 2) * F(1, 6), F(5, 6)
    both, one = through**2, 2 * through * (1 - through)
    weak = six * F(1, 3) * F(1, 3)
    double = six * F(1, 3) * (both * worst_of(2, 2) + one * F(1, 3))
    master = six * F(1, 3) * (1 - F(2, 6) ** 2)
    assert_equals(found.out_of_action, plain * through * F(1, 3) + weak + double + master)
    assert_equals(found.wounded, plain * through + six * (F(1, 3) + F(1, 3) * (both + one) + F(1, 3)))


def test_a_helmet_turns_half_of_the_stunned_into_knocked_down():
    found = odds(
        "mordheim", fighter("a1", profile={"strength": 2}), fighter("b1", profile={"toughness": 3}, helmet=True)
    )
    wounds = F(1, 2) * F(2, 6)
    assert_equals(found.wounded, wounds)
    plain, six = F(1, 2) * F(1, 6), F(1, 2) * F(1, 6)
    stunned = plain * F(1, 3) + six * (F(2, 3) * worst_of(2, 1) + F(1, 3) * F(2, 6) ** 2)
    assert_equals(found.postures["stunned"], stunned / 2)


def test_a_parry_must_beat_the_score_to_hit():
    """A blow that hit with 4 is turned on 5+, with 5 on a 6, with 6 never: half of the blows hit, a sixth less does."""
    found = odds("mordheim", fighter("a1"), fighter("b1", weapons=[PARRYING]))
    assert_equals(found.hit, F(1, 6) * F(4, 6) + F(1, 6) * F(5, 6) + F(1, 6))


def test_two_weapons_wound_twice_at_most():
    arms = [BLADE, {"code": "axe", "name": "axe"}]
    found = odds("skirmish", fighter("a1", weapons=arms), fighter("b1", profile={"wounds": 3}))
    plain, six = F(1, 2) * F(2, 6), F(1, 2) * F(1, 6)
    none = 1 - plain - six
    assert_equals(found.wounds[0], none**2)
    assert_equals(found.wounds[1], 2 * none * plain)
    assert_equals(found.wounds[2], plain**2 + 2 * none * six)
    assert_equals(found.wounds[3], 1 - (none**2 + 2 * none * plain + plain**2 + 2 * none * six))


@pytest.mark.parametrize("ruleset", ["skirmish", "gazette", "mordheim", "core"])
def test_the_ways_a_duel_ends_sum_to_one(ruleset):
    found = duel(rules_for(ruleset), fighter("a1", weapons=[CLUB]), fighter("b1", armour=5, weapons=[PARRYING]))
    assert found.first_wins + found.second_wins + found.undecided == pytest.approx(1, abs=1e-12)


def test_blades_that_cannot_hurt_never_decide():
    tough = {"profile": {"strength": 1, "toughness": 8, "weapon_skill": 3}}
    found = duel(rules_for("mordheim"), fighter("a1", **tough), fighter("b1", **tough), turns=8)
    assert (found.first_wins, found.second_wins, found.undecided) == (0, 0, 1)


@pytest.mark.parametrize("ruleset", ["skirmish", "gazette", "mordheim", "core"])
def test_who_charges_in_a_duel_of_twins_is_better_off(ruleset):
    found = duel(rules_for(ruleset), fighter("a1"), fighter("b1"))
    assert found.first_wins > found.second_wins


def test_a_charge_changes_nothing_of_one_plain_attack():
    game, state = duel_game(rules_for("mordheim"), fighter("a1", weapons=[HEAVY]), fighter("b1"))
    before = attack_odds(game, state, "a1", "b1")
    state.models["a1"] = state.models["a1"]._replace(flags=state.models["a1"].flags | CHARGED)
    assert attack_odds(game, state, "a1", "b1") == before
