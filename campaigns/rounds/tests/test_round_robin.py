"""Round robin: all meet each other once; byes and first turns are distributed fairly."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from campaigns.rounds.pairing import round_robin

sizes = st.integers(2, 17)


def meetings(plan: list[list[tuple[int, int | None]]]) -> Counter[frozenset[int]]:
    return Counter(frozenset((first, other)) for pairs in plan for first, other in pairs if other is not None)


@given(sizes)
def test_everyone_meets_everyone_once_in_a_cycle(size: int) -> None:
    met = meetings(round_robin(range(size)))
    assert set(met.values()) == {1}
    assert len(met) == size * (size - 1) // 2


@given(sizes, st.integers(1, 40))
def test_no_one_plays_twice_in_a_round_and_no_one_is_forgotten(size: int, rounds: int) -> None:
    plan = round_robin(range(size), rounds)
    assert len(plan) == rounds
    for pairs in plan:
        seated = [player for pair in pairs for player in pair if player is not None]
        assert sorted(seated) == list(range(size))


@given(sizes, st.integers(1, 40))
def test_meetings_and_byes_never_differ_by_more_than_one(size: int, rounds: int) -> None:
    plan = round_robin(range(size), rounds)
    met = meetings(plan)
    counts = [met[frozenset((first, other))] for first in range(size) for other in range(first)]
    assert max(counts) - min(counts) <= 1
    byes = Counter(first for pairs in plan for first, other in pairs if other is None)
    rests = [byes[player] for player in range(size)]
    assert max(rests) - min(rests) <= 1
    assert sum(rests) == (rounds if size % 2 else 0)


@given(sizes)
def test_the_return_cycle_exchanges_the_sides(size: int) -> None:
    cycle = size - 1 + size % 2
    plan = round_robin(range(size), 2 * cycle)
    first = {pair for pairs in plan[:cycle] for pair in pairs if pair[1] is not None}
    second = {pair for pairs in plan[cycle:] for pair in pairs if pair[1] is not None}
    assert second == {(other, one) for one, other in first}


def test_a_single_participant_has_no_rounds() -> None:
    assert round_robin(["only"]) == []
    assert round_robin([]) == []
