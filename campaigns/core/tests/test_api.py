"""API of campaigns."""

import pytest

from accounts.models import User
from campaigns.administration import services as running_services
from campaigns.core.tests.factories import entry_of, league, match_between, now
from campaigns.models import Campaign, Match
from warbands.core.tests.factories import founded

pytestmark = pytest.mark.django_db

ROOT = "/api/v1/campaigns/"


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, [owner, rival])


@pytest.fixture
def match(ashes: Campaign, owner: User, rival: User) -> Match:
    return match_between(ashes, owner, rival)


def post(client, address: str, body: dict | None = None, **headers: str):
    return client.post(address, body or {}, content_type="application/json", headers=headers)


def test_a_season_over_the_api(owner, rival, client_of) -> None:
    made = post(client_of(owner), ROOT, {"name": "Ashes"}, **{"Idempotency-Key": "1"})
    again = post(client_of(owner), ROOT, {"name": "Ashes"}, **{"Idempotency-Key": "1"})
    assert made.status_code == 201
    assert made.json() == again.json()
    code, slug = made.json()["join_code"], made.json()["slug"]
    for person in (owner, rival):
        band = founded(person, seed=person.username)
        joined = post(client_of(person), f"{ROOT}join/", {"join_code": code, "warband": band.public_id})
        assert joined.status_code == 201
    campaign = Campaign.objects.get(slug=slug)
    match = match_between(campaign, owner, rival)
    address = f"{ROOT}{slug}/matches/{match.public_id}/"
    assert "report" in client_of(owner).get(address).json()["acts"]
    ours, theirs = entry_of(campaign, owner).public_id, entry_of(campaign, rival).public_id
    body = {"winner": ours, "losses": {theirs: 4}}
    assert post(client_of(owner), f"{address}report/", body).json()["status"] == "reported"
    assert client_of(rival).get(address).json()["acts"][:2] == ["agree", "dispute"]
    assert post(client_of(rival), f"{address}agree/").json()["status"] == "agreed"
    table = client_of(None).get(f"{ROOT}{slug}/standings/").json()
    assert [(line["entry"], line["points"], line["kills"]) for line in table] == [(ours, 3, 4), (theirs, 0, 0)]
    listed = client_of(None).get(f"{ROOT}{slug}/matches/").json()
    assert (listed["count"], listed["results"][0]["acts"]) == (1, [])


def test_lists_are_public_or_mine_and_the_code_is_kept(ashes, owner, stranger, arbitrator, client_of) -> None:
    assert client_of(None).get(ROOT).json()["count"] == 1
    assert client_of(None).get(f"{ROOT}?q=nothing").json()["results"] == []
    assert client_of(stranger).get(f"{ROOT}?mine=1").json()["count"] == 0
    assert client_of(owner).get(f"{ROOT}?mine=1&page=9").json()["count"] == 1
    assert "join_code" not in client_of(owner).get(f"{ROOT}ashes/").json()
    assert client_of(arbitrator).get(f"{ROOT}ashes/").json()["join_code"] == ashes.join_code


@pytest.mark.parametrize("part", ["", "standings/", "matches/"])
def test_a_closed_circle_is_not_there_for_strangers(part, ashes, owner, stranger, arbitrator, client_of) -> None:
    running_services.change(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), audience="members")
    for reader in (None, stranger):
        refused = client_of(reader).get(f"{ROOT}ashes/{part}")
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    assert client_of(owner).get(f"{ROOT}ashes/{part}").status_code == 200
    assert client_of(None).delete(f"{ROOT}ashes/{part}").status_code == 401


def test_refusals_have_one_shape(match, owner, stranger, client_of) -> None:
    address = f"{ROOT}ashes/matches/{match.public_id}/"
    answers = [
        post(client_of(stranger), f"{address}report/", {"winner": None}),
        post(client_of(owner), f"{address}report/", {"winner": "a" * 12}),
        post(client_of(owner), f"{address}report/", {"winner": 7}),
        post(client_of(owner), f"{address}agree/"),
        post(client_of(owner), f"{address}dispute/"),
        post(client_of(owner), f"{address}report/withdraw/"),
        post(client_of(owner), f"{ROOT}join/", {"join_code": match.campaign.join_code, "warband": "a" * 12}),
        post(client_of(owner), ROOT, {"name": "X", "house_rules": {"flying_rats": True}}),
        post(client_of(owner), ROOT, {"ruleset": "chess"}),
    ]
    assert [answer.json()["code"] for answer in answers] == [
        "not_your_match", "not_in_this_match", "invalid", "nothing_reported", "nothing_reported", "nothing_reported",
        "no_such_warband", "bad_house_rules", "invalid",
    ]  # fmt: skip
    assert [answer.status_code for answer in answers[3:6]] == [409, 409, 409]
    assert all({"code", "message", "fields"} <= set(answer.json()) for answer in answers)
    assert post(client_of(None), ROOT, {"name": "X"}).status_code == 401
    assert post(client_of(owner), f"{ROOT}other/matches/{match.public_id}/agree/").status_code == 404


def test_the_schema_lists_every_operation(client_of) -> None:
    schema = client_of(None).get("/api/v1/schema/").content.decode()
    for name in ("create", "list", "join", "standings", "matches", "report", "agree", "dispute"):
        assert f"campaigns_{name}" in schema
