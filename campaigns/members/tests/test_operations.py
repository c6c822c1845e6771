"""Operations in a league that the API used to lack: withdraw, leave, non-player warbands, awards, webhooks."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.api_keys import services as api_keys_services
from accounts.models import User
from campaigns.core.tests.factories import entry_of, league
from campaigns.models import Award, Campaign, CampaignEvent, Membership, Webhook
from warbands.core.tests.factories import founded

ClientOf = Callable[[User | None], Client]
JSON = "application/json"
KEY = {"Idempotency-Key": "one"}


@pytest.fixture
def campaign(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, (owner, rival))


def address(campaign: Campaign, rest: str) -> str:
    return f"/api/v1/campaigns/{campaign.slug}/{rest}"


def test_a_program_withdraws_a_warband_and_leaves(
    campaign: Campaign, owner: User, rival: User, stranger: User, client_of: ClientOf
) -> None:
    entry = entry_of(campaign, owner)
    url = address(campaign, f"people/{entry.public_id}/withdraw/")
    for other, code in ((rival, "not_your_entry"), (stranger, "not_a_member")):
        refused = client_of(other).post(url, {}, content_type=JSON)
        assert (refused.status_code, refused.json()["code"]) == (403, code)
    answer = client_of(owner).post(url, {}, content_type=JSON)
    assert answer.status_code == 200
    assert (answer.json()["id"], answer.json()["is_withdrawn"]) == (entry.public_id, True)
    assert client_of(rival).post(address(campaign, "people/leave/"), {}, content_type=JSON).status_code == 204
    assert not Membership.objects.filter(campaign=campaign, user=rival, left_at__isnull=True).exists()


def test_the_arbitrator_cannot_leave(campaign: Campaign, arbitrator: User, client_of: ClientOf) -> None:
    answer = client_of(arbitrator).post(address(campaign, "people/leave/"), {}, content_type=JSON)
    assert answer.json()["code"] == "arbitrator_stays"


def test_a_program_adds_a_non_player_warband(
    campaign: Campaign, arbitrator: User, owner: User, client_of: ClientOf
) -> None:
    url, body = address(campaign, "non-players/"), {"warband": founded(arbitrator).public_id}
    first = client_of(arbitrator).post(url, body, content_type=JSON)
    assert (first.status_code, first.json()["is_non_player"]) == (201, True)
    assert client_of(arbitrator).post(url, body, content_type=JSON).json() == first.json()
    assert client_of(owner).post(url, body, content_type=JSON).json()["code"] == "not_the_arbitrator"


def test_a_program_gives_an_award_once_and_withdraws_it(
    campaign: Campaign, arbitrator: User, owner: User, client_of: ClientOf
) -> None:
    url, client = address(campaign, "awards/"), client_of(arbitrator)
    body = {"entry": entry_of(campaign, owner).public_id, "title": "Best painted"}
    first = client.post(url, body, content_type=JSON, headers=KEY)
    assert first.status_code == 201
    assert client.post(url, body, content_type=JSON, headers=KEY).json()["id"] == first.json()["id"]
    assert client.post(url, {**body, "title": "x"}, content_type=JSON, headers=KEY).status_code == 422
    assert [award["title"] for award in client_of(owner).get(url).json()] == ["Best painted"]
    assert client.delete(f"{url}{first.json()['id']}/").status_code == 204
    assert not Award.objects.exists()
    assert CampaignEvent.objects.get(kind="award_given").is_revoked


def test_a_program_manages_webhooks(campaign: Campaign, arbitrator: User, owner: User, client_of: ClientOf) -> None:
    url, client = address(campaign, "webhooks/"), client_of(arbitrator)
    bad = client.post(url, {"url": "https://example.org/x", "kinds": ["all"]}, content_type=JSON)
    assert list(bad.json()["fields"]) == ["kinds.0"]
    Webhook.objects.create(
        campaign=campaign, url="https://example.org/x", secret="s" * 48, created_at=campaign.created_at
    )
    listed = client.get(url).json()
    assert [(hook["url"], hook["is_on"]) for hook in listed] == [("https://example.org/x", True)]
    one = f"{url}{listed[0]['id']}/"
    assert client.patch(one, {"is_on": False}, content_type=JSON).json()["is_on"] is False
    assert client.patch(one, {"is_on": "no"}, content_type=JSON).status_code == 400
    assert client_of(owner).get(url).status_code == 403
    assert client_of(owner).delete(one).status_code == 403
    assert client.delete(one).status_code == 204
    assert not Webhook.objects.exists()


def test_a_key_that_may_only_read_does_not_see_the_secrets_of_webhooks(campaign: Campaign, arbitrator: User) -> None:
    key = api_keys_services.create_key(user_id=arbitrator.pk, scopes=["warbands"])
    answer = Client(headers={"Authorization": f"Token {key}"}).get(address(campaign, "webhooks/"))
    assert answer.status_code == 403
