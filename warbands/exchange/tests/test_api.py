"""Files of warbands in the API: read with a report, imported, and refused if they cannot be read."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from warbands.core.reconcile import reconcile
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded
from warbands.exchange.save import as_json, save_of
from warbands.models import Warband

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User | None], Client]
BASE = "/api/v1/warbands/import/"


def post(client: Client, url: str, body: dict[str, Any], **headers: str) -> Any:
    return client.post(url, body, content_type="application/json", headers=headers)


def test_a_file_is_read_and_its_warband_imported_once(owner: User, rival: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    file = as_json(save_of(load_state(warband)))
    client = client_of(rival)
    for body in ({"text": file}, {"content": base64.b64encode(file.encode()).decode()}):
        report = post(client, f"{BASE}read/", body).json()
        assert report["refused"] == []
    (reading,) = report["warbands"]
    assert (reading["source"], reading["left_out"], reading["document"]["name"]) == ("json", [], warband.name)
    assert not Warband.objects.filter(owner=rival).exists()
    body = {"document": reading["document"], "source": reading["source"]}
    first, again = (post(client, BASE, body, **{"Idempotency-Key": "import-1"}) for _time in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    copy = Warband.objects.get(owner=rival)
    assert save_of(load_state(copy)) == save_of(load_state(warband))
    assert reconcile(copy) == []


def test_codes_that_no_pack_has_are_reported_and_never_dropped_in_silence(owner: User, client_of: ClientOf) -> None:
    document = {
        "format": "mordheim-warband",
        "version": 1,
        "name": "Nest",
        "warband_type": "skaven",
        "stash": [{"item": "helmet"}, {"item": "ray_gun"}],
    }
    client = client_of(owner)
    (reading,) = post(client, f"{BASE}read/", {"text": json.dumps(document)}).json()["warbands"]
    assert reading["left_out"] == [{"place": "the stash", "name": "ray_gun"}]
    refused = post(client, BASE, {"document": document})
    assert (refused.status_code, refused.json()["code"]) == (422, "unreadable_file")
    assert refused.json()["fields"]["document"] == ["the stash: ray_gun"]
    assert post(client, BASE, {"document": reading["document"]}).status_code == 201


@pytest.mark.parametrize("body", [{}, {"text": "A roster that nobody understands"}, {"content": "AAAA"}])
def test_an_unreadable_warband_file_is_refused(body: dict[str, Any], owner: User, client_of: ClientOf) -> None:
    answer = post(client_of(owner), f"{BASE}read/", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable_file")
    assert post(client_of(None), f"{BASE}read/", body).status_code == 401
