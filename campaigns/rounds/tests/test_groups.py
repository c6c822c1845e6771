"""Rounds of battles with three or more sides: their sizes, and who meets. Rule: LG-PAIR-08"""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.rounds.groups import by_standing, rank_slots, round_robin_battles, sizes

counts = st.integers(2, 30)
many = st.integers(3, 6)
few_examples = settings(max_examples=25, deadline=None)


def pairs_of(battles) -> list[frozenset[int]]:
    return [frozenset(pair) for battle in battles for pair in combinations(battle, 2)]


@few_examples
@given(counts, many)
def test_sizes_are_even_and_no_one_rests(count: int, sides: int) -> None:
    cut = sizes(count, sides)
    assert sum(cut) == count
    assert max(cut) <= sides
    assert max(cut) - min(cut) <= 1
    assert min(cut) >= 2
    assert len(cut) == -(-count // sides)


def test_a_single_participant_gets_no_battle() -> None:
    assert (sizes(1, 4), by_standing(["a"], 4), round_robin_battles(["a"], 4), rank_slots(["a"], 4, is_odd=True)) == (
        [], [], [], []
    )  # fmt: skip


@few_examples
@given(counts, many)
def test_neighbours_of_the_table_meet_first(count: int, sides: int) -> None:
    battles = by_standing(range(count), sides)
    assert [one for battle in battles for one in battle] == list(range(count))


@few_examples
@given(st.integers(6, 20), many, st.integers(1, 4))
def test_pairing_by_standing_includes_everyone_and_avoids_repeats(count, sides, rounds) -> None:
    met: Counter[frozenset[int]] = Counter()
    for _round in range(rounds):
        order = list(range(count))
        battles = by_standing(order, sides, met)
        assert sorted(one for battle in battles for one in battle) == order
        still = by_standing(order, sides)
        assert sum(met[pair] for pair in pairs_of(battles)) <= sum(met[pair] for pair in pairs_of(still))
        met.update(pairs_of(battles))


def test_participants_who_have_met_are_separated() -> None:
    met = {frozenset((0, 1)): 1}
    first, second = by_standing(range(6), 3, met)
    assert {0, 1} & set(first) != {0, 1}
    assert not {0, 1} <= set(second)
    assert len({0, 1, 2, 3} & set(first)) >= 2


@few_examples
@given(st.integers(2, 12), many)
def test_everyone_meets_everyone(count: int, sides: int) -> None:
    plan = round_robin_battles(range(count), sides)
    for battles in plan:
        assert sorted(one for battle in battles for one in battle) == list(range(count))
    met = Counter(pair for battles in plan for pair in pairs_of(battles))
    assert len(met) == count * (count - 1) // 2
    assert plan == round_robin_battles(range(count), sides)
    assert len(plan) <= count


@pytest.mark.parametrize(("count", "sides", "rounds"), [(9, 3, 4), (16, 4, 5), (8, 4, 3), (12, 3, 7), (6, 6, 1)])
def test_few_rounds_have_no_repeated_meeting(count: int, sides: int, rounds: int) -> None:
    """Nine players in threes and sixteen in fours are paired without a single repeat."""
    assert len(round_robin_battles(range(count), sides)) == rounds


def test_rounds_asked_for_and_those_who_need_not_meet() -> None:
    assert len(round_robin_battles(range(6), 3, 2)) == 2
    assert len(round_robin_battles(range(4), 4, 3)) == 3
    own = {frozenset((0, 1)): 99, frozenset((2, 3)): 99}
    plan = round_robin_battles(range(4), 3, met=own)
    met = {pair for battles in plan for pair in pairs_of(battles)}
    assert len(met - set(own)) == 4
    assert not met & set(own)


@few_examples
@given(counts, many, st.booleans())
def test_neighbouring_rungs_meet(count: int, sides: int, is_odd: bool) -> None:
    battles = rank_slots(range(count), sides, is_odd=is_odd)
    assert [one for battle in battles for one in battle[::-1]] == list(range(count))
    assert all(2 <= len(battle) <= sides for battle in battles)


def test_two_rounds_in_turn_carry_a_winner_up_the_ladder() -> None:
    even, odd = (rank_slots(range(8), 4, is_odd=is_odd) for is_odd in (False, True))
    assert even == [[3, 2, 1, 0], [7, 6, 5, 4]]
    assert odd == [[1, 0], [4, 3, 2], [7, 6, 5]]
