"""Keys for programs: made on the settings page, shown once, limited, ended; guests have none."""

import re
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import api_keys
from accounts.models import ApiKey, User

pytestmark = pytest.mark.django_db


ALL = [scope.value for scope in api_keys.Scope]


def made(client: Client, name: str = "", scopes: list[str] = ALL) -> str:
    said = {"act": "make", "name": name, "scopes": scopes}
    page = client.post("/accounts/api-key/", said).content.decode()
    found = re.search(r'value="([0-9a-f]{40})"', page)
    assert found is not None
    return found.group(1)


def asks(key: str) -> int:
    """What the API answers to somebody who comes with this key to make something."""
    answer = Client().post(
        "/api/v1/warbands/",
        {"warband_type": "reiklanders"},
        content_type="application/json",
        headers={"Authorization": f"Token {key}"},
    )
    return answer.status_code


def test_a_key_opens_the_api_until_it_is_ended(owner: User, client_of) -> None:  # type: ignore[no-untyped-def]
    client = client_of(owner)
    assert "Make a key" in client.get("/accounts/settings/").content.decode()
    first, second = made(client), made(client)
    assert (asks(first), asks(second)) == (201, 201)
    page = client.get("/accounts/settings/").content.decode()
    assert first not in page
    assert second not in page
    assert "last used on" in page
    ended = ApiKey.objects.order_by("pk")[0]
    assert client.post("/accounts/api-key/", {"act": "drop", "key": ended.public_id}).status_code == 302
    assert (asks(first), asks(second)) == (401, 201)


def test_a_stranger_ends_nobody_elses_key(owner: User, stranger: User, client_of) -> None:  # type: ignore[no-untyped-def]
    key = api_keys.make(user_id=owner.pk)
    said = {"act": "drop", "key": ApiKey.objects.get().public_id}
    assert client_of(stranger).post("/accounts/api-key/", said).status_code == 302
    assert client_of(owner).post("/accounts/api-key/", {"act": "drop"}).status_code == 302
    assert asks(key) == 201


def test_a_key_does_what_it_was_made_for(owner: User, client_of) -> None:  # type: ignore[no-untyped-def]
    client = client_of(owner)
    for_rosters = made(client, name="Painter", scopes=["warbands"])
    reads = made(client, scopes=[])
    assert asks(for_rosters) == 201
    assert asks(reads) == 403
    mine = Client().get("/api/v1/warbands/?mine=1", headers={"Authorization": f"Token {reads}"})
    assert mine.status_code == 200
    refused = Client().post(
        "/api/v1/campaigns/",
        {"name": "The Long Night"},
        content_type="application/json",
        headers={"Authorization": f"Token {for_rosters}"},
    )
    assert (refused.status_code, refused.json()["code"]) == (403, "not_in_scope")
    assert client.get("/api/v1/campaigns/").json()["results"] == []
    page = client.get("/accounts/settings/").content.decode()
    assert "Painter" in page


def test_every_room_of_the_api_has_its_scope() -> None:
    heads = {
        str(pattern.pattern).partition("/")[0]
        for room in ("battles", "campaigns", "catalogue", "warbands")
        for pattern in import_module(f"{room}.api.urls").urlpatterns
    }
    assert heads - {"notices", "devices"} <= set(api_keys.ROOMS)
    assert api_keys.scope_asked("POST", "/api/v1/notices/read/") == api_keys.Scope.ACCOUNT
    assert api_keys.scope_asked("DELETE", "/api/v1/packs/abc/") == api_keys.Scope.PACKS
    assert api_keys.scope_asked("POST", "/api/v1/odds/") is None
    assert api_keys.scope_asked("GET", "/api/v1/warbands/") is None


def test_ten_keys_are_enough(owner: User) -> None:
    for _number in range(api_keys.MOST):
        api_keys.make(user_id=owner.pk)
    with pytest.raises(api_keys.TooManyKeys):
        api_keys.make(user_id=owner.pk)


def test_guests_have_no_key(owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(is_guest=True, guest_expires_at=timezone.now())
    with pytest.raises(api_keys.GuestsHaveNoKey):
        api_keys.make(user_id=owner.pk)


def test_keys_made_before_go_on_working(owner: User) -> None:
    """The table of old, which kept keys in clear, is emptied into digests and dropped."""
    old, key = "authtoken_token", "0123456789abcdef0123456789abcdef01234567"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {old} (key varchar(40), created timestamp, user_id bigint)")
        cursor.execute(f"INSERT INTO {old} (key, user_id) VALUES (%s, %s)", [key, owner.pk])
    import_module("accounts.migrations.0002_api_keys").move_old_keys(apps, _Editor())
    assert asks(key) == 201
    assert old not in connection.introspection.table_names()


class _Editor:
    """What the step asks of a schema editor; SQLite gives none within a transaction."""

    connection = connection


def test_a_visitor_is_sent_to_sign_in(client: Client) -> None:
    answer = client.post("/accounts/api-key/", {"act": "make"})
    assert answer.status_code == 302
    assert "/accounts/login/" in answer["Location"]
