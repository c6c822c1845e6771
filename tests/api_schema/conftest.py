"""The town of the other sweeps, with an API key for its owner."""

import pytest

from accounts.models import User
from tests.shell.world import Town, build_town


@pytest.fixture
def town(owner: User, rival: User, stranger: User, arbitrator: User) -> Town:
    """The owner has one of everything; see `tests/shell/world.py`."""
    return build_town(owner, rival, stranger, arbitrator)
