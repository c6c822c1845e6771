"""The API of the aftermath: one address for each act."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.aftermath.tests.test_market import side
from battles.aftermath.tests.world import at_rest


@pytest.mark.django_db
def test_each_act_of_an_aftermath_has_an_address_of_its_own(owner: User, rival: User, client: Client) -> None:
    """Issue 15, A2: programs confirm, undo and reopen by address; the older address with an `act` does the same."""
    row = side(at_rest(owner, rival))
    root = f"/api/v1/battles/{row.side.battle.public_id}/aftermath/"

    def post(address: str, body: dict[str, object], user: User = owner) -> tuple[int, dict[str, Any]]:
        client.force_login(user)
        response = client.post(f"{root}{address}", json.dumps(body), content_type="application/json")
        return response.status_code, response.json()

    assert post(f"{row.public_id}/decide-rest/", {}, rival)[1]["code"] == "not_your_choice"
    assert post(f"{row.public_id}/decide-rest/", {})[0] == 200
    assert not [line for line in row.lines.all() if line.options and not line.answer]
    assert post("answers/undo/", {"line": "Ab12Cd34Ef56"})[1]["code"] == "nothing_to_take_back"
    assert post(f"{row.public_id}/confirm/", {})[0] == 200
    assert post("actions/", {"act": "reopen", "aftermath": row.public_id})[0] == 200
    row.refresh_from_db()
    assert row.confirmed_at is None
    status, answer = post("actions/", {"act": "hire", "aftermath": row.public_id})
    assert (status, list(answer["fields"])) == (400, ["entry"])
    assert post("revert/", {"reason": "Wrong scenario."})[0] == 200
    assert post("revert/decline/", {})[1]["code"] == "not_asked_of_you"
    assert post("revert/decline/", {}, rival)[0] == 200
    assert post("Ab12Cd34Ef56/confirm/", {})[0] == 404
