"""The standings: results added up by pure functions."""

import random

from hypothesis import given
from hypothesis import strategies as st

from campaigns.standings.rules import Formula, Result, leader, standings

FORMULA = Formula()


def meeting(first: int, other: int, outcome: str) -> list[Result]:
    back = {"win": "loss", "draw": "draw", "loss": "win"}[outcome]
    return [Result(first, outcome, 2, 1), Result(other, back, 1, 2)]


entries = st.integers(2, 10)
games = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.sampled_from(["win", "draw", "loss"])), max_size=60)
ratings = st.dictionaries(st.integers(0, 9), st.integers(0, 400))


def results_of(size: int, played: list[tuple[int, int, str]]) -> list[Result]:
    return [part for first, other, how in played if first != other and max(first, other) < size
            for part in meeting(first, other, how)]  # fmt: skip


@given(entries, games, ratings)
def test_the_sums_are_right_and_the_order_follows_the_formula(size, played, rated) -> None:
    results = results_of(size, played)
    table = standings(range(size), results, rated, FORMULA)
    assert sorted(line.entry for line in table) == list(range(size))
    assert sum(line.won for line in table) == sum(line.lost for line in table)
    assert sum(line.played for line in table) == len(results)
    for line in table:
        assert line.played == line.won + line.drawn + line.lost
        assert line.points == 3 * line.won + line.drawn
        assert line.rating == rated.get(line.entry, 0)
    keys = [(-line.points, -line.rating, -line.won) for line in table]
    assert keys == sorted(keys)


@given(entries, games, ratings, st.randoms())
def test_the_order_of_results_does_not_matter(size, played, rated, shuffler: random.Random) -> None:
    results = results_of(size, played)
    mixed = results[:]
    shuffler.shuffle(mixed)
    assert standings(range(size), results, rated, FORMULA) == standings(range(size), mixed, rated, FORMULA)


@given(entries, games, ratings)
def test_places_count_those_ahead_and_are_shared_by_equals(size, played, rated) -> None:
    table = standings(range(size), results_of(size, played), rated, FORMULA)
    for line in table:
        own = (line.points, line.rating, line.won)
        assert line.place == 1 + sum((one.points, one.rating, one.won) > own for one in table)


@given(entries, games)
def test_only_a_sole_first_place_is_the_leader(size, played) -> None:
    results = results_of(size, played)
    table = standings(range(size), results, {}, FORMULA)
    most = max(line.points for line in table)
    on_top = [line.entry for line in table if line.points == most and most > 0]
    assert leader(results, FORMULA) == (on_top[0] if len(on_top) == 1 else None)


def test_rating_parts_equal_points() -> None:
    table = standings([1, 2], meeting(1, 2, "draw"), {1: 90, 2: 110}, FORMULA)
    assert [(line.entry, line.place) for line in table] == [(2, 1), (1, 2)]


def test_a_result_of_an_unknown_entry_is_left_out() -> None:
    assert standings([1], [Result(7, "win")], {}, FORMULA)[0].played == 0


def test_the_formula_decides_what_a_loss_is_worth() -> None:
    table = standings([1, 2], meeting(1, 2, "win"), {}, Formula(3, 2, 1))
    assert [line.points for line in table] == [3, 1]
