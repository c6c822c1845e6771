"""A key for programs: made on the settings page, shown once, replaced, ended; guests have none."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import GuestsHaveNoKey, make_api_key

pytestmark = pytest.mark.django_db


def made(client: Client) -> str:
    page = client.post("/accounts/api-key/", {"act": "make"}).content.decode()
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


def test_a_key_opens_the_api_until_it_is_replaced_or_ended(owner: User, client_of) -> None:  # type: ignore[no-untyped-def]
    client = client_of(owner)
    assert "Make a key" in client.get("/accounts/settings/").content.decode()
    first = made(client)
    assert asks(first) == 201
    second = made(client)
    assert (asks(first), asks(second)) == (401, 201)
    assert second not in client.get("/accounts/settings/").content.decode()
    assert client.post("/accounts/api-key/", {"act": "drop"}).status_code == 302
    assert asks(second) == 401


def test_guests_have_no_key(owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(is_guest=True, guest_expires_at=timezone.now())
    with pytest.raises(GuestsHaveNoKey):
        make_api_key(user_id=owner.pk)


def test_a_visitor_is_sent_to_sign_in(client: Client) -> None:
    answer = client.post("/accounts/api-key/", {"act": "make"})
    assert answer.status_code == 302
    assert "/accounts/login/" in answer["Location"]
