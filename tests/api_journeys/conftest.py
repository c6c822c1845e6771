"""A running site with a worker that may call webhooks on this machine, and users with API keys."""

from __future__ import annotations

import json
import re
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


@pytest.fixture(scope="module")
def documented(site: LiveSite) -> list[tuple[str, re.Pattern[str]]]:
    """Method and address of every operation of the schema that is not deprecated."""
    paths = Program(site.url).get("schema/?format=json").json["paths"]
    return [
        (method.upper(), re.compile(re.sub(r"\{\w+\}", "[^/]+", path.removeprefix("/api/v1/")) + "?"))
        for path, methods in paths.items()
        for method, operation in methods.items()
        if not operation.get("deprecated")
    ]


@pytest.fixture
def program_of(site: LiveSite, documented: list[tuple[str, re.Pattern[str]]]) -> Iterator[Callable[..., list[Program]]]:
    """Programs of new users with these names. What they did is in the documentation, or the test fails."""
    programs: list[Program] = []

    def made(*names: str) -> list[Program]:
        keys = json.loads(site.shell(KEYS % (names,)).strip().splitlines()[-1])
        programs.extend(Program(site.url, keys[name]) for name in names)
        return programs[-len(names) :]

    yield made
    calls = {
        (method, address.partition("?")[0])
        for program in programs
        for method, address, code in program.calls
        if code < 400
    }
    assert not [
        (method, address)
        for method, address in calls
        if not any(method == known and path.fullmatch(address) for known, path in documented)
    ]


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as found:
        yield found
