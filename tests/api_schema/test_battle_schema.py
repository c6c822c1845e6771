"""What the schema says about battles: units and axes of positions, and the error of a command that came too late."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.core.tests.factories import hot_seat
from mordheim_site.api.field_texts import position_texts
from tests.api_schema.test_description import SHAPE, STALE, resolved

pytestmark = pytest.mark.django_db
POSITIONS = (
    "x", "y", "z", "x0", "y0", "x1", "y1", "z0", "z1", "facing", "degrees", "heading", "spot", "outline", "foot",
    "head", "eye", "sill", "lintel", "thickness", "level", "moved_pieces",
)  # fmt: skip
"""Names of positions and lengths on the table."""


def test_a_stale_command_is_told_what_it_missed(
    schema: dict[str, Any], owner: User, client_of: Callable[[User | None], Client]
) -> None:
    properties = resolved(schema, STALE)["properties"]
    assert set(properties) - set(resolved(schema, SHAPE)["properties"]) == {"seq", "missed"}
    client, battle = client_of(owner), hot_seat(owner)
    body = {"command": {"kind": "resign"}, "expected_seq": 0, "command_id": "late"}
    address = f"/api/v1/battles/{battle.public_id}/commands/"
    refused = client.post(address, body, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "stale_order")
    assert set(refused.json()) <= set(properties)
    last = refused.json()["missed"][-1]
    assert last["seq"] + len(last["events"]) - 1 == refused.json()["seq"]
    runs = resolved(schema, properties["missed"]["items"])["properties"]
    assert set(refused.json()["missed"][0]) == set(runs)


def test_positions_have_units_and_axes(schema: dict[str, Any]) -> None:
    """Every field of a response that is a position or a length on the table says in what, and from where."""
    for field, text in position_texts().items():
        component, _dot, name = field.partition(".")
        described = schema["components"]["schemas"][component]["properties"][name]["description"]
        assert described == text, f"position_texts.yaml describes {field}, whose declaration has a text"
    silent = [
        f"{component}.{name}"
        for component, part in schema["components"]["schemas"].items()
        for name, field in part.get("properties", {}).items()
        if name in POSITIONS and field.get("type") != "object" and not field.get("description")
    ]
    assert silent == []
    guide = schema["info"]["description"]
    assert "hundredths of an inch" in guide
    assert "lower edge" in guide
