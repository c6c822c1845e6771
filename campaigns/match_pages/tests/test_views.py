"""Actions on matches: who may do them, who may not, and that a refused action changes nothing."""

import pytest
from django.urls import reverse

from accounts.dashboard import lines as dashboard_lines
from accounts.models import User
from campaigns.core.refusals import MatchNotOpen
from campaigns.core.tests.factories import entry_of, league, match_between, now
from campaigns.matches import results
from campaigns.models import Campaign, Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, [owner, rival])


@pytest.fixture
def match(ashes: Campaign, owner: User, rival: User) -> Match:
    return match_between(ashes, owner, rival)


def press(client, match: Match, act: str, **more):
    address = reverse("campaigns:match_act", args=[match.campaign.slug, match.public_id])
    return client.post(address, {"act": act, **more})


def status(match: Match) -> str:
    return Match.objects.get(pk=match.pk).status


def test_report_and_agree(ashes, match, owner, rival, client_of) -> None:
    ours, theirs = entry_of(ashes, owner).public_id, entry_of(ashes, rival).public_id
    page = press(client_of(owner), match, "report", winner=ours, **{f"losses_{theirs}": "3"}, note="Fog.")
    assert page.status_code == 302
    assert status(match) == "reported"
    home = reverse("campaigns:home", args=[ashes.slug])
    answered = press(client_of(rival), match, "agree", next=home)
    assert (answered.status_code, answered.url) == (302, home)
    assert status(match) == "agreed"
    assert match.sides.get(entry__public_id=theirs).losses == 3


def test_a_return_address_of_another_site_is_ignored(match, owner, client_of) -> None:
    answered = press(client_of(owner), match, "report", winner="draw", next="https://elsewhere.example/")
    assert answered.url.startswith("/campaigns/")


def test_a_report_without_a_winner_comes_back_with_what_was_typed(match, owner, client_of) -> None:
    page = press(client_of(owner), match, "report", note="Fog over the river.")
    assert page.status_code == 422
    assert b"Fog over the river." in page.content
    assert b"Choose who won, or a draw." in page.content
    assert press(client_of(owner), match, "report", winner="a" * 12).status_code == 422
    assert status(match) == "planned"


@pytest.mark.parametrize("act", ["report", "agree", "dispute", "take_back", "rule", "date", "cancel"])
def test_a_stranger_changes_nothing_and_a_visitor_is_asked_to_sign_in(act, match, owner, stranger, client_of) -> None:
    results.report(match_id=match.pk, actor_id=owner.pk, winner_entry_id=None, now=now())
    more = {"winner": "draw", "reason": "Because.", "planned_for": "2026-04-01T18:00"}
    assert press(client_of(stranger), match, act, **more).status_code in (403, 409)
    assert press(client_of(None), match, act, **more).url.startswith("/accounts/login/")
    assert status(match) == "reported"


def test_an_unknown_action_is_not_found(match, owner, client_of) -> None:
    assert press(client_of(owner), match, "win").status_code == 404
    address = reverse("campaigns:match_act", args=[match.campaign.slug, match.public_id])
    assert client_of(owner).get(address).status_code == 405


def test_a_refused_press_keeps_the_page_and_says_why(match, owner, rival, client_of) -> None:
    press(client_of(owner), match, "report", winner="draw")
    page = press(client_of(owner), match, "agree")
    assert page.status_code == 403
    assert b"the other side has to confirm" in page.content
    press(client_of(rival), match, "agree")
    assert press(client_of(owner), match, "report", winner="draw").status_code == 409


def test_a_disputed_result_is_decided_on_the_match_page(ashes, match, owner, rival, arbitrator, client_of) -> None:
    press(client_of(owner), match, "report", winner=entry_of(ashes, owner).public_id)
    press(client_of(rival), match, "dispute")
    assert status(match) == "disputed"
    with pytest.raises(MatchNotOpen, match="rejected, so the arbitrator decides"):
        results.agree(match_id=match.pk, actor_id=rival.pk, now=now())
    assert "You decide" in client_of(arbitrator).get("/").content.decode()
    theirs = entry_of(ashes, rival).public_id
    assert press(client_of(arbitrator), match, "rule", winner=theirs).status_code == 422
    assert press(client_of(arbitrator), match, "rule", winner=theirs, reason="Seen it.").status_code == 302
    page = client_of(None).get(reverse("campaigns:match", args=[ashes.slug, match.public_id]))
    assert b"Seen it." in page.content


def test_taking_back_dating_and_striking_off(match, owner, rival, arbitrator, client_of) -> None:
    press(client_of(owner), match, "report", winner="draw")
    press(client_of(owner), match, "take_back")
    assert status(match) == "planned"
    assert press(client_of(rival), match, "date", planned_for="2036-04-01T18:00").status_code == 302
    assert Match.objects.get(pk=match.pk).planned_for is not None
    assert press(client_of(rival), match, "date", planned_for="soon").status_code == 422
    press(client_of(arbitrator), match, "cancel")
    assert status(match) == "void"


def test_a_challenge_is_sent_once(ashes, owner, rival, stranger, client_of) -> None:
    address = reverse("campaigns:challenge", args=[ashes.slug])
    sent = {
        "entry": entry_of(ashes, owner).public_id, "other": entry_of(ashes, rival).public_id, "idempotency_key": "k",
    }  # fmt: skip
    first, second = client_of(owner).post(address, sent), client_of(owner).post(address, sent)
    assert first.url == second.url
    assert ashes.matches.count() == 1
    assert client_of(None).get(address).status_code == 302
    assert client_of(stranger).post(address, {**sent, "idempotency_key": "s"}).status_code == 403
    assert client_of(owner).post(address, {"entry": sent["entry"]}).status_code == 422
    assert client_of(owner).post(address, {**sent, "other": sent["entry"], "idempotency_key": "x"}).status_code == 422
    assert ashes.matches.count() == 1


def test_the_matches_page_shows_a_round_at_a_time(ashes, arbitrator, match, client_of) -> None:
    from campaigns.rounds import scheduling

    scheduling.plan_round_robin(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), rounds=2)
    address = reverse("campaigns:matches", args=[ashes.slug])
    titles = {asked: [title for title, _cards in client_of(None).get(f"{address}?round={asked}").context["groups"]]
              for asked in ("", "2", "free", "77", "x")}  # fmt: skip
    assert titles == {"": ["Round 1"], "2": ["Round 2"], "free": ["Challenge"], "77": ["Round 1"], "x": ["Round 1"]}


def test_a_challenge_waits_on_the_dashboard_of_who_is_challenged(ashes, match, owner, rival) -> None:
    """A challenge used to be shown only in the inbox."""
    mine = [str(line.sentence) for line in dashboard_lines.dashboard_lines(owner)]
    theirs = [line for line in dashboard_lines.dashboard_lines(rival) if "challenges you" in str(line.sentence)]
    assert not any("challenges you" in sentence for sentence in mine)
    assert [line.url for line in theirs] == [reverse("campaigns:match", args=[ashes.slug, match.public_id])]
    assert theirs[0].when == match.created_at
    results.report(
        match_id=match.pk, actor_id=owner.pk, now=now(), winner_entry_id=entry_of(ashes, owner).pk, losses={}
    )
    left = [str(line.sentence) for line in dashboard_lines.dashboard_lines(rival)]
    assert not any("challenges you" in sentence for sentence in left)


def test_the_only_possible_opponent_is_selected(ashes, owner, rival, client_of) -> None:
    page = client_of(owner).get(reverse("campaigns:challenge", args=[ashes.slug]))
    assert [(chip["value"], chip["chosen"]) for chip in page.context["others"]] == [
        (entry_of(ashes, rival).public_id, True)
    ]
