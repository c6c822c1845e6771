"""Input that cannot be used is refused with a code and the field, for every address and every operation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import idempotency
from accounts.models import User
from battles.core.tests.factories import hot_seat
from mordheim_site.operations.api import read_json
from mordheim_site.operations.base import OPERATIONS, Operation
from mordheim_site.operations.messages import InvalidInput
from tests.shell.world import Route, Town, our_routes
from warbands.core.tests.factories import draft

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
API = "api/v1/"
UNKNOWN = "no_such_field"
JSON = "application/json"
NAMED = [(name, operation) for name, operation in OPERATIONS.items()]


def api_routes() -> list[Route]:
    return [route for route in our_routes() if route.address.startswith(API) and hasattr(route.view, "cls")]


def methods_of(route: Route) -> Iterator[str]:
    """The methods with which an address of the API can be called."""
    for method in ("get", "post", "put", "patch", "delete"):
        if "schema" in getattr(getattr(route.view.cls, method, None), "kwargs", {}):
            yield method


def test_every_address_refuses_unknown_parameters_by_name(town: Town, client_of: ClientOf) -> None:
    client, count = client_of(town.owner), 0
    for route in api_routes():
        for method in methods_of(route):
            cache.clear()
            answer = getattr(client, method)(f"{town.url(route.address)}?{UNKNOWN}=1")
            assert (answer.status_code, answer.json()["code"]) == (400, "invalid"), f"{method} {route.address}"
            assert list(answer.json()["fields"]) == [UNKNOWN], f"{method} {route.address}"
            count += 1
    assert count > 200


@pytest.mark.parametrize(("name", "operation"), NAMED, ids=[name for name, _operation in NAMED])
def test_every_operation_refuses_unknown_fields_by_name(name: str, operation: type[Operation]) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_json(operation, {**operation.declaration.example, UNKNOWN: 1})
    assert UNKNOWN in refused.value.fields


@pytest.mark.parametrize(("name", "operation"), NAMED, ids=[name for name, _operation in NAMED])
def test_objects_inside_of_a_body_are_closed_too(name: str, operation: type[Operation]) -> None:
    parts = operation.model_json_schema().get("$defs", {})
    objects = {part: schema for part, schema in parts.items() if "properties" in schema}
    assert [part for part, schema in objects.items() if schema.get("additionalProperties") is not False] == []


def test_examples_of_operations_can_be_read() -> None:
    for name, operation in NAMED:
        assert read_json(operation, dict(operation.declaration.example)) is not None, name


def test_every_operation_refuses_a_key_that_belongs_to_another_request(town: Town, client_of: ClientOf) -> None:
    client, count = client_of(town.owner), 0
    idempotency.claim(user_id=town.owner.pk, key="request:mine", digest="of another request")
    for route in api_routes():
        for method in methods_of(route):
            if not hasattr(getattr(route.view.cls, method), "operation"):
                continue
            cache.clear()
            answer = getattr(client, method)(
                town.url(route.address), {}, content_type=JSON, headers={"Idempotency-Key": "mine"}
            )
            assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_used"), route.address
            count += 1
    assert count > 150


def test_heroes_are_hired_one_by_one(owner: User, client_of: ClientOf) -> None:
    warband = draft(owner)
    address = f"/api/v1/warbands/{warband.public_id}/actions/hire/"
    hero: dict[str, Any] = {"warrior_type": "reiklanders_champion", "count": 2}
    refused = client_of(owner).post(address, hero, content_type=JSON)
    assert (refused.status_code, refused.json()["code"], list(refused.json()["fields"])) == (
        422,
        "one_at_a_time",
        ["count"],
    )
    assert warband.version == type(warband).objects.get(pk=warband.pk).version


def test_choices_of_a_model_that_does_not_exist_are_not_found(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    assert client_of(owner).get(f"/api/v1/battles/{battle.public_id}/choices/nobody/").status_code == 404
