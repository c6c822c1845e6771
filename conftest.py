"""Fixtures of all tests; their parts are in tests_support/."""

import os

import pytest
from hypothesis import settings

# The same examples in every run, so that everybody sees the same failures; LONG=1 looks for new ones. Examples have no
# time limit, because a busy machine is slow, not wrong.
settings.register_profile("repeatable", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("new examples", deadline=None, print_blob=True)
settings.load_profile("new examples" if os.environ.get("LONG") == "1" else "repeatable")

pytest_plugins = [
    "tests_support.prepared",
    "tests_support.collecting",
    "tests_support.speed",
    "tests_support.cast",
    "tests_support.jobs",
    "tests_support.servers",
    "tests_support.site",
    "tests_support.browser",
]


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Clear the cache, so that rate limits and other cached data do not affect the next test."""
    from django.core.cache import cache

    cache.clear()
