"""What every test may ask for; the parts live in tests_support/."""

import pytest

pytest_plugins = [
    "tests_support.cast",
    "tests_support.jobs",
    "tests_support.servers",
    "tests_support.site",
    "tests_support.browser",
]


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Rate limits and other remembered things do not leak from one test into the next."""
    from django.core.cache import cache

    cache.clear()
