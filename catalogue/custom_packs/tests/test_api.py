"""Custom packs in the API: created, checked, saved, released, shared, forked, deleted; and permissions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from catalogue.custom_packs.selectors import sample, skeletons
from catalogue.custom_packs.tests.factories import draft, next_version, released
from catalogue.models import CustomPack, PackRelease

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User | None], Client]

BASE = "/api/v1/packs/"


def post(client: Client, url: str, data: dict[str, Any], **headers: str) -> Any:
    return client.post(url, data, content_type="application/json", headers=headers)


def put(client: Client, url: str, data: dict[str, Any]) -> Any:
    return client.put(url, data, content_type="application/json")


def test_a_program_creates_and_shares_a_pack(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    made = post(client, BASE, {"text": "items: [{code: X}]\n"}, **{"Idempotency-Key": "one"})
    assert made.status_code == 201
    pack = made.json()
    assert pack["check"]["is_sound"] is False
    assert pack["check"]["problems"][0]["line"] == 1
    again = post(client, BASE, {"text": "items: [{code: X}]\n"}, **{"Idempotency-Key": "one"}).json()
    assert again["public_id"] == pack["public_id"]
    other = post(client, BASE, {"text": "other"}, **{"Idempotency-Key": "one"})
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_used")
    url = f"{BASE}{pack['public_id']}/"
    refused = post(client, f"{url}release/", {"edition": 1})
    assert refused.status_code == 422
    assert refused.json()["code"] == "pack_has_mistakes"
    assert refused.json()["fields"]["text"]
    scenario = next(skeleton.text for skeleton in skeletons() if skeleton.kind == "scenarios")
    kept = put(client, url, {"text": sample() + scenario, "edition": 1})
    assert kept.status_code == 200
    assert kept.json()["edition"] == 2
    assert kept.json()["check"]["is_sound"] is True
    assert "SCN-SWAP-01" in [remark["rule"] for remark in kept.json()["check"]["remarks"]]
    stale = put(client, url, {"text": "x", "edition": 1})
    assert stale.status_code == 409
    version = post(client, f"{url}release/", {"edition": 2, "note": "First"})
    assert version.status_code == 201
    assert version.json()["number"] == 1
    assert post(client, f"{url}release/", {"edition": 2}).json()["code"] == "nothing_new"
    shared = post(client, f"{url}share/", {"visibility": "public"})
    assert shared.json()["visibility"] == "public"
    listed = client_of(None).get(f"{BASE}?public&q=sewer").json()
    assert [row["public_id"] for row in listed["results"]] == [pack["public_id"]]
    whole = client_of(None).get(f"{url}1/").json()
    assert whole["text"] == sample() + scenario
    assert whole["facts"]["scenarios"][0]["code"] == "my_scenario"
    assert client_of(None).get(f"{url}2/").status_code == 404


def test_a_dry_run_reports_every_mistake_and_saves_nothing(owner: User, client_of: ClientOf) -> None:
    text = sample().replace("item: sword", "item: swrd").replace("skill_list: drain_lore", "skill_list: drain_lor")
    data = post(client_of(owner), f"{BASE}check/", {"text": text}).json()
    assert len(data["problems"]) == 2
    assert all(problem["line"] and problem["path"] and problem["sentence"] for problem in data["problems"])
    assert not CustomPack.objects.exists()
    assert post(client_of(None), f"{BASE}check/", {"text": text}).status_code == 401


@pytest.mark.parametrize(
    "text", ["[" * 5000, "a: &x [*x]", "a: !!python/object:os.system x", "x" * 200_001, "<script>", ""]
)
def test_hostile_texts_get_sentences(owner: User, client_of: ClientOf, text: str) -> None:
    answer = post(client_of(owner), f"{BASE}check/", {"text": text})
    assert answer.status_code in (200, 400)
    data = answer.json()
    assert data.get("problems") or data["fields"]["text"]


@pytest.mark.parametrize("said", [{}, {"text": 7}, {"text": ["x"]}, {"text": "x", "edition": "new"}, {"edition": -1}])
def test_odd_requests_are_answered_with_400(owner: User, client_of: ClientOf, said: dict[str, Any]) -> None:
    pack = draft(owner)
    assert put(client_of(owner), f"{BASE}{pack.public_id}/", said).status_code == 400


def test_a_private_pack_is_its_authors_and_a_shared_one_is_read_and_forked(
    owner: User, stranger: User, client_of: ClientOf
) -> None:
    release = released(owner)
    url = f"{BASE}{release.pack.public_id}/"
    client = client_of(stranger)
    for answer in (
        client.get(url), client.get(f"{url}1/"), put(client, url, {"text": "x", "edition": 1}), client.delete(url),
        post(client, f"{url}release/", {"edition": 1}), post(client, f"{url}share/", {"visibility": "public"}),
        post(client, f"{url}fork/", {"number": 1}),
    ):  # fmt: skip
        assert answer.status_code == 404
    CustomPack.objects.update(visibility="link")
    read = client.get(url).json()
    assert "text" not in read
    assert "check" not in read
    assert put(client, url, {"text": "x", "edition": 1}).status_code == 403
    assert client.delete(url).status_code == 403
    assert post(client, f"{url}share/", {"visibility": "private"}).status_code == 403
    assert post(client, f"{url}fork/", {"number": 9}).status_code == 422
    forked = post(client, f"{url}fork/", {"number": 1})
    assert forked.status_code == 201
    assert forked.json()["is_mine"] is True
    assert forked.json()["forked_from"] == release.code
    assert CustomPack.objects.get(owner=stranger).text == sample()


def test_unreleased_packs_are_deleted_and_released_ones_archived(owner: User, client_of: ClientOf) -> None:
    client, fresh, out = client_of(owner), draft(owner), released(owner).pack
    assert client.delete(f"{BASE}{fresh.public_id}/").status_code == 204
    assert client.delete(f"{BASE}{out.public_id}/").status_code == 409
    away = post(client, f"{BASE}{out.public_id}/share/", {"is_put_away": True}).json()
    assert away["is_put_away"] is True
    assert post(client, f"{BASE}{out.public_id}/share/", {"is_put_away": False}).json()["is_put_away"] is False
    assert post(client, f"{BASE}{out.public_id}/share/", {}).status_code == 422
    assert PackRelease.objects.count() == 1


def test_a_release_that_is_sent_again_with_its_key_is_one_version(owner: User, client_of: ClientOf) -> None:
    url, key = f"{BASE}{draft(owner).public_id}/release/", {"Idempotency-Key": "release-1"}
    first, again = (post(client_of(owner), url, {"edition": 1}, **key) for _time in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert PackRelease.objects.count() == 1


def test_guests_write_no_packs(client_of: ClientOf) -> None:
    guest = client_of(None)
    assert guest.post("/warbands/new/reiklanders/", {"name": ""}).status_code == 302
    answer = post(guest, BASE, {"text": sample()})
    assert answer.status_code == 403
    assert answer.json()["code"] == "account_needed"


def test_lists_and_packs_ask_the_same_whatever_their_number(owner: User, client_of: ClientOf) -> None:
    client, counts = client_of(owner), []
    release = released(owner)
    for number in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(BASE).json()["count"] == number + 1
            client.get(f"{BASE}{release.pack.public_id}/")
        counts.append(len(queries))
        released(owner)
        next_version(release, sample() + f"# {number}\n")
    assert counts[0] == counts[1]
