"""API of the catalogue: public, read-only, with one shape of errors."""

import pytest
from django.test import Client

from catalogue.packs.installed import book

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/catalogue/"


def test_kinds_lead_to_facts(client: Client) -> None:
    answer = client.get(ROOT).json()
    assert {kind["kind"]: kind["count"] for kind in answer["kinds"]}["skills"] == len(book().skills)
    for kind in answer["kinds"]:
        assert client.get(kind["url"]).json()["count"] == kind["count"]


def test_facts_are_narrowed(client: Client) -> None:
    assert client.get(f"{ROOT}skills/?skill_list=speed").json()["count"] == 7
    assert client.get(f"{ROOT}warriors/?warband_type=undead").json()["count"] == 6
    assert client.get(f"{ROOT}items/?item_class=armour&tier=1").json()["count"] == 8


def test_one_fact_is_returned_with_an_etag(client: Client) -> None:
    response = client.get(f"{ROOT}items/sword/")
    assert response.json()["price_gc"] == 10
    assert response.headers["ETag"]


def test_tables_packs_records_and_search(client: Client) -> None:
    assert client.get(f"{ROOT}tables/").json()["rating_per_warrior"] == 5
    assert client.get(f"{ROOT}packs/").json()["results"][0]["code"] == "rulebook"
    assert client.get(f"{ROOT}records/?kind=sale_price").json()["count"] == 48
    for query, field in (("kind=nonsense", "kind"), ("warband=nonsense", "warband")):
        refused = client.get(f"{ROOT}records/?{query}")
        assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])
    found = client.get(f"{ROOT}search/?q=sworrd")
    assert found.json()[0]["hits"][0]["name"] == "Sword"
    assert "public" not in found.headers["Cache-Control"]


def test_refusals_have_one_shape(client: Client) -> None:
    assert client.get(f"{ROOT}none/").status_code == 404
    assert client.get(f"{ROOT}items/none/").json()["code"] == "not_found"
    refused = client.get(f"{ROOT}items/?tier=9")
    assert refused.status_code == 400
    assert "tier" in refused.json()["fields"]
    assert client.post(f"{ROOT}items/").status_code == 405
