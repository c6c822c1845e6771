"""API keys: created on the settings page, shown once, limited, revoked; guests have none."""

import re
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.api_keys import services as api_keys_services
from accounts.models import ApiKey, User
from battles import urls as battle_urls
from campaigns.core.tests.factories import league
from tests.shell.world import our_routes
from tests_support.cast import PASSWORD

pytestmark = pytest.mark.django_db


ALL = [scope.value for scope in api_keys_services.Scope]


def confirm_password(client: Client) -> None:
    """Confirm the password, which the site requires before it creates a key."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def made(client: Client, name: str = "", scopes: list[str] = ALL) -> str:
    confirm_password(client)
    data = {"act": "make", "name": name, "scopes": scopes}
    page = client.post("/accounts/api-key/", data).content.decode()
    found = re.search(r'value="([0-9a-f]{40})"', page)
    assert found is not None
    return found.group(1)


def asks(key: str) -> int:
    """Status of the API's response to a request with this key that creates something."""
    answer = Client().post(
        "/api/v1/warbands/",
        {"warband_type": "reiklanders"},
        content_type="application/json",
        headers={"Authorization": f"Token {key}"},
    )
    return answer.status_code


def test_a_key_opens_the_api_until_it_is_ended(owner: User, client_of) -> None:  # type: ignore[no-untyped-def]
    client = client_of(owner)
    assert "Create key" in client.get("/accounts/settings/").content.decode()
    first, second = made(client), made(client)
    assert (asks(first), asks(second)) == (201, 201)
    page = client.get("/accounts/settings/").content.decode()
    assert first not in page
    assert second not in page
    assert "last used on" in page
    ended = ApiKey.objects.order_by("pk")[0]
    assert client.post("/accounts/api-key/", {"act": "drop", "key": ended.public_id}).status_code == 302
    assert (asks(first), asks(second)) == (401, 201)


def test_users_cannot_revoke_api_keys_of_others(owner: User, stranger: User, client_of) -> None:  # type: ignore[no-untyped-def]
    key = api_keys_services.create_key(user_id=owner.pk)
    data = {"act": "drop", "key": ApiKey.objects.get().public_id}
    assert client_of(stranger).post("/accounts/api-key/", data).status_code == 302
    assert client_of(owner).post("/accounts/api-key/", {"act": "drop"}).status_code == 302
    assert asks(key) == 201


def test_a_key_allows_only_its_scopes(owner: User, client_of) -> None:  # type: ignore[no-untyped-def]
    client = client_of(owner)
    for_rosters = made(client, name="Painter", scopes=["warbands"])
    reads = made(client, scopes=[])
    assert asks(for_rosters) == 201
    assert asks(reads) == 403
    mine = Client().get("/api/v1/warbands/", headers={"Authorization": f"Token {reads}"})
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


def api_patterns(app: str) -> list[Any]:
    if app == "battles":
        return list(battle_urls.api_urlpatterns)
    return list(import_module(f"{app}.api_urls").urlpatterns)


def test_every_room_of_the_api_has_its_scope() -> None:
    heads = {
        str(pattern.pattern).partition("/")[0]
        for room in ("battles", "campaigns", "catalogue", "warbands")
        for pattern in api_patterns(room)
    }
    assert heads - {"notices", "devices"} <= set(api_keys_services.ROOMS)
    assert api_keys_services.scope_asked("POST", "/api/v1/notices/read/") == api_keys_services.Scope.ACCOUNT
    assert api_keys_services.scope_asked("DELETE", "/api/v1/packs/abc/") == api_keys_services.Scope.PACKS
    assert api_keys_services.scope_asked("POST", "/api/v1/odds/") is None
    assert api_keys_services.scope_asked("GET", "/api/v1/warbands/") is None
    for method in ("GET", "HEAD", "OPTIONS"):
        assert api_keys_services.scope_asked(method, "/api/v1/account/export/file/") == api_keys_services.Scope.ACCOUNT
        assert api_keys_services.scope_asked(method, "/api/v1/notices/") == api_keys_services.Scope.ACCOUNT
        assert api_keys_services.scope_asked(method, "/api/v1/schema/") is None


def test_ten_keys_are_enough(owner: User) -> None:
    for _number in range(api_keys_services.MOST):
        api_keys_services.create_key(user_id=owner.pk)
    with pytest.raises(api_keys_services.TooManyKeys):
        api_keys_services.create_key(user_id=owner.pk)


def test_guests_have_no_key(owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(is_guest=True, guest_expires_at=timezone.now())
    with pytest.raises(api_keys_services.GuestsCannotUseKeys):
        api_keys_services.create_key(user_id=owner.pk)


def test_keys_made_before_go_on_working(owner: User) -> None:
    """The former table, which stored keys in plain text, is converted to digests and dropped."""
    old, key = "authtoken_token", "0123456789abcdef0123456789abcdef01234567"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {old} (key varchar(40), created timestamp, user_id bigint)")
        cursor.execute(f"INSERT INTO {old} (key, user_id) VALUES (%s, %s)", [key, owner.pk])
    import_module("accounts.migrations.0002_api_keys").move_old_keys(apps, _Editor())
    assert asks(key) == 201
    assert old not in connection.introspection.table_names()


class _Editor:
    """The parts of a schema editor that the migration uses; SQLite provides none within a transaction."""

    connection = connection


def test_a_visitor_is_sent_to_sign_in(client: Client) -> None:
    answer = client.post("/accounts/api-key/", {"act": "make"})
    assert answer.status_code == 302
    assert "/accounts/login/" in answer["Location"]


def with_key(key: str) -> Client:
    return Client(headers={"Authorization": f"Token {key}"})


def test_making_a_key_asks_for_the_password(owner: User, client: Client) -> None:
    """An open browser or a stolen session cannot create a key that outlives the session."""
    client.post("/accounts/login/", {"login": "owner", "password": PASSWORD})
    data = {"act": "make", "name": "Painter", "scopes": ["warbands"]}
    answer = client.post("/accounts/api-key/", data)
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": "wrong", "next": "/accounts/api-key/"})
    assert client.post("/accounts/api-key/", data).status_code == 302
    assert not ApiKey.objects.exists()
    page = client.post("/accounts/reauthenticate/?next=/accounts/api-key/", {"password": PASSWORD})
    assert re.search(r'value="[0-9a-f]{40}"', page.content.decode()), "the press is carried out after the password"
    assert "no-store" in page["Cache-Control"]
    assert ApiKey.objects.get().scopes == ["warbands"]
    public_id = ApiKey.objects.get().public_id
    Client.logout(client)
    client.force_login(owner)
    assert client.post("/accounts/api-key/", {"act": "drop", "key": public_id}).status_code == 302
    assert not ApiKey.objects.exists(), "ending a key asks for nothing"


def _by_the_page(owner: User) -> None:
    client = Client()
    client.force_login(owner)
    assert "revokes your API keys" in client.get("/accounts/password/change/").content.decode()
    data = {"oldpassword": PASSWORD, "password1": "another-long-one", "password2": "another-long-one"}
    assert client.post("/accounts/password/change/", data).status_code == 302


def _by_mail(owner: User) -> None:
    client = Client()
    client.post("/accounts/password/reset/", {"email": "owner@example.org"})
    link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body)
    assert link
    form = client.get(link.group(1), follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": "another-long-one", "password2": "another-long-one"})


def _by_the_command(owner: User) -> None:
    with mock.patch("getpass.getpass", return_value="another-long-one"):
        call_command("changepassword", "owner", stdout=StringIO())


@pytest.mark.parametrize("change", [_by_the_page, _by_mail, _by_the_command])
def test_keys_end_with_the_password(change: Callable[[User], None], owner: User, rival: User) -> None:
    """A new password revokes all keys."""
    owner.email = "owner@example.org"
    owner.save(update_fields=["email"])
    owner.emailaddress_set.create(email=owner.email, verified=True, primary=True)
    key, other = api_keys_services.create_key(user_id=owner.pk), api_keys_services.create_key(user_id=rival.pk)
    change(owner)
    owner.refresh_from_db()
    assert owner.check_password("another-long-one")
    assert (asks(key), asks(other)) == (401, 201)


def test_a_stronger_hash_of_the_same_password_ends_no_key(owner: User, settings: Any) -> None:
    key = api_keys_services.create_key(user_id=owner.pk)
    hashers = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", "django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.PASSWORD_HASHERS = hashers
    Client().post("/accounts/login/", {"login": "owner", "password": PASSWORD})
    owner.refresh_from_db()
    assert owner.password.startswith("pbkdf2")
    assert asks(key) == 201


def test_a_key_without_scopes_reads_no_account(owner: User, run_jobs: Callable[[], None]) -> None:
    """The export, the inbox and the devices belong to the account's scope."""
    reads = with_key(api_keys_services.create_key(user_id=owner.pk, scopes=[]))
    most = with_key(
        api_keys_services.create_key(user_id=owner.pk, scopes=["warbands", "campaigns", "battles", "packs"])
    )
    full = with_key(api_keys_services.create_key(user_id=owner.pk, scopes=["account"]))
    assert full.post("/api/v1/account/export/").status_code == 202
    run_jobs()
    private = ["account/export/", "account/export/file/", "notices/", "notices/choices/", "notices/devices/"]
    for address in private:
        for method in ("get", "head", "options", "post", "put", "patch", "delete"):
            for key in (reads, most):
                answer = getattr(key, method)(f"/api/v1/{address}")
                assert answer.status_code == 403, (method, address)
        assert full.get(f"/api/v1/{address}").status_code == 200, address
    assert reads.get("/api/v1/account/export/").json()["code"] == "not_in_scope"
    for address in ("", "schema/", "catalogue/", "warbands/", "campaigns/", "battles/"):
        assert reads.get(f"/api/v1/{address}").status_code == 200, address


def test_a_key_without_scopes_changes_nothing_at_any_address(owner: User) -> None:
    """Every address of the API, asked with every writing method."""
    reads = with_key(api_keys_services.create_key(user_id=owner.pk, scopes=[]))
    kept_nowhere = {"odds", "catalogue", "schema", "rules", "people", "me", ""}
    requests = 0
    for route in (route for route in our_routes() if route.address.startswith("api/v1/")):
        if route.address.removeprefix("api/v1/").partition("/")[0] in kept_nowhere:
            continue
        url = "/" + re.sub(r"<(?:[a-z]+:)?number>", "1", route.address)
        url = re.sub(r"<[^>]+>", "abcdefghjkmn", url)
        for method in ("post", "put", "patch", "delete"):
            answer = getattr(reads, method)(url, data="{}", content_type="application/json")
            assert answer.status_code == 403, (method, url)
            requests += 1
    assert requests > 200


def test_the_link_into_a_league_needs_a_key_that_may_run_leagues(owner: User) -> None:
    """A key for rosters alone must not let strangers into its owner's league."""
    campaign = league(owner)
    for scopes, is_shown in ((["packs"], False), (["campaigns"], True)):
        key = api_keys_services.create_key(user_id=owner.pk, scopes=scopes)
        shape = with_key(key).get(f"/api/v1/campaigns/{campaign.slug}/").json()
        assert shape["role"] == "arbitrator"
        assert ("join_code" in shape) == is_shown
