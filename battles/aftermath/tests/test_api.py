"""API of the aftermath: one address for each operation."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.aftermath.tests.activities.test_market import side
from battles.aftermath.tests.world import at_rest
from mordheim_site.api.times import utc_text
from warbands.core.tests.factories import NOON


@pytest.mark.django_db
def test_each_act_of_an_aftermath_has_an_address_of_its_own(owner: User, rival: User, client: Client) -> None:
    """Programs confirm, undo and reopen by address; the older address with an `act` does the same."""
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
    assert (status, list(answer["fields"])) == (422, ["entry"])
    assert post("revert/", {"reason": "Wrong scenario."})[0] == 200
    assert post("revert/decline/", {})[1]["code"] == "not_asked_of_you"
    assert post("revert/decline/", {}, rival)[0] == 200
    assert post("Ab12Cd34Ef56/confirm/", {})[0] == 404


@pytest.mark.django_db
def test_an_aftermath_that_waits_for_dice_is_not_done(owner: User, rival: User, client: Client) -> None:
    row = side(at_rest(owner, rival))
    battle = row.side.battle
    type(battle).objects.filter(pk=battle.pk).update(aftermath_done_at=NOON)
    client.force_login(owner)
    address = f"/api/v1/battles/{battle.public_id}/aftermath/"
    assert client.get(address).json()["done_at"] == utc_text(NOON)
    type(row).objects.filter(pk=row.pk).update(asked={"given": 0, "count": 1, "dice": "d6"})
    assert client.get(address).json()["done_at"] is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "body", "field"),
    [
        ("answers/", {"line": "4kPq8ZxTn2Lw", "option": "x"}, "line"),
        ("{aftermath}/item-searches/", {"hero": "4kPq8ZxTn2Lw", "item": "no_such_thing"}, "item"),
        ("{aftermath}/corrections/", {"reason": "Wrong.", "warrior": "4kPq8ZxTn2Lw", "experience": 3}, "warrior"),
    ],
)
def test_unknown_values_are_refused_with_the_name_of_the_field(
    owner: User, rival: User, client: Client, address: str, body: dict[str, object], field: str
) -> None:
    row = side(at_rest(owner, rival))
    client.force_login(owner)
    root = f"/api/v1/battles/{row.side.battle.public_id}/aftermath/"
    refused = client.post(f"{root}{address.format(aftermath=row.public_id)}", body, content_type="application/json")
    assert 400 <= refused.status_code < 500
    assert list(refused.json()["fields"]) == [field], refused.content


@pytest.mark.django_db
def test_dice_for_an_earlier_request_are_refused_with_what_to_do(owner: User, rival: User, client: Client) -> None:
    row = side(at_rest(owner, rival))
    type(row).objects.filter(pk=row.pk).update(asked={"given": 2, "count": 1, "dice": "d6"})
    client.force_login(owner)
    address = f"/api/v1/battles/{row.side.battle.public_id}/aftermath/{row.public_id}/dice/"
    response = client.post(address, {"faces": "4", "given": 1}, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (409, "other_dice_asked")
    assert list(response.json()["fields"]) == ["given"]
    assert response.json()["message"] == (
        "Other dice are requested now. Read what the aftermath asks for, and send its number of dice."
    )
