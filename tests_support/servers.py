"""Fixtures for temporary servers. If a program is missing, the test is skipped and the last line of ./test names the
program."""

import secrets
from collections.abc import Iterator

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from tests_support import postgres, redis

STARTED_BY_THE_TEST = {"postgres_url", "redis_url"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that start servers. The site's own settings do not affect them, so they run only once."""
    for item in items:
        if STARTED_BY_THE_TEST.intersection(getattr(item, "fixturenames", ())):
            item.add_marker("own_servers")


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[str]:
    """DATABASE_URL of the first database of a temporary cluster."""
    if postgres.binaries() is None:
        pytest.skip("PostgreSQL is not installed")
    with postgres.temporary_cluster() as url:
        yield url


@pytest.fixture
def postgres_url(postgres_cluster: str) -> str:
    """DATABASE_URL of a database that no other test has used."""
    name = f"of_its_own_{secrets.token_hex(4)}"
    with psycopg.connect(postgres_cluster, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    return postgres_cluster.rsplit("/", 1)[0] + f"/{name}"


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """REDIS_URL of a temporary server."""
    if redis.binary() is None:
        pytest.skip("redis-server is not installed")
    with redis.temporary_redis() as url:
        yield url
