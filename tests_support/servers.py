"""Fixtures for servers of the test's own. A missing program skips the test and is named in the last line of ./test."""

from collections.abc import Iterator

import pytest

from tests_support import postgres, redis


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """DATABASE_URL of a temporary cluster."""
    if postgres.binaries() is None:
        pytest.skip("PostgreSQL is not installed")
    with postgres.temporary_cluster() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """REDIS_URL of a temporary server."""
    if redis.binary() is None:
        pytest.skip("redis-server is not installed")
    with redis.temporary_redis() as url:
        yield url
