"""A running site with a worker that may call webhooks on this machine, and users with API keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

from tests.api_journeys.programs import Listener, Program, listening
from tests_support.site import LiveSite, running_site

KEYS = """
import json
from accounts.api_keys import services
from tests_support.cast import make_user
print(json.dumps({name: services.create_key(user_id=make_user(name).pk, name="journey") for name in %r}))
"""


@pytest.fixture(scope="module")
def site() -> Iterator[LiveSite]:
    with running_site(LOCAL_WEBHOOKS="1") as running:
        yield running


@pytest.fixture
def program_of(site: LiveSite) -> Callable[..., list[Program]]:
    """Programs of new users with these names."""

    def made(*names: str) -> list[Program]:
        keys = json.loads(site.shell(KEYS % (names,)).strip().splitlines()[-1])
        return [Program(site.url, keys[name]) for name in names]

    return made


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as found:
        yield found
