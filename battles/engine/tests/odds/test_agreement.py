"""Exact chances of duels against duels played with seeded dice: within three standard deviations."""

import pytest

from battles.engine.odds.duels import duel
from battles.engine.rulesets.compile import rules_for
from battles.engine.tests.odds.pairs import PAIRS, pair
from battles.engine.tests.odds.played import Duels

RULESETS = ("skirmish", "gazette", "mordheim", "core")


def assert_agrees(ruleset, number, count):
    exact = duel(rules_for(ruleset), *pair(number))
    played = Duels(rules_for(ruleset), *pair(number), seed=f"{ruleset} {number}").tally(count)
    assert sum(played) == count
    for chance, times in ((exact.first_wins, played.first), (exact.second_wins, played.second)):
        assert abs(times - chance * count) <= 3 * (chance * (1 - chance) * count) ** 0.5


@pytest.mark.parametrize(("ruleset", "number"), list(zip(RULESETS, (0, 1, 2, 3), strict=True)))
def test_two_thousand_duels_of_a_pair_agree_with_the_exact_chances(ruleset, number):
    assert_agrees(ruleset, number, 2_000)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("number", range(PAIRS))
def test_a_hundred_thousand_duels_of_each_of_thirty_pairs_agree(ruleset, number):
    """Pairs with several attacks play nearly every duel through the step code: 17 to 38 s of CPU time where measured.

    The usual limit of 240 s is too close when other work shares the processor.
    """
    assert_agrees(ruleset, number, 100_000)
