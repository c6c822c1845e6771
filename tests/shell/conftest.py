"""Fixtures of these tests."""

import pytest

from accounts.models import User
from tests.shell.world import Town, build_town


@pytest.fixture
def town(owner: User, rival: User, stranger: User, arbitrator: User) -> Town:
    """The owner has one of everything, the stranger has no part in it."""
    return build_town(owner, rival, stranger, arbitrator)
