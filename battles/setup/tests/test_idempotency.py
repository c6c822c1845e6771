"""A battle that is started twice with the same Idempotency-Key over the API is one battle."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.models import Battle

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "start-1"}
TERMS = {"opponent": "hot_seat", "density": "low"}


def test_the_same_request_again_gets_the_same_battle(owner: User, client_of: Callable[[User | None], Client]) -> None:
    client = client_of(owner)
    first = client.post("/api/v1/battles/", TERMS, content_type="application/json", headers=KEY)
    again = client.post("/api/v1/battles/", TERMS, content_type="application/json", headers=KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert Battle.objects.count() == 1


def test_the_key_of_another_request_is_refused(owner: User, client_of: Callable[[User | None], Client]) -> None:
    client = client_of(owner)
    client.post("/api/v1/battles/", TERMS, content_type="application/json", headers=KEY)
    other = client.post("/api/v1/battles/", {**TERMS, "density": "dense"}, content_type="application/json", headers=KEY)
    assert other.status_code == 422
    assert other.json()["code"] == "idempotency_key_used"
    assert Battle.objects.count() == 1


def test_a_refused_request_leaves_the_key_free(owner: User, client_of: Callable[[User | None], Client]) -> None:
    client = client_of(owner)
    refused = client.post(
        "/api/v1/battles/", {**TERMS, "table": "nowhere"}, content_type="application/json", headers=KEY
    )
    assert refused.status_code == 422
    started = client.post("/api/v1/battles/", TERMS, content_type="application/json", headers=KEY)
    assert started.status_code == 201


def test_a_message_over_the_api_is_posted_once(owner: User, client_of: Callable[[User | None], Client]) -> None:
    client = client_of(owner)
    battle = client.post("/api/v1/battles/", TERMS, content_type="application/json").json()["public_id"]
    address = f"/api/v1/battles/{battle}/chat/"
    posted = [
        client.post(address, {"text": "Good luck!"}, content_type="application/json", headers=KEY).json()
        for _attempt in range(2)
    ]
    assert posted[0] == posted[1] == {"author": owner.shown_name, "side": "a", "text": "Good luck!"}
    assert Battle.objects.get().chat.count() == 1
