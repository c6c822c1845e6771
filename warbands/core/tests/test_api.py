"""The API: the same services, one JSON shape for errors."""

from collections.abc import Callable

from django.core.management import call_command
from django.test import Client

from accounts.models import User
from warbands.core.tests.factories import assert_reconciled, founded
from warbands.models import LedgerEntry, Warband
from warbands.operations import ACTIONS

ClientOf = Callable[[User | None], Client]
JSON = "application/json"


def test_unknown_fields_are_refused_by_name(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    url = f"/api/v1/warbands/{warband.public_id}/actions/buy/"
    answer = client_of(owner).post(url, {"item": "sword", "cuont": 2}, content_type=JSON)
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"
    assert answer.json()["fields"] == {
        "cuont": ["Unknown field. Known fields: version, item, warrior, count, material."]
    }


def test_the_version_on_which_a_request_is_based_is_checked(owner: User, rival: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    url = f"/api/v1/warbands/{warband.public_id}/actions/rename/"
    LedgerEntry.objects.filter(warband=warband).update(actor=rival)
    answer = client_of(owner).post(url, {"name": "The Tithe", "version": 0}, content_type=JSON)
    assert answer.status_code == 409
    assert answer.json()["code"] == "stale_page"
    for version in (warband.version, None):
        answer = client_of(owner).post(url, {"name": "The Tithe", "version": version}, content_type=JSON)
        assert answer.status_code == 200


def test_a_program_founds_a_warband(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    key = {"Idempotency-Key": "k1"}
    answer = client.post("/api/v1/warbands/", {"warband_type": "skaven"}, content_type=JSON, headers=key)
    assert answer.status_code == 201
    again = client.post("/api/v1/warbands/", {"warband_type": "skaven"}, content_type=JSON, headers=key)
    assert again.status_code == 200
    assert again.json()["public_id"] == answer.json()["public_id"]
    url = f"/api/v1/warbands/{answer.json()['public_id']}/"
    assert client.post(url + "actions/suggest/", {}, content_type=JSON).status_code == 200
    done = client.post(url + "actions/found/", {"name": "The Tithe"}, content_type=JSON).json()
    assert done["roster"]["status"] == "founded"
    assert done["roster"]["is_legal"]
    assert [line["number"] for line in client.get(url + "history/").json()] == [3, 2, 1]
    assert client.get("/api/v1/warbands/").json()[0]["name"] == "The Tithe"
    assert_reconciled(Warband.objects.get())


def test_refusals_have_a_code_a_sentence_and_a_rule(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    url = f"/api/v1/warbands/{warband.public_id}/actions/hire/"
    answer = client_of(owner).post(url, {"warrior_type": "reiklanders_mercenary_captain"}, content_type=JSON)
    assert answer.status_code == 422
    assert answer.json()["rule"] in ("RO-GOLD-01", "RO-ENTRY-MAX-01")
    bad = client_of(owner).post(url, {"warrior_type": "No Such"}, content_type=JSON)
    assert bad.status_code == 400
    assert "warrior_type" in bad.json()["fields"]


def test_strangers_and_visitors(owner: User, stranger: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    url = f"/api/v1/warbands/{warband.public_id}/"
    assert client_of(stranger).get(url).status_code == 404
    assert client_of(None).get(url + f"?key={warband.share_key}").status_code == 200
    assert client_of(stranger).post(url + "actions/archive/", {}, content_type=JSON).status_code == 404
    assert client_of(None).post(url + "actions/archive/", {}, content_type=JSON).status_code == 401
    assert client_of(None).get("/api/v1/warbands/").status_code == 401
    assert client_of(None).get("/api/v1/warbands/?public=1").json() == []


def test_the_schema_names_every_action(tmp_path: object) -> None:
    target = f"{tmp_path}/schema.yaml"
    call_command("spectacular", "--file", target)
    with open(target, encoding="utf-8") as file:
        text = file.read()
    for verb in ACTIONS:
        assert f"operationId: warband_{verb}\n" in text
