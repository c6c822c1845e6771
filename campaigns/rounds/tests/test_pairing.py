"""Properties of pairings for leagues of any size: Swiss, knock-out, groups, series, ladder."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.matches.knockout import (
    finalists,
    first_round,
    groups_of,
    needs_a_game,
    next_round,
    seed_order,
    series_winner,
)
from campaigns.rounds.swiss import never_met, swiss_round
from campaigns.standings.ladder import is_in_reach, ladder, rung_pairs

fields = st.integers(2, 40).map(lambda size: list(range(size)))


def everybody_once(pairs, players) -> bool:
    return Counter(one for pair in pairs for one in pair if one is not None) == Counter(players)


@settings(max_examples=60, deadline=None)
@given(fields, st.integers(1, 12), st.randoms(use_true_random=False))
def test_swiss_rounds_pair_everyone_and_no_one_twice_while_it_can_be_helped(players, rounds, chance) -> None:
    met: set[frozenset[int]] = set()
    byes: Counter[int] = Counter()
    for number in range(rounds):
        order = chance.sample(players, len(players))
        pairs = swiss_round(order, met, byes)
        assert everybody_once(pairs, players)
        resting = [first for first, other in pairs if other is None]
        assert len(resting) == len(players) % 2
        for one in resting:
            assert byes[one] == min(byes[other] for other in players)
        new = {frozenset(pair) for pair in pairs if None not in pair}
        # While each has met fewer than half the others, a round without repeats exists (Dirac).
        if number < (len(players) - len(players) % 2) // 2 - 1 - len(players) % 2:
            assert not new & met
        met |= new
        byes.update(resting)


def test_swiss_lets_neighbours_of_the_table_meet() -> None:
    assert swiss_round([1, 2, 3, 4], []) == [(1, 2), (3, 4)]
    assert swiss_round([1, 2, 3, 4], [frozenset((1, 2))]) == [(1, 3), (2, 4)]
    assert swiss_round([1, 2, 3], [], {3: 1}) == [(1, 3), (2, None)]
    assert swiss_round([1], []) == []
    assert swiss_round([1, 2], [frozenset((1, 2))]) == [(1, 2)]


@given(fields, st.data())
def test_catching_up_plans_every_missing_meeting_once(players, data) -> None:
    every = [(player, other) for player in players for other in players if player < other]
    met = data.draw(st.sets(st.sampled_from(every))) if every else set()
    rounds = never_met(players, [frozenset(pair) for pair in met])
    assert Counter(pair for pairs in rounds for pair in pairs) == Counter(set(every) - met)
    for pairs in rounds:
        assert max(Counter(one for pair in pairs for one in pair).values()) == 1


@given(fields)
def test_a_bracket_ends_with_the_better_seed_when_the_better_always_wins(players) -> None:
    pairs = first_round(players)
    assert everybody_once(pairs, players)
    rounds = 1
    while len(pairs) > 1:
        for _one, other in pairs:
            assert other is not None or rounds == 1
        pairs = next_round([min(first, other) if other is not None else first for first, other in pairs])
        rounds += 1
    assert set(pairs[0]) == {0, 1}
    assert rounds == max(1, (len(players) - 1).bit_length())


def test_only_the_best_rest_in_a_short_field() -> None:
    assert {first for first, other in first_round([0, 1, 2, 3, 4]) if other is None} == {0, 1, 2}
    assert {first for first, other in first_round(list(range(6))) if other is None} == {0, 1}
    assert seed_order(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert next_round([1, None, None, 4]) == [(1, None), (4, None)]
    assert next_round([1, 2, 3]) == [(1, 2), (3, None)]


@given(fields, st.integers(1, 8))
def test_groups_are_even(players, count) -> None:
    groups = groups_of(players, count)
    assert sorted(one for group in groups for one in group) == players
    sizes = [len(group) for group in groups]
    assert max(sizes) - min(sizes) <= 1


@given(st.integers(1, 8), st.integers(1, 3))
def test_winners_of_groups_are_seeded_before_seconds(count, through) -> None:
    tables = [[(group, place) for place in range(4)] for group in range(count)]
    seeds = finalists(tables, through)
    assert [place for _group, place in seeds] == sorted(place for _group, place in seeds)
    assert len(seeds) == count * through


@given(st.integers(1, 5).filter(lambda n: n % 2), st.lists(st.sampled_from([1, 2, None]), max_size=9))
def test_a_series_is_decided_by_more_wins_and_only_then(best_of, games) -> None:
    winner = series_winner(best_of, games)
    wins = Counter(game for game in games if game)
    if winner is not None:
        assert wins[winner] > wins[3 - winner] or wins[winner] * 2 > best_of
        assert not needs_a_game(best_of, games, must_decide=True)
    else:
        assert len(games) < best_of or wins[1] == wins[2]
        assert needs_a_game(best_of, games, must_decide=True)
        assert needs_a_game(best_of, games, must_decide=False) == (len(games) < best_of)


@given(fields, st.data())
def test_a_ladder_keeps_everyone_and_the_winner_above_the_beaten(players, data) -> None:
    wins = data.draw(st.lists(st.tuples(st.sampled_from(players), st.sampled_from(players)), max_size=20))
    wins = [(first, other) for first, other in wins if first != other]
    order = ladder(players, wins)
    assert sorted(order) == players
    if wins:
        assert order.index(wins[-1][0]) < order.index(wins[-1][1])


def test_a_challenge_reaches_a_limited_number_of_rungs() -> None:
    order = ladder([1, 2, 3, 4, 5], [(4, 2)])
    assert order == [1, 4, 2, 3, 5]
    assert is_in_reach(order, 3, 4, 2)
    assert not is_in_reach(order, 5, 4, 2)
    assert is_in_reach(order, 1, 5, 2)
    assert is_in_reach(order, 5, 1, 0)


@given(fields, st.booleans())
def test_neighbours_of_the_ladder_meet(players, is_odd) -> None:
    pairs = rung_pairs(players, is_odd=is_odd)
    assert everybody_once(pairs, players)
    assert all(other is None or first - other == 1 for first, other in pairs)
