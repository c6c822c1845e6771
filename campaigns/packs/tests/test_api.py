"""API of the packs of a league: members read them, arbitrators choose them, and can preview and install a newer
version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaigns.core.tests.factories import entry_of, league
from campaigns.packs.tests.test_packs import NEWER, playing
from catalogue.custom_packs.tests.factories import next_version, released, swapped
from warbands.core.books import book_of
from warbands.core.state_storage import load_state

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User | None], Client]


def send(client: Client, verb: str, url: str, data: dict[str, Any]) -> Any:
    return getattr(client, verb)(url, data, content_type="application/json")


def test_the_arbitrator_chooses_the_packs_of_a_league(
    arbitrator: User, owner: User, stranger: User, client_of: ClientOf
) -> None:
    campaign = league(arbitrator, [owner])
    release = released(arbitrator, visibility="link")
    url = f"/api/v1/campaigns/{campaign.slug}/packs/"
    data = {"left_out": ["fanatic"], "own": {release.pack.code: 1}}
    assert send(client_of(None), "put", url, data).status_code == 401
    assert send(client_of(owner), "put", url, data).status_code == 403
    answer = send(client_of(arbitrator), "put", url, data)
    assert answer.status_code == 200
    assert answer.json()["left_out"] == ["fanatic"]
    assert "fanatic" not in answer.json()["publications"]
    assert answer.json()["own"] == [
        {
            "code": release.pack.code,
            "public_id": release.pack.public_id,
            "name": "Sewer Watch",
            "number": 1,
            "newest": 1,
        }
    ]
    assert client_of(owner).get(url).json() == answer.json()
    campaign.refresh_from_db()
    assert campaign.packs == {"fanatic": None, release.pack.code: 1}


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"left_out": ["no_such"]}, 422), ({"own": {"own_aaaaaaaa": 1}}, 422), ({"own": {"rulebook": 1}}, 422),
        ({"own": {"own_aaaaaaaa": "x"}}, 400), ({"left_out": "all"}, 400), ({"own": []}, 400),
        ({"own": {f"own_{n}": 1 for n in range(41)}}, 400),
    ],
)  # fmt: skip
def test_unknown_packs_are_refused_and_nothing_is_changed(
    arbitrator: User, client_of: ClientOf, said: dict[str, Any], status: int
) -> None:
    campaign = league(arbitrator)
    answer = send(
        client_of(arbitrator), "put", f"/api/v1/campaigns/{campaign.slug}/packs/", {"left_out": [], "own": {}, **said}
    )
    assert answer.status_code == status
    campaign.refresh_from_db()
    assert campaign.packs == {}


def test_a_newer_version_is_looked_at_and_then_taken(
    arbitrator: User, owner: User, stranger: User, client_of: ClientOf
) -> None:
    first = released(arbitrator, visibility="link")
    campaign, warband = playing(arbitrator, owner, first)
    next_version(first, swapped(*NEWER), note="Dearer watchmen")
    url = f"/api/v1/campaigns/{campaign.slug}/packs/{first.pack.public_id}/"
    assert client_of(owner).get(url).status_code == 403
    client = client_of(arbitrator)
    seen = client.get(url).json()
    assert (seen["held"], seen["to"], seen["note"]) == (1, 2, "Dearer watchmen")
    assert {row["name"] for row in seen["changes"]} == {"Watch Sergeant", "Watchman"}
    assert [row["warband"] for row in seen["rosters"]] == [warband.public_id]
    assert client.get(f"{url}?to=7").status_code == 404
    assert send(client, "post", url, {"to": 2, "left": 7}).status_code == 409
    assert send(client, "post", url, {}).status_code == 400
    assert send(client_of(owner), "post", url, {"to": 2, "left": 1}).status_code == 403
    taken = send(client, "post", url, {"to": 2, "left": 1})
    assert taken.json()["own"][0]["number"] == 2
    warband.refresh_from_db()
    entry = book_of(warband).warrior_types[load_state(warband).active()[0].warrior_type_code]
    assert "_2_" in entry.code
    assert send(client, "post", url, {"to": 2, "left": 1}).status_code == 200


def test_the_scenarios_of_a_league_are_those_that_its_matches_accept(
    arbitrator: User, owner: User, rival: User, client_of: ClientOf
) -> None:
    campaign = league(arbitrator, [owner, rival])
    url = f"/api/v1/campaigns/{campaign.slug}/"
    listed = client_of(None).get(f"{url}packs/").json()["scenarios"]
    most = {scenario["code"]: scenario["most_sides"] for scenario in listed}
    assert {"code": "skirmish", "name": "Skirmish", "most_sides": most["skirmish"]} in listed
    assert set(most.values()) <= {2, 3, 4, 5, 6}
    assert most["breakthrough"] == 2
    assert most["wyrdstone_hunt"] > 2
    mine, other = (entry_of(campaign, player).public_id for player in (owner, rival))
    for code in [*most][:3]:
        sent = send(client_of(owner), "post", f"{url}matches/", {"entry": mine, "others": [other], "scenario": code})
        assert sent.status_code == 201, sent.content
