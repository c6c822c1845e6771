"""The prize of a match in a campaign with a map: chosen with the challenge, and shown before it is played."""

import pytest

from campaigns.city import services as city_services
from campaigns.core.tests.factories import entry_of, league, match_between, now
from campaigns.models import Match
from tests_support.pages import one_line

NOTHING_AT_STAKE = "No prize is set"


@pytest.fixture
def war(arbitrator, owner, rival):
    return league(arbitrator, [owner, rival], map_code="ruined_city")


def challenged(client, campaign, first, other, **fields):
    url = f"/campaigns/{campaign.slug}/matches/challenge/"
    return client.post(
        url, {"entry": entry_of(campaign, first).public_id, "other": entry_of(campaign, other).public_id, **fields}
    )


def test_a_challenge_asks_what_it_is_fought_for(war, owner, rival, client_of) -> None:
    """The form asked only for a scenario, so a win had no prize (item 3)."""
    client = client_of(owner)
    page = client.get(f"/campaigns/{war.slug}/matches/challenge/").content.decode()
    assert "Prize of the match" in page
    assert "The Mill (held by nobody)" in page
    answer = challenged(client, war, owner, rival)
    assert answer.status_code == 422
    assert "Choose a district, or no prize." in answer.content.decode()
    assert not Match.objects.exists()
    assert challenged(client, war, owner, rival, district="the_mill").status_code == 302
    match = Match.objects.get()
    assert match.district_code == "the_mill"
    page = one_line(client.get(f"/campaigns/{war.slug}/matches/{match.public_id}/").content.decode())
    assert page.index("This match is fought for The Mill. The winner takes it.") < page.index("Report the result")
    assert NOTHING_AT_STAKE not in page


def test_the_match_and_the_way_to_the_table_say_when_nothing_is_at_stake(war, owner, rival, client_of) -> None:
    client = client_of(owner)
    assert challenged(client, war, owner, rival, district="none").status_code == 302
    match = Match.objects.get()
    assert match.district_code == ""
    page = client.get(f"/campaigns/{war.slug}/matches/{match.public_id}/").content.decode()
    assert page.index(NOTHING_AT_STAKE) < page.index("Prize of the match") < page.index("Report the result")
    assert NOTHING_AT_STAKE in client.get(f"/battles/match/{match.public_id}/play/").content.decode()


def test_a_district_out_of_reach_makes_no_match(war, owner, rival, arbitrator, client_of) -> None:
    for district, holder in (("far_wall", owner), ("broken_gate", rival)):
        entry = entry_of(war, holder).public_id
        city_services.assign_district(
            campaign_id=war.pk, actor_id=arbitrator.pk, district=district, entry=entry, now=now()
        )
    answer = challenged(client_of(owner), war, owner, rival, district="the_mill")
    assert answer.status_code in (409, 422)
    assert not Match.objects.exists()


def test_a_campaign_without_a_map_asks_for_no_district(arbitrator, owner, rival, client_of) -> None:
    plain = league(arbitrator, [owner, rival])
    client = client_of(owner)
    assert "Prize of the match" not in client.get(f"/campaigns/{plain.slug}/matches/challenge/").content.decode()
    assert challenged(client, plain, owner, rival).status_code == 302
    match = match_between(plain, owner, rival)
    page = client.get(f"/campaigns/{plain.slug}/matches/{match.public_id}/").content.decode()
    assert NOTHING_AT_STAKE not in page
