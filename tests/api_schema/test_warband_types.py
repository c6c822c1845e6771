"""`warband_type` is the code of a warband list in every response, `warband_type_name` its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from catalogue.packs.installed import book
from tests.shell.world import Town

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


def objects_in(part: Any) -> Iterator[dict[str, Any]]:
    """Every JSON object with a warband list."""
    if isinstance(part, dict):
        if "warband_type" in part:
            yield part
        part = list(part.values())
    for inner in part if isinstance(part, list) else ():
        yield from objects_in(inner)


def test_warband_type_is_the_code_in_every_response(town: Town, client_of: ClientOf) -> None:
    client = client_of(town.owner)
    kept = client.post(
        "/api/v1/warbands/templates/",
        {"warband": town.warband.public_id, "name": "The Watch"},
        content_type="application/json",
    )
    assert kept.status_code == 201, kept.content
    for address in (
        "warbands/",
        f"warbands/{town.warband.public_id}/",
        "warbands/templates/",
        f"campaigns/{town.campaign.slug}/people/",
    ):
        found = list(objects_in(client.get(f"/api/v1/{address}").json()))
        assert found, address
        for part in found:
            listed = book().warband_types[part["warband_type"]]
            assert part["warband_type_name"] == listed.name, address
