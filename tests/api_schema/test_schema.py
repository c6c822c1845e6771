"""The schema is correct: generated requests and their responses agree with it.

`./test tests/api_schema -m long -s` runs the long sweep and prints the counts for docs/figures.md; SCHEMA_EXAMPLES is
the number of random requests for each operation, SCHEMA_SEED their seed. Every run of the tests sends a selection.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest
from django.utils import timezone

from accounts.api_keys import services as api_keys_services
from accounts.models import ApiKey
from tests.api_schema.calls import SEED, Caller, Findings, Selection, operations
from tests.shell.world import Town

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ROOMS = ("warbands", "campaigns", "matches", "battles", "aftermath", "")
"""Parts of the API, each small enough for one test: the first words of the paths, with matches and aftermaths apart; ""
are all others."""
FEW, MANY = 1, 60
VALID, INVALID = 5, 2
"""The number of valid and of invalid requests of each operation in every run of the tests; the long sweep sends all."""
CARRIED_OUT = {"warbands": 0.48, "campaigns": 0.42, "matches": 0.6, "battles": 0.33, "aftermath": 0.4, "": 0.47}
"""Least share of the requests that are carried out. The others are invalid, or refused because of the state."""


def room_of(operation: Any) -> str:
    """Which part of the API an operation belongs to."""
    first, *others = operation.path.removeprefix("/api/v1/").split("/")
    if deeper := {"matches", "aftermath"} & set(others):
        return deeper.pop()
    return first if first in ROOMS else ""


def is_open(operation: Any) -> bool:
    """Whether the schema lets anyone call it."""
    return {} in operation.definition.raw.get("security", [{}])


def sweep(
    town: Town, role: str, room: str, *, examples: int, seed: int = SEED, selection: Selection | None = None
) -> Findings:
    """Call every operation in a part of the API as a player with an API key, or without one."""
    key = api_keys_services.create_key(user_id=town.owner.pk, name="schema") if role == "player" else ""
    # A key records now and then that it was used. Each request is rolled back, so every one would record it.
    ApiKey.objects.update(used_at=timezone.now())
    headers = {"Authorization": f"Token {key}"} if key else {}
    caller = Caller(town, role, headers, examples, seed, Findings(), selection)
    for operation in operations():
        if room_of(operation) == room:
            caller.visit(operation)
    return caller.findings


def test_every_operation_is_in_a_room_and_some_are_open() -> None:
    found = operations()
    assert len(found) >= 300
    assert {room_of(operation) for operation in found} == set(ROOMS)
    assert sum(1 for operation in found if is_open(operation)) > 20


@pytest.mark.timeout(900)
@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room or "others")
def test_generated_requests_agree_with_the_schema(town: Town, room: str) -> None:
    findings = sweep(town, "player", room, examples=FEW, selection=Selection(VALID, INVALID))
    sys.stdout.write(f"\n{room or 'others'}: {findings.carried_out:.0%} of {findings.calls} requests carried out\n")
    assert not findings.found, findings.report()
    assert findings.calls > 100
    assert findings.carried_out >= CARRIED_OUT[room], findings.report()


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("role", ["anonymous", "player"])
@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room or "others")
def test_many_generated_requests_agree_with_the_schema(town: Town, role: str, room: str) -> None:
    examples = int(os.environ.get("SCHEMA_EXAMPLES", MANY))
    findings = sweep(town, role, room, examples=examples, seed=int(os.environ.get("SCHEMA_SEED", SEED)))
    sys.stdout.write(f"\n{role}, {room or 'others'}: {findings.report()}\n")
    assert not findings.found, findings.report()
