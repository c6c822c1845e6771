"""API of deals, pacts, the map, house rules, posts and notices of a league."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaigns.core.tests.factories import entry_of, league, match_between, now
from campaigns.models import Alliance, Campaign, Deal, Holding, Post
from campaigns.notices import delivery
from campaigns.posts.operations import OneSubjectNeeded
from warbands.core.tests.factories import by
from warbands.models import Warband
from warbands.trading import treasury

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
JSON = "application/json"


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, [owner, rival], map_code="ruined_city")


def root(campaign: Campaign) -> str:
    return f"/api/v1/campaigns/{campaign.slug}/"


def send(client: Client, address: str, data: dict[str, Any], *, put: bool = False, key: str = "") -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return (client.put if put else client.post)(address, data, JSON, headers=headers)


def test_a_deal_is_offered_accepted_and_paid(ashes: Campaign, owner: User, rival: User, client_of: ClientOf) -> None:
    mine, theirs = entry_of(ashes, owner), entry_of(ashes, rival)
    treasury.gain(warband_id=mine.warband_id, gold_gc=50, by=by(owner))
    before = Warband.objects.get(pk=theirs.warband_id).treasury_gc
    offer = {"one": mine.public_id, "other": theirs.public_id, "gives": {"gold_gc": 20}, "takes": {}, "note": "Peace."}
    for _press in range(2):
        answer = send(client_of(owner), f"{root(ashes)}deals/", offer, key="k")
        assert answer.status_code == 201
    (deal,) = answer.json()["open"]
    assert (deal["gives"]["gold_gc"], deal["gives_words"], deal["acts"]) == (20, "20 gc", ["withdraw"])
    assert client_of(rival).get(f"{root(ashes)}deals/").json()["open"][0]["acts"] == ["accept", "decline"]
    address = f"{root(ashes)}deals/{deal['id']}/"
    refused = send(client_of(owner), address, {"act": "accept"})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_your_deal")
    struck = send(client_of(rival), address, {"act": "accept"}).json()
    assert struck["open"] == []
    assert struck["struck"][0]["id"] == deal["id"]
    assert Warband.objects.get(pk=theirs.warband_id).treasury_gc == before + 20
    assert client_of(None).get(f"{root(ashes)}deals/").json()["open"] == []


@pytest.mark.parametrize(
    "gives",
    [
        {},
        {"gold_gc": 999_999},
        {"gold_gc": -1},
        {"kit": {"nobody": 1}},
        {"captives": ["abcdefghijkl"]},
        {"gold_gc": "x"},
    ],
)
def test_an_offer_that_cannot_be_is_refused_in_words(
    ashes: Campaign, owner: User, rival: User, client_of: ClientOf, gives: dict[str, Any]
) -> None:
    ends = {"one": entry_of(ashes, owner).public_id, "other": entry_of(ashes, rival).public_id}
    answer = send(client_of(owner), f"{root(ashes)}deals/", {**ends, "gives": gives, "takes": {}})
    assert answer.status_code in (400, 422, 409)
    assert answer.json()["message"]
    assert not Deal.objects.exists()


def test_a_stash_is_for_whoever_may_read_the_roster(
    ashes: Campaign, owner: User, stranger: User, rival: User, client_of: ClientOf
) -> None:
    entry = entry_of(ashes, owner)
    address = f"{root(ashes)}stashes/{entry.public_id}/"
    assert client_of(owner).get(address).status_code == 200
    assert client_of(rival).get(address).status_code == 200
    assert client_of(stranger).get(address).status_code == 404
    assert entry.public_id in client_of(owner).get(f"{root(ashes)}deals/").json()["stashes"]
    assert entry.public_id not in client_of(rival).get(f"{root(ashes)}deals/").json()["stashes"]


def test_a_pact_is_proposed_agreed_to_and_ended(ashes: Campaign, owner: User, rival: User, client_of: ClientOf) -> None:
    ends = {"one": entry_of(ashes, owner).public_id, "other": entry_of(ashes, rival).public_id}
    address = f"{root(ashes)}pacts/"
    (pact,) = send(client_of(owner), address, {"act": "propose", **ends}).json()
    assert pact["agreed_at"] is None
    assert client_of(None).get(address).json() == []
    (pact,) = send(client_of(rival), address, {"act": "agree", "pact": pact["id"]}).json()
    assert pact["agreed_at"]
    assert client_of(None).get(address).json() == [pact]
    assert send(client_of(owner), address, {"act": "end", "pact": pact["id"]}).json() == []
    assert Alliance.objects.get().ended_at is not None
    assert send(client_of(owner), address, {"act": "end", "pact": "x" * 12}).status_code == 404


def test_the_map_is_read_by_all_and_held_as_the_arbitrator_says(
    ashes: Campaign, owner: User, arbitrator: User, client_of: ClientOf
) -> None:
    address, entry = f"{root(ashes)}map/", entry_of(ashes, owner).public_id
    first = client_of(None).get(address).json()["districts"][0]
    data = {"act": "give", "district": first["code"], "entry": entry}
    assert send(client_of(owner), address, data).status_code == 403
    shown = send(client_of(arbitrator), address, data).json()["districts"][0]
    assert (shown["holder"], Holding.objects.count()) == (entry, 1)
    assert send(client_of(arbitrator), address, {"act": "dues"}).status_code == 200
    assert send(client_of(arbitrator), address, {"act": "stake", "match": "x" * 12}).status_code == 404
    bare = league(arbitrator, name="Bare")
    assert client_of(None).get(f"{root(bare)}map/").json() == {"map": "", "districts": []}


def test_house_rules_are_put_by_who_runs_it(
    ashes: Campaign, owner: User, arbitrator: User, client_of: ClientOf
) -> None:
    address, data = f"{root(ashes)}house-rules/", {"house_rules": {"af_underdog": False, "uphill_bonus": False}}
    assert send(client_of(owner), address, data, put=True).status_code == 403
    assert send(client_of(arbitrator), address, data, put=True).json()["house_rules"] == {"af_underdog": False}
    wrong = send(client_of(arbitrator), address, {"house_rules": {"panic_triggers": 5}}, put=True)
    assert (wrong.status_code, wrong.json()["code"]) == (422, "bad_house_rules")


def test_news_comments_and_what_is_hidden(
    ashes: Campaign, owner: User, rival: User, arbitrator: User, stranger: User, client_of: ClientOf
) -> None:
    match = match_between(ashes, owner, rival)
    report = {"title": "At the bridge", "body": "It *rained*.", "match": match.public_id}
    for _press in range(2):
        made = send(client_of(owner), f"{root(ashes)}posts/", report, key="one")
    assert (made.status_code, Post.objects.count()) == (201, 1)
    post = made.json()["id"]
    address = f"{root(ashes)}posts/{post}/"
    assert send(client_of(rival), address, report | {"title": "Lies"}, put=True).status_code == 403
    assert send(client_of(owner), address, report | {"title": "The bridge"}, put=True).json()["title"] == "The bridge"
    assert send(client_of(stranger), f"{root(ashes)}posts/", {"title": "A", "body": "B"}).status_code == 403
    comments = f"{root(ashes)}comments/"
    answer = send(client_of(rival), comments, {"body": "We won.", "post": post})
    assert answer.status_code == 201
    send(client_of(owner), comments, {"body": "Saturday?", "match": match.public_id})
    assert [comment["body"] for comment in client_of(None).get(f"{comments}?post={post}").json()] == ["We won."]
    assert [comment["body"] for comment in client_of(None).get(f"{comments}?match={match.public_id}").json()] == [
        "Saturday?"
    ]
    neither = client_of(None).get(comments)
    assert (neither.status_code, neither.json()["code"]) == (422, OneSubjectNeeded.code)
    moderation = f"{root(ashes)}moderation/"
    flag = {"what": answer.json()["id"], "act": "flag"}
    assert send(client_of(owner), moderation, flag).status_code == 204
    hide = {"what": answer.json()["id"], "act": "hide", "reason": "Off the point."}
    assert send(client_of(owner), moderation, hide).status_code == 403
    assert send(client_of(arbitrator), moderation, hide).status_code == 204
    assert client_of(None).get(f"{comments}?post={post}").json() == []
    assert client_of(rival).get(f"{comments}?post={post}").json()[0]["is_hidden"]


def test_users_read_their_own_notices_and_choose_their_kinds(
    ashes: Campaign, owner: User, rival: User, client_of: ClientOf
) -> None:
    match_between(ashes, rival, owner)
    for event in ashes.events.order_by("pk"):
        delivery.deliver(event_id=event.pk, now=now())
    client = client_of(owner)
    found = client.get("/api/v1/notices/").json()
    assert found["results"][0]["sentence"].startswith("A challenge")
    assert not found["results"][0]["is_read"]
    assert send(client, "/api/v1/notices/", {}).status_code == 204
    assert client.get("/api/v1/notices/").json()["results"][0]["is_read"]
    assert send(client, "/api/v1/notices/choices/", {"muted": ["league"], "rhythm": "daily"}, put=True).json() == {
        "muted": ["league"],
        "rhythm": "daily",
    }
    assert client.get("/api/v1/notices/choices/").json()["rhythm"] == "daily"
    assert send(client, "/api/v1/notices/choices/", {"muted": ["rain"], "rhythm": "x"}, put=True).status_code == 400
    assert client_of(None).get("/api/v1/notices/").status_code == 401


def test_a_closed_circle_is_closed_to_programs_too(ashes: Campaign, stranger: User, client_of: ClientOf) -> None:
    Campaign.objects.update(audience="members")
    for part in ("deals", "pacts", "map", "posts", "comments"):
        assert client_of(stranger).get(f"{root(ashes)}{part}/").status_code == 404, part
