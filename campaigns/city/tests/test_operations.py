"""The map, factions and counters in the API: everything that the city page can do, with the same permissions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaigns.core.tests.factories import entry_of, league
from campaigns.models import Campaign, CampaignEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def city(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, [owner, rival], map_code="ruined_city")


def send(client: Client, method: str, address: str, body: Any = None) -> Any:
    return getattr(client, method)(address, json.dumps(body or {}), content_type="application/json")


def test_the_arbitrator_chooses_the_map(city: Campaign, arbitrator: User, owner: User, client_of) -> None:
    address = f"/api/v1/campaigns/{city.slug}/map/"
    assert send(client_of(owner), "put", address, {"map": ""}).status_code == 403
    unknown = send(client_of(arbitrator), "put", address, {"map": "moon"})
    assert unknown.status_code == 400
    (sentence,) = unknown.json()["fields"]["map"]
    assert sentence.startswith("Choose one of these: ''")
    assert "ruined_city" in sentence
    assert send(client_of(arbitrator), "put", address, {"map": ""}).json() == {"map": "", "districts": []}
    back = send(client_of(arbitrator), "put", address, {"map": "ruined_city"}).json()
    assert back["map"] == "ruined_city"
    assert len(back["districts"]) > 10


def test_factions_are_added_joined_once_and_removed(city: Campaign, arbitrator: User, owner: User, client_of) -> None:
    address = f"/api/v1/campaigns/{city.slug}/factions/"
    assert send(client_of(owner), "post", address, {"name": "Crown"}).json()["code"] == "not_the_arbitrator"
    made = send(client_of(arbitrator), "post", address, {"name": "Crown"})
    assert made.status_code == 201
    assert client_of(None).get(address).json() == [made.json()]
    assert send(client_of(arbitrator), "post", address, {"name": "Crown"}).json()["code"] == "faction_there"
    entry = entry_of(city, owner).public_id
    joining = f"/api/v1/campaigns/{city.slug}/people/{entry}/faction/"
    faction = made.json()["id"]
    assert send(client_of(owner), "post", joining, {"faction": faction}).json() == {"entry": entry, "faction": faction}
    assert send(client_of(owner), "post", joining, {"faction": ""}).status_code == 403
    assert send(client_of(arbitrator), "post", joining, {"faction": ""}).json() == {"entry": entry, "faction": ""}
    assert send(client_of(owner), "delete", f"{address}{faction}/").status_code == 403
    for status in (204, 404):
        assert send(client_of(arbitrator), "delete", f"{address}{faction}/").status_code == status
    assert client_of(None).get(address).json() == []


def test_counters_are_named_and_a_repeated_request_counts_once(
    city: Campaign, arbitrator: User, owner: User, client_of
) -> None:
    address = f"/api/v1/campaigns/{city.slug}/counters/"
    client, entry = client_of(arbitrator), entry_of(city, owner).public_id
    assert send(client_of(owner), "put", address, {"names": ["Favour"]}).status_code == 403
    assert send(client, "put", address, {"names": ["Favour"]}).json() == {"names": ["Favour"], "totals": {}}
    change = {"entry": entry, "resource": "Favour", "delta": 2, "reason": "Saved the bridge."}
    for _again in range(2):
        answer = client.post(
            address, json.dumps(change), content_type="application/json", headers={"Idempotency-Key": "bridge"}
        )
        assert answer.json() == {"names": ["Favour"], "totals": {entry: {"Favour": 2}}}
    assert CampaignEvent.objects.filter(kind="resource_counted").count() == 1
    assert send(client_of(owner), "post", address, change).status_code == 403
    assert send(client, "post", address, {**change, "delta": 0}).json()["code"] == "not_counted"
    assert send(client, "put", address, {"names": ["x"] * 9}).json()["fields"] == {"names": ["Use at most 8 entries."]}


def test_without_a_map_there_is_no_income(arbitrator: User, owner: User, rival: User, client_of) -> None:
    campaign = league(arbitrator, [owner, rival])
    refused = send(client_of(arbitrator), "post", f"/api/v1/campaigns/{campaign.slug}/map/income/")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_map")
