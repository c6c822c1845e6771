"""Every operation that creates something carries out an Idempotency-Key once. Generated from the declarations: an
operation with the status 201 is a creating one, and fails here until `REQUESTS` says how it is called.
"""

from __future__ import annotations

from collections import Counter
from functools import cache as remember
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.api_keys import services as api_keys_services
from accounts.models import ApiKey, RequestKey
from mordheim_site.operations.base import OPERATIONS, Operation
from tests.api_schema.creating_requests import API, REQUESTS
from tests.shell.world import Town, our_routes

pytestmark = pytest.mark.django_db
JSON = "application/json"
UNCOUNTED = {RequestKey, ApiKey}
ALSO_CREATING = ("warband_hire", "warband_buy", "campaigns_invite", "tables_add_piece")
"""Operations that add something to what already exists; their status is 200."""
CREATING = sorted(
    {name for name, operation in OPERATIONS.items() if operation.declaration.status == 201} | {*ALSO_CREATING}
)


@remember
def addresses() -> dict[str, tuple[str, str]]:
    """Method and address of every operation by its name; the current address of those that have an older one."""
    found: dict[str, tuple[str, str]] = {}
    for route in our_routes():
        if route.address.startswith(API):
            for method in ("post", "put"):
                operation = getattr(getattr(getattr(route.view, "cls", None), method, None), "operation", None)
                if operation is not None:
                    found.setdefault(operation.declaration.name, (method, route.address))
    return found


def rows() -> Counter[str]:
    """The number of rows of each table, except those that requests themselves leave behind."""
    return Counter({model._meta.label: model._default_manager.count() for model in apps.get_models()})


def created(before: Counter[str]) -> Counter[str]:
    """What was added since, without the keys of requests."""
    ours = {model._meta.label for model in UNCOUNTED}
    return Counter({label: number for label, number in (rows() - before).items() if label not in ours})


def test_every_creating_operation_has_a_request() -> None:
    assert [name for name in CREATING if name not in REQUESTS] == []


def answer(response: Any, operation: type[Operation]) -> Any:
    """A response without what a second one may not or need not repeat: secrets, and whether it is a repetition."""
    data = response.json()
    unlike = {*operation.declaration.secrets, "was_there"}
    return {name: value for name, value in data.items() if name not in unlike} if isinstance(data, dict) else data


@pytest.mark.parametrize("name", CREATING)
def test_a_key_creates_one_thing_and_no_key_creates_two(name: str, town: Town) -> None:
    operation, (method, pattern) = OPERATIONS[name], addresses()[name]
    request = REQUESTS[name](town)
    address = f"/{request.address}" if request.address else town.url(pattern)
    key = api_keys_services.create_key(user_id=town.owner.pk)
    program = Client(headers={"Authorization": f"Bearer {key}"})

    def send(body: dict[str, Any], once: str = "") -> Any:
        cache.clear()
        headers = {"Idempotency-Key": once} if once else {}
        return getattr(program, method)(address, body, content_type=JSON, headers=headers)

    point = transaction.savepoint()
    before = rows()
    first = send(request.body, "one")
    assert first.status_code == operation.declaration.status, first.content
    rows_of_first = created(before)
    assert rows_of_first, "nothing was created"
    again = send(request.body, "one")
    assert again.status_code in (first.status_code, 200), again.content
    assert answer(again, operation) == answer(first, operation), "another answer"
    assert created(before) == rows_of_first, "a second thing was created"
    refused = send({**request.other, "name": "x"} if request.other == request.body else request.other, "one")
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_used")
    assert created(before) == rows_of_first

    transaction.savepoint_rollback(point)
    assert send(request.body).status_code == first.status_code
    rows_of_first = created(before)
    second = send(request.other)
    if request.only:
        assert created(before) == rows_of_first, request.only
    else:
        assert second.status_code == first.status_code, second.content
        assert all(created(before)[label] > 0 for label in rows_of_first)
        assert created(before).total() > rows_of_first.total(), "the second request created nothing"
