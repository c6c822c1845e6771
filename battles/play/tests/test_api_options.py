"""Typed commands and annotations in the API."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.core.tests.factories import hot_seat, on_to_moves, two_people
from battles.models import Battle

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


def post(client: Client, battle: Battle, part: str, fields: dict[str, object]) -> tuple[int, dict[str, object]]:
    answer = client.post(
        f"/api/v1/battles/{battle.public_id}/{part}/", json.dumps(fields), content_type="application/json"
    )
    return answer.status_code, answer.json()


def test_a_line_is_completed_and_given_once(owner: User, stranger: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    mine = client_of(owner)
    lines = f"/api/v1/battles/{battle.public_id}/typed/"
    half = mine.get(lines, {"text": "wal"}).json()
    assert "walk" in half["lines"]
    whole = mine.get(lines, {"text": "end"}).json()
    assert (whole["says"], whole["why"]) == ("End movement", "") or whole["says"]
    assert mine.get(lines, {"text": "fly away"}).json()["why"]
    battle.refresh_from_db()
    order = {"text": "end", "expected_seq": battle.seq, "command_id": "typed-1"}
    status, played = post(mine, battle, "typed", order)
    assert (status, played["repeated"]) == (200, False)
    assert post(mine, battle, "typed", order)[1]["repeated"] is True
    assert post(mine, battle, "typed", {**order, "command_id": "typed-2"})[0] == 409, "written on an older table"
    assert post(client_of(stranger), battle, "typed", order)[1]["code"] == "not_your_side"
    assert client_of(None).get(lines).status_code == 403


def test_drawings_are_made_read_and_wiped(owner: User, rival: User, stranger: User, client_of: ClientOf) -> None:
    battle = two_people(owner, rival)
    arrow = {"kind": "arrow", "x0": 2, "y0": 2.5, "x1": 8, "y1": 2}
    status, seen = post(client_of(owner), battle, "marks", arrow)
    assert (status, seen) == (200, [{**arrow, "side": "a"}])
    assert len(post(client_of(stranger), battle, "marks", {**arrow, "kind": "ring"})[1]) == 2
    marks = f"/api/v1/battles/{battle.public_id}/annotations/"
    assert [len(client_of(user).get(marks).json()) for user in (owner, rival, None)] == [1, 1, 2]
    for wrong in ({**arrow, "x1": 900}, {**arrow, "y0": -1}, {**arrow, "kind": "star"}, {"kind": "arrow", "x0": "NaN"}):
        assert post(client_of(owner), battle, "marks", wrong)[0] == 400
    assert post(client_of(owner), battle, "marks", {"kind": "wipe"}) == (200, [])
