"""Rounds of every kind in the database: Swiss, knock-out with series, groups and finals, ladder, missing pairings."""

import datetime

import pytest

from accounts.models import User
from campaigns.administration import services as running_services
from campaigns.core.refusals import (
    DateInThePast,
    NoLateJoin,
    NotYourMatch,
    OpponentOutOfReach,
    ScenarioAlreadyRolled,
    TieWithoutWinner,
    TournamentOver,
)
from campaigns.core.tests.factories import enter, entry_of, league, now, won
from campaigns.matches import preparation, results
from campaigns.matches.refusals import NoDateYet
from campaigns.members import services as members_services
from campaigns.models import Match, MatchStatus, RoundKind
from campaigns.rounds import planning, scheduling
from campaigns.rounds.planning import Plan
from campaigns.standings.ladder_selectors import ladder_of
from warbands.core.tests.factories import founded

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(owner, rival) -> list[User]:
    more = [User.objects.create_user(username=f"player{n}", password="x") for n in range(4)]
    return [owner, rival, *more]


def plan(campaign, arbitrator, **asked):
    return planning.plan(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), asked=Plan(**asked))


def first_wins(match: Match, arbitrator: User) -> Match:
    """Let the arbitrator decide for the first side."""
    side = match.sides.order_by("place")[0]
    return results.rule(
        match_id=match.pk, actor_id=arbitrator.pk, winner_entry_id=side.entry_id, reason="Played", now=now()
    )


def play_all(round_, arbitrator: User) -> None:
    while True:
        match = round_.matches.filter(status=MatchStatus.PLANNED).order_by("pk").first()
        if match is None:
            return
        first_wins(match, arbitrator)


def test_swiss_rounds_follow_the_table_and_no_one_meets_twice(arbitrator, players) -> None:
    campaign = league(arbitrator, players[:5])
    met = set()
    for _number in range(4):
        (round_,) = plan(campaign, arbitrator, kind=RoundKind.SWISS)
        for match in round_.matches.all():
            pair = frozenset(match.sides.values_list("entry_id", flat=True))
            assert pair not in met
            met.add(pair)
        play_all(round_, arbitrator)
    rests = [one for pair in met if len(pair) == 1 for one in pair]
    assert len(set(rests)) == 4


def test_a_knock_out_runs_to_its_final_and_a_level_tie_is_played_again(arbitrator, players) -> None:
    campaign = league(arbitrator, players)
    (first,) = plan(campaign, arbitrator, kind=RoundKind.KNOCK_OUT)
    assert first.name == "Quarter-finals"
    assert first.matches.filter(is_bye=True).count() == 2
    with pytest.raises(TieWithoutWinner) as raised:
        plan(campaign, arbitrator, kind=RoundKind.KNOCK_OUT)
    assert "has no winner yet" in str(raised.value)
    level = first.matches.filter(is_bye=False).order_by("pk")[0]
    results.rule(match_id=level.pk, actor_id=arbitrator.pk, winner_entry_id=None, reason="Dusk", now=now())
    again = first.matches.get(series=level.public_id, game_number=2)
    assert again.status == MatchStatus.PLANNED
    play_all(first, arbitrator)
    (semi,) = plan(campaign, arbitrator, kind=RoundKind.KNOCK_OUT)
    assert (semi.name, semi.matches.count()) == ("Semi-finals", 2)
    play_all(semi, arbitrator)
    (final,) = plan(campaign, arbitrator, kind=RoundKind.KNOCK_OUT)
    assert final.name == "Final"
    play_all(final, arbitrator)
    with pytest.raises(TournamentOver):
        plan(campaign, arbitrator, kind=RoundKind.KNOCK_OUT)


def test_best_of_three_ends_with_the_second_win_and_a_ruling_opens_it_again(arbitrator, owner, rival) -> None:
    campaign = league(arbitrator, [owner, rival])
    (round_,) = plan(campaign, arbitrator, best_of=3, rounds=1)
    first = round_.matches.get()
    ours = entry_of(campaign, owner).pk

    def decide(match, winner, reason="Played"):
        results.rule(match_id=match.pk, actor_id=arbitrator.pk, winner_entry_id=winner, reason=reason, now=now())

    decide(first, ours)
    second = round_.matches.get(game_number=2)
    decide(second, ours)
    assert not round_.matches.filter(game_number=3).exists()
    decide(second, entry_of(campaign, rival).pk, "Misread")
    third = round_.matches.get(game_number=3)
    decide(second, ours, "Read again")
    third.refresh_from_db()
    assert third.status == MatchStatus.VOID


def test_groups_are_followed_by_finals_of_their_best(arbitrator, players) -> None:
    campaign = league(arbitrator, players)
    rounds = plan(campaign, arbitrator, kind=RoundKind.GROUPS, groups=2)
    assert len(rounds) == 3
    with pytest.raises(TieWithoutWinner):
        plan(campaign, arbitrator, kind=RoundKind.KNOCK_OUT, through=2)
    for round_ in rounds:
        play_all(round_, arbitrator)
    (semi,) = plan(campaign, arbitrator, kind=RoundKind.KNOCK_OUT, through=2)
    assert semi.matches.count() == 2
    group = {
        side.entry_id: match.group
        for match in Match.objects.filter(round__in=rounds)
        for side in match.sides.all()
    }  # fmt: skip
    for match in semi.matches.all():
        assert len({group[side.entry_id] for side in match.sides.all()}) == 2


def test_a_ladder_moves_with_wins_and_challenges_reach_so_far(arbitrator, players) -> None:
    campaign = league(arbitrator, players, ladder_reach=2)
    top, bottom = players[0], players[-1]
    with pytest.raises(OpponentOutOfReach):
        scheduling.challenge(
            campaign_id=campaign.pk,
            actor_id=bottom.pk,
            entry_id=entry_of(campaign, bottom).pk,
            other_entry_id=entry_of(campaign, top).pk,
            now=now(),
        )
    won(campaign, players[2], top)
    assert ladder_of(campaign)[0] == entry_of(campaign, players[2]).pk
    (round_,) = plan(campaign, arbitrator, kind=RoundKind.LADDER)
    assert round_.matches.count() == 3


def test_a_late_joiner_catches_up(arbitrator, players) -> None:
    campaign = league(arbitrator, players[:3])
    plan(campaign, arbitrator)
    late = enter(campaign, players[3])
    rounds = plan(campaign, arbitrator, kind=RoundKind.CATCH_UP)
    assert len(rounds) == 3
    assert all(round_.matches.get().sides.filter(entry=late).exists() for round_ in rounds)
    running_services.change(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), allows_late_join=False)
    band = founded(players[4], seed="late")
    with pytest.raises(NoLateJoin):
        members_services.join(join_code=campaign.join_code, actor_id=players[4].pk, warband_id=band.pk, now=now())


def test_two_warbands_of_one_player_are_not_paired_by_swiss(arbitrator, owner, rival) -> None:
    campaign = league(arbitrator, [owner, rival], warbands_per_player=2)
    own = enter(campaign, owner, seed="second")
    other = enter(campaign, rival, seed="fourth")
    (round_,) = plan(campaign, arbitrator, kind=RoundKind.SWISS)
    for match in round_.matches.all():
        assert match.sides.values("entry__player_id").distinct().count() == 2
    assert own.player_id != other.player_id


def test_both_say_whether_they_come_and_the_table_of_scenarios_is_rolled_once(arbitrator, owner, rival) -> None:
    campaign = league(arbitrator, [owner, rival])
    (round_,) = plan(campaign, arbitrator, rounds=1)
    match = round_.matches.get()
    when = now() + datetime.timedelta(days=3)
    with pytest.raises(NoDateYet):
        preparation.answer(match_id=match.pk, actor_id=owner.pk, rsvp="yes", now=now())
    scheduling.set_date(match_id=match.pk, actor_id=owner.pk, planned_for=when, now=now())
    preparation.answer(match_id=match.pk, actor_id=owner.pk, rsvp="yes", now=now())
    preparation.answer(match_id=match.pk, actor_id=rival.pk, rsvp="no", now=now())
    assert sorted(match.sides.values_list("rsvp", flat=True)) == ["no", "yes"]
    scheduling.set_date(match_id=match.pk, actor_id=owner.pk, planned_for=when, now=now())
    assert sorted(match.sides.values_list("rsvp", flat=True)) == ["no", "yes"], "the same date again changes nothing"
    later = when + datetime.timedelta(days=1)
    scheduling.set_date(match_id=match.pk, actor_id=rival.pk, planned_for=later, now=now())
    assert set(match.sides.values_list("rsvp", flat=True)) == {""}, "an answer holds for the date it was given for"
    with pytest.raises(DateInThePast):
        scheduling.set_date(
            match_id=match.pk, actor_id=owner.pk, planned_for=now() - datetime.timedelta(minutes=1), now=now()
        )
    preparation.answer(match_id=match.pk, actor_id=owner.pk, rsvp="yes", now=now())
    preparation.answer(match_id=match.pk, actor_id=rival.pk, rsvp="no", now=now())
    with pytest.raises(NotYourMatch):
        preparation.answer(match_id=match.pk, actor_id=arbitrator.pk, rsvp="yes", now=now())
    drawn = preparation.draw_scenario(match_id=match.pk, actor_id=owner.pk, now=now())
    total = sum(int(face) for face in drawn.scenario_roll.split(" + "))
    assert (drawn.scenario_code == "") == (total in (2, 12))
    with pytest.raises(ScenarioAlreadyRolled):
        preparation.draw_scenario(match_id=match.pk, actor_id=rival.pk, now=now())
