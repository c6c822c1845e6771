"""A player who was challenged can decline, with a reason or without. The challenger is notified, and the challenge
leaves the dashboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.dashboard import lines as dashboard_lines
from accounts.models import User
from campaigns.core.refusals import MatchNotOpen, NotYourMatch
from campaigns.core.tests.factories import enter, entry_of, league, now
from campaigns.matches import results
from campaigns.matches.refusals import NotAChallenge
from campaigns.models import Campaign, CampaignEvent, Match, Notice
from campaigns.rounds import scheduling

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
RunJobs = Callable[[], object]
JSON = "application/json"
REASON = "Three heroes are still wounded."


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, [owner, rival])


def challenge(campaign: Campaign, challenger: User, *others: User) -> Match:
    entries = [entry_of(campaign, user).pk for user in others]
    return scheduling.challenge(
        campaign_id=campaign.pk,
        actor_id=challenger.pk,
        entry_id=entry_of(campaign, challenger).pk,
        other_entry_id=entries[0],
        more=entries[1:],
        now=now(),
    )


def page_of(match: Match, name: str = "match") -> str:
    return reverse(f"campaigns:{name}", args=[match.campaign.slug, match.public_id])


def waiting(user: User, match: Match) -> bool:
    return any(match.public_id in line.url for line in dashboard_lines.dashboard_lines(user))


def test_declining_on_the_page_tells_the_challenger_and_clears_the_waiting_line(
    ashes: Campaign, owner: User, rival: User, client_of: ClientOf, run_jobs: RunJobs
) -> None:
    match = challenge(ashes, owner, rival)
    assert waiting(rival, match)
    assert "Decline the challenge" in client_of(rival).get(page_of(match)).content.decode()
    assert "Decline the challenge" not in client_of(owner).get(page_of(match)).content.decode()
    sent = client_of(rival).post(page_of(match, "match_act"), {"act": "decline", "reason": REASON})
    assert sent.status_code == 302
    match.refresh_from_db()
    assert (match.status, match.note) == ("void", REASON)
    assert not waiting(rival, match)
    run_jobs()
    notices = Notice.objects.filter(sentence__contains="declined the challenge")
    assert [notice.user_id for notice in notices] == [owner.pk]
    assert notices[0].sentence.endswith(REASON)
    assert REASON in client_of(owner).get(page_of(match)).content.decode()
    chronicle = client_of(owner).get(reverse("campaigns:chronicle", args=[ashes.slug])).content.decode()
    assert "Challenge declined" in chronicle


def test_declining_with_the_api_needs_no_reason_and_is_offered_only_to_the_challenged(
    ashes: Campaign, owner: User, rival: User, client_of: ClientOf, run_jobs: RunJobs
) -> None:
    match = challenge(ashes, owner, rival)
    address = f"/api/v1/campaigns/{ashes.slug}/matches/{match.public_id}/"
    assert "decline" not in client_of(owner).get(address).json()["acts"]
    assert "decline" in client_of(rival).get(address).json()["acts"]
    refused = client_of(owner).post(f"{address}decline/", {}, content_type=JSON)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_a_challenge")
    assert refused.json()["message"].startswith("You sent this challenge yourself.")
    declined = client_of(rival).post(f"{address}decline/", {}, content_type=JSON)
    assert (declined.status_code, Match.objects.get(pk=match.pk).status) == (200, "void")
    again = client_of(rival).post(f"{address}decline/", {}, content_type=JSON)
    assert (again.status_code, again.json()["code"]) == (409, "match_not_open")
    assert again.json()["message"] == "This match was cancelled."
    run_jobs()
    assert not Notice.objects.get(user=owner, sentence__contains="declined").sentence.endswith(" ")


def test_only_an_open_challenge_can_be_declined(ashes: Campaign, owner: User, rival: User, stranger: User) -> None:
    match = challenge(ashes, owner, rival)
    with pytest.raises(NotYourMatch):
        scheduling.decline(match_id=match.pk, actor_id=stranger.pk, now=now())
    results.report(match_id=match.pk, actor_id=owner.pk, winner_entry_id=None, now=now())
    with pytest.raises(MatchNotOpen):
        scheduling.decline(match_id=match.pk, actor_id=rival.pk, now=now())


def test_a_match_of_a_round_cannot_be_declined(ashes: Campaign, arbitrator: User, owner: User, rival: User) -> None:
    scheduling.plan_round_robin(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), rounds=1)
    match = ashes.matches.get()
    with pytest.raises(NotAChallenge):
        scheduling.decline(match_id=match.pk, actor_id=rival.pk, now=now())


def test_with_several_sides_the_chronicle_names_the_one_who_declined(
    ashes: Campaign, owner: User, rival: User, stranger: User, run_jobs: RunJobs
) -> None:
    enter(ashes, stranger, seed="third")
    match = challenge(ashes, owner, rival, stranger)
    scheduling.decline(match_id=match.pk, actor_id=stranger.pk, now=now())
    event = CampaignEvent.objects.get(kind="match_declined")
    assert event.data["warbands"] == [entry_of(ashes, user).warband.name for user in (owner, stranger)]
    run_jobs()
    notified = set(Notice.objects.filter(sentence__contains="declined").values_list("user_id", flat=True))
    assert notified == {owner.pk, rival.pk}
