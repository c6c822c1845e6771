"""Properties of every address of the API: one shape of errors, keys, the final slash, limits, ETags."""

from typing import Any

import pytest
from django.test import Client

from accounts.api_keys import services as api_keys_services
from accounts.models import User
from warbands.core.tests.factories import founded
from warbands.models import Warband

pytestmark = pytest.mark.django_db
JSON = "application/json"


def program(user: User, scheme: str = "Bearer") -> Client:
    """A program with a key of this user."""
    return Client(headers={"Authorization": f"{scheme} {api_keys_services.create_key(user_id=user.pk)}"})


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "Token"])
def test_a_key_works_with_both_schemes(owner: User, scheme: str) -> None:
    answer = program(owner, scheme).post("/api/v1/warbands/", {"warband_type": "reiklanders"}, content_type=JSON)
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("header", "part"),
    [
        (None, "Authorization: Bearer KEY"),
        ("Bearer wrong", "Create a new one in your settings"),
        ("Token wrong", "Create a new one in your settings"),
        ("Bearer", "Send one key"),
        ("Bearer two words", "Send one key"),
        ("Token schlüssel", "Send one key"),
        ("Basic b3duZXI6", "Authorization: Bearer KEY"),
    ],
)
def test_without_a_valid_key_the_response_names_the_schemes(header: str | None, part: str) -> None:
    headers = {"Authorization": header} if header else {}
    answer = Client(headers=headers).post("/api/v1/warbands/", {}, content_type=JSON)
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer, Token")
    assert set(answer.json()) == {"code", "message", "fields"}
    assert part in answer.json()["message"]


@pytest.mark.parametrize(
    ("address", "field", "sentence"),
    [
        ("odds/?how=leap", "how", "Choose one of these: "),
        ("odds/?rules=none", "rules", "Choose one of these: "),
        ("warbands/?public=perhaps", "public", "Choose one of these: "),
        ("catalogue/records/?page=0", "page", "Use 1 or more."),
        ("catalogue/records/?page=one", "page", "Enter a whole number."),
        ("catalogue/search/?q=", "q", "Enter at least one letter."),
        ("catalogue/search/", "q", "This field is required."),
    ],
)
def test_a_wrong_value_in_a_query_is_refused_in_our_own_words(address: str, field: str, sentence: str) -> None:
    answer = Client().get(f"/api/v1/{address}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["fields"][field][0].startswith(sentence)


def test_every_kind_of_error_has_the_same_shape_and_says_what_to_do(owner: User) -> None:
    client, warbands = program(owner), "/api/v1/warbands/"
    responses: list[tuple[Any, int, str, str]] = [
        (client.get("/api/v1/nowhere/"), 404, "not_found", "/api/v1/schema/"),
        (client.post("/api/v1/nowhere", {}, content_type=JSON), 404, "not_found", "/api/v1/schema/"),
        (client.get(f"{warbands}AAAAAAAAAAAA/"), 404, "not_found", "not visible to you"),
        (Client().post(warbands, {}, content_type=JSON), 401, "not_authenticated", "Authorization: Bearer KEY"),
        (client.put(warbands, {}, content_type=JSON), 405, "method_not_allowed", "GET, POST"),
        (client.get(warbands, headers={"Accept": "text/html"}), 406, "not_acceptable", "application/json"),
        (client.post(warbands, b"<a/>", content_type="text/xml"), 415, "unsupported_media_type", "application/json"),
        (client.post(warbands, b"{", content_type=JSON), 400, "parse_error", "not valid JSON"),
        (client.post(warbands, b"[1]", content_type=JSON), 400, "invalid", "fields are not valid"),
    ]
    for answer, status, code, part in responses:
        assert (answer.status_code, answer.headers["Content-Type"]) == (status, JSON), part
        data = answer.json()
        assert (set(data), data["code"]) == ({"code", "message", "fields"}, code)
        assert part in data["message"]


def test_an_error_of_the_site_is_json_too(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    from warbands.roster import api as warbands_api

    def fail(*_args: object, **_more: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(warbands_api.WarbandsView, "get", fail)
    client = program(owner)
    client.raise_request_exception = False
    answer = client.get("/api/v1/warbands/")
    assert (answer.status_code, answer.json()["code"]) == (500, "server_error")


def test_the_final_slash_is_optional(owner: User) -> None:
    client = program(owner)
    created = client.post("/api/v1/warbands", {"warband_type": "reiklanders", "name": "No slash"}, content_type=JSON)
    assert created.status_code == 201
    pid = created.json()["public_id"]
    assert client.get(f"/api/v1/warbands/{pid}").json()["name"] == "No slash"
    # With or without a slash: the same request for its Idempotency-Key.
    for address in ("/api/v1/warbands", "/api/v1/warbands/"):
        client.post(address, {"warband_type": "reiklanders"}, content_type=JSON, headers={"Idempotency-Key": "once"})
    assert Warband.objects.count() == 2


def test_responses_say_how_much_of_the_limit_is_left(owner: User) -> None:
    client = program(owner)
    left = [int(client.get("/api/v1/warbands/").headers["RateLimit-Remaining"]) for _ in range(2)]
    assert left == [599, 598]
    answer = client.get("/api/v1/warbands/")
    assert answer.headers["RateLimit-Limit"] == "600"
    assert 0 < int(answer.headers["RateLimit-Reset"]) <= 60
    assert Client().get("/api/v1/battles/").headers["RateLimit-Limit"] == "120"
    assert "RateLimit-Limit" not in Client().get("/").headers


def test_the_limit_that_is_nearest_is_reported(owner: User, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "warbands": (2, 3600)}
    client = program(owner)
    for left in ("1", "0"):
        answer = client.post("/api/v1/warbands/", {"warband_type": "reiklanders"}, content_type=JSON)
        assert answer.status_code == 201
        assert (answer.headers["RateLimit-Limit"], answer.headers["RateLimit-Remaining"]) == ("2", left)
    refused = client.post("/api/v1/warbands/", {"warband_type": "reiklanders"}, content_type=JSON)
    assert (refused.status_code, refused.headers["RateLimit-Remaining"]) == (429, "0")
    assert int(refused.headers["Retry-After"]) > 0


def test_a_client_that_has_the_current_response_gets_304(owner: User, rival: User) -> None:
    client, row = program(owner), founded(owner)
    address = f"/api/v1/warbands/{row.public_id}/"
    first = client.get(address)
    assert (first.status_code, first.headers["Cache-Control"]) == (200, "private, no-cache")
    assert {"Authorization", "Cookie"} <= {name.strip() for name in first.headers["Vary"].split(",")}
    known = {"If-None-Match": first.headers["ETag"]}
    again = client.get(address, headers=known)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert "RateLimit-Limit" in again.headers
    client.post(f"{address}actions/rename/", {"name": "Renamed"}, content_type=JSON)
    assert client.get(address, headers=known).json()["name"] == "Renamed"
    assert program(rival).get(address, headers=known).status_code == 404


def test_records_come_in_pages_and_can_be_narrowed_to_a_list() -> None:
    client = Client()
    whole = client.get("/api/v1/catalogue/records/").json()
    assert (len(whole["results"]), whole["count"] > 5000) == (500, True)
    second = client.get("/api/v1/catalogue/records/?page=2").json()
    assert second["results"][0] not in whole["results"]
    assert client.get("/api/v1/catalogue/records/?page=1000").json() == {"count": whole["count"], "results": []}
    mine = client.get("/api/v1/catalogue/records/?warband=reiklanders").json()["results"]
    kinds = {record["kind"] for record in mine}
    assert {"warband_type", "warrior_type", "equipment_list", "equipment_price"} <= kinds
    warriors = client.get("/api/v1/catalogue/records/?warband=reiklanders&kind=warrior_type").json()
    assert {record["warband"] for record in warriors["results"]} == {"reiklanders"}
