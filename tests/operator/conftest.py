"""One host for all tests in this folder, because installing it takes most of the time."""

from collections.abc import Iterator

import pytest

from tests_support.host import Host, empty_host, missing_programs


@pytest.fixture(scope="session")
def host() -> Iterator[Host]:
    """A host on which the commands of docs/operators/hosts.md were run."""
    if missing := missing_programs():
        pytest.skip(f"not installed: {', '.join(missing)}")
    with empty_host() as found:
        (found.root / "installed.txt").write_text("\n".join(found.follow("hosts.md")), encoding="utf-8")
        yield found
