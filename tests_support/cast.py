"""The test users, which are the same everywhere: owner, rival, stranger, arbitrator; and clients for them."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User

PASSWORD = "a-long-password-for-tests"


def make_user(username: str) -> User:
    """A full account whose password is PASSWORD."""
    return User.objects.create_user(username=username, password=PASSWORD)


@pytest.fixture
def owner(db: None) -> User:
    """The user whose data the test is about."""
    return make_user("owner")


@pytest.fixture
def rival(db: None) -> User:
    """The player of the other side."""
    return make_user("rival")


@pytest.fixture
def stranger(db: None) -> User:
    """A signed-in user who has no part in anything."""
    return make_user("stranger")


@pytest.fixture
def arbitrator(db: None) -> User:
    """The user who runs the campaign."""
    return make_user("arbitrator")


@pytest.fixture
def client_of() -> Callable[[User | None], Client]:
    """`client_of(owner)` is signed in as the owner, `client_of(None)` a visitor."""

    def make(user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return make
