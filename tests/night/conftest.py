"""Fixtures of these tests."""

import pytest

from tests.night.pictures import Album


@pytest.fixture
def album() -> Album:
    """Takes pictures for the documentation if requested."""
    return Album()
