"""Results: reported by one side, confirmed by the other, ruled on, recorded by the board; sent twice and by others."""

import pytest

from accounts.models import User
from campaigns.administration import services as running_services
from campaigns.core.refusals import (
    CampaignNotRunning,
    MatchNotOpen,
    NotTheArbitrator,
    NotThisMatch,
    NotYourMatch,
    OwnReport,
    ReasonNeeded,
    TooManyLosses,
)
from campaigns.core.tests.factories import entry_of, league, match_between, now, won
from campaigns.matches import results
from campaigns.matches.refusals import NothingReported
from campaigns.members import services as members_services
from campaigns.models import Campaign, CampaignEvent, Match, MatchStatus
from campaigns.rounds import scheduling
from campaigns.standings.selectors import standings_of
from warbands.core.ledger import ActionContext
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded
from warbands.roster import casualties

pytestmark = pytest.mark.django_db


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, [owner, rival])


@pytest.fixture
def match(ashes: Campaign, owner: User, rival: User) -> Match:
    return match_between(ashes, owner, rival)


def report(match: Match, actor: User, winner: User | None, **more) -> Match:
    entry = entry_of(match.campaign, winner).pk if winner is not None else None
    return results.report(match_id=match.pk, actor_id=actor.pk, winner_entry_id=entry, now=now(), **more)


def agree(match: Match, actor: User) -> Match:
    return results.agree(match_id=match.pk, actor_id=actor.pk, now=now())


def told(campaign: Campaign, kind: str) -> list[CampaignEvent]:
    return list(campaign.events.filter(kind=kind, is_revoked=False))


def points(campaign: Campaign) -> dict[str, int]:
    return {row.entry.player_name: row.line.points for row in standings_of(campaign)}


def test_a_report_counts_once_the_other_side_agrees(ashes, match, owner, rival) -> None:
    ours, theirs = entry_of(ashes, owner), entry_of(ashes, rival)
    assert report(match, rival, owner, losses={ours.pk: 1, theirs.pk: 4}, note="Fog.").status == MatchStatus.REPORTED
    assert points(ashes) == {"owner": 0, "rival": 0}
    assert agree(match, owner).status == MatchStatus.AGREED
    assert points(ashes) == {"owner": 3, "rival": 0}
    line = next(row.line for row in standings_of(ashes) if row.entry.player_id == owner.pk)
    assert (line.kills, line.losses, line.played, line.won) == (4, 1, 1, 1)
    assert line.rating > 0
    side = match.sides.get(entry=ours)
    assert side.rating_before == line.rating
    assert side.agreed_at is not None


def test_a_draw_gives_both_a_point(ashes, match, owner, rival) -> None:
    report(match, owner, None)
    agree(match, rival)
    assert points(ashes) == {"owner": 1, "rival": 1}


def test_a_repeated_report_is_recorded_once(ashes, match, owner, rival) -> None:
    report(match, rival, owner)
    report(match, rival, owner)
    assert len(told(ashes, "result_reported")) == 1
    agree(match, owner)
    agree(match, owner)
    assert len(told(ashes, "match_played")) == 1


def test_the_reporter_cannot_agree_with_themselves(match, owner, rival) -> None:
    report(match, rival, owner)
    with pytest.raises(OwnReport):
        agree(match, rival)
    with pytest.raises(OwnReport):
        results.dispute(match_id=match.pk, actor_id=rival.pk, now=now())


def test_the_other_side_may_report_differently_and_then_the_first_agrees(ashes, match, owner, rival) -> None:
    report(match, rival, rival)
    report(match, owner, owner)
    agree(match, rival)
    assert points(ashes) == {"owner": 3, "rival": 0}


def test_a_report_may_be_taken_back_until_it_is_answered(match, owner, rival) -> None:
    report(match, rival, owner, note="Fog.")
    with pytest.raises(NotYourMatch):
        results.take_back(match_id=match.pk, actor_id=owner.pk, now=now())
    again = results.take_back(match_id=match.pk, actor_id=rival.pk, now=now())
    assert (again.status, again.note, again.reported_by_id) == (MatchStatus.PLANNED, "", None)
    assert [side.result for side in again.sides.all()] == ["", ""]
    report(match, rival, owner)
    agree(match, owner)
    with pytest.raises(MatchNotOpen):
        results.take_back(match_id=match.pk, actor_id=rival.pk, now=now())


@pytest.mark.parametrize("answer", [results.take_back, results.agree, results.dispute])
def test_without_a_report_there_is_nothing_to_answer(match, rival, stranger, answer) -> None:
    with pytest.raises(NothingReported):
        answer(match_id=match.pk, actor_id=rival.pk, now=now())
    with pytest.raises(NotYourMatch):
        answer(match_id=match.pk, actor_id=stranger.pk, now=now())
    match.status = MatchStatus.PLAYING
    match.save(update_fields=["status"])
    with pytest.raises(NothingReported):
        answer(match_id=match.pk, actor_id=rival.pk, now=now())


def test_strangers_and_arbitrators_do_not_report_for_players(match, stranger, arbitrator, owner) -> None:
    for outsider in (stranger, arbitrator):
        with pytest.raises(NotYourMatch):
            results.report(match_id=match.pk, actor_id=outsider.pk, winner_entry_id=None, now=now())
    report(match, owner, None)
    with pytest.raises(NotYourMatch):
        agree(match, stranger)


def test_the_winner_has_to_play_in_the_match(ashes, match, owner, stranger) -> None:
    with pytest.raises(NotThisMatch):
        results.report(match_id=match.pk, actor_id=owner.pk, winner_entry_id=99_999, now=now())
    with pytest.raises(TooManyLosses):
        report(match, owner, owner, losses={entry_of(ashes, owner).pk: 100})


def test_a_side_cannot_lose_more_models_than_it_had(ashes, match, owner) -> None:
    entry = entry_of(ashes, owner)
    models = sum(warrior.headcount for warrior in entry.warband.warriors.filter(status="active"))
    with pytest.raises(TooManyLosses) as refused:
        report(match, owner, None, losses={entry.pk: models + 1})
    assert (
        str(refused.value) == f"{entry.warband.name} had at most {models} models, so it cannot have lost {models + 1}."
    )
    assert list(refused.value.fields) == [f"losses.{entry.public_id}"]
    assert report(match, owner, None, losses={entry.pk: models}).status == MatchStatus.REPORTED


def test_models_that_have_left_the_roster_since_may_have_been_lost(ashes, match, owner) -> None:
    entry = entry_of(ashes, owner)
    members = load_state(entry.warband).active()
    models = sum(member.headcount for member in members)
    by = ActionContext(actor_id=owner.pk, at=match.created_at)
    hero = next(member for member in members if member.kind == "hero" and not member.is_leader)
    casualties.kill(warband_id=entry.warband_id, warrior=hero.key, by=by)
    assert report(match, owner, None, losses={entry.pk: models}).status == MatchStatus.REPORTED


def test_an_agreed_or_paused_match_takes_no_report(ashes, match, owner, rival, arbitrator) -> None:
    running_services.set_status(campaign_id=ashes.pk, actor_id=arbitrator.pk, status="paused", now=now(), reason="Snow")
    with pytest.raises(CampaignNotRunning):
        report(match, owner, owner)
    running_services.set_status(campaign_id=ashes.pk, actor_id=arbitrator.pk, status="running", now=now())
    report(match, owner, owner)
    agree(match, rival)
    with pytest.raises(MatchNotOpen):
        report(match, rival, rival)


def test_the_arbitrator_decides_a_dispute_with_a_reason(ashes, match, owner, rival, arbitrator) -> None:
    report(match, rival, rival)
    results.dispute(match_id=match.pk, actor_id=owner.pk, now=now())
    assert results.dispute(match_id=match.pk, actor_id=owner.pk, now=now()).status == MatchStatus.DISPUTED
    assert len(told(ashes, "result_disputed")) == 1
    ours = entry_of(ashes, owner).pk
    with pytest.raises(NotTheArbitrator):
        results.rule(match_id=match.pk, actor_id=owner.pk, winner_entry_id=ours, reason="I say so", now=now())
    with pytest.raises(ReasonNeeded):
        results.rule(match_id=match.pk, actor_id=arbitrator.pk, winner_entry_id=ours, reason="  ", now=now())
    for _press in range(2):
        results.rule(
            match_id=match.pk, actor_id=arbitrator.pk, winner_entry_id=ours, reason="Dice were cocked.", now=now()
        )
    assert points(ashes) == {"owner": 3, "rival": 0}
    assert [event.data["reason"] for event in told(ashes, "result_ruled")] == ["Dice were cocked."]


def test_a_ruling_replaces_an_agreed_result_and_what_was_told_of_it(ashes, owner, rival, arbitrator) -> None:
    match = won(ashes, owner, rival)
    theirs = entry_of(ashes, rival).pk
    results.rule(match_id=match.pk, actor_id=arbitrator.pk, winner_entry_id=theirs, reason="Misread.", now=now())
    results.rule(match_id=match.pk, actor_id=arbitrator.pk, winner_entry_id=None, reason="Read again.", now=now())
    assert points(ashes) == {"owner": 1, "rival": 1}
    assert told(ashes, "match_played") == []
    assert len(told(ashes, "result_ruled")) == 1


def test_the_board_brings_a_result_once_and_needs_no_one(ashes, match, owner, rival) -> None:
    ours, theirs = entry_of(ashes, owner).pk, entry_of(ashes, rival).pk
    scheduling.mark_playing(match_id=match.pk)
    with pytest.raises(MatchNotOpen):
        report(match, owner, owner)
    for winner in (ours, theirs):
        results.record_board_result(
            match_id=match.pk, winner_entry_id=winner, losses={ours: 2, theirs: 5}, ratings={ours: 77, theirs: 88},
            now=now(), source_key="battle:1",
        )  # fmt: skip
    assert points(ashes) == {"owner": 3, "rival": 0}
    assert len(told(ashes, "match_played")) == 1
    event = told(ashes, "match_played")[0]
    assert [(side["rating"], side["is_counted"]) for side in event.data["sides"]] == [(77, True), (88, True)]
    assert event.data["new_leader"] == entry_of(ashes, owner).warband.name


def test_an_abandoned_battle_leaves_the_match_to_be_played(match, owner, rival) -> None:
    scheduling.mark_playing(match_id=match.pk)
    scheduling.mark_playing(match_id=match.pk)
    assert scheduling.mark_not_playing(match_id=match.pk).status == MatchStatus.PLANNED
    report(match, owner, owner)
    assert scheduling.mark_not_playing(match_id=match.pk).status == MatchStatus.REPORTED
    with pytest.raises(MatchNotOpen):
        scheduling.mark_playing(match_id=match.pk)


def test_a_report_against_oneself_counts_at_once(arbitrator, owner) -> None:
    campaign = league(arbitrator, [owner], warbands_per_player=2)
    second = founded(owner, "skaven", seed="second")
    members_services.join(join_code=campaign.join_code, actor_id=owner.pk, warband_id=second.pk, now=now())
    entry, other = campaign.entries.order_by("pk")
    match = scheduling.challenge(
        campaign_id=campaign.pk, actor_id=owner.pk, entry_id=entry.pk, other_entry_id=other.pk, now=now()
    )
    after = results.report(match_id=match.pk, actor_id=owner.pk, winner_entry_id=entry.pk, now=now())
    assert after.status == MatchStatus.AGREED


def test_the_arbitrator_answers_for_a_warband_no_one_plays(ashes, owner, arbitrator) -> None:
    beasts = founded(arbitrator, "skaven", seed="beasts")
    entry = members_services.add_non_player(
        campaign_id=ashes.pk, actor_id=arbitrator.pk, warband_id=beasts.pk, now=now()
    )
    ours = entry_of(ashes, owner)
    match = scheduling.challenge(
        campaign_id=ashes.pk, actor_id=owner.pk, entry_id=ours.pk, other_entry_id=entry.pk, now=now()
    )
    report(match, owner, owner)
    with pytest.raises(OwnReport):
        agree(match, owner)
    assert agree(match, arbitrator).status == MatchStatus.AGREED


def test_a_new_sole_leader_is_recorded(ashes, owner, rival) -> None:
    won(ashes, owner, rival)
    won(ashes, owner, rival)
    won(ashes, rival, owner)
    assert [bool(event.data["new_leader"]) for event in told(ashes, "match_played")] == [True, False, False]
    assert CampaignEvent.objects.filter(campaign=ashes, kind="match_played").count() == 3
