"""The drawing of a knock-out and of groups: the place of each warband, the paths, and that nothing overlaps."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from campaigns.core.tests.factories import league, now
from campaigns.matches import results
from campaigns.matches.knockout import first_round
from campaigns.models import RoundKind
from campaigns.rounds.bracket_layout import BOX_WIDTH, ROW, draw_bracket, draw_groups
from campaigns.rounds.bracket_selectors import (
    BracketRound,
    Group,
    GroupRow,
    Place,
    Tie,
    bracket_of,
    games_of,
    groups_of,
)
from campaigns.rounds.tests.test_planning import plan, play_all
from campaigns.standings.selectors import standings_of


@pytest.fixture
def players(owner: User, rival: User) -> list[User]:
    return [owner, rival, *(User.objects.create_user(username=f"player{n}", password="x") for n in range(4))]


@pytest.mark.django_db
def test_a_tree_shows_rests_ties_who_went_through_and_what_is_to_come(arbitrator: User, players: list[User]) -> None:
    campaign = league(arbitrator, players)
    assert bracket_of(games_of(campaign)) == []
    (first,) = plan(campaign, arbitrator, kind=RoundKind.KNOCK_OUT)
    rounds = bracket_of(games_of(campaign))
    assert [(round.name, len(round.ties)) for round in rounds] == [("Quarter-finals", 4), ("", 2), ("", 1)]
    rests = [tie for tie in rounds[0].ties if tie.is_rest]
    assert len(rests) == 2
    assert {place.entry for tie in rounds[1].ties for place in tie.places if place.entry} == {
        tie.places[0].entry for tie in rests
    }
    level = first.matches.filter(is_bye=False).order_by("pk")[0]
    results.rule(match_id=level.pk, actor_id=arbitrator.pk, winner_entry_id=None, reason="Dusk", now=now())
    again = first.matches.get(series=level.public_id, game_number=2)
    assert again.public_id in {tie.match for tie in bracket_of(games_of(campaign))[0].ties}
    assert len(bracket_of(games_of(campaign))[0].ties) == 4
    play_all(first, arbitrator)
    expected = [
        next(place.entry for place in tie.places if place.is_winner) for tie in bracket_of(games_of(campaign))[0].ties
    ]
    (semi,) = plan(campaign, arbitrator, kind=RoundKind.KNOCK_OUT)
    rounds = bracket_of(games_of(campaign))
    assert [round.name for round in rounds] == ["Quarter-finals", "Semi-finals", ""]
    assert [place.entry for tie in rounds[1].ties for place in tie.places] == expected
    play_all(semi, arbitrator)
    (final,) = plan(campaign, arbitrator, kind=RoundKind.KNOCK_OUT)
    play_all(final, arbitrator)
    last = bracket_of(games_of(campaign))[-1].ties[0]
    assert (len(bracket_of(games_of(campaign))), sum(place.is_winner for place in last.places)) == (3, 1)


@pytest.mark.django_db
def test_groups_stand_by_their_own_points_and_mark_who_goes_on(
    arbitrator: User, players: list[User], client_of: Any, django_assert_max_num_queries: Any
) -> None:
    campaign = league(arbitrator, players)
    rounds = plan(campaign, arbitrator, kind=RoundKind.GROUPS, groups=2)
    groups = groups_of(campaign, games_of(campaign), bracket_of(games_of(campaign)), standings_of(campaign))
    assert [len(group.rows) for group in groups] == [3, 3]
    assert not any(group.is_over for group in groups)
    for round_ in rounds:
        play_all(round_, arbitrator)
    plan(campaign, arbitrator, kind=RoundKind.KNOCK_OUT, through=1)
    groups = groups_of(campaign, games_of(campaign), bracket_of(games_of(campaign)), standings_of(campaign))
    assert all(group.is_over for group in groups)
    for group in groups:
        points = [row.points for row in group.rows]
        assert points == sorted(points, reverse=True)
        assert [row.goes_on for row in group.rows] == [True, False, False]
        assert [row.played for row in group.rows] == [2, 2, 2]
    address = f"/campaigns/{campaign.slug}/bracket/"
    assert address in client_of(None).get(f"/campaigns/{campaign.slug}/matches/").content.decode()
    page = client_of(None).get(address).content.decode()
    assert page.count('class="bracket-tie') == 3
    assert "Final" in page
    with django_assert_max_num_queries(10):
        client_of(None).get(address)


@given(st.integers(2, 33))
def test_no_two_boxes_touch_and_every_way_ends_at_a_box(size: int) -> None:
    pairs = first_round(list(range(size)))
    ties = tuple(
        Tie("m", tuple(Place(str(one), f"N{one}") for one in pair if one is not None), is_rest=pair[1] is None)
        for pair in pairs
    )
    rounds = [BracketRound("First", ties)]
    while len(rounds[-1].ties) > 1:
        empty = Tie("", (Place(), Place()))
        rounds.append(BracketRound("", (empty,) * ((len(rounds[-1].ties) + 1) // 2)))
    drawn = draw_bracket(rounds)
    assert drawn is not None
    for box, other in itertools.combinations(drawn.boxes, 2):
        assert box.x != other.x or box.y + box.height < other.y or other.y + other.height < box.y
    assert all(0 <= box.x <= drawn.width - BOX_WIDTH and 0 <= box.y <= drawn.height - box.height for box in drawn.boxes)
    ends = {(int(way.rpartition("H")[2]), int(way.partition("V")[2].partition("H")[0])) for way in drawn.ways}
    assert ends == {(box.x, box.y + box.height // 2) for box in drawn.boxes if box.x}
    assert len(drawn.ways) == len(drawn.boxes) - 1


@given(st.lists(st.integers(2, 6), min_size=1, max_size=8))
def test_groups_of_any_size_stand_apart(sizes: list[int]) -> None:
    groups = [
        Group(f"Group {n}", tuple(GroupRow("e", "Name", 0, 0, goes_on=False) for _row in range(size)), is_over=False)
        for n, size in enumerate(sizes)
    ]
    drawn = draw_groups(groups)
    assert drawn is not None
    for box, other in itertools.combinations(drawn.boxes, 2):
        assert box.x != other.x or box.y + box.height < other.y or other.y + other.height < box.y
    assert all(box.height >= ROW * len(box.lines) for box in drawn.boxes)
