"""Restoring a roster to an entry of its ledger through the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from warbands.core.tests.factories import founded
from warbands.models import LedgerEntry, Visibility, Warband

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User | None], Client]


def post(client: Client, url: str, body: dict[str, Any], **headers: str) -> Any:
    return client.post(url, body, content_type="application/json", headers=headers)


def test_the_owner_restores_a_roster_once_with_a_reason(owner: User, stranger: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    Warband.objects.filter(pk=warband.pk).update(visibility=Visibility.PUBLIC)
    base, client = f"/api/v1/warbands/{warband.public_id}/", client_of(owner)
    before = client.get(base).json()
    number = LedgerEntry.objects.filter(warband=warband).latest("number").number
    assert post(client, f"{base}actions/buy/", {"item": "dagger"}).status_code == 200
    assert client.get(base).json()["treasury_gc"] < before["treasury_gc"]
    url, body = f"{base}restore/", {"number": number, "reason": "Bought by mistake."}
    assert post(client_of(stranger), url, body).json()["code"] == "not_yours_to_restore"
    assert post(client, url, {"number": number}).json()["code"] == "reason_wanted"
    assert post(client, url, {**body, "number": number + 9}).json()["code"] == "no_such_state"
    for _time in range(2):
        restored = post(client, url, body, **{"Idempotency-Key": "restore-1"})
        assert restored.status_code == 200
        assert restored.json()["treasury_gc"] == before["treasury_gc"]
    entries = LedgerEntry.objects.filter(warband=warband, number__gt=number).order_by("number")
    assert [entry.kind for entry in entries][1:] == ["corrected"]
    assert entries[1].reason == "Bought by mistake."
