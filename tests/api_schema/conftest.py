"""The same set of rows as in other tests of all addresses, and the published schema."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.shell.world import Town, build_town


@pytest.fixture
def town(owner: User, rival: User, stranger: User, arbitrator: User) -> Town:
    """The owner has one of everything; see `tests/shell/world.py`."""
    return build_town(owner, rival, stranger, arbitrator)


@pytest.fixture(scope="session")
def schema(django_db_setup: None, django_db_blocker: Any) -> dict[str, Any]:
    """The schema as the site publishes it."""
    with django_db_blocker.unblock():
        found: dict[str, Any] = json.loads(Client().get("/api/v1/schema/?format=json").content)
    return found
